"""Viewers of rare states: one with large lists and awkward names, one with closed, cancelled and private things."""

from random import Random

import pytest
from django.test import Client

from accounts.models import User
from accounts.services.account_closure import close_account
from games.models import Notice
from tests.games.playing import play, start
from tests.tournaments.playing import decide, make_club, make_rules, next_round, open_tournament
from tournaments.clubs.services.clubs import close_club
from tournaments.models import Club, Membership
from tournaments.services.lifecycle import cancel, create_tournament, start_tournament
from tournaments.services.registration import add_player, enter

MEMBERS = 3000
NOTICES = 1234
LONGEST = "Wolfeschlegelsteinhausenbergerdorffsches"
"""Forty letters without a break opportunity."""
RIGHT_TO_LEFT = "نور الدين بن عبد الرحمن الفاسي المراكشي"

Places = dict[str, str | int]


@pytest.fixture
def crowd(player: User, places: Places) -> User:
    """A player with a very long name, in a club of three thousand, with more than a thousand notices."""
    User.objects.filter(pk=player.pk).update(display_name=LONGEST)
    User.objects.filter(username="yusuf").update(display_name=RIGHT_TO_LEFT)
    player.refresh_from_db()
    fill_club(make_club(player))
    Notice.objects.bulk_create(
        Notice(user=player, kind="club", key=f"crowd-{number}", about="event_cancelled", delivery="never", path="/")
        for number in range(NOTICES)
    )
    yusuf = User.objects.get(username="yusuf")
    places["names_game"] = play(start("nonaga", [player, yusuf]), 2).pk
    places["names"] = tournament_of_names(player)
    return player


def fill_club(club: Club) -> None:
    people = User.objects.bulk_create(
        User(username=f"member{number:04}", display_name=f"Member {number:,}") for number in range(MEMBERS)
    )
    Membership.objects.bulk_create(Membership(club=club, user=user) for user in people)


def tournament_of_names(organiser: User) -> int:
    """Create a tournament with a round between players with very long names."""
    tournament = open_tournament(
        Club.objects.get(slug="vega-circle"), organiser, name="The " + "Very " * 10 + "Long Evening"
    )
    for name in ("maximiliane", "yusuf", "ada"):
        enter(tournament_id=tournament.pk, user=User.objects.get(username=name))
    add_player(tournament_id=tournament.pk, user=organiser, name=LONGEST[::-1] + " der Jüngere", rating=1600)
    start_tournament(tournament_id=tournament.pk, user=organiser)
    next_round(tournament, organiser)
    decide(tournament, organiser, Random(1))
    return tournament.pk


@pytest.fixture
def visitor(secretary: User) -> Client:
    """An anonymous client, on a site with current tournaments."""
    client = Client()
    client.session.save()
    return client


@pytest.fixture
def ends(member: User, places: Places) -> User:
    """A member who visits what is closed, cancelled, deleted, private, or by invitation only."""
    olga, dora = (User.objects.create_user(name) for name in ("olga", "dora"))
    close_club(club_id=make_club(olga, "Old Circle", description="Thursdays, until the hall was sold.").pk, user=olga)
    club = make_club(olga, "Closed Doors", joining="invitation")
    tournament = open_tournament(club, olga, name="Rained Off")
    cancel(tournament_id=tournament.pk, user=olga, reason="The cellar is under water.")
    places |= {
        "cancelled": tournament.pk,
        "draft_tournament": create_tournament(user=olga, club_id=club.pk, rules=make_rules()).pk,
        "private": start("nonaga", [olga, dora], spectators=False).pk,
        "departed_game": play(start("lyra-2", [dora, olga]), 4).pk,
    }
    close_account(user=dora)
    return member
