"""The screen for the wall: what it shows in each state of a tournament, and whose tournaments it shows."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from tests.tournaments.playing import (
    decide,
    make_club,
    make_rules,
    next_round,
    open_tables,
    open_tournament,
    running_tournament,
)
from tournaments.hall.selectors.screen import MAX_TOURNAMENTS
from tournaments.models import Club, Round, Tournament
from tournaments.services.lifecycle import create_tournament, sign_off
from tournaments.services.pairing import pair_round
from tournaments.services.results import set_result


def walls(path: str) -> list[dict[str, Any]]:
    answer = Client().get(path)
    assert answer.status_code == 200
    found: list[dict[str, Any]] = answer.context["walls"]
    return found


def wall_of(tournament: Tournament, query: str = "") -> dict[str, Any]:
    (wall,) = walls(f"/tournaments/{tournament.pk}/screen/{query}")
    return wall


def test_a_draft_has_no_screen_not_even_for_its_organiser(club: Club, secretary: User) -> None:
    tournament = create_tournament(user=secretary, club_id=club.pk, rules=make_rules())
    browser = Client()
    browser.force_login(secretary)
    assert browser.get(f"/tournaments/{tournament.pk}/screen/").status_code == 404
    assert browser.get(f"/clubs/{club.slug}/screen/?tournaments={tournament.pk}").context["walls"] == []


def test_registration_shows_the_clock_alone(club: Club, secretary: User) -> None:
    tournament = open_tournament(club, secretary, first_round_at=timezone.now() + timedelta(hours=1))
    wall = wall_of(tournament)
    assert wall["views"] == ["clock"]
    assert wall["countdown"]["kind"] == "start"


def test_before_round_1_players_have_their_numbers_and_no_rank(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, accounts=False, rounds=2)
    assert wall_of(tournament)["has_standings"] is False
    next_round(tournament, secretary)
    assert wall_of(tournament)["has_standings"] is True


def test_a_running_round_shows_pairings_results_standings_and_the_time_left(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 6, accounts=False, rounds=2)
    next_round(tournament, secretary)
    assert wall_of(tournament)["views"] == ["pairings", "names", "standings", "clock"]
    Round.objects.update(deadline=timezone.now() + timedelta(minutes=40))
    first, second, _third = open_tables(tournament)
    for table in (first, second):
        set_result(table_id=table.pk, user=secretary, outcome="goal", ranks=[1, 2], reason="")
    wall = wall_of(tournament)
    assert wall["views"] == ["pairings", "names", "results", "standings", "clock"]
    assert [table["id"] for table in wall["screen"]["results"]] == [second.pk, first.pk]
    assert wall["countdown"]["kind"] == "end"
    clock = wall["clock"]
    assert (clock["round"], clock["is_running"], clock["tables"], clock["finished_tables"]) == (1, True, 3, 2)


def test_a_draft_round_is_announced_and_not_shown(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, accounts=False, rounds=2)
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(1))
    assert not wall_of(tournament)["clock"]["is_pairing"]
    pair_round(tournament_id=tournament.pk, user=secretary)
    wall = wall_of(tournament)
    assert (wall["clock"]["is_pairing"], wall["clock"]["next_round"]) == (True, 2)
    assert wall["screen"]["pairings"]["number"] == 1


def test_a_final_tournament_shows_results_and_standings_and_opens_no_stream(club: Club, secretary: User) -> None:
    tournament = ended_tournament(club, secretary)
    wall = wall_of(tournament)
    assert wall["views"] == ["results", "standings"]
    assert not wall["is_live"]


def ended_tournament(club: Club, secretary: User, name: str = "Spring Open") -> Tournament:
    tournament = running_tournament(club, secretary, 4, accounts=False, rounds=1, name=name)
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(1))
    return sign_off(tournament_id=tournament.pk, user=secretary)


@pytest.mark.parametrize(
    ("query", "views", "seconds"),
    [
        ("?views=standings,pairings&seconds=20", ["standings", "pairings"], 20),
        ("?views=nonsense&seconds=nonsense", ["pairings", "names", "standings", "clock"], 12),
        ("?views=standings&seconds=1", ["standings"], 4),
        ("?views=standings&seconds=999", ["standings"], 120),
    ],
)
def test_the_address_chooses_views_and_seconds(
    club: Club, secretary: User, query: str, views: list[str], seconds: int
) -> None:
    tournament = running_tournament(club, secretary, 4, accounts=False, rounds=2)
    next_round(tournament, secretary)
    answer = Client().get(f"/tournaments/{tournament.pk}/screen/{query}")
    assert answer.context["walls"][0]["views"] == views
    assert answer.context["seconds"] == seconds


def test_a_club_shows_what_is_running_and_what_ended_today(club: Club, secretary: User) -> None:
    other = make_club(secretary, "Other Circle")
    running = running_tournament(club, secretary, 4, accounts=False, name="Running")
    today = ended_tournament(club, secretary, "Today")
    earlier = ended_tournament(club, secretary, "Earlier")
    Round.objects.filter(tournament=earlier).update(finished_at=timezone.now() - timedelta(days=2))
    elsewhere = running_tournament(other, secretary, 4, accounts=False, name="Elsewhere")
    address = f"/clubs/{club.slug}/screen/"
    assert [wall["tournament"] for wall in walls(address)] == [running, today]
    chosen = f"{address}?tournaments={earlier.pk},{running.pk},{elsewhere.pk},nonsense,{'9' * 30}"
    assert [wall["tournament"] for wall in walls(chosen)] == [earlier, running]


def test_a_club_screen_has_a_limited_number_of_streams(club: Club, secretary: User) -> None:
    for number in range(MAX_TOURNAMENTS + 1):
        running_tournament(club, secretary, 2, accounts=False, name=f"Tournament {number}")
    assert len(walls(f"/clubs/{club.slug}/screen/")) == MAX_TOURNAMENTS


class TestLivePairings:
    """The pairings page is live for everyone who isn't entering something on it."""

    @pytest.fixture
    def tournament(self, club: Club, secretary: User) -> Tournament:
        tournament = running_tournament(club, secretary, 2, rounds=2)
        next_round(tournament, secretary)
        return tournament

    @staticmethod
    def is_live(tournament: Tournament, user: User | None = None) -> bool:
        browser = Client()
        if user is not None:
            browser.force_login(user)
        return bool(browser.get(f"/tournaments/{tournament.pk}/rounds/1/").context["is_live"])

    def test_for_a_visitor(self, tournament: Tournament) -> None:
        assert self.is_live(tournament)

    def test_not_for_an_organiser(self, tournament: Tournament, secretary: User) -> None:
        assert not self.is_live(tournament, secretary)

    def test_for_a_player_after_their_result(self, tournament: Tournament, secretary: User) -> None:
        player = User.objects.get(username="player001")
        assert not self.is_live(tournament, player)
        decide(tournament, secretary, Random(1))
        assert self.is_live(tournament, player)
