"""A position as a small SVG picture that needs nothing else: for lists, for pages without scripts, to keep.

Everything is told by attributes, not by styles: the picture may stand on a page whose policy forbids inline styles.
"""

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from html import escape

from games.rules.core import Game as Engine
from games.rules.scene import Board
from games.selectors.faces import Json

Point = tuple[float, float]
Box = tuple[float, float, float, float]

WOOD, WOOD_B, LINE = "#efe6cf", "#e2d5b4", "#b9a97f"
PLATFORM, PLATFORM_EDGE = "#8fa6ad", "#4f666d"
# Fill, edge and ink of each seat; the ink draws the sign that tells seats apart without their colour.
COLOURS = {
    "red": ("#c23b2e", "#7d231b", "#fff4ea"),
    "blue": ("#2f62b5", "#1f3f78", "#f2f6ff"),
    "yellow": ("#e3b23c", "#8d6a0d", "#3a2b00"),
    "violet": ("#7c4ea6", "#4a2a6d", "#fbf5ff"),
    "orange": ("#dc7426", "#8b430e", "#fff6ee"),
    "white": ("#f3ead6", "#8f8468", "#4b4331"),
    "brown": ("#6f4526", "#452a17", "#f6e7d6"),
    "black": ("#262a35", "#0e1016", "#e8e6df"),
}
SIGNS = {
    "sun": '<circle r=".13" fill="{0}"/><circle r=".22" fill="none" stroke="{0}" stroke-width=".06" '
    'stroke-dasharray=".06 .09"/>',
    "moon": '<path d="M.06-.24A.25.25 0 1 0 .06.24A.2.2 0 1 1 .06-.24Z" fill="{0}"/>',
    "star": '<path d="M0-.27L.07-.08L.26-.08L.11.04L.16.22L0 .11L-.16.22L-.11.04L-.26-.08L-.07-.08Z" fill="{0}"/>',
    "champion": '<path d="M-.22.16V-.12L-.11.02L0-.2L.11.02L.22-.12V.16Z" fill="none" stroke="{0}" '
    'stroke-width=".06" stroke-linejoin="round"/>',
}
COLOUR_SIGNS = {
    "blue": '<path d="M-.14 0H.14" stroke="{0}" stroke-width=".07"/>',
    "yellow": '<circle r=".08" fill="{0}"/>',
    "violet": '<path d="M0-.14V.14" stroke="{0}" stroke-width=".07"/>',
    "black": '<circle r=".12" fill="none" stroke="{0}" stroke-width=".05"/>',
}


def picture(engine: Engine, scene: Json, *, seat: int | None = None) -> str:
    """The scene of a position as SVG text, seen from a seat."""
    turn = _Turn(engine.board(), seat or 0)
    box = _bounds(engine.board(), scene, turn)
    size = f'width="480" height="{round(480 * box[3] / box[2])}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {_view_box(box)} {size}>{_things(engine, scene, seat, turn)}</svg>'


def standing_board(engine: Engine, scene: Json, *, seat: int | None = None, label: str) -> str:
    """The same for a page whose script will put its own board there: just as large, so that nothing moves then."""
    board = engine.board()
    turn = _Turn(board, seat or 0)
    outlines = [cell["outline"] for cell in scene["cells"]] or [cell.outline for cell in board.cells]
    points = [turn(x, y) for outline in outlines for x, y in outline]
    points += [turn(mark.x, mark.y) for mark in board.labels]
    box = _box(points, margin=0.35 if engine.family == "vega" else 0.3)
    frame = f'class="board board-{engine.family}" role="img" aria-label="{escape(label)}"'
    return f"<svg {frame} {_view_box(box)}>{_things(engine, scene, seat, turn)}{_labels(board, turn)}</svg>"


def _things(engine: Engine, scene: Json, seat: int | None, turn: "_Turn") -> str:
    """The board and what stands on it."""
    board = engine.board()
    parts = [
        _disc_ground(scene["cells"], turn) if scene["cells"] else _ground(engine, seat or 0),
        _platform(scene["platform"], turn),
        *(_trail(trail, engine, _centres(board, scene), turn) for trail in scene["last_turn"]),
        *(_piece(piece, engine, _outline(board, piece["cell"]), turn) for piece in scene["pieces"]),
    ]
    return "".join(parts)


def _labels(board: Board, turn: "_Turn") -> str:
    """The names of rows and columns, without which nobody could follow the record; the page's stylesheet sets them."""
    places = ((mark.text, turn(mark.x, mark.y)) for mark in board.labels)
    return "".join(f'<text class="board-label" x="{_n(x)}" y="{_n(y)}">{text}</text>' for text, (x, y) in places)


class _Turn:
    """The board turned so that a seat's side is at the bottom."""

    def __init__(self, board: Board, seat: int) -> None:
        angle = math.radians(board.turns[seat] if seat < len(board.turns) else 0)
        self.cosine, self.sine = math.cos(angle), math.sin(angle)
        self.x, self.y = board.x + board.width / 2, board.y + board.height / 2

    def __call__(self, x: float, y: float) -> Point:
        dx, dy = x - self.x, y - self.y
        return self.x + dx * self.cosine - dy * self.sine, self.y + dx * self.sine + dy * self.cosine


@lru_cache(maxsize=64)
def _ground(engine: Engine, seat: int) -> str:
    """Two paths hold all cells of a board that stays: light and dark ones."""
    board = engine.board()
    turn = _Turn(board, seat)
    tones: dict[bool, list[str]] = {False: [], True: []}
    for cell in board.cells:
        is_dark = len(cell.outline) == 4 and (math.floor(cell.x) + math.floor(cell.y)) % 2 == 1
        tones[is_dark].append(_path(turn(x, y) for x, y in cell.outline))
    stroke = f'stroke="{LINE}" stroke-width=".03"'
    return "".join(
        f'<path fill="{WOOD_B if is_dark else WOOD}" {stroke} d="{"".join(paths)}"/>'
        for is_dark, paths in tones.items()
        if paths
    )


def _disc_ground(cells: Sequence[Json], turn: _Turn) -> str:
    discs = [cell for cell in cells if cell["kind"] == "disc"]
    path = "".join(_path(turn(x, y) for x, y in cell["outline"]) for cell in discs)
    return f'<path fill="{WOOD}" stroke="{LINE}" stroke-width=".05" d="{path}"/>'


def _bounds(board: Board, scene: Json, turn: _Turn) -> Box:
    outlines = [cell["outline"] for cell in scene["cells"] if cell["kind"] == "disc"] or [
        cell.outline for cell in board.cells
    ]
    return _box([turn(x, y) for outline in outlines for x, y in outline], margin=0.15)


def _box(points: Sequence[Point], *, margin: float) -> Box:
    left, top = min(x for x, _ in points) - margin, min(y for _, y in points) - margin
    return left, top, max(x for x, _ in points) + margin - left, max(y for _, y in points) + margin - top


def _view_box(box: Box) -> str:
    return f'viewBox="{" ".join(_n(length) for length in box)}"'


def _platform(platform: Json | None, turn: _Turn) -> str:
    if platform is None:
        return ""
    x, y, width, height = (platform[name] for name in ("x", "y", "width", "height"))
    corners = [turn(x, y), turn(x + width, y), turn(x + width, y + height), turn(x, y + height)]
    return f'<path fill="{PLATFORM}" stroke="{PLATFORM_EDGE}" stroke-width=".12" d="{_path(corners)}"/>'


def _trail(trail: Json, engine: Engine, centres: dict[str, Point], turn: _Turn) -> str:
    points = [turn(*centres[name]) for name in trail["path"] if name in centres]
    if len(points) < 2:
        return ""
    edge = COLOURS[engine.colours[trail["seat"]]][1]
    line = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
    return (
        f'<polyline points="{line}" fill="none" stroke="{edge}" stroke-opacity=".5" stroke-width=".14" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _piece(piece: Json, engine: Engine, outline: Sequence[Point], turn: _Turn) -> str:
    colour = engine.colours[piece["seat"]]
    fill, edge, ink = COLOURS[colour]
    x, y = turn(piece["x"], piece["y"])
    sign = SIGNS.get(piece["kind"], COLOUR_SIGNS.get(colour, "")).format(ink)
    paint = f'fill="{fill}" stroke="{edge}" stroke-width=".05"'
    if piece["kind"] == "tetrahedron":
        corners = [turn(*corner) for corner in outline]
        body = f'<path {paint} d="{_path(_shrunk(corners, (x, y)))}"/>'
    else:
        body = f'<circle {paint} cx="{_n(x)}" cy="{_n(y)}" r=".4"/>'
    return body + (f'<g transform="translate({_n(x)} {_n(y)})">{sign}</g>' if sign else "")


def _shrunk(corners: Iterable[Point], centre: Point) -> list[Point]:
    return [(centre[0] + (x - centre[0]) * 0.86, centre[1] + (y - centre[1]) * 0.86) for x, y in corners]


def _centres(board: Board, scene: Json) -> dict[str, Point]:
    moving = {cell["name"]: (cell["x"], cell["y"]) for cell in scene["cells"]}
    return moving or {cell.name: (cell.x, cell.y) for cell in board.cells}


def _outline(board: Board, name: str) -> Sequence[Point]:
    return next((cell.outline for cell in board.cells if cell.name == name), ())


def _path(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in points) + "Z"


def _n(length: float) -> str:
    return f"{length:.2f}".rstrip("0").rstrip(".")
