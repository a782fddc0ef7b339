"""Builders of position notation from lists of pieces, to keep the diagrams' sources readable.

The notation is that of docs/notation, for Vega, Vaeva, Galax and Sirius; Nonaga's positions are short enough to write.
"""

from collections.abc import Mapping, Sequence

from games.rules.rows import row_text

VEGA_ROWS = {"f": 7, "e": 9, "d": 11, "c": 11, "b": 9, "a": 7}
VAEVA_COLUMNS = "ABCDEFGHIJKLMNOPQRST"
SUIT_COLUMNS = "abcdefghij"
# Columns of the pawns that a diagram doesn't name, in each player's first row.
IDLE_COLUMNS = "ABCDEFQRST"


def vega(*own: str, ranks: str = "") -> str:
    """Build a Vega position from the cells of each seat in turn order, such as `a1 a2`; red is to move."""
    holders = {cell: letter for letter, cells in zip("rbyv", own, strict=False) for cell in cells.split()}
    rows = [[f"{row}{number}" for number in range(1, width + 1)] for row, width in VEGA_ROWS.items()]
    return f"{_board(rows, holders)} r - {ranks or '0' * len(own)}"


def vaeva(orange: str, yellow: str = "", *, platform: str = "I", came_from: str = "-") -> str:
    """Build a Vaeva position from the named pawns and the platform's first column; orange is to move."""
    holders = dict.fromkeys(_nine(orange, row=1), "o") | dict.fromkeys(_nine(yellow, row=20), "y")
    rows = [[f"{column}{row}" for column in VAEVA_COLUMNS] for row in range(20, 0, -1)]
    return f"{_board(rows, holders)} {platform} o {came_from} 0"


def suits(white: str, brown: str, *, status: str = "-", memory: str = "-") -> str:
    """Build a Galax or Sirius position from pieces such as `Sd4 Ce5` (kind and cell); white is to move."""
    holders = {piece[1:]: piece[0] for piece in white.split()}
    holders |= {piece[1:]: piece[0].lower() for piece in brown.split()}
    rows = [[f"{column}{row}" for column in SUIT_COLUMNS] for row in range(10, 0, -1)]
    return f"{_board(rows, holders)} w {status} {memory}"


def _nine(cells: str, *, row: int) -> list[str]:
    named = cells.split()
    return named + [f"{column}{row}" for column in IDLE_COLUMNS[: 9 - len(named)]]


def _board(rows: Sequence[Sequence[str]], holders: Mapping[str, str]) -> str:
    """Join rows by `/`, with a letter per piece and a number per run of empty cells, as in FEN."""
    return "/".join(row_text("".join(holders.get(cell, ".") for cell in row)) for row in rows)
