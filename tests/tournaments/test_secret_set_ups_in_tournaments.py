"""Secret set-ups in tournaments: others only see whether one was submitted."""

import json
import re

import pytest
from django.core import mail
from django.urls import get_resolver

from accounts.models import User
from games.models import Game, GameEvent, Notice
from games.notifications.services.mail import send_due_digests, send_due_mails
from games.notifications.services.notices import notify_missed
from games.services.setup import submit_setup
from tests.config.lines import written
from tests.games.playing import client_of
from tests.games.test_secret_set_ups import SECRETS
from tests.tournaments.playing import next_round, running_tournament
from tournaments.enums import Venue
from tournaments.models import Club, Tournament, TournamentEvent

SECRET = SECRETS["vaeva"]


@pytest.fixture
def half_set_up(club: Club, secretary: User) -> Game:
    tournament = running_tournament(club, secretary, 2, variant="vaeva", venue=Venue.CORRESPONDENCE, rounds=1)
    next_round(tournament, secretary)
    game = Game.objects.get()
    submit_setup(game_id=game.pk, user=owner_of(game), setup=SECRET)
    return game


def owner_of(game: Game) -> User:
    return game.seats.select_related("user").get(index=0).user


def addresses(game: Game) -> list[str]:
    """Every address of the site with values for this game; streams are checked by their rows below."""
    known = {
        "game_id": game.pk,
        "tournament_id": Tournament.objects.get().pk,
        "number": 1,
        "ply": 0,
        "slug": Club.objects.get().slug,
        "username": owner_of(game).username,
        "variant_id": "vaeva",
        "family": "vaeva",
        "family_id": "vaeva",
    }
    found = []
    for route in _routes(get_resolver().url_patterns):
        path = re.sub(r"<(?:\w+:)?(\w+)>", lambda match: str(known.get(match[1], "<")), route)
        if not re.search(r"[<^(\\]", path) and not path.endswith("events/"):
            found.append(f"/{path}")
    return found


def _routes(patterns: list, prefix: str = "") -> list[str]:
    routes = []
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        routes += _routes(pattern.url_patterns, route) if hasattr(pattern, "url_patterns") else [route]
    return routes


def test_the_set_up_is_not_in_stream_events_notices_or_mails(half_set_up: Game) -> None:
    notify_missed()
    send_due_mails()
    send_due_digests()
    exposed = [
        *GameEvent.objects.values_list("payload", flat=True),
        *TournamentEvent.objects.values_list("payload", flat=True),
        *Notice.objects.values_list("key", "facts", "path"),
        *((letter.subject, letter.body) for letter in mail.outbox),
    ]
    assert exposed
    assert SECRET not in json.dumps(exposed, default=str)


@pytest.mark.parametrize("format_name", ["console", "json"])
def test_the_set_up_is_in_no_log_line(half_set_up: Game, format_name: str) -> None:
    """Neither in the request's line nor in a traceback."""
    url = f"/api/v1/games/{half_set_up.pk}/setup/"
    with written(format_name, level="DEBUG") as lines:
        client_of(owner_of(half_set_up)).post(url, {"setup": SECRET})
        client_of(owner_of(half_set_up)).post(url, {"setup": SECRET, "unknown": 1})
        client_of(None).post(url, {"setup": SECRET})
    assert lines().count("request_finished") == 3
    assert SECRET not in lines()
