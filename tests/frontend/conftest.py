"""A served site and a browser to look at it with."""

import os
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page
from pytest_django.live_server_helper import LiveServer

from accounts.enums import Measure, TieKind
from accounts.models import User
from accounts.services.moderation import take_measure
from accounts.services.reports import report_person
from accounts.services.ties import tie
from games.models import Rating
from games.services.leave import announce_leave
from games.services.notices import tell_of_what_was_missed
from games.services.ratings import count_all
from tests.frontend.pages import SitePage
from tests.games.playing import start
from tests.games.rated import finished_row

# Playwright's loop lives in the test's thread, where Django would take every query for a mistake.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


@pytest.fixture
def member(db: None) -> User:
    return User.objects.create_user("ada", "ada@example.org", "a long password", display_name="Ada Lovelace")


@pytest.fixture
def player(member: User) -> User:
    """A member in the middle of things: games that wait for them, and games that wait for others."""
    names = ("maximiliane", "yusuf", "ben")
    maximiliane, yusuf, ben = (User.objects.create_user(name) for name in names)
    User.objects.filter(pk=maximiliane.pk).update(display_name="Maximiliane-Theodora von Hohenstaufen-R.")
    User.objects.filter(pk=yusuf.pk).update(display_name="يوسف إبراهيم")
    start("nonaga", [member, yusuf])
    start("lyra-4", [member, ben, maximiliane, yusuf])
    start("galax", [ben, member], set_up=False)
    start("sirius", [maximiliane, member])
    return member


@pytest.fixture
def regular(player: User) -> User:
    """A player with a past: ratings, a place on a leaderboard, and news that nobody has read."""
    other = User.objects.get(username="maximiliane")
    for ranks in ([1, 2], [2, 1], [1, 2]):
        finished_row([player, other], ranks)
    count_all()
    Rating.objects.update(sigma=3.0)
    tell_of_what_was_missed()
    tie(owner=player, other=other, kind=TieKind.MUTE)
    return player


@pytest.fixture
def away(player: User) -> User:
    """A player on leave, who has announced more."""
    today = timezone.now().date()
    announce_leave(user=player, until=today + timedelta(days=3))
    announce_leave(user=player, start=today + timedelta(days=20), until=today + timedelta(days=22))
    return player


@pytest.fixture
def keeper(db: None) -> User:
    """Somebody who looks after the site."""
    return User.objects.create_user("keeper", "keeper@example.org", "a long password", is_staff=True)


@pytest.fixture
def moderator(regular: User, keeper: User) -> User:
    """A keeper with reports to read and deeds to look back at."""
    other = User.objects.get(username="maximiliane")
    for path in ("/games/1/", ""):
        report_person(reporter=other, person=regular, reason="abuse", words="Word " * 40, path=path, quote="Pah. " * 30)
    take_measure(moderator=keeper, person=regular, measure=Measure.MUTE, why="Be kind. " * 20, days=7)
    return keeper


@pytest.fixture
def open_page(browser: Browser, live_server: LiveServer) -> Iterator[Callable[..., Page]]:
    """Open a path as somebody, at a width, in a theme; whatever the browser complains about fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_(path: str, *, user: User | None = None, width: int = 1440, theme: str = "light", **options: Any) -> Page:
        options = {"viewport": {"width": width, "height": 900}, "reduced_motion": "reduce", **options}
        context = browser.new_context(base_url=live_server.url, color_scheme=theme, **options)
        contexts.append(context)
        if user is not None:
            context.add_cookies([session_cookie(user, live_server.url)])
        page = context.new_page()
        page.on("console", lambda message: _note(complaints, message.type, message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(path, wait_until="networkidle")
        return page

    yield open_
    for context in contexts:
        context.close()
    assert complaints == []


def session_cookie(user: User, url: str) -> Any:
    client = Client()
    client.force_login(user)
    return {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": url}


def _note(complaints: list[str], kind: str, text: str) -> None:
    # A page that answers 404 is an error to the browser's log, and sometimes just what the test asks for.
    if kind in ("error", "warning") and "the server responded with a status of" not in text:
        complaints.append(text)


@pytest.fixture
def viewer_of(request: pytest.FixtureRequest, db: None) -> Callable[[SitePage], User | None]:
    """Who looks at a page; on any site but a new one somebody has an account."""

    def find(page: SitePage) -> User | None:
        if page.viewer == "nobody yet":
            return None
        user = request.getfixturevalue("member" if page.viewer == "stranger" else page.viewer)
        return None if page.viewer == "stranger" else user

    return find


@pytest.fixture(scope="session")
def sprite_names() -> set[str]:
    path = finders.find("img/icons.svg")
    return set(re.findall(r'<symbol id="([^"]+)"', Path(path).read_text()))
