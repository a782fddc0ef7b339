"""Every page on a light desktop and a dark phone: axe finds nothing, and nothing is wider than the phone.

Each viewer visits several pages in one browser: creating the site and starting a browser takes longer than a visit.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.frontend.axe import COLOURS, violations
from tests.frontend.conftest import Places, Viewer
from tests.frontend.pages import PAGES, SitePage
from tests.frontend.states import STATES
from tests.frontend.walks import Walk, name_of, walks

pytestmark = [pytest.mark.browser, pytest.mark.urls("tests.frontend.site_with_faults")]

DESK, PHONE = {"width": 1440, "height": 900}, {"width": 360, "height": 900}
OPEN_FOLDS = "for (const fold of document.querySelectorAll('main details:not([hidden])')) fold.open = true"

Opener = Callable[..., Page]
ViewerOf = Callable[[SitePage], Viewer | None]


@pytest.mark.parametrize("walk", walks([*PAGES, *STATES]), ids=name_of)
def test_pages_are_accessible_and_fit_a_phone(
    walk: Walk, open_page: Opener, viewer_of: ViewerOf, places: Places
) -> None:
    page = open_page(walk[0].path, user=viewer_of(walk[0]))
    found = {}
    for site_page in walk:
        if site_page is not walk[0]:
            page.goto(site_page.path.format(**places))
        page.wait_for_selector(site_page.ready)
        found[site_page.name] = problems_of(page, site_page)
        if site_page is walk[0]:
            # Only the base layout is hidden on a phone, the same on every page: its dark colours are checked once.
            page.emulate_media(color_scheme="dark")
            found["dark frame"] = violations(page, leave_out=site_page.not_ours, rules=COLOURS)
            page.emulate_media(color_scheme="light")
    assert {name: problems for name, problems in found.items() if problems} == {}


def problems_of(page: Page, site_page: SitePage) -> list[str]:
    """Return problems on a light desktop with all folds open, then on a dark phone; leave the page as it was."""
    page.evaluate(OPEN_FOLDS)
    found = violations(page, leave_out=site_page.not_ours) + other_colours(page)
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size(PHONE)
    found += [f"dark phone {problem}" for problem in violations(page, leave_out=site_page.not_ours)]
    width = page.evaluate("document.documentElement.scrollWidth")
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(DESK)
    return found if width == PHONE["width"] else [*found, f"{width} pixels wide on a phone"]


def other_colours(page: Page) -> list[str]:
    """Check the theme: a page whose view has a `theme` of its own would not have the viewer's colours."""
    painted = page.locator("html").get_attribute("data-theme")
    return [] if painted in (None, "system") else [f"painted as {painted}"]
