"""Find texts on a page without knowing their wording: by their numbers, or by the scripts' messages."""

import re
from functools import cache

from frontend.translations.catalogues import SCRIPTS, gather, sentences

CELL = re.compile(r"\([^)]*\)|[A-Za-z]\d+")
PLACEHOLDER = re.compile(r"\{\w+\}")


def numbers(*wanted: int) -> re.Pattern[str]:
    """Match a text with these numbers in this order, and no others between them."""
    return re.compile(r"(?<!\d)" + r"\D+".join(map(str, wanted)) + r"(?!\d)")


def cells_in(text: str) -> list[str]:
    """Return the cells that a text names; text about a cell names it first."""
    return CELL.findall(text)


def said(text: str, /, **values: object) -> str:
    """Return a text of the page's scripts, by their English message: `said("{count} aboard", count=1)`."""
    return _message(text).format(**values)


def sentence(text: str) -> re.Pattern[str]:
    """Return a pattern of the text with any values, each as a group."""
    return re.compile("(.+)".join(map(re.escape, PLACEHOLDER.split(_message(text)))))


def _message(text: str) -> str:
    assert text in scripts_messages(), f"No script says {text!r}: was it reworded?"
    return text


@cache
def scripts_messages() -> set[object]:
    """Every message of the scripts; of one with a plural both forms."""
    ids = [message.id for message in sentences(gather(SCRIPTS))]
    return {form for one in ids for form in (one if isinstance(one, (list, tuple)) else [one])}
