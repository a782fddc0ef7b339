"""Find texts on a page without knowing their wording: by their numbers, or by their name in the page's data."""

import re
from functools import reduce
from operator import getitem

from playwright.sync_api import Page

CELL = re.compile(r"\([^)]*\)|[A-Za-z]\d+")
PLACEHOLDER = re.compile(r"\{\w+\}")
SENTENCES = """() => [...document.querySelectorAll('script[type="application/json"]')]
  .map((data) => JSON.parse(data.textContent).words).find((words) => words)"""


def numbers(*wanted: int) -> re.Pattern[str]:
    """Match a text with these numbers in this order, and no others between them."""
    return re.compile(r"(?<!\d)" + r"\D+".join(map(str, wanted)) + r"(?!\d)")


def cells_in(text: str) -> list[str]:
    """Return the cells that a text names; text about a cell names it first."""
    return CELL.findall(text)


def said(page: Page, name: str, /, **values: object) -> str:
    """Return a text of the page's scripts, by its name in the page's data: `said(page, "aboard", count=1)`."""
    return _template(page, name).format(**values)


def sentence(page: Page, name: str) -> re.Pattern[str]:
    """Return a pattern of the text with any values, each as a group."""
    return re.compile("(.+)".join(map(re.escape, PLACEHOLDER.split(_template(page, name)))))


def _template(page: Page, name: str) -> str:
    template: str = reduce(getitem, name.split("."), page.evaluate(SENTENCES))
    return template
