"""Translations for scripts are embedded in the page, in its language; English needs none."""

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from frontend.templatetags.words import PLURAL_FORMS, catalogue
from frontend.translations.catalogues import ROOT, SCRIPTS, gather, languages, read_catalogue, sentences

pytestmark = pytest.mark.django_db


def words_of_page(language: str) -> Any:
    page = Client(headers={"host": "localhost", "accept-language": language}).get("/learn/").content.decode()
    block = re.search(r'<script id="words" type="application/json">(.*?)</script>', page)
    return json.loads(block.group(1)) if block else None


def test_a_page_embeds_the_translations_of_its_scripts() -> None:
    assert words_of_page("en") is None
    french = words_of_page("fr")
    assert french["Board"] == "Plateau"
    assert french["Notifications: {count} new"] == {
        "one": "Notifications\u00a0: {count} nouvelle",
        "other": "Notifications\u00a0: {count} nouvelles",
    }


@pytest.mark.parametrize("language", languages())
def test_every_text_is_there_with_all_plural_forms(language: str) -> None:
    with translation.override(language):
        translated = catalogue(language)
    for message in sentences(read_catalogue(SCRIPTS, language)):
        if isinstance(message.id, str):
            assert translated[message.id] == message.string
        else:
            assert translated[message.id[0]] == dict(zip(PLURAL_FORMS[language], message.string, strict=True))


def test_every_marked_sentence_is_extracted() -> None:
    """Babel doesn't read calls inside template strings, and passes over them in silence."""
    marked = {
        text
        for path in (ROOT / "frontend/static/js").rglob("*.js")
        for text in re.findall(r'\b(?:t|tn|mark)\("((?:[^"\\]|\\.)+)"', path.read_text())
    }
    extracted = {message.id if isinstance(message.id, str) else message.id[0] for message in sentences(gather(SCRIPTS))}
    assert marked == extracted
