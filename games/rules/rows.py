"""Rows of a board in a position text, as in FEN."""

import re


def row_text(cells: str) -> str:
    """A row with a number for each run of empty cells, which are dots here: `..r..` becomes `2r2`."""
    return re.sub(r"\.+", lambda run: str(len(run.group())), cells)
