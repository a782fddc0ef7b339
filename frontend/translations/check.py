"""Checks of gettext catalogues: missing, stale or fuzzy messages, wrong placeholders or markup, outdated .mo files."""

import re
from collections import Counter
from collections.abc import Iterator

from babel.messages.catalog import Catalog, Message

from frontend.translations.catalogues import (
    Domain,
    compiled,
    gather,
    is_translated,
    languages,
    read_catalogue,
    sentences,
)

PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w+(?:![rs])?\}")
TAG = re.compile(r"</?[a-z][^>]*>")


def problems(domain: Domain) -> list[str]:
    """Return the problems of a domain in all languages; empty if the catalogues are complete."""
    gathered = gather(domain)
    return [
        f"{language}/{domain.name}: {problem}"
        for language in languages()
        for problem in _problems_of_language(domain, language, gathered)
    ]


def _problems_of_language(domain: Domain, language: str, gathered: Catalog) -> Iterator[str]:
    catalogue = read_catalogue(domain, language)
    extracted, known = _keys(gathered), _keys(catalogue)
    yield from (f"not in the catalogue, extract again: {key[1]}" for key in extracted - known)
    yield from (f"no longer used, extract again: {key[1]}" for key in known - extracted)
    yield from (f"obsolete: {message.id}" for message in catalogue.obsolete.values())
    for message in sentences(catalogue):
        yield from (f"{problem}: {message.id}" for problem in message_problems(message))
    binary = domain.path(language).with_suffix(".mo")
    if not binary.exists() or binary.read_bytes() != compiled(domain, language):
        yield "the .mo file is out of date, compile again"


def _keys(catalogue: Catalog) -> set[tuple[str | None, str]]:
    return {(message.context, str(message.id)) for message in sentences(catalogue)}


def message_problems(message: Message) -> Iterator[str]:
    """Yield what is wrong: untranslated, or placeholders, markup or outer white space that differ from the English."""
    if not is_translated(message):
        yield "fuzzy" if message.fuzzy else "untranslated"
        return
    for english, translation, is_first in _pairs(message):
        wanted, given = set(PLACEHOLDER.findall(english)), set(PLACEHOLDER.findall(translation))
        # The singular form may spell out the number instead of using the placeholder.
        optional = set(PLACEHOLDER.findall(message.id[1])) if is_first else set()
        if not wanted <= given <= wanted | optional:
            yield f"placeholders {sorted(given)} instead of {sorted(wanted)}"
        if Counter(TAG.findall(english)) != Counter(TAG.findall(translation)):
            yield "other markup"
        if _edges(english) != _edges(translation):
            yield "leading or trailing whitespace differs"


def _pairs(message: Message) -> Iterator[tuple[str, str, bool]]:
    """Yield each translated form with its English source, and whether it is the first of several plural forms."""
    if isinstance(message.id, str):
        yield message.id, str(message.string), False
        return
    singular, plural = message.id
    for index, form in enumerate(message.string or ()):
        yield (plural if index else singular), form, index == 0


def _edges(text: str) -> tuple[str, str]:
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
