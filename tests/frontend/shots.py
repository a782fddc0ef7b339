"""Screenshots of every page, and of its rarer states, at three widths in both themes, into build/shots/: `make shots`.

`SHOTS=front,status` takes only the pages whose name contains one of the words, `SHOTS_WIDTHS=360` only those widths,
and `SHOTS_LANGUAGE=cs` uses another language.
"""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from accounts.models import User
from tests.frontend.conftest import Places, Viewer
from tests.frontend.pages import PAGES, THEMES, WIDTHS, SitePage
from tests.frontend.states import STATES
from tests.frontend.walks import Walk, name_of, walks

FOLDER = Path(__file__).resolve().parents[2] / "build" / "shots"
PRINTED = (
    "tournament-standings",
    "tournament-final",
    "tournament-final-crosstable",
    "tournament-overdue",
    "tournament-print",
    "learn-vega",
)
PAPER_WIDTH = 658  # A4 without its margins
WANTED = [word for word in os.environ.get("SHOTS", "").split(",") if word]
LANGUAGE = os.environ.get("SHOTS_LANGUAGE", "en")
SUFFIX = "" if LANGUAGE == "en" else f"-{LANGUAGE}"
ASKED_WIDTHS = tuple(map(int, filter(None, os.environ.get("SHOTS_WIDTHS", "").split(",")))) or WIDTHS


def is_wanted(page: SitePage) -> bool:
    return not WANTED or any(word in page.name for word in WANTED)


@pytest.mark.parametrize("walk", walks(filter(is_wanted, (*PAGES, *STATES))), ids=name_of)
@pytest.mark.urls("tests.frontend.site_with_faults")
@pytest.mark.browser
def test_photograph(
    walk: Walk, open_page: Callable[..., Page], viewer_of: Callable[[SitePage], Viewer | None], places: Places
) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    viewer = viewer_of(walk[0])
    User.objects.update(language=LANGUAGE)
    page = open_page(walk[0].path, user=viewer, locale=LANGUAGE)
    for site_page in walk:
        for width in ASKED_WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            page.goto(site_page.path.format(**places))
            page.wait_for_selector(site_page.ready)
            photograph(page, f"{site_page.name}{SUFFIX}-{width}")
        if site_page.name in PRINTED:
            photograph_paper(page, f"{site_page.name}{SUFFIX}")


def photograph_paper(page: Page, name: str) -> None:
    page.set_viewport_size({"width": PAPER_WIDTH, "height": 900})
    page.emulate_media(media="print", color_scheme="dark")
    page.screenshot(path=FOLDER / f"{name}-paper.png", full_page=True)
    page.emulate_media(media="screen")


def photograph(page: Page, name: str) -> None:
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        page.screenshot(path=FOLDER / f"{name}-{theme}.png", full_page=True)
