"""Positions and boards as JSON, ready to be drawn."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from games.rules.core import Game, Result, State
from games.rules.match import Match
from games.rules.points import points
from games.rules.scene import Board, Cell, Choice, Piece, Platform, Scene, SetupForm, Trail
from games.translation import in_words

Json = dict[str, Any]


def face_of(match: Match, *, is_limited: bool) -> Json:
    """The JSON of a position: the same for every viewer, without secrets.

    In a game with a turn or time limit it has the result that the limit would give now.
    """
    face = state_face(match.state, scene=match.scene(), is_over=match.result is not None)
    limit = match.ranked_by_tally() if is_limited and match.result is None else None
    return face | {
        "turns": list(match.turns),
        "if_limit_now": None if limit is None else result_json(limit),
        "result": None if match.result is None else result_json(match.result),
    }


def state_face(state: State, *, scene: Scene, is_over: bool) -> Json:
    return {
        "position": str(state),
        "seat": None if is_over else int(state.seat),
        "awaits_setup": state.awaits_setup(),
        "choices": [] if is_over else [choice_json(choice) for choice in state.choices()],
        "tally": list(state.tally),
        "placed": list(state.placed),
        "scene": scene_json(scene),
    }


def result_json(result: Result) -> Json:
    return {
        "ranks": list(result.ranks),
        "reason": result.reason,
        "by_tally": list(result.by_tally),
        "points": [fraction_text(share) for share in points(result)],
    }


def fraction_text(number: Fraction | None) -> str | None:
    """Points as an exact fraction: `6`, `10/3`."""
    return None if number is None else str(number)


def choice_json(choice: Choice) -> Json:
    data: Json = {"kind": choice.kind, "text": choice.text, "clicks": list(choice.clicks)}
    if choice.optional:
        data["optional"] = list(choice.optional)
    if choice.takes:
        data["takes"] = list(choice.takes)
    return data


def scene_json(scene: Scene) -> Json:
    return {
        "pieces": [_piece_json(piece) for piece in scene.pieces],
        "cells": _cells_json(scene.cells),
        "platform": None if scene.platform is None else _platform_json(scene.platform),
        "marked": {word: list(cells) for word, cells in scene.marked},
        "last_turn": [_trail_json(trail) for trail in scene.last_turn],
    }


def board_json(board: Board) -> Json:
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


def setup_form_json(form: SetupForm) -> Json:
    return {
        "cells": list(form.cells),
        "symbols": [{"symbol": symbol, "kind": kind, "count": count} for symbol, kind, count in form.symbols],
        "arrangements": [{"name": in_words(name), "text": text} for name, text in form.arrangements],
        "example": form.example,
        "help": in_words(form.help),
    }


def setup_forms(engine: Game) -> list[Json]:
    """One form per seat; empty for games without set-ups."""
    forms = [engine.setup_form(seat) for seat in range(engine.seats)] if engine.has_setup else []
    return [setup_form_json(form) for form in forms if form is not None]


def _cells_json(cells: Iterable[Cell]) -> list[Json]:
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


def _platform_json(platform: Platform) -> Json:
    return {
        "x": _short(platform.x),
        "y": _short(platform.y),
        "width": _short(platform.width),
        "height": _short(platform.height),
        "cells": list(platform.cells),
        "reaches": list(platform.reaches),
    }


def _piece_json(piece: Piece) -> Json:
    return {
        "seat": int(piece.seat),
        "kind": piece.kind,
        "cell": piece.cell,
        "x": _short(piece.x),
        "y": _short(piece.y),
        "marks": list(piece.marks),
    }


def _trail_json(trail: Trail) -> Json:
    data: Json = {"seat": int(trail.seat), "step": trail.step, "path": list(trail.path), "taken": list(trail.taken)}
    if trail.lost:
        data["lost"] = [_piece_json(piece) for piece in trail.lost]
    if trail.slide:
        data["slide"] = _short(trail.slide)
    return data


def _short(length: float) -> float:
    """Round to a thousandth of a cell, finer than any screen."""
    return round(length, 3)
