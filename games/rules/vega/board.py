"""Vega's board: a hexagon of 54 triangles, its strips, and all moves of a piece on it.

A cell is a number from 0 (a1) to 53 (f7), a set of cells a mask with one bit per cell. All tables follow from the
corners of the triangles, on a lattice whose points are (half units from the left, units from the bottom).
"""

from math import sqrt
from typing import Final

from games.rules.core import bit_places
from games.rules.native import append, i64, vec
from games.rules.scene import Board, Cell, Label, Point

ROWS: Final = "abcdef"
WIDTHS: Final = (7, 9, 11, 11, 9, 7)
INDENTS: Final = (2, 1, 0, 0, 1, 2)
NAMES: Final[tuple[str, ...]] = tuple(
    f"{row}{number}" for row, width in zip(ROWS, WIDTHS, strict=True) for number in range(1, width + 1)
)
CELLS: Final = len(NAMES)
INDEX: Final[dict[str, int]] = {name: cell for cell, name in enumerate(NAMES)}

SW_TO_NE: Final = (
    "d1 c1 c2 b1 b2 a1 a2",
    "e1 d2 d3 c3 c4 b3 b4 a3 a4",
    "f1 e2 e3 d4 d5 c5 c6 b5 b6 a5 a6",
    "f2 f3 e4 e5 d6 d7 c7 c8 b7 b8 a7",
    "f4 f5 e6 e7 d8 d9 c9 c10 b9",
    "f6 f7 e8 e9 d10 d11 c11",
)
SE_TO_NW: Final = (
    "a6 a7 b8 b9 c10 c11 d11",
    "a4 a5 b6 b7 c8 c9 d9 d10 e9",
    "a2 a3 b4 b5 c6 c7 d7 d8 e7 e8 f7",
    "a1 b2 b3 c4 c5 d5 d6 e5 e6 f5 f6",
    "b1 c2 c3 d3 d4 e3 e4 f3 f4",
    "c1 d1 d2 e1 e2 f1 f2",
)

Strip = tuple[int, ...]
LatticePoint = tuple[int, int]


def cells_of(names: str) -> Strip:
    """The cells of a list of names such as `a1 a2`."""
    return tuple(INDEX[name] for name in names.split())


def _strips() -> dict[str, tuple[Strip, ...]]:
    """For each side its six strips, the edge row first."""
    rows = tuple(tuple(cell for cell in range(CELLS) if NAMES[cell][0] == row) for row in ROWS)
    rising = tuple(cells_of(names) for names in SW_TO_NE)
    falling = tuple(cells_of(names) for names in SE_TO_NW)
    return {"S": rows, "N": rows[::-1], "SW": rising, "NE": rising[::-1], "SE": falling, "NW": falling[::-1]}


STRIPS: Final[dict[str, tuple[Strip, ...]]] = _strips()
SIDES: Final[dict[int, tuple[str, ...]]] = {2: ("S", "N"), 3: ("S", "NW", "NE"), 4: ("S", "SW", "N", "NE")}
# The clockwise rotation that brings a side to the bottom.
TURNS: Final[dict[str, float]] = {"S": 0.0, "SE": 60.0, "NE": 120.0, "N": 180.0, "NW": 240.0, "SW": 300.0}


# -- corners and derived tables -----------------------------------------------------------------------------------


def _corners(cell: int) -> tuple[LatticePoint, LatticePoint, LatticePoint]:
    """The three corners: the two of the level edge, then the tip."""
    row = ROWS.index(NAMES[cell][0])
    number = int(NAMES[cell][1:])
    left = INDENTS[row] + number - 1
    points_down = (number % 2 == 1) == (row < 3)
    level, tip = (row + 1, row) if points_down else (row, row + 1)
    return (left, level), (left + 2, level), (left + 1, tip)


CORNERS: Final = tuple(_corners(cell) for cell in range(CELLS))
CELL_AT: Final[dict[frozenset[LatticePoint], int]] = {frozenset(CORNERS[cell]): cell for cell in range(CELLS)}


def _neighbours(cell: int) -> tuple[int, ...]:
    mine = set(CORNERS[cell])
    return tuple(other for other in range(CELLS) if len(mine.intersection(CORNERS[other])) == 2)


NEIGHBOURS: Final[tuple[tuple[int, ...], ...]] = tuple(_neighbours(cell) for cell in range(CELLS))


def _attacks(cell: int) -> list[tuple[int, int]]:
    """The pairs (cell behind, cell attacked) of a piece here: one for each corner that has both."""
    pairs = []
    for corner in CORNERS[cell]:
        across = frozenset((2 * corner[0] - x, 2 * corner[1] - y) for x, y in CORNERS[cell])
        behind = [other for other in NEIGHBOURS[cell] if corner not in CORNERS[other]]
        if behind and across in CELL_AT:
            pairs.append((behind[0], CELL_AT[across]))
    return pairs


def triple_paths(start: int) -> list[tuple[int, int, int]]:
    """The three cells of every tumble-triple from a cell on an empty board."""
    return [
        (first, second, third)
        for first in NEIGHBOURS[start]
        for second in NEIGHBOURS[first]
        if second != start
        for third in NEIGHBOURS[second]
        if third != first
    ]


# -- masks and packed tables --------------------------------------------------------------------------------------


def mask_of(cells: Strip) -> int:
    return sum(2**cell for cell in set(cells))


BIT: Final[vec[i64]] = vec[i64]([2**cell for cell in range(CELLS)])
BIT_PLACE: Final[vec[i64]] = vec[i64](bit_places(CELLS))
NEAR: Final[vec[i64]] = vec[i64]([mask_of(NEIGHBOURS[cell]) for cell in range(CELLS)])

# A step's code: first cell * FIRST + last cell; OPPOSING marks a `~` step.
FIRST: Final = 64
OPPOSING: Final = 4096
PASS: Final = 8192

# Besides the cells of the pieces tumbled in a turn, their mask has this bit until the turn is finished: the pieces
# themselves may leave the board.
UNDER_WAY: Final[i64] = 2**54


def _triples() -> tuple[list[int], list[int], list[int], list[int]]:
    """For each start its ends: the step's code and the cells that must be empty on either of (at most) two paths."""
    begins, codes, one_way, other_way = [0], [], [], []
    for start in range(CELLS):
        ways: dict[int, list[int]] = {}
        for path in triple_paths(start):
            ways.setdefault(path[2], []).append(mask_of(path))
        for end in sorted(ways):
            codes.append(start * FIRST + end)
            one_way.append(ways[end][0])
            other_way.append(ways[end][-1])
        begins.append(len(codes))
    return begins, codes, one_way, other_way


_TRIPLES: Final = _triples()
TRIPLE_BEGINS: Final[vec[i64]] = vec[i64](_TRIPLES[0])
TRIPLE_CODE: Final[vec[i64]] = vec[i64](_TRIPLES[1])
ONE_WAY: Final[vec[i64]] = vec[i64](_TRIPLES[2])
OTHER_WAY: Final[vec[i64]] = vec[i64](_TRIPLES[3])


def _attack_tables() -> tuple[list[int], list[int], list[int]]:
    begins, behind, attacked = [0], [], []
    for cell in range(CELLS):
        for back, target in _attacks(cell):
            behind.append(2**back)
            attacked.append(2**target)
        begins.append(len(behind))
    return begins, behind, attacked


_ATTACKS: Final = _attack_tables()
ATTACK_BEGINS: Final[vec[i64]] = vec[i64](_ATTACKS[0])
BEHIND: Final[vec[i64]] = vec[i64](_ATTACKS[1])
ATTACKED: Final[vec[i64]] = vec[i64](_ATTACKS[2])


def count(mask: i64) -> i64:
    total: i64 = 0
    while mask != 0:
        mask &= mask - 1
        total += 1
    return total


def names_in(mask: i64) -> tuple[str, ...]:
    return tuple(NAMES[cell] for cell in range(CELLS) if mask & BIT[cell])


def triples(own: i64, occupied: i64) -> vec[i64]:
    """The codes of all tumble-triples of these pieces; two paths to one end are one step."""
    found = vec[i64]()
    while own != 0:
        bit = own & -own
        own ^= bit
        cell = BIT_PLACE[bit % 67]
        if occupied & NEAR[cell] == NEAR[cell]:
            continue
        for entry in range(TRIPLE_BEGINS[cell], TRIPLE_BEGINS[cell + 1]):
            if occupied & ONE_WAY[entry] == 0 or occupied & OTHER_WAY[entry] == 0:
                found = append(found, TRIPLE_CODE[entry])
    return found


def tumbles(pieces: i64, occupied: i64) -> vec[i64]:
    """The codes of all single tumbles of these (opposing) pieces."""
    found = vec[i64]()
    while pieces != 0:
        bit = pieces & -pieces
        pieces ^= bit
        cell = BIT_PLACE[bit % 67]
        free = NEAR[cell] & ~occupied
        while free != 0:
            target = free & -free
            free ^= target
            found = append(found, OPPOSING + cell * FIRST + BIT_PLACE[target % 67])
    return found


def attacked_by(own: i64) -> i64:
    """The cells that these pieces attack: a piece with another behind it, across the corner opposite that one."""
    attacked: i64 = 0
    rest = own
    while rest != 0:
        bit = rest & -rest
        rest ^= bit
        cell = BIT_PLACE[bit % 67]
        for entry in range(ATTACK_BEGINS[cell], ATTACK_BEGINS[cell + 1]):
            if own & BEHIND[entry] != 0:
                attacked |= ATTACKED[entry]
    return attacked


# -- drawing ------------------------------------------------------------------------------------------------------

ROW_HEIGHT: Final = sqrt(3) / 2
MARGIN: Final = 0.75


def _point(corner: LatticePoint) -> Point:
    """A lattice point in board units, with (0, 0) in the middle of the board."""
    return corner[0] / 2 - 3, round((3 - corner[1]) * ROW_HEIGHT, 4)


def _drawn_cell(cell: int) -> Cell:
    outline = tuple(_point(corner) for corner in CORNERS[cell])
    x = round(sum(point[0] for point in outline) / 3, 4)
    y = round(sum(point[1] for point in outline) / 3, 4)
    return Cell(NAMES[cell], x, y, outline)


DRAWN_CELLS: Final = tuple(_drawn_cell(cell) for cell in range(CELLS))


def _rim_labels() -> tuple[Label, ...]:
    """Every row is labelled at both ends with the cell there, so that a rotated board still shows the direction."""
    labels = []
    for strip in STRIPS["S"]:
        for cell, outwards in ((strip[0], -0.85), (strip[-1], 0.85)):
            drawn = DRAWN_CELLS[cell]
            labels.append(Label(drawn.name, drawn.x + outwards, drawn.y))
    return tuple(labels)


def draw_board(sides: tuple[str, ...]) -> Board:
    return Board(
        x=-3 - MARGIN,
        y=round(-3 * ROW_HEIGHT - MARGIN, 4),
        width=6 + 2 * MARGIN,
        height=round(6 * ROW_HEIGHT + 2 * MARGIN, 4),
        cells=DRAWN_CELLS,
        labels=_rim_labels(),
        turns=tuple(TURNS[side] for side in sides),
        homes=tuple(tuple(NAMES[cell] for cell in STRIPS[side][0]) for side in sides),
        mount=0.64,
        label_size=0.2,
        piece_scale=0.62,
        rows_have_letters=True,
    )
