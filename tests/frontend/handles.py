"""Ways to find what a page says without knowing its words: by its numbers, by the scripts' messages."""

import re
from functools import cache

from frontend.translations.catalogues import SCRIPTS, gather, sentences

CELL = re.compile(r"\([^)]*\)|[A-Za-z]\d+")
PLACEHOLDER = re.compile(r"\{\w+\}")


def numbers(*wanted: int) -> re.Pattern[str]:
    """A text with these numbers in this order, and no others between them."""
    return re.compile(r"(?<!\d)" + r"\D+".join(map(str, wanted)) + r"(?!\d)")


def cells_in(text: str) -> list[str]:
    """The cells that a text names; what is said of a cell names it first."""
    return CELL.findall(text)


def said(text: str, /, **values: object) -> str:
    """What the scripts of a page say, by their English message: `said("{count} aboard", count=1)`."""
    return _message(text).format(**values)


def sentence(text: str) -> re.Pattern[str]:
    """The same with whatever values, each a group of the pattern."""
    return re.compile("(.+)".join(map(re.escape, PLACEHOLDER.split(_message(text)))))


def _message(text: str) -> str:
    assert text in scripts_messages(), f"No script says {text!r}: was it reworded?"
    return text


@cache
def scripts_messages() -> set[object]:
    return {message.id for message in sentences(gather(SCRIPTS))}
