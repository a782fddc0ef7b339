"""CSV cells escaped against formula injection."""

from fractions import Fraction

from tournaments.pairing.values import decimal_text

# What spreadsheets take for the start of a formula; tab and carriage return can hide one.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def safe_cell(value: object) -> str:
    """The cell's text. Numbers stay numbers; a text that would be run gets an apostrophe in front."""
    if value is None:
        return ""
    if isinstance(value, Fraction):
        return decimal_text(value)
    if isinstance(value, int | float):
        return str(value)
    text = str(value)
    return f"'{text}" if text.lstrip(" \u00a0").startswith(FORMULA_STARTS) else text
