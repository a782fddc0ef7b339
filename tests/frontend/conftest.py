"""A served site and a browser to view it."""

import os
import re
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.conf import LazySettings
from django.contrib.staticfiles import finders
from django.core.mail import send_mail
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page
from pytest_django.live_server_helper import LiveServer

from accounts.enums import ModerationAction, RelationshipKind
from accounts.mail_files import FILE_BACKEND, list_mails
from accounts.models import User
from accounts.services.blocks import set_relationship
from accounts.services.guests import create_guest
from accounts.services.moderation import moderate
from accounts.services.reports import report_person
from games.imports.services import import_record
from games.lobby.services.create import create_challenge, create_invitation, create_seek, play_ai
from games.lobby.services.terms import read_terms
from games.models import Rating, Tactic
from games.notifications.services.notices import notify_missed, unsubscribe_token
from games.puzzles.services.tactics import give_up, prepare_tactics
from games.ratings.services import rate_finished_games
from games.selectors.game_json import seats_of
from games.selectors.replay import record_file
from games.services.chat import post_message
from games.services.endings import resign
from games.vacations.services import announce_vacation
from tests.frontend.crowds import crowd, ends, visitor  # noqa: F401 - fixtures
from tests.frontend.pages import SitePage
from tests.games.playing import THREE_DAYS, play, start
from tests.games.rated import finished_row
from tests.tournaments.playing import decide, make_club, next_round, open_tables, open_tournament, running_tournament
from tournaments.check_in.services import check_self_in
from tournaments.clubs.services.clubs import publish_news
from tournaments.clubs.services.membership import join_club
from tournaments.clubs.services.seasons import create_season
from tournaments.models import Entry, Round
from tournaments.pairing.values import Format
from tournaments.services.lifecycle import sign_off, start_tournament
from tournaments.services.pairing import pair_round
from tournaments.services.registration import add_player
from tournaments.services.results import set_result
from tournaments.webhooks.services import create_webhook

# Playwright's event loop runs in the test's thread, where Django would refuse every query.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

TOURNAMENT_NAMES = {"draft": "Autumn Swiss", "paired": "Spring Open", "overdue": "Library Evenings"}

PASSWORD = "a long password"  # nosec B105 # of made-up users

Viewer = User | Client
"""Who views a page: a user to be logged in, or a client in the state that the page needs."""
Places = dict[str, str | int]


@pytest.fixture
def member(places: Places, db: None) -> User:
    member = User.objects.create_user("ada", "ada@example.org", PASSWORD, display_name="Ada Lovelace")
    address = EmailAddress.objects.create(user=member, email=member.email, primary=True)
    places |= {
        "confirmation": EmailConfirmationHMAC(address).key,
        "account": user_pk_to_url_str(member),
        "reset": default_token_generator.make_token(member),
        "unsubscribing": unsubscribe_token(member.pk, ["turn"]),
    }
    return member


@pytest.fixture
def guarded(db: None) -> User:
    """A user with a second factor."""
    someone = User.objects.create_user("gerda", "gerda@example.org", PASSWORD)
    EmailAddress.objects.create(user=someone, email=someone.email, primary=True, verified=True)
    TOTP.activate(someone, "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")
    RecoveryCodes.activate(someone)
    return someone


@pytest.fixture
def halfway(guarded: User) -> Client:
    """A client that has given the password but not yet the code."""
    client = Client()
    client.post("/accounts/login/", {"login": guarded.username, "password": PASSWORD})
    return client


@pytest.fixture
def player(member: User, places: Places) -> User:
    """A member with games to move in, and games that wait for others."""
    names = ("maximiliane", "yusuf", "ben")
    maximiliane, yusuf, ben = (User.objects.create_user(name) for name in names)
    User.objects.filter(pk=maximiliane.pk).update(display_name="Maximiliane-Theodora von Hohenstaufen-R.")
    User.objects.filter(pk=yusuf.pk).update(display_name="يوسف إبراهيم")
    places["nonaga"] = start("nonaga", [member, yusuf]).pk
    places["vega"] = start("lyra-4", [member, ben, maximiliane, yusuf]).pk
    places["set_up"] = start("galax", [ben, member], set_up=False).pk
    places["sirius"] = start("sirius", [maximiliane, member]).pk
    return member


@pytest.fixture
def gamer(player: User, places: Places) -> User:
    """A player with games in every state: begun, over, imported, with chat, and proposals."""
    ben, yusuf = (User.objects.get(username=name) for name in ("ben", "yusuf"))
    galax, over = play(start("galax", [player, ben]), 4), play(start("lyra-2", [player, ben]), 4)
    resign(game_id=over.pk, user=ben)
    over.refresh_from_db()
    terms = read_terms(variant="nonaga", control=THREE_DAYS)
    places |= {
        "vaeva": play(start("vaeva", [player, ben]), 3).pk,
        "galax": galax.pk,
        "over": over.pk,
        "import": import_record(owner=player, data=record_file(over, seats_of(over))).pk,
        "message": post_message(game_id=galax.pk, user=ben, text="Good luck! " * 9).pk,
        "seek": create_seek(user=player, terms=terms).pk,
        "challenge": create_challenge(user=yusuf, terms=terms, opponents=[player], message="Once more?").pk,
        "invitation": create_invitation(user=player, terms=terms).token,
    }
    create_seek(user=ben, terms=terms)
    return player


@pytest.fixture
def onlooker(gamer: User) -> User:
    """A user who plays in none of these games."""
    return User.objects.create_user("otto")


@pytest.fixture
def regular(player: User) -> User:
    """A player with ratings, a place on a leaderboard, and unread notices."""
    other = User.objects.get(username="maximiliane")
    for ranks in ([1, 2], [2, 1], [1, 2]):
        finished_row([player, other], ranks)
    rate_finished_games()
    Rating.objects.update(sigma=3.0)
    notify_missed()
    set_relationship(owner=player, other=other, kind=RelationshipKind.MUTE)
    return player


@pytest.fixture
def away(player: User) -> User:
    """A player on vacation, with another one announced."""
    today = timezone.now().date()
    announce_vacation(user=player, until=today + timedelta(days=3))
    announce_vacation(user=player, start=today + timedelta(days=20), until=today + timedelta(days=22))
    return player


@pytest.fixture
def guest(member: User) -> User:
    """A guest with two games against AIs."""
    someone = create_guest()
    meteor = User.objects.get(username="meteor")
    for variant in ("lyra-2", "bataille-3"):
        play_ai(user=someone, ai=meteor, variant=variant, seat=0)
    return someone


@pytest.fixture
def solver(member: User, places: Places) -> User:
    """A member who missed a tactic."""
    prepare_tactics()
    tactic = Tactic.objects.order_by("id")[0]
    give_up(tactic_id=tactic.pk, user=member)
    places["tactic"] = tactic.pk
    return member


@pytest.fixture
def places() -> Places:
    """Values for the placeholders in the paths of pages, such as row ids."""
    return {}


@pytest.fixture
def secretary(player: User, places: Places) -> User:
    """The organiser of a club: a tournament with a draft second round, an overdue one, and one that is a draft."""
    club = make_club(player, joining="request", description="We meet on Thursdays, in the back room of the library.")
    join_club(club_id=club.pk, user=User.objects.get(username="yusuf"), message="I come with my own board.")
    for name in ("maximiliane", "ben"):
        join_club(club_id=club.pk, user=User.objects.get(username=name), invitation=club.invitation)
    publish_news(club_id=club.pk, user=player, title="The hall is booked", text="Bring a clock.")
    tournaments = {
        name: open_tournament(club, player, name=title, rounds=3) for name, title in TOURNAMENT_NAMES.items()
    }
    for tournament in (tournaments["paired"], tournaments["overdue"]):
        for name in ("maximiliane", "ben"):
            add_player(tournament_id=tournament.pk, user=player, player=User.objects.get(username=name))
        for name in ("Wanda von der Weiden-Lichtenberg", "Xu"):
            add_player(tournament_id=tournament.pk, user=player, name=name, rating=1600)
        start_tournament(tournament_id=tournament.pk, user=player)
        next_round(tournament, player)
    decide(tournaments["paired"], player, Random(1))
    pair_round(tournament_id=tournaments["paired"].pk, user=player)
    Round.objects.filter(tournament=tournaments["overdue"]).update(deadline=timezone.now())
    season = create_season(club_id=club.pk, user=player, name="2026", best=3, tournament_ids=[tournaments["paired"].pk])
    places.update({name: tournament.pk for name, tournament in tournaments.items()})
    places |= {"season": season.pk, "club_invitation": club.invitation, "person": club.people.get(name="Xu").pk}
    places["player"] = Entry.objects.filter(tournament=tournaments["paired"]).order_by("number")[0].pk
    return player


@pytest.fixture
def evening(db: None, places: Places) -> User:
    """The organiser of a tournament over the board with check-in, before its first round. Its pages open a stream."""
    someone = User.objects.create_user("evelyn")
    tournament = running_tournament(make_club(someone, "Evening Club"), someone, 7, accounts=False, check_in=True)
    for entry in tournament.entries.filter(number__lte=4):
        check_self_in(token=tournament.check_in_token, entry_id=entry.pk)
    places |= {"hall": tournament.pk, "check_in": tournament.check_in_token}
    return someone


@pytest.fixture
def finisher(db: None, places: Places) -> User:
    """The organiser of a final tournament with forfeits, of a webhook, and of a half-played knockout."""
    someone = User.objects.create_user("fina")
    club = make_club(someone, "Final Fellows")
    tournament = running_tournament(club, someone, 5, rounds=2, accounts=False)
    for seed in (1, 2):
        next_round(tournament, someone)
        set_result(
            table_id=open_tables(tournament)[0].pk, user=someone, outcome="forfeit", ranks=[1, 2], reason="never came"
        )
        decide(tournament, someone, Random(seed))
    sign_off(tournament_id=tournament.pk, user=someone)
    matches = {"games_per_match": 3, "third_place": True, "tie_breaks": ()}
    cup = running_tournament(club, someone, 6, Format.KNOCKOUT, name="Winter Cup", accounts=False, **matches)
    next_round(cup, someone)
    while open_tables(cup):
        decide(cup, someone, Random(3))
    next_round(cup, someone)
    decide(cup, someone, Random(3))
    hook = create_webhook(club_id=club.pk, user=someone, url="https://club.example.org/hook", kinds=["result", "final"])
    places |= {
        "final": tournament.pk,
        "knockout": cup.pk,
        "finalist": tournament.entries.get(number=1).pk,
        "hook": hook.pk,
    }
    return someone


@pytest.fixture
def keeper(db: None) -> User:
    """A staff user."""
    return User.objects.create_user("keeper", "keeper@example.org", PASSWORD, is_staff=True)


@pytest.fixture
def postmaster(db: None, places: Places, settings: LazySettings, tmp_path: Path) -> User:
    """An administrator of a site that stores its mails as files."""
    settings.EMAIL_BACKEND = FILE_BACKEND
    settings.EMAIL_FILE_PATH = tmp_path
    send_mail("Your turn", "Look: https://club.example.org/games/1/\n", "site@example.org", ["ada@example.org"])
    places["mail"] = list_mails()[0].file_name
    return User.objects.create_superuser("postmaster")


@pytest.fixture
def moderator(regular: User, keeper: User) -> User:
    """A moderator with reports and past actions."""
    other = User.objects.get(username="maximiliane")
    for path in ("/games/1/", ""):
        report_person(reporter=other, person=regular, reason="abuse", words="Word " * 40, path=path, quote="Pah. " * 30)
    moderate(moderator=keeper, person=regular, action=ModerationAction.MUTE, why="Be kind. " * 20, days=7)
    return keeper


@pytest.fixture
def open_page(browser: Browser, live_server: LiveServer, places: Places) -> Iterator[Callable[..., Page]]:
    """Open a path as a user, at a width, in a theme; errors in the browser's console fail the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_(
        path: str, *, user: Viewer | None = None, width: int = 1440, theme: str = "light", **options: Any
    ) -> Page:
        options = {"viewport": {"width": width, "height": 900}, "reduced_motion": "reduce", **options}
        context = browser.new_context(base_url=live_server.url, color_scheme=theme, **options)
        context.set_default_timeout(60_000)
        contexts.append(context)
        if user is not None:
            context.add_cookies([session_cookie(user, live_server.url)])
        page = context.new_page()
        page.on("console", lambda message: _note(complaints, message.type, message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(path.format(**places))
        return page

    yield open_
    for context in contexts:
        context.close()
    assert complaints == []


def session_cookie(viewer: Viewer, url: str) -> Any:
    client = viewer if isinstance(viewer, Client) else signed_in(viewer)
    return {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": url}


def signed_in(user: User) -> Client:
    """Return a client that has just confirmed the password, as sensitive pages require."""
    client = Client()
    client.force_login(user)
    session = client.session
    session[AUTHENTICATION_METHODS_SESSION_KEY] = [{"method": "password", "at": time.time(), "reauthenticated": True}]
    session.save()
    return client


def _note(complaints: list[str], kind: str, text: str) -> None:
    # The browser logs a page's 404 as an error, and some tests expect one.
    if kind in ("error", "warning") and "the server responded with a status of" not in text:
        complaints.append(text)


@pytest.fixture
def viewer_of(request: pytest.FixtureRequest, db: None) -> Callable[[SitePage], Viewer | None]:
    """Return who views a page; every site but a new one has an account."""

    def find(page: SitePage) -> Viewer | None:
        if page.viewer == "new site":
            return None
        viewer: Viewer = request.getfixturevalue("member" if page.viewer == "anonymous" else page.viewer)
        return None if page.viewer == "anonymous" else viewer

    return find


@pytest.fixture(scope="session")
def sprite_names() -> set[str]:
    """Return the names of all icons and seat marks."""
    sprites = [Path(finders.find(f"img/{name}.svg")).read_text() for name in ("icons", "seats")]
    return {name for sprite in sprites for name in re.findall(r'<symbol id="([^"]+)"', sprite)}
