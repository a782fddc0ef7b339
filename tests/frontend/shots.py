"""Pictures of every page at three widths in both themes, into build/shots/: `pytest tests/frontend/shots.py`.

`SHOTS=front,status` takes only the pages whose name contains one of the words.
"""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from accounts.models import User
from tests.frontend.pages import PAGES, THEMES, WIDTHS, SitePage

FOLDER = Path(__file__).resolve().parents[2] / "build" / "shots"
WANTED = [word for word in os.environ.get("SHOTS", "").split(",") if word]


def is_wanted(page: SitePage) -> bool:
    return not WANTED or any(word in page.name for word in WANTED)


@pytest.mark.parametrize("site_page", [page for page in PAGES if is_wanted(page)], ids=lambda page: page.name)
@pytest.mark.urls("tests.frontend.site_with_faults")
@pytest.mark.browser
def test_photograph(
    site_page: SitePage, open_page: Callable[..., Page], viewer_of: Callable[[SitePage], User | None]
) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    user = viewer_of(site_page)
    for width in WIDTHS:
        for theme in THEMES:
            page = open_page(site_page.path, user=user, width=width, theme=theme)
            page.wait_for_selector(site_page.ready)
            page.screenshot(path=FOLDER / f"{site_page.name}-{width}-{theme}.png", full_page=True)
            page.context.close()
