"""A served site and a browser to look at it with."""

import os
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page
from pytest_django.live_server_helper import LiveServer

from accounts.enums import Measure, TieKind
from accounts.models import User
from accounts.services.guests import create_guest
from accounts.services.moderation import take_measure
from accounts.services.reports import report_person
from accounts.services.ties import tie
from games.models import Rating, Tactic
from games.services.leave import announce_leave
from games.services.notices import tell_of_what_was_missed
from games.services.play_ai import play_ai
from games.services.ratings import count_all
from games.services.tactics import give_up, prepare_tactics
from tests.frontend.pages import SitePage
from tests.games.playing import start
from tests.games.rated import finished_row
from tests.tournaments.events import decide, make_club, next_round, open_event
from tournaments.models import Entry, Round
from tournaments.services.clubs import publish_news
from tournaments.services.life import start_tournament
from tournaments.services.membership import join_club
from tournaments.services.pairing import pair_round
from tournaments.services.registration import add_player
from tournaments.services.seasons import create_season

# Playwright's loop lives in the test's thread, where Django would take every query for a mistake.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

EVENTS = {"draft": "Autumn Swiss", "paired": "Spring Open", "overdue": "Library Evenings"}


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
def guest(member: User) -> User:
    """Somebody without an account, in the middle of two games against AIs."""
    someone = create_guest()
    meteor = User.objects.get(username="meteor")
    for variant in ("lyra-2", "bataille-3"):
        play_ai(user=someone, ai=meteor, variant=variant, seat=0)
    return someone


@pytest.fixture
def solver(member: User, places: dict[str, int]) -> User:
    """A member who missed a tactic."""
    prepare_tactics()
    tactic = Tactic.objects.order_by("id")[0]
    give_up(tactic_id=tactic.pk, user=member)
    places["tactic"] = tactic.pk
    return member


@pytest.fixture
def places() -> dict[str, int]:
    """Numbers of rows that the paths of pages name in braces."""
    return {}


@pytest.fixture
def secretary(player: User, places: dict[str, int]) -> User:
    """Who runs a club: an event whose second round is a draft, one past its deadline over the board, and a plan."""
    club = make_club(player, joining="request", description="We meet on Thursdays, in the back room of the library.")
    join_club(club_id=club.pk, user=User.objects.get(username="yusuf"), message="I come with my own board.")
    publish_news(club_id=club.pk, user=player, title="The hall is booked", text="Bring a clock.")
    events = {name: open_event(club, player, name=title, rounds=3) for name, title in EVENTS.items()}
    for tournament in (events["paired"], events["overdue"]):
        for name in ("maximiliane", "ben"):
            add_player(tournament_id=tournament.pk, user=player, player=User.objects.get(username=name))
        for name in ("Wanda von der Weiden-Lichtenberg", "Xu"):
            add_player(tournament_id=tournament.pk, user=player, name=name, rating=1600)
        start_tournament(tournament_id=tournament.pk, user=player)
        next_round(tournament, player)
    decide(events["paired"], player, Random(1))
    pair_round(tournament_id=events["paired"].pk, user=player)
    Round.objects.filter(tournament=events["overdue"]).update(deadline=timezone.now())
    season = create_season(club_id=club.pk, user=player, name="2026", best=3, tournament_ids=[events["paired"].pk])
    places.update({name: tournament.pk for name, tournament in events.items()})
    places["season"] = season.pk
    places["player"] = Entry.objects.filter(tournament=events["paired"]).order_by("number")[0].pk
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
def open_page(browser: Browser, live_server: LiveServer, places: dict[str, int]) -> Iterator[Callable[..., Page]]:
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
        page.goto(path.format(**places), wait_until="networkidle")
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
