"""Interactive diagrams: a position in notation, a caption, and a task with its accepted steps."""

import re
from dataclasses import dataclass, replace
from functools import cache

from django.utils.functional import Promise

from games.pictures.svg import page_svg
from games.pictures.view import View
from games.rules import Game, State, variant
from games.rules.scene import Board, Label
from games.selectors.position_json import Json, StateFaceJson, board_json, state_face

WINDOW_RIM = 0.5


@dataclass(frozen=True)
class Diagram:
    """A position with a caption and, optionally, a task.

    Each of `steps` solves the task; with a task and no steps any legal step does. `window` crops a large board to the
    part between its lower left and its upper right cell. Without a `variant` it is of the family's first one.
    """

    name: str
    position: str
    caption: Promise
    task: Promise | None = None
    steps: tuple[str, ...] = ()
    praise: Promise | None = None
    window: tuple[str, str] | None = None
    options: tuple[tuple[str, str], ...] = ()
    seat: int = 0
    variant: str = ""

    @property
    def game(self) -> Game:
        return variant(self.variant, **dict(self.options))

    @property
    def state(self) -> State:
        return self.game.parse(self.position)

    @property
    def board(self) -> Board:
        board = self.game.board()
        return board if self.window is None else windowed(board, *self.window)

    @property
    def named(self) -> list[str]:
        """The cells mentioned in the caption or the task; their names are drawn on the board."""
        words = f"{self.caption} {self.task or ''}"
        cells = {cell.name for cell in self.board.cells}
        return sorted(cells.intersection(re.findall(r"[A-Za-z]\d{1,2}", words)))

    @property
    def look(self) -> str:
        """Key by which diagrams share the drawing data of a board."""
        return "-".join([self.variant, *(self.window or ())])


def windowed(board: Board, lower_left: str, upper_right: str) -> Board:
    """Crop a board of squares to the part between two cells, with coordinates along the new edges."""
    places = {cell.name: cell for cell in board.cells}
    first, last = places[lower_left], places[upper_right]
    cells = tuple(cell for cell in board.cells if first.x <= cell.x <= last.x and last.y <= cell.y <= first.y)
    left, right, top, bottom = first.x - 0.5, last.x + 0.5, last.y - 0.5, first.y + 0.5
    labels = [Label(cell.name.rstrip("0123456789"), cell.x, bottom + WINDOW_RIM) for cell in cells if cell.y == first.y]
    labels += [
        Label(cell.name.lstrip("ABCDEFGHIJKLMNOPQRST"), left - WINDOW_RIM, cell.y)
        for cell in cells
        if cell.x == first.x
    ]
    return replace(board, x=left, y=top, width=right - left, height=bottom - top, cells=cells, labels=tuple(labels))


@cache
def picture(diagram: Diagram, label: str) -> str:
    """Return the diagram as inline SVG; `label` is its accessible name."""
    game = diagram.game
    view = View(diagram.board, game.family, game.colours, diagram.seat)
    return page_svg(view, diagram.state.scene(), label=label, named=diagram.named)


@cache
def look_json(diagram: Diagram) -> Json:
    """Return the board data shared by all diagrams with this look, for the page's script."""
    game = diagram.game
    return {"family": game.family, "colours": list(game.colours), "board": board_json(diagram.board)}


@cache
def face_json(diagram: Diagram) -> StateFaceJson:
    state = diagram.state
    return state_face(state, scene=state.scene(), is_over=state.is_over())


def diagram_json(diagram: Diagram) -> Json:
    """Return a diagram's data for the page's script."""
    words = {"task": diagram.task, "praise": diagram.praise}
    return {
        "name": diagram.name,
        "variant": diagram.variant,
        "options": dict(diagram.options),
        "look": diagram.look,
        "seat": diagram.seat,
        "steps": list(diagram.steps),
        "named": diagram.named,
        "face": face_json(diagram),
        **{name: "" if text is None else str(text) for name, text in words.items()},
    }


def page_json(diagrams: tuple[Diagram, ...]) -> Json:
    """Return the data of several diagrams and their looks for the page's script."""
    return {
        "looks": {diagram.look: look_json(diagram) for diagram in diagrams},
        "diagrams": [diagram_json(diagram) for diagram in diagrams],
    }
