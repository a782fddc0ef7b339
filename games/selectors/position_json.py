"""Positions and boards as JSON, ready to be drawn; `games.rules.scene` has the meaning of each part.

Lengths are in board units (a cell is about 1 wide); x grows to the right and y downwards, as in SVG.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, Any, NotRequired, TypedDict, overload

from games.enums import EndReason
from games.rules.core import Game, Result, State
from games.rules.match import Match
from games.rules.points import points
from games.rules.scene import Board, Cell, Choice, Piece, Platform, Scene, SetupForm, Trail
from games.translation import in_words

Json = dict[str, Any]


class CellJson(TypedDict):
    """A cell with a name, where a piece can be; `outline` has its corners."""

    name: str
    kind: Annotated[str, "`cell`; on a movable board `disc`, and `space` for an empty place."]
    x: float
    y: float
    outline: list[Annotated[list[float], {"min_length": 2, "max_length": 2}]]


class LabelJson(TypedDict):
    """A coordinate at the rim of the board."""

    text: str
    x: float
    y: float


class DrawnBoardJson(TypedDict):
    """What never changes during a game. A board that moves (Nonaga) has its cells in each scene."""

    x: float
    y: float
    width: float
    height: float
    cells: list[CellJson]
    labels: list[LabelJson]
    turns: Annotated[
        list[float], "Clockwise rotation of the board, in degrees, that puts each seat's side at the bottom."
    ]
    homes: Annotated[list[list[str]], "The cells of each seat's home side."]
    mount: Annotated[float, "Width of the frame around the cells, which carries the coordinates."]
    label_size: Annotated[float, "Font size of the coordinates."]
    piece_scale: Annotated[float, "Size of a piece relative to one in a square cell."]
    rows_have_letters: Annotated[bool, "Whether the letters in cell names denote rows."]


class PieceJson(TypedDict):
    """A piece and its place; `marks` are keywords shown on it, such as `huffable`."""

    seat: int
    kind: str
    cell: str
    x: float
    y: float
    marks: list[str]


class PlatformJson(TypedDict):
    """Vaeva's platform: the rectangle it covers, and the cells under it."""

    x: float
    y: float
    width: float
    height: float
    cells: list[str]
    reaches: Annotated[
        list[int], "Distance in cells that each seat's next pawn must travel to board; empty once boarding is over."
    ]


class TrailJson(TypedDict):
    """The path of a piece in the last turn, cell by cell, and what it captured."""

    seat: int
    step: str
    path: list[str]
    taken: list[str]
    lost: NotRequired[Annotated[list[PieceJson], "The pieces that stood on `taken`."]]
    slide: NotRequired[Annotated[float, "Distance the platform slid to the right, with everything on it."]]


class SceneJson(TypedDict):
    """Everything to draw of one position; `cells` are those of a board that moves (Nonaga)."""

    pieces: list[PieceJson]
    cells: list[CellJson]
    platform: PlatformJson | None
    marked: Annotated[dict[str, list[str]], "Cells by mark (`frozen`, `forbidden`, `goal`…)."]
    last_turn: list[TrailJson]


class SymbolJson(TypedDict):
    """A letter of a set-up's text: the kind of piece it stands for, and how many of them there are."""

    symbol: str
    kind: str
    count: int


class ArrangementJson(TypedDict):
    """A ready-made set-up."""

    name: str
    text: str


class SetupFormJson(TypedDict):
    """How a seat sets up: the cells, in the order of the text, and how many pieces of each kind."""

    cells: list[str]
    symbols: list[SymbolJson]
    arrangements: list[ArrangementJson]
    example: str
    help: Annotated[str, "Describes the text format of a set-up."]


class ChoiceJson(TypedDict):
    """A legal step: `text`, then for each optional capture that is wanted `x` and its cell, in the order given."""

    kind: str
    text: str
    clicks: list[str]
    optional: NotRequired[list[str]]
    takes: NotRequired[list[str]]


class ResultJson(TypedDict):
    ranks: list[int]
    reason: Annotated[str, EndReason]
    by_tally: list[int]
    points: list[str]


class StateFaceJson(TypedDict):
    position: str
    seat: int | None
    awaits_setup: bool
    choices: list[ChoiceJson]
    tally: list[int]
    placed: list[int]
    scene: SceneJson


class StateJson(StateFaceJson):
    turns: list[int]
    if_limit_now: ResultJson | None
    result: ResultJson | None


def face_of(match: Match, *, is_limited: bool) -> StateJson:
    """The JSON of a position: the same for every viewer, without secrets.

    In a game with a turn or time limit it has the result that the limit would give now.
    """
    limit = match.ranked_by_tally() if is_limited and match.result is None else None
    return {
        **state_face(match.state, scene=match.scene(), is_over=match.result is not None),
        "turns": list(match.turns),
        "if_limit_now": None if limit is None else result_json(limit),
        "result": None if match.result is None else result_json(match.result),
    }


def state_face(state: State, *, scene: Scene, is_over: bool) -> StateFaceJson:
    return {
        "position": str(state),
        "seat": None if is_over else int(state.seat),
        "awaits_setup": state.awaits_setup(),
        "choices": [] if is_over else [choice_json(choice) for choice in state.choices()],
        "tally": list(state.tally),
        "placed": list(state.placed),
        "scene": scene_json(scene),
    }


def result_json(result: Result) -> ResultJson:
    return {
        "ranks": list(result.ranks),
        "reason": result.reason,
        "by_tally": list(result.by_tally),
        "points": [fraction_text(share) for share in points(result)],
    }


@overload
def fraction_text(number: Fraction) -> str: ...
@overload
def fraction_text(number: Fraction | None) -> str | None: ...
def fraction_text(number: Fraction | None) -> str | None:
    """Points as an exact fraction: `6`, `10/3`."""
    return None if number is None else str(number)


def choice_json(choice: Choice) -> ChoiceJson:
    data: ChoiceJson = {"kind": choice.kind, "text": choice.text, "clicks": list(choice.clicks)}
    if choice.optional:
        data["optional"] = list(choice.optional)
    if choice.takes:
        data["takes"] = list(choice.takes)
    return data


def scene_json(scene: Scene) -> SceneJson:
    return {
        "pieces": [_piece_json(piece) for piece in scene.pieces],
        "cells": _cells_json(scene.cells),
        "platform": None if scene.platform is None else _platform_json(scene.platform),
        "marked": {word: list(cells) for word, cells in scene.marked},
        "last_turn": [_trail_json(trail) for trail in scene.last_turn],
    }


def board_json(board: Board) -> DrawnBoardJson:
    return {
        "x": _short(board.x),
        "y": _short(board.y),
        "width": _short(board.width),
        "height": _short(board.height),
        "cells": _cells_json(board.cells),
        "labels": [{"text": label.text, "x": _short(label.x), "y": _short(label.y)} for label in board.labels],
        "turns": [_short(angle) for angle in board.turns],
        "homes": [list(home) for home in board.homes],
        "mount": board.mount,
        "label_size": board.label_size,
        "piece_scale": board.piece_scale,
        "rows_have_letters": board.rows_have_letters,
    }


def setup_form_json(form: SetupForm) -> SetupFormJson:
    return {
        "cells": list(form.cells),
        "symbols": [{"symbol": symbol, "kind": kind, "count": count} for symbol, kind, count in form.symbols],
        "arrangements": [{"name": in_words(name), "text": text} for name, text in form.arrangements],
        "example": form.example,
        "help": in_words(form.help),
    }


def setup_forms(engine: Game) -> list[SetupFormJson]:
    """One form per seat; empty for games without set-ups."""
    forms = [engine.setup_form(seat) for seat in range(engine.seats)] if engine.has_setup else []
    return [setup_form_json(form) for form in forms if form is not None]


def _cells_json(cells: Iterable[Cell]) -> list[CellJson]:
    return [
        {
            "name": cell.name,
            "kind": cell.kind,
            "x": _short(cell.x),
            "y": _short(cell.y),
            "outline": [[_short(x), _short(y)] for x, y in cell.outline],
        }
        for cell in cells
    ]


def _platform_json(platform: Platform) -> PlatformJson:
    return {
        "x": _short(platform.x),
        "y": _short(platform.y),
        "width": _short(platform.width),
        "height": _short(platform.height),
        "cells": list(platform.cells),
        "reaches": list(platform.reaches),
    }


def _piece_json(piece: Piece) -> PieceJson:
    return {
        "seat": int(piece.seat),
        "kind": piece.kind,
        "cell": piece.cell,
        "x": _short(piece.x),
        "y": _short(piece.y),
        "marks": list(piece.marks),
    }


def _trail_json(trail: Trail) -> TrailJson:
    data: TrailJson = {
        "seat": int(trail.seat),
        "step": trail.step,
        "path": list(trail.path),
        "taken": list(trail.taken),
    }
    if trail.lost:
        data["lost"] = [_piece_json(piece) for piece in trail.lost]
    if trail.slide:
        data["slide"] = _short(trail.slide)
    return data


def _short(length: float) -> float:
    """Round to a thousandth of a cell, finer than any screen."""
    return round(length, 3)
