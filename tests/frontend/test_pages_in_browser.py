"""Every page as people meet it: nothing for axe to find in either theme, nothing wider than a phone.

A viewer goes from page to page in one browser: to make the site and to start a browser takes longer than to look.
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
def test_pages_are_for_everybody(walk: Walk, open_page: Opener, viewer_of: ViewerOf, places: Places) -> None:
    page = open_page(walk[0].path, user=viewer_of(walk[0]))
    found = {}
    for site_page in walk:
        if site_page is not walk[0]:
            page.goto(site_page.path.format(**places))
        found[site_page.name] = problems_of(page, site_page)
    assert {name: problems for name, problems in found.items() if problems} == {}


def problems_of(page: Page, site_page: SitePage) -> list[str]:
    """Looked at once, then in the other colours, then made as narrow as a phone with all folds open."""
    page.wait_for_selector(site_page.ready)
    leave_out = site_page.not_ours
    found = violations(page, leave_out=leave_out) + other_colours(page)
    page.emulate_media(color_scheme="dark")
    found += [f"dark {problem}" for problem in violations(page, leave_out=leave_out, rules=COLOURS)]
    page.set_viewport_size(PHONE)
    page.evaluate(OPEN_FOLDS)
    found += [f"phone {problem}" for problem in violations(page, leave_out=leave_out)]
    width = page.evaluate("document.documentElement.scrollWidth")
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(DESK)
    return found if width == PHONE["width"] else [*found, f"{width} pixels wide on a phone"]


def other_colours(page: Page) -> list[str]:
    """A page whose view has a `theme` of its own would not be painted as its viewer chose."""
    painted = page.locator("html").get_attribute("data-theme")
    return [] if painted in (None, "system") else [f"painted as {painted}"]
