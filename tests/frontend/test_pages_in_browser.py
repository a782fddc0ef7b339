"""Every page as people meet it: nothing for axe to find in either theme, nothing wider than a phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from accounts.models import User
from tests.frontend.axe import COLOURS, violations
from tests.frontend.pages import PAGES, SitePage

pytestmark = [pytest.mark.browser, pytest.mark.urls("tests.frontend.site_with_faults")]

PHONE = {"width": 360, "height": 900}

Opener = Callable[..., Page]
ViewerOf = Callable[[SitePage], User | None]


@pytest.mark.parametrize("site_page", PAGES, ids=lambda page: page.name)
def test_it_is_for_everybody(site_page: SitePage, open_page: Opener, viewer_of: ViewerOf) -> None:
    """Looked at once, then in the other colours, then made as narrow as a phone: to load it takes longest."""
    page = open_page(site_page.path, user=viewer_of(site_page))
    page.wait_for_selector(site_page.ready)
    found = {"light": violations(page, leave_out=site_page.not_ours)}
    page.emulate_media(color_scheme="dark")
    found["dark"] = violations(page, leave_out=site_page.not_ours, rules=COLOURS)
    page.set_viewport_size(PHONE)
    found["phone"] = violations(page, leave_out=site_page.not_ours)
    assert found == {"light": [], "dark": [], "phone": []}
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
