"""A pseudo-language: English with accented vowels. Text that is the same in it as in English is not translated."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo

from frontend.translations.catalogues import CalmCatalog, Domain, gather, sentences

KEPT = re.compile(r"%\(\w+\)[sd]|%[sd%]|\{\w*\}|<[^>]*>|&\w+;")
VOWELS = str.maketrans("aeiouyAEIOUY", "äëïöüÿÄËÏÖÜŸ")
SPOKEN_ATTRIBUTES = {"title", "aria-label", "placeholder", "alt", "data-label"}
UNSPOKEN_ELEMENTS = {"code", "kbd", "pre", "script", "style"}
TWO_LETTERS = re.compile(r"[^\W\d_]{2}")
# A script's data also has positions and URLs; two words in a row make a sentence.
TWO_WORDS = re.compile(r"[^\W\d_]{3,} [^\W\d_]{2,}")


def accented(sentence: str) -> str:
    """Replace vowels everywhere but in placeholders and markup."""
    parts, at = [], 0
    for kept in KEPT.finditer(sentence):
        parts += [sentence[at : kept.start()].translate(VOWELS), kept.group(0)]
        at = kept.end()
    return "".join([*parts, sentence[at:].translate(VOWELS)])


def write_pseudo_catalogue(domain: Domain, place: Path, *, language: str) -> None:
    """Write a compiled catalogue with every text of the sources, in place of the language's own."""
    catalogue = CalmCatalog(language)
    for message in sentences(gather(domain)):
        if isinstance(message.id, str):
            forms: str | tuple[str, ...] = accented(message.id)
        else:
            singular, plural = map(accented, message.id)
            forms = (singular, *[plural] * (catalogue.num_plurals - 1))
        catalogue.add(message.id, forms, context=message.context)
    write_mo(out := BytesIO(), catalogue)
    path = place / language / "LC_MESSAGES" / f"{domain.name}.mo"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(out.getvalue())


def spoken_words(page: str) -> set[str]:
    """Return the texts of a page: text, attributes that are read out, and the texts for its scripts."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    return {words for words in reader.said if TWO_LETTERS.search(words)}


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.said: set[str] = set()
        self.open: list[str] = []
        self.is_data = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in UNSPOKEN_ELEMENTS:
            self.open.append(tag)
            self.is_data = ("type", "application/json") in attrs
        self.said |= {" ".join(value.split()) for name, value in attrs if name in SPOKEN_ATTRIBUTES and value}

    def handle_endtag(self, tag: str) -> None:
        if self.open and self.open[-1] == tag:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if not self.open:
            self.said.add(" ".join(data.split()))
        elif self.is_data:
            self.said |= {text for text in _strings(json.loads(data)) if TWO_WORDS.search(text)}


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _strings(inner)
