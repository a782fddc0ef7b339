"""CSV cells escaped against formula injection."""

from fractions import Fraction

# What spreadsheets take for the start of a formula; tab and carriage return can hide one.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def safe_cell(value: object) -> str:
    """The cell's text. Numbers stay numbers; a text that would be run gets an apostrophe in front."""
    if value is None:
        return ""
    if isinstance(value, Fraction):
        return exact_decimal_text(value)
    if isinstance(value, int | float):
        return str(value)
    text = str(value)
    return f"'{text}" if text.lstrip(" \u00a0").startswith(FORMULA_STARTS) else text


def exact_decimal_text(value: Fraction) -> str:
    """A decimal if it is exact, else the fraction: 4.5, but 7/3."""
    numerator, denominator = value.as_integer_ratio()
    if denominator == 1:
        return str(numerator)
    digits = 0
    while 10**digits % denominator and digits <= denominator.bit_length():
        digits += 1
    if 10**digits % denominator:
        return str(value)
    scaled = abs(numerator) * (10**digits // denominator)
    return f"{'-' if value < 0 else ''}{scaled // 10**digits}.{scaled % 10**digits:0{digits}}"
