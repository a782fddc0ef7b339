"""The game page is small, and its layout doesn't shift while it loads."""

import gzip
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, Page, Response, expect

from tests.browser.conftest import Seed
from tests.services.site import LaunchedSite

pytestmark = [pytest.mark.browser, pytest.mark.slow]

WATCH_SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map((entry) => ({
  value: entry.value,
  what: entry.sources.map(({ node, previousRect, currentRect }) =>
    `${node?.className || node?.nodeName} ${JSON.stringify(previousRect)} -> ${JSON.stringify(currentRect)}`),
})))).observe({ type: "layout-shift", buffered: true });
"""
VIEWERS: dict[str, Any] = {
    "phone": {"viewport": {"width": 360, "height": 740}},
    # A language other than English adds the translations for scripts.
    "Czech desk": {"viewport": {"width": 1440, "height": 900}, "locale": "cs"},
}
MAX_SHIFT = 0.02
MAX_SCRIPT_BYTES, MAX_BYTES = 60_000, 200_000


@pytest.fixture(params=VIEWERS)
def fresh_page(request: pytest.FixtureRequest, site: LaunchedSite, browser: Browser) -> Iterator[Page]:
    context = browser.new_context(base_url=site.url, **VIEWERS[request.param])
    context.add_init_script(WATCH_SHIFTS)
    yield context.new_page()
    context.close()


def visit(page: Page, site: LaunchedSite, table: dict[str, Any], name: str) -> list[Response]:
    """Open the game as a user; return all responses that the page loads."""
    page.context.clear_cookies()
    page.context.add_cookies([{"name": "sessionid", "value": table["sessions"][name], "url": site.url}])
    loaded: list[Response] = []

    def note(response: Response) -> None:
        loaded.append(response)

    page.on("response", note)
    page.goto(f"/games/{table['game']}/")
    expect(page.locator("svg.board[role=application]")).to_be_visible()
    expect(page.locator('#game[aria-busy="false"]')).to_be_attached()
    page.wait_for_function("document.fonts.status === 'loaded'")
    # Wait two frames: then layout shifts of the last change are reported.
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return loaded


@pytest.mark.parametrize("variant", ["lyra-2", "vaeva", "galax", "nonaga"])
def test_the_layout_does_not_shift_while_the_page_loads(
    fresh_page: Page, site: LaunchedSite, seed: Seed, variant: str
) -> None:
    """For the player to move, for the opponent, and during set-up."""
    names = [f"ada-still-{variant}", f"ben-still-{variant}"]
    table = seed(variant, names)
    for name in names:
        visit(fresh_page, site, table, name)
        shifts = fresh_page.evaluate("window.shifts")
        assert sum(shift["value"] for shift in shifts) < MAX_SHIFT, shifts


def test_the_page_is_small(fresh_page: Page, site: LaunchedSite, seed: Seed) -> None:
    """The largest board, from an empty cache. Scripts are counted gzipped, whatever the server sent."""
    table = seed("vaeva", ["ada-light", "ben-light"])
    loaded = [response for response in visit(fresh_page, site, table, "ada-light") if "/events/" not in response.url]
    scripts = [response for response in loaded if response.request.resource_type == "script"]
    assert scripts
    assert sum(len(gzip.compress(script.body(), 6)) for script in scripts) <= MAX_SCRIPT_BYTES
    weights = {response.url: weight(response) for response in loaded}
    assert sum(weights.values()) <= MAX_BYTES, weights
    assert not {script.url for script in scripts} - named_in(loaded[0]), "found only in another script"


def weight(response: Response) -> int:
    """Return the transferred bytes with headers."""
    sizes = response.request.sizes()
    return sizes["responseBodySize"] + sizes["responseHeadersSize"]


def named_in(page: Response) -> set[str]:
    return {urljoin(page.url, name) for name in re.findall(r'(?:src|href)="([^"]+[.]js)"', page.text())}
