"""Lists are filtered by the parameters in the schema; an invalid value is an error."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from tests.games.playing import client_of, make_people, start
from tests.tournaments.playing import make_rules, next_round, open_tournament, running_tournament
from tournaments.clubs.services.clubs import create_club
from tournaments.clubs.services.membership import join_club
from tournaments.enums import Venue
from tournaments.models import Club
from tournaments.pairing.values import Format
from tournaments.selectors import search
from tournaments.services.lifecycle import create_tournament, start_tournament
from tournaments.services.registration import enter

pytestmark = pytest.mark.django_db


@pytest.fixture
def secretary() -> User:
    return make_people("mira")[0]


@pytest.fixture
def club(secretary: User) -> Club:
    return create_club(user=secretary, name="Vega Circle")


def test_tournaments_are_filtered_by_format(club: Club, secretary: User) -> None:
    swiss, robin = (open_tournament(club, secretary, way) for way in (Format.SWISS, Format.ROUND_ROBIN))
    found = {
        way: [
            tournament["id"] for tournament in APIClient().get(f"/api/v1/tournaments/?format={way}").json()["results"]
        ]
        for way in ("swiss", "round_robin", "knockout")
    }
    assert found == {"swiss": [swiss.pk], "round_robin": [robin.pk], "knockout": []}


@pytest.mark.parametrize("asked", ["format=chess", "variant=chess", "family=chess", "status=asleep"])
def test_filtering_tournaments_by_an_unknown_value_is_an_error(asked: str) -> None:
    answer = APIClient().get(f"/api/v1/tournaments/?{asked}")
    assert (answer.status_code, list(answer.json()["fields"])) == (400, [asked.partition("=")[0]])


@pytest.mark.parametrize(("asked", "found"), [("true", 0), ("TRUE", 0), ("1", 0), ("false", 1), ("0", 1), ("", 1)])
def test_a_boolean_filter_is_parsed(secretary: User, asked: str, found: int) -> None:
    start("lyra-2", [secretary, *make_people("pavel")])
    assert APIClient().get(f"/api/v1/games/?rated={asked}").json()["count"] == found


@pytest.mark.parametrize("asked", ["rated", "is_live", "in_progress", "mine", "my_turn"])
def test_an_invalid_boolean_is_an_error(asked: str) -> None:
    answer = APIClient().get(f"/api/v1/games/?{asked}=maybe")
    assert (answer.status_code, list(answer.json()["fields"])) == (400, [asked])


def names_at(address: str, user: User | None = None) -> list[str]:
    answer = client_of(user).get(f"/api/v1/{address}")
    assert answer.status_code == 200, answer.json()
    return [line["name"] for line in answer.json()["results"]]


@pytest.mark.parametrize("asked", ["čakovec", "ČAKOVEC", "cakovec", "kov", " Cakovec "])
def test_clubs_are_found_by_a_part_of_their_name_in_any_case(club: Club, secretary: User, asked: str) -> None:
    create_club(user=secretary, name="Društvo Čakovec")
    assert names_at(f"clubs/?search={asked}") == ["Društvo Čakovec"]
    assert names_at("clubs/?search=") == ["Društvo Čakovec", "Vega Circle"]
    assert names_at("clubs/?search=nobody") == []


def test_search_combines_with_other_filters_of_tournaments(
    club: Club, secretary: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = create_club(user=secretary, name="Other")
    for where, name in ((club, "Open 2025"), (club, "Open 2026"), (other, "Élite Open")):
        open_tournament(where, secretary, name=name)
    assert names_at("tournaments/?search=open") == ["Élite Open", "Open 2026", "Open 2025"]
    assert names_at("tournaments/?search=elite") == ["Élite Open"]
    assert names_at(f"tournaments/?search=open&club={club.slug}") == ["Open 2026", "Open 2025"]
    monkeypatch.setattr(search, "MAX_SEARCHED", 1)
    assert names_at("tournaments/?search=open") == ["Élite Open"]
    assert names_at(f"tournaments/?search=open&club={club.slug}") == ["Open 2026"]


def test_only_organisers_find_a_draft_by_its_name(club: Club, secretary: User) -> None:
    (stranger,) = make_people("stranger")
    create_tournament(user=secretary, club_id=club.pk, rules=make_rules(name="Secret Cup"))
    found = {user: names_at("tournaments/?search=secret", user) for user in (secretary, stranger, None)}
    assert found == {secretary: ["Secret Cup"], stranger: [], None: []}


def test_members_are_found_by_name_or_username(club: Club) -> None:
    (pavel,) = make_people("pavel")
    User.objects.filter(pk=pavel.pk).update(display_name="The Old Fox")
    join_club(club_id=club.pk, user=pavel)
    assert names_at(f"clubs/{club.slug}/members/?search=fox") == ["The Old Fox"]
    assert names_at(f"clubs/{club.slug}/members/?search=PAV") == ["The Old Fox"]
    assert names_at(f"clubs/{club.slug}/members/?search=nobody") == []


@pytest.mark.parametrize("address", ["clubs/", "tournaments/", "clubs/vega-circle/members/"])
def test_a_search_text_too_long_for_a_name_is_an_error(club: Club, address: str) -> None:
    answer = APIClient().get(f"/api/v1/{address}?search={81 * 'x'}")
    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["search"])


def test_a_search_runs_as_many_queries_for_many_results_as_for_one(
    club: Club, secretary: User, django_assert_num_queries: Any
) -> None:
    for more in range(3):
        open_tournament(club, secretary, name=f"Open {more}")
        with django_assert_num_queries(3):
            assert len(names_at("tournaments/?search=open")) == more + 1


def test_games_filtered_by_a_tournament_id_ignore_names_that_contain_it(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, venue=Venue.CORRESPONDENCE)
    next_round(tournament, secretary)
    other = open_tournament(club, secretary, name=f"Cup {tournament.pk}", venue=Venue.CORRESPONDENCE)
    for entry in tournament.entries.select_related("user"):
        enter(tournament_id=other.pk, user=entry.user)
    start_tournament(tournament_id=other.pk, user=secretary)
    next_round(other, secretary)
    found = {
        asked: {game["id"] for game in APIClient().get(f"/api/v1/games/?tournament={asked}").json()["results"]}
        for asked in (tournament.pk, other.pk, "cup")
    }
    assert len(found[tournament.pk]) == len(found[other.pk]) == 2
    assert found[tournament.pk].isdisjoint(found[other.pk])
    assert found["cup"] == found[other.pk]
