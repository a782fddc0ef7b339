"""Vaeva's board: 20 rows of bits inside a wall, with the platform, and the moves of a pawn.

A cell is row * 32 + column, both counted from 1; rows and columns 0 and 21 are wall, and so are the cells under the
platform. A pawn on the platform is stored by its slot there (ABOARD + 0 to 7), so that it moves along at no cost.
"""

from typing import Final

from games.rules.native import append, i64, vec
from games.rules.scene import Label, Platform, Point

SIZE: Final = 20
PAWNS: Final = 9
PLATFORM_ROW: Final = 10
PLATFORM_WIDTH: Final = 4
PLATFORM_HEIGHT: Final = 2
LAST_PLATFORM_COLUMN: Final = SIZE - PLATFORM_WIDTH + 1
COLUMN_LETTERS: Final = "ABCDEFGHIJKLMNOPQRST"
ABOARD: Final = 1024
NOWHERE: Final = 0

_LINES: Final = SIZE + 2


def _wall(platform: int, row: int) -> int:
    """The wall of a row, with the platform at a column."""
    beside_the_board = 0xFFFFFFFF ^ ((1 << SIZE) - 1 << 1)
    if row in (0, SIZE + 1):
        return 0xFFFFFFFF
    is_covered = PLATFORM_ROW <= row < PLATFORM_ROW + PLATFORM_HEIGHT
    return beside_the_board | 0b1111 << platform if is_covered else beside_the_board


BIT: Final[vec[i64]] = vec[i64]([1 << column for column in range(32)])
# For each column of the platform, the 22 lines of wall.
WALLS: Final[vec[i64]] = vec[i64](
    [_wall(platform, row) for platform in range(LAST_PLATFORM_COLUMN + 1) for row in range(_LINES)]
)
DIAGONAL: Final[vec[i64]] = vec[i64]([33, 31, -31, -33])
STRAIGHT: Final[vec[i64]] = vec[i64]([32, 1, -1, -32])

NO_PAWNS: Final[vec[i64]] = vec[i64]([0] * _LINES)


def has(rows: vec[i64], cell: i64) -> bool:
    return rows[cell >> 5] & BIT[cell & 31] != 0


def is_wall(platform: i64, cell: i64) -> bool:
    return WALLS[platform * _LINES + (cell >> 5)] & BIT[cell & 31] != 0


def cell_of_slot(platform: i64, slot: i64) -> i64:
    return (PLATFORM_ROW + slot // PLATFORM_WIDTH) * 32 + platform + slot % PLATFORM_WIDTH


def slot_of_cell(platform: i64, cell: i64) -> i64:
    """The slot of the platform that covers a cell; -1 for none."""
    row = (cell >> 5) - PLATFORM_ROW
    column = (cell & 31) - platform
    if 0 <= row < PLATFORM_HEIGHT and 0 <= column < PLATFORM_WIDTH:
        return row * PLATFORM_WIDTH + column
    return -1


def cell_of(platform: i64, standing: i64) -> i64:
    """The cell of a pawn, on the board or on the platform."""
    return standing if standing < ABOARD else cell_of_slot(platform, standing - ABOARD)


def occupied_rows(pawns: vec[i64], platform: i64) -> vec[i64]:
    """All pawns as rows of bits, those on the platform at the cells they are over."""
    rows = NO_PAWNS[:]
    for pawn in pawns:
        cell = cell_of(platform, pawn)
        rows[cell >> 5] |= BIT[cell & 31]
    return rows


def diagonal_end(rows: vec[i64], platform: i64, cell: i64, stride: i64) -> i64:
    """The end of a diagonal walk, or of a jump over an unbroken row of pawns; NOWHERE at a wall."""
    end = cell + stride
    while not is_wall(platform, end):
        if not has(rows, end):
            return end
        end += stride
    return NOWHERE


def faces_platform(platform: i64, cell: i64) -> bool:
    """Whether a cell is in a column or row of the platform; most are not, and need no further check."""
    row = (cell >> 5) - PLATFORM_ROW
    column = (cell & 31) - platform
    return 0 <= row < PLATFORM_HEIGHT or 0 <= column < PLATFORM_WIDTH


def boarding_slot(rows: vec[i64], platform: i64, cell: i64, stride: i64, distance: i64) -> i64:
    """The slot of the platform at exactly this distance, if it is empty and no pawn is between; else -1."""
    end = cell + stride * distance
    slot = slot_of_cell(platform, end)
    if slot == -1:
        return -1
    place = cell
    while place != end:
        place += stride
        if has(rows, place):
            return -1
    return slot


def pawns_in_the_way(rows: vec[i64], platform: i64, target: i64) -> vec[i64]:
    """The cells with a pawn that the platform would pass over or cover on its way to another column."""
    swept = vec[i64]()
    first = target if target < platform else platform + PLATFORM_WIDTH
    last = platform if target < platform else target + PLATFORM_WIDTH
    for row in range(i64(PLATFORM_ROW), i64(PLATFORM_ROW + PLATFORM_HEIGHT)):
        for column in range(first, last):
            if has(rows, row * 32 + column):
                swept = append(swept, row * 32 + column)
    return swept


def cells_between(start: int, end: int) -> list[int]:
    """The cells strictly between two that are in line."""
    length = max(abs(end % 32 - start % 32), abs(end // 32 - start // 32))
    stride = (end - start) // length if length else 0
    return [start + stride * step for step in range(1, length)]


# -- names and drawing: squares of width 1, A1 at the lower left ------------------------------------------------------


def cell_name(cell: int) -> str:
    return f"{COLUMN_LETTERS[cell % 32 - 1]}{cell // 32}"


def covered_names(platform: int) -> tuple[str, ...]:
    return tuple([cell_name(cell_of_slot(platform, slot)) for slot in range(PLATFORM_WIDTH * PLATFORM_HEIGHT)])


def centre(cell: int) -> Point:
    return cell % 32 - 0.5, SIZE - cell // 32 + 0.5


def platform_at(column: int, reaches: tuple[int, ...]) -> Platform:
    top = SIZE - (PLATFORM_ROW + PLATFORM_HEIGHT - 1)
    return Platform(
        column - 1.0, float(top), float(PLATFORM_WIDTH), float(PLATFORM_HEIGHT), covered_names(column), reaches
    )


def row_names(row: int) -> tuple[str, ...]:
    return tuple([cell_name(row * 32 + column) for column in range(1, SIZE + 1)])


def rim_labels() -> tuple[Label, ...]:
    """Letters below and above, numbers on both sides."""
    labels = []
    for number in range(1, SIZE + 1):
        x, y = centre(number * 32 + number)
        for rim in (-0.5, SIZE + 0.5):
            labels.append(Label(COLUMN_LETTERS[number - 1], x, rim))
            labels.append(Label(str(number), rim, y))
    return tuple(labels)
