"""A position as inline SVG, drawn as js/board draws it: the same classes, so that board.css dresses both.

It is what a page shows before its script comes, and what it keeps without one. `games/selectors/pictures.py` draws
pictures that stand alone; these need the page's style sheet.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.rules.scene import Board, Cell, Piece, Platform, Point, Scene

Vertex = tuple[float, float, float]

TILT = 0.15
HEIGHT = math.sqrt(2 / 3)
PIECE_SIZE = 0.9
LIGHT: Vertex = (-0.6, -0.1, 0.79)
VIEW: Vertex = (0.0, TILT, 1.0)
ROUND_BODY = (
    '<circle class="piece-shadow" cx="0.03" cy="0.06" r="0.38"/><circle class="piece-body" r="0.38"/>'
    '<circle class="piece-pattern" r="0.38"/><circle class="piece-rim" r="0.3"/>'
)
HUFF = '<circle class="huff-sign" cx="0.29" cy="-0.29" r="0.15"/><text class="huff-text" x="0.29" y="-0.285">!</text>'
PIN = (
    '<path class="pin-needle" d="M0,0 L0.09,0.24"/><circle class="pin-head" cy="-0.04" r="0.13"/>'
    '<circle class="pin-light" cx="-0.04" cy="-0.08" r="0.035"/>'
)
PATTERNS = {
    "stripes": "M0,0 L0,4",
    "slashes": "M-1,1 L1,-1 M0,4 L4,0 M3,5 L5,3",
    "backslashes": "M-1,3 L1,5 M0,0 L4,4 M3,-1 L5,1",
    "grid": "M0,0 L0,4 M0,0 L4,0",
    "dots": "M2,2 h0.01",
}


@dataclass(frozen=True)
class View:
    """A board seen from a seat, whose side is at the bottom."""

    board: Board
    family: str
    colours: Sequence[str]
    seat: int = 0

    def point(self, x: float, y: float) -> Point:
        angle = math.radians(self.board.turns[self.seat])
        centre_x, centre_y = self.board.x + self.board.width / 2, self.board.y + self.board.height / 2
        dx, dy = x - centre_x, y - centre_y
        cosine, sine = math.cos(angle), math.sin(angle)
        return centre_x + dx * cosine - dy * sine, centre_y + dx * sine + dy * cosine

    def outline(self, points: Iterable[Point]) -> list[Point]:
        return [self.point(x, y) for x, y in points]


def draw(view: View, scene: Scene, *, label: str, named: Sequence[str] = ()) -> str:
    """The whole picture, with names written on some cells. `label`, for those who do not see it, is ready for HTML."""
    cells = {cell.name: cell for cell in scene.cells or view.board.cells}
    pieces = [piece for piece in scene.pieces if piece.cell in cells]
    pieces.sort(key=lambda piece: view.point(piece.x, piece.y)[1])
    parts = [
        *_ground(view, cells.values()),
        *_marks(view, scene, cells),
        *([] if scene.platform is None else _platform(view, scene.platform)),
        *(_piece(view, piece, cells[piece.cell]) for piece in pieces),
        *(_note(view, cells[name]) for name in named if name in cells),
        *_labels(view),
    ]
    box = " ".join(_n(length) for length in bounds(view, cells.values()))
    return (
        f'<svg class="board board-{view.family}" viewBox="{box}" role="img" aria-label="{label}">{"".join(parts)}</svg>'
    )


def definitions() -> str:
    """The patterns of the seats, for all boards of a page: ids may be given once."""
    attributes = 'width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="scale(0.035)"'
    patterns = (
        f'<pattern id="pattern-{name}" {attributes}><path d="{d}" class="pattern-line"/></pattern>'
        for name, d in PATTERNS.items()
    )
    return f'<svg class="board-patterns" width="0" height="0" aria-hidden="true"><defs>{"".join(patterns)}</defs></svg>'


def bounds(view: View, cells: Iterable[Cell]) -> tuple[float, float, float, float]:
    margin = 0.35 if view.family == "vega" else 0.3
    points = [view.point(x, y) for cell in cells for x, y in cell.outline]
    points += [view.point(label.x, label.y) for label in view.board.labels]
    left, top = min(x for x, _ in points) - margin, min(y for _, y in points) - margin
    return left, top, max(x for x, _ in points) + margin - left, max(y for _, y in points) + margin - top


# -- what lies under the pieces -------------------------------------------------------------------------------------


def _ground(view: View, cells: Iterable[Cell]) -> list[str]:
    """One path for all cells that look alike: a board of 400 cells is then two elements."""
    alike: dict[str, list[str]] = {}
    for cell in cells:
        tone = "tone-b" if (round(cell.x - 0.5) + round(cell.y - 0.5)) % 2 else "tone-a"
        alike.setdefault(f"cell cell-{cell.kind} {tone}", []).append(_path(view.outline(cell.outline)))
    return [f'<path class="{kind}" d="{"".join(paths)}"/>' for kind, paths in alike.items() if "cell-space" not in kind]


def _labels(view: View) -> list[str]:
    places = [(label.text, *view.point(label.x, label.y)) for label in view.board.labels]
    return [f'<text class="board-label" x="{_n(x)}" y="{_n(y)}">{text}</text>' for text, x, y in places]


def _note(view: View, cell: Cell) -> str:
    x, y = view.point(cell.x, cell.y)
    return f'<text class="hint-note" x="{_n(x)}" y="{_n(y)}">{cell.name}</text>'


def _marks(view: View, scene: Scene, cells: dict[str, Cell]) -> list[str]:
    """Marks on cells; one that belongs to another seat (`goal:1`) is not for this one to see."""
    drawn = []
    for word, names in scene.marked:
        kind, _, owner = word.partition(":")
        if owner in ("", str(view.seat)):
            drawn += [_mark(view, kind, cells[name]) for name in names if name in cells]
    return drawn


def _mark(view: View, kind: str, cell: Cell) -> str:
    if kind != "frozen":
        return f'<polygon class="marked marked-{kind}" points="{_points(view.outline(cell.outline))}"/>'
    x, y = view.point(cell.x, cell.y)
    return f'<g class="pin" transform="translate({_n(x)} {_n(y)})">{PIN}</g>'


def _platform(view: View, platform: Platform) -> list[str]:
    x, y, width, height = platform.x, platform.y, platform.width, platform.height
    corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
    lines = [[(x + column, y), (x + column, y + height)] for column in range(1, round(width))]
    lines += [[(x, y + row), (x + width, y + row)] for row in range(1, round(height))]
    deck = "".join(_path(view.outline(line)) for line in lines)
    return [
        f'<polygon class="platform" points="{_points(view.outline(corners))}"/>',
        f'<path class="platform-cell" d="{deck}"/>',
    ]


# -- pieces ---------------------------------------------------------------------------------------------------------


def _piece(view: View, piece: Piece, cell: Cell) -> str:
    marks = "".join(f" mark-{mark}" for mark in piece.marks)
    kind = f"piece piece-{piece.kind} colour-{view.colours[piece.seat]}{marks}"
    if piece.kind == "tetrahedron":
        return f'<g class="{kind}">{_tetrahedron(cell.outline, view.outline(cell.outline))}</g>'
    x, y = view.point(piece.x, piece.y)
    sign = f'<g class="piece-sign" transform="scale(0.0092)">{SIGNS[piece.kind]}</g>' if piece.kind in SIGNS else ""
    huff = HUFF if "huffable" in piece.marks else ""
    return f'<g class="{kind}" transform="translate({_n(x)} {_n(y)})">{ROUND_BODY}{sign}{huff}</g>'


def _rays(count: int, inner: float, outer: float) -> str:
    turns = [2 * math.pi * ray / count for ray in range(count)]
    ways = [(math.cos(turn), math.sin(turn)) for turn in turns]
    return "".join(f"M{inner * x:.1f},{inner * y:.1f}L{outer * x:.1f},{outer * y:.1f}" for x, y in ways)


def _star(points: int, outer: float, inner: float) -> str:
    turns = [math.pi * corner / points - math.pi / 2 for corner in range(2 * points)]
    return _path(
        (radius * math.cos(turn), radius * math.sin(turn))
        for turn, radius in zip(turns, (outer, inner) * points, strict=True)
    )


def _tetrahedron(outline: Sequence[Point], on_screen: Sequence[Point]) -> str:
    """Three facets lit from one side; which of the four faces is down follows from the cell alone."""
    centre_x, centre_y = sum(x for x, _ in on_screen) / 3, sum(y for _, y in on_screen) / 3
    base = [(centre_x + (x - centre_x) * PIECE_SIZE, centre_y + (y - centre_y) * PIECE_SIZE, 0.0) for x, y in on_screen]
    vertices = [*base, (centre_x, centre_y, HEIGHT * PIECE_SIZE)]
    labels = [_lattice_label(corner) for corner in outline]
    marked = [*labels, 6 - sum(labels)].index(0)
    foot = _points([(x + 0.03, y + 0.05) for x, y, _ in base])
    facets = [_facet(vertices, opposite, is_marked=opposite == marked) for opposite in range(4)]
    return f'<polygon class="piece-shadow" points="{foot}"/>{"".join(facets)}'


def _lattice_label(corner: Point) -> int:
    """0 to 3: the parities of the two lattice coordinates of a corner of the triangle grid."""
    row = round(corner[1] / (math.sqrt(3) / 2))
    return (row % 2) * 2 + math.floor(corner[0] - row / 2 + 0.5) % 2


def _facet(vertices: Sequence[Vertex], opposite: int, *, is_marked: bool) -> str:
    corners = [vertex for index, vertex in enumerate(vertices) if index != opposite]
    normal = _outward_normal(corners, vertices[opposite])
    if _dot(normal, VIEW) <= 0.001:
        return ""
    flat = [(x, y - z * TILT) for x, y, z in corners]
    points, shade = _points(flat), (0.5 - 0.5 * _dot(normal, LIGHT) / math.hypot(*LIGHT)) * 0.8
    sign = f'<polygon class="piece-sign" points="{_points(_shrunk(flat, 0.3))}"/>' if is_marked else ""
    return (
        f'<polygon class="piece-body" points="{points}"/><polygon class="piece-pattern" points="{points}"/>'
        f'<polygon class="piece-shade" points="{points}" opacity="{shade:.2f}"/>{sign}'
    )


def _outward_normal(corners: Sequence[Vertex], inside: Vertex) -> Vertex:
    (ax, ay, az), (bx, by, bz) = (_subtract(corners[1], corners[0]), _subtract(corners[2], corners[0]))
    normal = (ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx)
    length = math.hypot(*normal) * (1 if _dot(normal, _subtract(corners[0], inside)) > 0 else -1)
    return normal[0] / length, normal[1] / length, normal[2] / length


def _shrunk(points: Sequence[Point], factor: float) -> list[Point]:
    x, y = sum(point[0] for point in points) / len(points), sum(point[1] for point in points) / len(points)
    return [(x + (px - x) * factor, y + (py - y) * factor) for px, py in points]


def _subtract(one: Vertex, other: Vertex) -> Vertex:
    return one[0] - other[0], one[1] - other[1], one[2] - other[2]


def _dot(one: Vertex, other: Vertex) -> float:
    return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{_n(x)},{_n(y)}" for x, y in points)


def _path(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in points) + "Z"


def _n(length: float) -> str:
    """At most three decimals; adding 0 turns minus nought into nought."""
    return f"{round(length, 3) + 0:g}"


SIGNS = {
    "sun": f'<circle r="15"/><path d="{_rays(12, 21, 31)}"/>',
    "moon": '<path d="M9,-28 A29,29 0 1 0 9,28 A23,23 0 1 1 9,-28 Z"/>',
    "star": f'<path d="{_star(5, 31, 13)}"/>',
    "champion": '<path d="M-28,18 L-28,-14 L-14,2 L0,-24 L14,2 L28,-14 L28,18 Z M-28,25 H28"/>',
}
