"""Draw what is under the pieces: the mount, cells, coordinates, marks, the platform, the trail of the last turn."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from games.pictures.pieces import draw_piece
from games.pictures.shapes import Area, Disc, Group, Shape, Strokes, Words, area, middle, rectangle, strokes
from games.pictures.view import SMALL_MOUNT, Box, View
from games.rules.scene import Cell, Label, Piece, Platform, Point, Scene

# Offset from the last disc of a row or a slanting column to its coordinate.
BESIDE, BELOW = (-0.76, 0.0), (0.37, 0.64)
# The ring of a capture is wider than a piece, so that a piece there doesn't hide it.
TAKEN = 0.46


def draw_mount(view: View) -> list[Shape]:
    """A board that stays has a mount: its stroke reaches as far as the coordinates need, and less without them."""
    corners = view.hull()
    rim = area("board-rim", corners)
    if view.is_small:
        return [area("board-mount mount-small", corners), rim]
    labelled = area("board-mount mount-labelled", corners, width=2 * view.mount)
    return [area("board-mount mount-bare", corners), labelled, rim]


def draw_table(view: View, box: Box) -> list[Shape]:
    """The background of a board that moves. On a page it is the background of the whole board."""
    if not view.is_small:
        return []
    (x, y, width, height), inside = box, SMALL_MOUNT
    corners = rectangle(x + inside, y + inside, width - 2 * inside, height - 2 * inside)
    return [area("board-table mount-small", corners)]


def draw_cells(view: View, cells: Iterable[Cell]) -> list[Shape]:
    """One area for all cells that look alike: a board of 400 cells is then two shapes."""
    alike: dict[str, list[tuple[Point, ...]]] = {}
    discs: list[Shape] = []
    for cell in cells:
        if cell.kind == "disc":
            discs.append(_disc(view, cell))
        elif cell.kind != "space":
            alike.setdefault(f"cell {_tone(cell)}", []).append(tuple(view.outline(cell.outline)))
    return [*(Area(kind, tuple(outlines)) for kind, outlines in alike.items()), *discs]


def _tone(cell: Cell) -> str:
    is_square = len(cell.outline) == 4
    is_dark = is_square and (round(cell.x - 0.5) + round(cell.y - 0.5)) % 2 == 1
    return "tone-b" if is_dark else "tone-a"


def _disc(view: View, cell: Cell) -> Group:
    x, y = view.point(cell.x, cell.y)
    radius = disc_radius(cell.outline)
    return Group(
        "cell-disc",
        (Disc("disc-shadow", radius, 0.02, 0.05), Disc("disc-body", radius), Disc("disc-ring", radius * 0.86)),
        x,
        y,
    )


def disc_radius(outline: Sequence[Point]) -> float:
    """The radius of the largest disc that fits into a cell, with a small margin."""
    (x, y), (one, other) = middle(outline), outline[:2]
    return round(math.hypot((one[0] + other[0]) / 2 - x, (one[1] + other[1]) / 2 - y) - 0.02, 3)


def draw_labels(view: View, labels: Iterable[Label]) -> list[Shape]:
    size = view.board.label_size
    return [Words("board-label", label.text, *view.point(label.x, label.y), size) for label in labels]


def draw_wandering_labels(view: View, cells: Iterable[Cell]) -> list[Shape]:
    """Coordinates of a board that moves: at the left of every row of discs `,2)`, below every slanting one `(1,`."""
    rows: dict[str, list[Point]] = {}
    columns: dict[str, list[Point]] = {}
    for cell in cells:
        if cell.kind != "disc":
            continue
        column, row = cell.name.split(",")
        rows.setdefault(f",{row}", []).append(view.point(cell.x, cell.y))
        columns.setdefault(f"{column},", []).append(view.point(cell.x, cell.y))
    ends = [(text, min(points), BESIDE) for text, points in rows.items()]
    ends += [(text, max(points, key=lambda point: point[1]), BELOW) for text, points in columns.items()]
    size = view.board.label_size
    return [Words("board-label label-table", text, x + dx, y + dy, size) for text, (x, y), (dx, dy) in sorted(ends)]


def draw_notes(view: View, cells: Iterable[Cell]) -> list[Shape]:
    """The names of cells, written on them."""
    return [Words("hint-note", cell.name, *view.point(cell.x, cell.y)) for cell in cells]


def draw_advice(view: View, ways: Iterable[Sequence[str]], cells: Mapping[str, Cell]) -> list[Shape]:
    """The paths of an advised turn, each with a ring at its end."""
    drawn: list[Shape] = []
    for way in ways:
        points = [view.point(cells[name].x, cells[name].y) for name in way if name in cells]
        if points:
            drawn += [
                strokes("hint hint-advice", points),
                Disc("hint hint-advice-end", 0.3 * view.board.piece_scale, *points[-1]),
            ]
    return drawn


def draw_marks(view: View, scene: Scene, cells: Mapping[str, Cell]) -> list[Shape]:
    """Marks on cells not covered by the platform; another seat's marks (`goal:1`) are left out."""
    drawn = []
    covered = scene.platform.cells if scene.platform else ()
    for word, names in scene.marked:
        kind, _, owner = word.partition(":")
        if owner in ("", str(view.seat)):
            text = _reach(scene.platform, owner) if kind == "boarding" else ""
            seen = [cells[name] for name in names if name in cells and name not in covered]
            drawn += [shape for cell in seen for shape in _mark(view, kind, cell, text)]
    return drawn


def _reach(platform: Platform | None, seat: str) -> str:
    """The boarding distance of the next pawn, written on every cell it could start from."""
    return str(platform.reaches[int(seat)]) if platform and platform.reaches else ""


def _mark(view: View, kind: str, cell: Cell, text: str) -> list[Shape]:
    at = view.point(cell.x, cell.y)
    if kind == "frozen":
        return [Group("pin", PIN, *at)]
    return [
        area(f"marked marked-{kind}", view.outline(cell.outline)),
        *([Words("mark-text", text, *at)] if text else []),
    ]


PIN: tuple[Shape, ...] = (
    strokes("pin-needle", [(0, 0), (0.13, 0.3)]),
    Disc("pin-head", 0.17, 0, -0.05),
    Disc("pin-light", 0.045, -0.055, -0.105),
)


def draw_platform(view: View, platform: Platform) -> list[Shape]:
    x, y, width, height = platform.x, platform.y, platform.width, platform.height
    lines = [[(x + column, y), (x + column, y + height)] for column in range(1, round(width))]
    lines += [[(x, y + row), (x + width, y + row)] for row in range(1, round(height))]
    return [
        area("platform", view.outline(rectangle(x, y, width, height))),
        Strokes("platform-line", tuple(tuple(view.outline(line)) for line in lines)),
    ]


def draw_trails(view: View, scene: Scene, cells: Mapping[str, Cell]) -> list[Shape]:
    """The paths of pieces in the last turn, from a ring at the start, and what they captured."""
    drawn: list[Shape] = []
    platform = scene.platform
    for trail in scene.last_turn:
        colour = view.colours[trail.seat]
        points = [view.point(cells[name].x, cells[name].y) for name in trail.path if name in cells]
        if len(points) > 1:
            marks = strokes("trail", points), Disc("trail-start", 0.3 * view.board.piece_scale, *points[0])
            drawn.append(Group(f"colour-{colour}", marks, colour=colour))
        if trail.slide and platform:
            drawn.append(Group(f"colour-{colour}", _slide(view, platform, trail.slide), colour=colour))
        drawn += [
            shape for piece in trail.lost if piece.cell in cells for shape in _loss(view, piece, cells[piece.cell])
        ]
    return drawn


def _loss(view: View, piece: Piece, cell: Cell) -> list[Shape]:
    """A ghost of the captured piece, in a ring."""
    at, colour = view.point(cell.x, cell.y), view.colours[piece.seat]
    drawn = draw_piece(piece, colour, at, outline=cell.outline, on_screen=view.outline(cell.outline))
    return [replace(drawn, kind=f"ghost colour-{colour}"), Disc("trail-taken", TAKEN * view.board.piece_scale, *at)]


def _slide(view: View, platform: Platform, slide: float) -> tuple[Shape, ...]:
    """The outline of the platform's previous place, and an arrow between its rows, where no pawn hides it."""
    x, y, width, height = platform.x - slide, platform.y, platform.width, platform.height
    row, middle_of_new = y + height / 2, platform.x + width / 2
    back = -0.28 if slide > 0 else 0.28
    head = [(middle_of_new + back, row - 0.28), (middle_of_new, row), (middle_of_new + back, row + 0.28)]
    return (
        area("trail-slid", view.outline(rectangle(x, y, width, height))),
        strokes("trail", view.outline([(x + width / 2, row), (middle_of_new, row)]), view.outline(head)),
    )
