"""Suspended and muted users can't publish texts in clubs, tournaments or profiles."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.errors import Forbidden
from accounts.models import User
from accounts.services.profile import change_profile
from tests.games.playing import client_of, make_people
from tests.tournaments.playing import make_club, open_tournament, running_tournament
from tournaments.clubs.services.membership import transfer_club
from tournaments.models import Club, JoinRequest, Membership, News, Tournament
from tournaments.services.lifecycle import change_tournament
from tournaments.services.pairing import pair_round

EVENT = {"name": "Ads", "format": "swiss", "variant": "lyra-2", "control": {"kind": "days", "allowance": 86400}}


def silence(user: User, column: str) -> User:
    setattr(user, column, timezone.now() + timedelta(days=3))
    user.save(update_fields=[column])
    return user


@pytest.mark.parametrize(("column", "code"), [("suspended_until", "suspended"), ("muted_until", "muted")])
def test_suspended_and_muted_users_publish_no_text(club: Club, secretary: User, column: str, code: str) -> None:
    closed = make_club(make_people("other")[0], "Closed Circle", joining="request")
    client = client_of(silence(secretary, column))
    words: list[tuple[str, str, dict[str, Any]]] = [
        ("post", "/api/v1/clubs/", {"name": "Ads", "joining": "open"}),
        ("patch", f"/api/v1/clubs/{club.slug}/", {"description": "Ads"}),
        ("post", f"/api/v1/clubs/{club.slug}/news/", {"title": "Ads", "text": "Ads"}),
        ("post", f"/api/v1/clubs/{closed.slug}/members/", {"message": "Ads"}),
        ("post", "/api/v1/tournaments/", {"club": club.slug, **EVENT}),
    ]
    answers = [getattr(client, method)(address, body) for method, address, body in words]
    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(403, code)] * len(words)
    assert [model.objects.count() for model in (Club, News, JoinRequest, Tournament)] == [2, 0, 0, 0]


@pytest.mark.parametrize("column", ["suspended_until", "muted_until"])
def test_texts_of_tournaments_and_profiles_cannot_be_changed(club: Club, secretary: User, column: str) -> None:
    tournament = open_tournament(club, secretary)
    change_profile(user=secretary, about="I keep the club.")
    silence(secretary, column)
    with pytest.raises(Forbidden):
        change_tournament(tournament_id=tournament.pk, user=secretary, changes={"description": "Ads"})
    for words in ({"about": "Ads"}, {"display_name": "Ads"}):
        with pytest.raises(Forbidden):
            change_profile(user=secretary, **words)
    assert change_profile(user=secretary, about="", time_zone="Europe/Prague").about == ""


def test_suspended_users_cannot_join_a_club(club: Club, stranger: User) -> None:
    client = client_of(silence(stranger, "suspended_until"))
    assert client.post(f"/api/v1/clubs/{club.slug}/members/", {}).status_code == 403
    assert not Membership.objects.filter(user=stranger).exists()


def test_actions_that_others_depend_on_stay_possible(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 2)
    heir = make_people("heir")[0]
    Membership.objects.create(club=club, user=heir)
    silence(secretary, "suspended_until")
    assert pair_round(tournament_id=tournament.pk, user=secretary).number == 1
    assert transfer_club(club_id=club.pk, user=secretary, member=heir).role == "owner"
