"""Find texts of templates that are not marked for translation: text between tags, attributes that are read out,
arguments of other templates.
"""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

from django.template.base import Lexer, Token, TokenType

WORD = re.compile(r"[^\W\d_]{2,}")
SPOKEN_ATTRIBUTES = {"title", "aria-label", "aria-description", "aria-roledescription", "placeholder", "alt", "label"}
# Names, and words that are the same in every language.
EXCUSED = {"Asterism", "API", "Vega", "Vaeva", "Galax", "Sirius", "Nonaga"}
UNSPOKEN_ELEMENTS = {"code", "kbd", "pre", "script"}
# Blocks of `base.html` whose content is a class, and keywords of the markup.
UNSPOKEN_BLOCKS = ("block main_class", "block body_class")
UNSPOKEN_WORDS = {"system", "submit"}
SPEAKING_ARGUMENT = re.compile(r"\b(?:title|label|text|heading|summary|caption|action)=(\"[^\"]*\"|'[^']*')")
SPEAKING_FILTER = re.compile(r"\|(?:default|default_if_none|yesno):(\"[^\"]*\"|'[^']*')")


def unmarked(template: str, *, is_html: bool) -> list[str]:
    """Return what would stay English, in the order of the template."""
    tokens = list(Lexer(template).tokenize())
    spoken = list(_words_in_tags(tokens))
    text = "".join(_bare(tokens))
    if not is_html:
        return spoken + _strays(text)
    reader = _Reader()
    reader.feed(text)
    reader.close()
    return spoken + reader.found


def _strays(text: str) -> list[str]:
    said = WORD.findall(text)
    return [] if set(said) <= EXCUSED else [" ".join(text.split())]


def _bare(tokens: list[Token]) -> Iterator[str]:
    """Yield the text of the template outside of translations; tags and variables count as word breaks."""
    closing = None
    for token in tokens:
        name = token.contents.split()[0] if token.contents.split() else ""
        if closing is not None:
            closing = None if token.token_type == TokenType.BLOCK and name == closing else closing
        elif token.token_type == TokenType.BLOCK and name in ("blocktranslate", "comment"):
            closing = f"end{name}"
        elif token.token_type == TokenType.BLOCK and token.contents.startswith(UNSPOKEN_BLOCKS):
            closing = "endblock"
        elif token.token_type == TokenType.TEXT:
            yield token.contents
        else:
            yield "{}"


def _words_in_tags(tokens: list[Token]) -> Iterator[str]:
    for token in tokens:
        if token.token_type == TokenType.BLOCK and not token.contents.startswith(("translate ", "url ")):
            said = SPEAKING_ARGUMENT.findall(token.contents)
        elif token.token_type == TokenType.VAR:
            said = SPEAKING_FILTER.findall(token.contents)
        else:
            continue
        yield from (words for words in said if words.strip("'\"") not in UNSPOKEN_WORDS and _strays(words))


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.unspoken: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in UNSPOKEN_ELEMENTS:
            self.unspoken.append(tag)
        for name, value in attrs:
            if name in SPOKEN_ATTRIBUTES or (tag == "meta" and name == "content" and ("name", "description") in attrs):
                self.found += _strays(value or "")

    def handle_endtag(self, tag: str) -> None:
        if self.unspoken and self.unspoken[-1] == tag:
            self.unspoken.pop()

    def handle_data(self, data: str) -> None:
        if not self.unspoken:
            self.found += _strays(data)
