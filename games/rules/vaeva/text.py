"""Parse and write Vaeva's cells, set-ups and position text; see docs/notation/vaeva.md."""

import re
from dataclasses import dataclass
from typing import Final

from games.rules.core import illegal, invalid
from games.rules.rows import row_text
from games.rules.vaeva.board import COLUMN_LETTERS, LAST_PLATFORM_COLUMN, PAWNS, SIZE

SEAT_LETTERS: Final = "oy"
CELL: Final = re.compile(r"([A-T])([1-9]|1[0-9]|20)", re.ASCII)

_ROW: Final = re.compile(r"(?:[0-9]{1,2}|[oy])+", re.ASCII)
_ROW_PART: Final = re.compile(r"[0-9]+|[oy]", re.ASCII)


@dataclass(frozen=True)
class PositionText:
    """A parsed position text: the cells of each seat's pawns, platform columns from 1, 0 for no forbidden one."""

    pawns: tuple[list[int], list[int]]
    platform: int
    seat: int
    barred: int
    passes: int


def read_cell(text: str) -> int | None:
    match = CELL.fullmatch(text)
    return None if match is None else int(match[2]) * 32 + COLUMN_LETTERS.index(match[1]) + 1


def read_setup(text: str) -> list[int]:
    """The columns of a set-up; raises IllegalStep."""
    if not text.startswith("="):
        raise illegal(
            "Place your pawns first: write = and nine column letters, such as =BDFHJLNPR.", code="unreadable_setup"
        )
    letters = text[1:]
    strangers = [letter for letter in letters if letter not in COLUMN_LETTERS]
    if strangers:
        raise illegal(
            "{letter!r} isn't a column; the columns are the letters A to T.", code="no_column", letter=strangers[0]
        )
    if len(letters) != PAWNS:
        raise illegal(
            "A set-up must have {pawns} pawns, not {count}.", code="wrong_count", pawns=PAWNS, count=len(letters)
        )
    doubled = [letter for letter in letters if letters.count(letter) > 1]
    if doubled:
        raise illegal("Only one pawn can be in column {letter}.", code="column_twice", letter=doubled[0])
    if list(letters) != sorted(letters):
        raise illegal(
            "Write the columns in alphabetical order: ={columns}.",
            code="columns_order",
            columns="".join(sorted(letters)),
        )
    return [COLUMN_LETTERS.index(letter) + 1 for letter in letters]


def board_text(letters: dict[int, str]) -> str:
    """The rows from 20 down to 1, each from A to T, with the letter of the pawn on each cell."""
    rows = [
        "".join([letters.get(row * 32 + column, ".") for column in range(1, SIZE + 1)]) for row in range(SIZE, 0, -1)
    ]
    return "/".join([row_text(row) for row in rows])


def read_position(text: str) -> PositionText:
    fields = text.split(" ") if len(text) <= 300 else []
    if len(fields) != 5:
        raise invalid(
            "A position of Vaeva has five parts: board, platform, seat, forbidden return and passes.",
            code="wrong_fields",
        )
    board, platform, seat, barred, passes = fields
    if seat not in ("o", "y"):
        raise invalid("The seat to move must be o or y, not {seat!r}.", code="unknown_seat", seat=seat)
    if passes not in ("0", "1", "2"):
        raise invalid(
            "The number of passes in a row must be 0, 1 or 2, not {passes!r}.", code="unknown_passes", passes=passes
        )
    return PositionText(
        pawns=_read_board(board),
        platform=_platform_column(platform),
        seat=SEAT_LETTERS.index(seat),
        barred=0 if barred == "-" else _platform_column(barred),
        passes=int(passes),
    )


def _platform_column(letter: str) -> int:
    known = COLUMN_LETTERS[:LAST_PLATFORM_COLUMN]
    if len(letter) != 1 or letter not in known:
        raise invalid(
            "The platform's left column must be a letter from A to {last}, not {letter!r}.",
            code="unknown_platform",
            last=known[-1],
            letter=letter,
        )
    return known.index(letter) + 1


def _read_board(board: str) -> tuple[list[int], list[int]]:
    lines = board.split("/")
    if len(lines) != SIZE:
        raise invalid("The board must have {size} rows, not {count}.", code="wrong_rows", size=SIZE, count=len(lines))
    pawns: tuple[list[int], list[int]] = ([], [])
    for index, line in enumerate(lines):
        _read_row(line, SIZE - index, pawns)
    return pawns


def _read_row(line: str, row: int, pawns: tuple[list[int], list[int]]) -> None:
    if not _ROW.fullmatch(line):
        raise invalid(
            "{line!r} isn't a row of a board: write o and y for pawns and numbers for empty cells.",
            code="unreadable_row",
            line=line,
        )
    column = 1
    for part in _ROW_PART.findall(line):
        if part in ("o", "y"):
            pawns[SEAT_LETTERS.index(part)].append(row * 32 + column)
            column += 1
        else:
            column += int(part)
    if column != SIZE + 1:
        raise invalid(
            "Row {row} must have {size} cells, not {count}.", code="wrong_width", row=row, size=SIZE, count=column - 1
        )
