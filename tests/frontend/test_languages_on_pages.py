"""Every page in a pseudo-language: text that stays English is not translatable, in a template or in Python code."""

import re
import zoneinfo
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import LazySettings
from django.conf import settings as site
from django.db.models import CharField, TextField
from django.test import Client

from accounts.models import User
from frontend.templatetags.words import catalogue as words_of_scripts
from frontend.translations.catalogues import DOMAINS
from games.models import Game
from tests.frontend.conftest import Places, Viewer, signed_in
from tests.frontend.pages import PAGES, SitePage
from tests.frontend.pseudo import TWO_LETTERS, spoken_words, write_pseudo_catalogue

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.urls("tests.frontend.site_with_faults")]

# The style guide has made-up samples, and mails are shown as sent, in their recipients' language.
UNSPOKEN_PAGES = {"styleguide", "mails", "mail"}
WITHOUT_ACCOUNT = {"anonymous", "new site"}
# allauth has its own French catalogue, in which a code has this name.
NAMES = {
    "Asterism",
    "API",
    "Code",
    "Buchholz",
    "Koya",
    "Sonneborn-Berger",
    "Vega",
    "Vaeva",
    "Galax",
    "Sirius",
    "Nonaga",
}
PACKAGES = ("accounts", "games", "tournaments")


@pytest.fixture
def pseudo(tmp_path: Path, settings: LazySettings) -> Iterator[str]:
    """Replace French by the pseudo-language during the test."""
    for domain in DOMAINS:
        write_pseudo_catalogue(domain, tmp_path, language="fr")
    settings.LOCALE_PATHS = [tmp_path]
    words_of_scripts.cache_clear()
    yield "fr"
    words_of_scripts.cache_clear()


@pytest.mark.once
def test_no_text_stays_english(pseudo: str, request: pytest.FixtureRequest, places: Places) -> None:
    names_of_viewers = sorted({page.viewer for page in PAGES} - WITHOUT_ACCOUNT)
    viewers: dict[str, Viewer] = {name: request.getfixturevalue(name) for name in names_of_viewers}
    pages = [page for page in PAGES if page.name not in UNSPOKEN_PAGES]
    pages += [
        SitePage(f"game-{game.pk}", f"/games/{game.pk}/", "player") for game in Game.objects.filter(finished_at=None)
    ]
    said = {
        page.name: [said_to(viewers.get(page.viewer), page, places, language) for language in ("en", pseudo)]
        for page in pages
    }
    names = known_names()
    found = {name: forgotten(english & other, names) for name, (english, other) in said.items()}
    assert {name: words for name, words in found.items() if words} == {}


def said_to(viewer: Viewer | None, page: SitePage, places: Places, language: str) -> set[str]:
    client = Client(headers={"host": "localhost", "accept-language": language}, raise_request_exception=False)
    if isinstance(viewer, User):
        User.objects.filter(pk=viewer.pk).update(language=language)
    if viewer is not None:
        client.cookies = (viewer if isinstance(viewer, Client) else signed_in(viewer)).cookies
    return spoken_words(client.get(page.path.format(**places)).content.decode())


def known_names() -> re.Pattern[str]:
    """Return a pattern of user content and proper names: longest first, as whole words."""
    zones = {zone.replace("_", " ") for zone in zoneinfo.available_timezones()}
    names = {*NAMES, *zones, *dict(site.LANGUAGES).values(), *_rows()}
    ordered = sorted({" ".join(name.split()) for name in names if name.strip()}, key=len, reverse=True)
    return re.compile(r"(?<!\w)(?:" + "|".join(map(re.escape, ordered)) + r")(?!\w)")


def _rows() -> Iterator[str]:
    for model in (model for package in PACKAGES for model in apps.get_app_config(package).get_models()):
        names = [field.name for field in model._meta.fields if isinstance(field, CharField | TextField)]
        for name in names:
            if not model._meta.get_field(name).choices:
                yield from (str(value) for value in model._default_manager.values_list(name, flat=True) if value)


def forgotten(same: set[str], names: re.Pattern[str]) -> list[str]:
    return sorted(words for words in same if TWO_LETTERS.search(names.sub("", words)))
