"""Ways to find what a page says without knowing its words: by its numbers, by its name in the data of the page."""

import re
from functools import reduce
from operator import getitem

from playwright.sync_api import Page

CELL = re.compile(r"\([^)]*\)|[A-Za-z]\d+")
PLACEHOLDER = re.compile(r"\{\w+\}")
SENTENCES = """() => [...document.querySelectorAll('script[type="application/json"]')]
  .map((data) => JSON.parse(data.textContent).words).find((words) => words)"""


def numbers(*wanted: int) -> re.Pattern[str]:
    """A text with these numbers in this order, and no others between them."""
    return re.compile(r"(?<!\d)" + r"\D+".join(map(str, wanted)) + r"(?!\d)")


def cells_in(text: str) -> list[str]:
    """The cells that a text names; what is said of a cell names it first."""
    return CELL.findall(text)


def said(page: Page, name: str, /, **values: object) -> str:
    """What the scripts of a page say, by its name in the page's data: `said(page, "aboard", count=1)`."""
    return _template(page, name).format(**values)


def sentence(page: Page, name: str) -> re.Pattern[str]:
    """The same with whatever values, each a group of the pattern."""
    return re.compile("(.+)".join(map(re.escape, PLACEHOLDER.split(_template(page, name)))))


def _template(page: Page, name: str) -> str:
    template: str = reduce(getitem, name.split("."), page.evaluate(SENTENCES))
    return template
