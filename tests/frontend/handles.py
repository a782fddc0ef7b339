"""Ways to find what a page says without knowing its words: by its numbers, by its name in the data of the page."""

import re

from playwright.sync_api import Page

PLACEHOLDER = re.compile(r"\{(\w+)\}")
SENTENCES = """() => [...document.querySelectorAll('script[type="application/json"]')]
  .map((data) => JSON.parse(data.textContent).words).find((words) => words)"""


def numbers(*wanted: int) -> re.Pattern[str]:
    """A text with these numbers in this order, and no others between them."""
    return re.compile(r"(?<!\d)" + r"\D+".join(map(str, wanted)) + r"(?!\d)")


def sentence(page: Page, name: str, **values: object) -> re.Pattern[str]:
    """A sentence that the scripts of the page say, by its name in the page's data; a value left out may be anything."""
    parts = PLACEHOLDER.split(page.evaluate(SENTENCES)[name])
    texts, names = map(re.escape, parts[::2]), parts[1::2]
    fillings = [re.escape(str(values[key])) if key in values else ".+" for key in names]
    return re.compile("".join(text + filling for text, filling in zip(texts, [*fillings, ""], strict=True)))
