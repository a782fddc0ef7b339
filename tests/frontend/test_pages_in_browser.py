"""Every page as people meet it: nothing for axe to find, nothing wider than a phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from accounts.models import User
from tests.frontend.axe import violations
from tests.frontend.pages import PAGES, THEMES, SitePage

pytestmark = [pytest.mark.browser, pytest.mark.urls("tests.frontend.site_with_faults")]
every_page = pytest.mark.parametrize("site_page", PAGES, ids=lambda page: page.name)

Opener = Callable[..., Page]
ViewerOf = Callable[[SitePage], User | None]


@every_page
def test_axe_finds_nothing_in_either_theme(site_page: SitePage, open_page: Opener, viewer_of: ViewerOf) -> None:
    user = viewer_of(site_page)
    found = {}
    for theme in THEMES:
        page = open_page(site_page.path, user=user, theme=theme)
        page.wait_for_selector(site_page.ready)
        found[theme] = violations(page, leave_out=site_page.not_ours)
    assert found == {theme: [] for theme in THEMES}


@every_page
def test_a_page_is_never_wider_than_a_phone(site_page: SitePage, open_page: Opener, viewer_of: ViewerOf) -> None:
    page = open_page(site_page.path, user=viewer_of(site_page), width=360)
    page.wait_for_selector(site_page.ready)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert violations(page, leave_out=site_page.not_ours) == []
