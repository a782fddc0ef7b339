"""Parse and write Vega's steps such as `a2-b5`, and positions such as `bbbbbbb/9/11/11/9/rrrrrrr r - 00`.

A position has four fields: the rows from f down to a (a letter per piece, r b y v for the seats in turn order; a number
for so many empty cells); the seat to move; `-` at the beginning of a turn, else `~` and the cells of the opposing
pieces tumbled so far in it; a digit per seat, its rank if it has one, else 0.
"""

import re
from dataclasses import dataclass
from typing import Final

from games.rules.core import illegal, invalid
from games.rules.native import i64, vec
from games.rules.rows import row_text
from games.rules.vega.board import (
    BIT,
    FIRST,
    INDEX,
    NAMES,
    OPPOSING,
    PASS,
    ROWS,
    STRIPS,
    UNDER_WAY,
    WIDTHS,
    mask_of,
    names_in,
)

LETTERS: Final = "rbyv"
EXAMPLE: Final = "bbbbbbb/9/11/11/9/rrrrrrr r - 00"
_STEP: Final = re.compile(r"(~?)([a-z][0-9]{1,2})-([a-z][0-9]{1,2})")
_ROW_PART: Final = re.compile(r"[a-z]|[0-9]+")


# -- steps ----------------------------------------------------------------------------------------------------------


def step_text(code: int) -> str:
    if code == PASS:
        return "pass"
    sign = "~" if code >= OPPOSING else ""
    return f"{sign}{NAMES[code % OPPOSING // FIRST]}-{NAMES[code % FIRST]}"


def step_code(step: str) -> int:
    """The code of a well-formed step, legal or not."""
    if step == "pass":
        return PASS
    form = _STEP.fullmatch(step)
    if form is None:
        raise illegal(
            "{step!r} isn't a valid step: give the first and last cell, such as a2-b5.",
            code="unreadable_step",
            step=step[:20],
        )
    for name in form.group(2, 3):
        if name not in INDEX:
            raise illegal("There is no cell {name} on the board.", code="no_cell", name=name)
    sign, start, end = form.groups()
    return (OPPOSING if sign else 0) + INDEX[start] * FIRST + INDEX[end]


# -- positions ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Position:
    """The four fields of a position, parsed but not yet checked against the rules of a game."""

    pieces: list[int]
    seat: int
    tumbled: int
    places: list[int]


def position_text(pieces: vec[i64], seat: i64, tumbled: i64, places: vec[i64]) -> str:
    rows = "/".join(row_text("".join([_letter(pieces, cell) for cell in strip])) for strip in STRIPS["N"])
    turn = "~" + ",".join(names_in(tumbled)) if tumbled else "-"
    ranks = "".join([str(rank) for rank in places])
    return f"{rows} {LETTERS[seat]} {turn} {ranks}"


def _letter(pieces: vec[i64], cell: int) -> str:
    """The letter of the piece on a cell, a dot if it is empty."""
    return "".join([LETTERS[seat] for seat in range(len(pieces)) if pieces[seat] & BIT[cell]]) or "."


def read_position(text: str, seats: int) -> Position:
    fields = text.split(" ")
    if len(fields) != 4:
        raise invalid(
            "a position has four fields separated by single spaces, such as {example!r}",
            code="wrong_fields",
            example=EXAMPLE,
        )
    letters = LETTERS[:seats]
    if fields[1] not in tuple(letters):
        raise invalid(
            "the seat to move must be one of the letters {letters}, not {fields!r}",
            code="unknown_seat",
            letters=letters,
            fields=fields[1][:20],
        )
    return Position(
        _read_rows(fields[0], letters),
        letters.index(fields[1]),
        _read_tumbled(fields[2]),
        _read_ranks(fields[3], seats),
    )


def _read_rows(field: str, letters: str) -> list[int]:
    rows = field.split("/")
    if len(rows) != len(ROWS):
        raise invalid(
            "a board must have six rows separated by /, from f down to a, not {count}",
            code="wrong_rows",
            count=len(rows),
        )
    pieces = [0] * len(letters)
    for strip, row in zip(STRIPS["N"], rows, strict=True):
        for cell, letter in zip(strip, _read_row(row, NAMES[strip[0]][0], letters), strict=True):
            if letter != " ":
                pieces[letters.index(letter)] |= mask_of((cell,))
    return pieces


def _read_row(row: str, name: str, letters: str) -> str:
    """The row with a blank for each empty cell."""
    width = WIDTHS[ROWS.index(name)]
    parts = _ROW_PART.findall(row)
    if "".join(parts) != row or any(part.isalpha() and part not in letters for part in parts):
        raise invalid(
            "row {name} can contain only pieces ({letters}) and numbers: {row!r}",
            code="unreadable_row",
            name=name,
            letters=letters,
            row=row[:20],
        )
    if any(part.startswith("0") or len(part) > 2 for part in parts):
        raise invalid(
            "row {name} has an impossible number of empty cells: {row!r}", code="bad_number", name=name, row=row[:20]
        )
    cells = "".join(part if part.isalpha() else " " * int(part) for part in parts)
    if len(cells) != width:
        raise invalid(
            "row {name} must have {width} cells, not {count}",
            code="wrong_width",
            name=name,
            width=width,
            count=len(cells),
        )
    return cells


def _read_tumbled(field: str) -> int:
    if field == "-":
        return 0
    names = field[1:].split(",") if len(field) > 1 else []
    if not field.startswith("~") or any(name not in INDEX for name in names):
        raise invalid(
            "the third field must be - or ~ and the cells tumbled in this turn, such as ~c4,d5, not {field!r}",
            code="unreadable_tumbled",
            field=field[:20],
        )
    cells = [INDEX[name] for name in names]
    if cells != sorted(set(cells)):
        raise invalid("list each tumbled cell once, in board order", code="tumbled_order")
    return mask_of(tuple(cells)) + int(UNDER_WAY)


def _read_ranks(field: str, seats: int) -> list[int]:
    if len(field) != seats or any(digit not in "01234"[: seats + 1] for digit in field):
        raise invalid(
            "the last field must have a digit for each of the {seats} seats: its rank, or 0 while it is in play",
            code="unreadable_ranks",
            seats=seats,
        )
    return [int(digit) for digit in field]
