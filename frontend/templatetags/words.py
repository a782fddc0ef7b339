"""Translations in templates: the scripts' catalogue, and messages of the packages that don't import Django."""

import gettext
from functools import lru_cache

from django import template
from django.conf import settings
from django.utils.html import json_script
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games import translation

register = template.Library()

# gettext numbers plural forms; the browser's Intl.PluralRules names them.
PLURAL_FORMS = {"cs": ("one", "few", "other"), "fr": ("one", "other")}
Forms = dict[str, str]


@register.simple_tag
def script_words() -> SafeString | str:
    """Render the catalogue for `js/words.js` as a JSON block; nothing for English."""
    language = get_language() or settings.LANGUAGE_CODE
    return "" if language == settings.LANGUAGE_CODE else json_script(catalogue(language), "words")


@register.filter
def in_words(sentence: str) -> str:
    """Translate a message marked with `say` into the active language."""
    return translation.in_words(sentence)


@register.filter
def family_words(family_id: str) -> str:
    """A family's name by its id."""
    return translation.family_words(family_id)


@register.filter
def colour_words(colour: str) -> str:
    """Translate a seat's colour."""
    return translation.colour_words(colour)


@lru_cache(maxsize=8)
def catalogue(language: str) -> dict[str, str | Forms]:
    """Return the scripts' translations by English text; those with plurals as their forms by name."""
    found = gettext.translation("djangojs", settings.LOCALE_PATHS[0], [language], fallback=True)
    sentences: dict[str, str | Forms] = {}
    for key, text in getattr(found, "_catalog", {}).items():
        if isinstance(key, str):
            if key:
                sentences[key] = text
        else:
            english, number = key
            forms = sentences.setdefault(english, {})
            assert isinstance(forms, dict), "a message is either plural or not"
            forms[PLURAL_FORMS[language][number]] = text
    return sentences
