"""The board of Galax and Sirius: cells, suits, set-ups, and the text of a board.

The board is a padded mailbox of 12 × 12 small integers, column by column, so that ascending indices are the order in
which a step's text names its cells: by column, then by row. Two more integers at the end count the pieces left to each
seat. Copying it is cheaper than maintaining bitboards of 100 cells.
"""

import re
from typing import Final

from games.rules.core import illegal, invalid
from games.rules.native import i64, vec
from games.rules.rows import row_text
from games.rules.scene import Board, Label, square
from games.rules.sentences import say

SIZE: Final = 10
WIDTH: Final = 12
AREA: Final = 144
LEFT: Final = 144

# Cell contents: 0 empty, then sun, moon, star and champion of seat 0, the same of seat 1, 9 off the board.
LETTERS: Final = ".SMTCsmtc"
KINDS: Final = (say("sun"), say("moon"), say("star"), say("champion"))
CHAMPION: Final = 3
OFF: Final = 9


SETUP_SHAPE: Final = re.compile(r"=[SMT]{10}/[SMT]{10}/[SMT]{10}")
ROW_SHAPE: Final = re.compile(r"(?:[SMTCsmtc]|(?:10|[1-9])(?![0-9]))+")
ROW_TOKEN: Final = re.compile(r"10|[1-9]|[SMTCsmtc]")
CELL_PATTERN: Final = "[a-j](?:10|[1-9])"
HUFF_SHAPE: Final = re.compile(f"!({CELL_PATTERN})")

STAGGERED: Final = "=SMTSMTSMTS/MTSMTSMTSM/TSMTSMTSMT"
ARRANGEMENTS: Final = (
    (say("Staggered"), STAGGERED),
    (say("Pairs"), "=SSMMTTSSMM/TTSSMMTTSS/MMTTSSMMTT"),
    (say("Wings"), "=SSSMMMMTTT/SSSMMMTTTT/SSSSMMMTTT"),
    (say("Stars in front"), "=SSSSSSSSSS/MMMMMMMMMM/TTTTTTTTTT"),
    (say("Suns in front"), "=MMMMMMMMMM/TTTTTTTTTT/SSSSSSSSSS"),
    (say("Moons in front"), "=TTTTTTTTTT/SSSSSSSSSS/MMMMMMMMMM"),
)


def cell_at(column: int, row: int) -> int:
    """The index of a cell, column and row counted from 0."""
    return (column + 1) * WIDTH + row + 1


def _cell_names() -> list[str]:
    names = [""] * AREA
    for column in range(SIZE):
        for row in range(SIZE):
            names[cell_at(column, row)] = f"{'abcdefghij'[column]}{row + 1}"
    return names


def _empty_board() -> vec[i64]:
    return vec[i64]([0 if name else OFF for name in NAMES] + [0, 0])


def _last_rows() -> vec[i64]:
    """For each seat a board of flags: 1 where its pawns become champions."""
    return vec[i64]([int(bool(NAMES[cell]) and cell % WIDTH == row) for row in (SIZE, 1) for cell in range(AREA)])


def _takings(champion_takes_all: bool) -> vec[i64]:
    """A flag for each taker × 10 + taken: star takes sun, moon takes star, sun takes moon, a champion by the option."""
    flags = [0] * 100
    for taker in range(1, 9):
        for taken in range(1, 9):
            kind, other = (taker - 1) % 4, (taken - 1) % 4
            takes = champion_takes_all or other == CHAMPION if kind == CHAMPION else other == (kind + 1) % CHAMPION
            flags[taker * 10 + taken] = int(takes and (taker > 4) != (taken > 4))
    return vec[i64](flags)


NAMES: Final[list[str]] = _cell_names()
INDEX: Final[dict[str, int]] = {name: cell for cell, name in enumerate(NAMES) if name}
CELLS: Final[vec[i64]] = vec[i64](INDEX.values())
DELTAS: Final[vec[i64]] = vec[i64]([-13, -12, -11, -1, 1, 11, 12, 13])
BITS: Final[vec[i64]] = vec[i64]([1, 2, 4, 8, 16, 32, 64, 128])
LAST_ROWS: Final[vec[i64]] = _last_rows()
TAKES: Final[vec[i64]] = _takings(True)
TAKES_SHY: Final[vec[i64]] = _takings(False)
NOTHING: Final[vec[i64]] = vec[i64]()
EMPTY_BOARD: Final[vec[i64]] = _empty_board()


def has_arrived(seat: i64, cell: i64) -> bool:
    """Whether the cell is in the last row opposite, where a pawn of this seat becomes a champion."""
    return LAST_ROWS[seat * AREA + cell] == 1


def kind_name(piece: i64) -> str:
    return KINDS[(piece - 1) % 4]


def names_of(cells: vec[i64]) -> tuple[str, ...]:
    return tuple([NAMES[cell] for cell in cells])


def holds(items: vec[i64], wanted: i64) -> bool:
    return any(item == wanted for item in items)


def check_setup_text(text: str) -> None:
    """Raise IllegalStep if this is not ten suns, ten moons and ten stars in three rows of ten."""
    if not SETUP_SHAPE.fullmatch(text):
        raise illegal(
            "A set-up must have three rows of ten letters S, M or T, back row first, such as {example}.",
            code="unreadable_setup",
            example=STAGGERED,
        )
    suns, moons, stars = text.count("S"), text.count("M"), text.count("T")
    if (suns, moons, stars) != (10, 10, 10):
        raise illegal(
            "A set-up must have 10 suns, 10 moons and 10 stars. This one has suns: {suns}, moons: "
            "{moons}, stars: {stars}.",
            code="wrong_kinds",
            suns=suns,
            moons=moons,
            stars=stars,
        )


def home_cells(seat: int) -> list[int]:
    """The cells of a seat's three rows in the order of its set-up: back row first, each from column a to j."""
    rows = (0, 1, 2) if seat == 0 else (9, 8, 7)
    return [cell_at(column, row) for row in rows for column in range(SIZE)]


def with_setup(cells: vec[i64], seat: int, text: str) -> vec[i64]:
    placed = cells[:]
    for cell, letter in zip(home_cells(seat), text[1:].replace("/", ""), strict=True):
        placed[cell] = LETTERS.index(letter) + 4 * seat
    placed[LEFT + seat] = 30
    return placed


def board_text(cells: vec[i64]) -> str:
    """The rows from the tenth to the first, joined by `/`; a number is a run of empty cells."""
    rows = []
    for row in range(SIZE - 1, -1, -1):
        rows.append(row_text("".join([LETTERS[cells[cell_at(column, row)]] for column in range(SIZE)])))
    return "/".join(rows)


def centre(cell: int) -> tuple[float, float]:
    return cell // WIDTH - 0.5, SIZE + 0.5 - cell % WIDTH


def square_board() -> Board:
    """Ten by ten, row 1 at the bottom, as seat 0 sees it."""
    cells = [square(name, *centre(cell)) for name, cell in INDEX.items()]
    labels = [Label("abcdefghij"[i], i + 0.5, SIZE + 0.35) for i in range(SIZE)]
    labels += [Label(str(i + 1), -0.35, SIZE - 0.5 - i) for i in range(SIZE)]
    homes = tuple([tuple([NAMES[cell] for cell in home_cells(seat)]) for seat in (0, 1)])
    return Board(-0.7, -0.7, SIZE + 1.4, SIZE + 1.4, tuple(cells), tuple(labels), (0.0, 180.0), homes)


def read_board(text: str) -> vec[i64]:
    """The board of a position text; raises ValueError for impossible ones."""
    rows = text.split("/")
    if len(rows) != SIZE:
        raise invalid("A board must have 10 rows separated by /, not {count}.", code="wrong_rows", count=len(rows))
    cells = EMPTY_BOARD[:]
    for i in range(SIZE):
        number = SIZE - i
        letters = read_row(rows[i], number)
        for column in range(SIZE):
            cells[cell_at(column, number - 1)] = LETTERS.index(letters[column])
    count_pieces(cells)
    return cells


def read_row(text: str, number: int) -> str:
    if not ROW_SHAPE.fullmatch(text):
        raise invalid(
            "Row {number} must consist of the letters SMTCsmtc and numbers from 1 to 10, not {text!r}.",
            code="unreadable_row",
            number=number,
            text=text[:20],
        )
    letters = "".join(["." * int(token) if token.isdigit() else token for token in ROW_TOKEN.findall(text)])
    if len(letters) != SIZE:
        raise invalid(
            "Row {number} needs 10 cells; it has {count}.", code="wrong_width", number=number, count=len(letters)
        )
    return letters


def count_pieces(cells: vec[i64]) -> None:
    """Set the counts after the board; raises ValueError if a seat has too many pieces, or a pawn on its last row."""
    counts = [0] * 10
    for cell in CELLS:
        piece = cells[cell]
        counts[piece] += 1
        if piece and (piece - 1) % 4 != CHAMPION and has_arrived(int(piece > 4), cell):
            raise invalid("A pawn on {cell} would already be a champion.", code="pawn_on_last_row", cell=NAMES[cell])
    for seat in (0, 1):
        own = counts[1 + 4 * seat : 5 + 4 * seat]
        if max(own[:3]) > 10 or sum(own) > 30:
            raise invalid(
                "A seat can have at most 10 suns, 10 moons and 10 stars, including champions.", code="too_many_pieces"
            )
        cells[LEFT + seat] = sum(own)


def read_cells(text: str) -> vec[i64]:
    """The cells of a memory text, in ascending order; `-` is none."""
    if text == "-":
        return NOTHING
    names = text.split(",")
    if len(set(names)) != len(names):
        raise invalid("The memory lists a cell twice.", code="huffed_twice")
    for name in names:
        if name not in INDEX:
            raise invalid("The memory lists {cell!r}, which isn't a cell.", code="no_cell", cell=name[:20])
    return vec[i64](sorted([INDEX[name] for name in names]))
