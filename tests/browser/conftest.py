"""A whole site with users and games, and browsers to play on it."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.browser.player import Player
from tests.services.site import LaunchedSite

HERE = Path(__file__).parent
Seed = Callable[..., dict[str, Any]]
Sit = Callable[..., Player]


@pytest.fixture
def seed(site: LaunchedSite) -> Seed:
    """Create users and a game: `seed("galax", ["ada", "ben"], turn_limit=3)` returns the game's id and the sessions."""

    def make(variant: str, people: list[str], **wishes: Any) -> dict[str, Any]:
        call = f"from tests.browser.seeding import print_game; print_game({variant!r}, {people!r}, **{wishes!r})"
        answer: dict[str, Any] = json.loads(site.run(call))
        return answer

    return make


@pytest.fixture
def sit(site: LaunchedSite, browser: Browser) -> Iterator[Sit]:
    """Open a browser for a player, logged in or not; JavaScript errors and requests to other sites fail the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_(name: str, session: str = "", path: str = "/", by: type[Player] = Player, **options: Any) -> Player:
        options = {"viewport": {"width": 1280, "height": 900}, **options}
        context = browser.new_context(base_url=site.url, **options)
        context.set_default_timeout(60_000)
        contexts.append(context)
        if session:
            context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
        context.on("request", lambda request: check_request(name, request.url))
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(f"{name}: {error}"))
        page.goto(path)
        return by(name, page)

    def check_request(name: str, url: str) -> None:
        if not url.startswith((site.url, "data:", "blob:")):
            complaints.append(f"{name} asked for {url}")

    yield open_
    for context in contexts:
        context.close()
    assert complaints == []


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run all tests of the shared site in one process: a second site would cost as much as they do."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.xdist_group("site"))
