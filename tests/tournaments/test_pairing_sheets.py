"""Sheets for paper: pairings by table and by name, score slips, standings, certificate."""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from random import Random
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.tournaments.playing import decide, next_round, open_tables, open_tournament, running_tournament
from tournaments.models import Club
from tournaments.pairing.values import Format
from tournaments.services.lifecycle import sign_off, start_tournament
from tournaments.services.registration import add_player
from tournaments.services.results import set_result

Counting = Callable[[int], AbstractContextManager[list[Any]]]


def test_players_are_sorted_by_name(club: Club, secretary: User) -> None:
    """Accents and capitals don't sort a name to the end."""
    tournament = open_tournament(club, secretary, rounds=1)
    for rating, name in enumerate(["Zora", "Éva", "adam", "Milan", "Fero"]):
        add_player(tournament_id=tournament.pk, user=secretary, name=name, rating=2000 - rating)
    start_tournament(tournament_id=tournament.pk, user=secretary)
    next_round(tournament, secretary)
    page = Client().get(f"/tournaments/{tournament.pk}/rounds/1/print/")
    lines = page.context["by_name"]
    assert [line["name"] for line in lines] == ["adam", "Éva", "Fero", "Milan", "Zora"]
    seated = {table.number: set(table.seats.values_list("entry__name", flat=True)) for table in open_tables(tournament)}
    for line in lines:
        assert {line["name"], *line["others"]} == seated.get(line["table"], {line["name"]})
    assert [line["table"] for line in lines].count(None) == 1
    assert re.search(r'<td class="number">–</td>\s*<td>\s*<span class="muted">', page.content.decode())


def test_a_table_of_four_names_the_three_others(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, Format.SWISS_TABLES, rounds=1)
    next_round(tournament, secretary)
    page = Client().get(f"/tournaments/{tournament.pk}/rounds/1/print/")
    assert [len(line["others"]) for line in page.context["by_name"]] == [3, 3, 3, 3]


@pytest.mark.slow
def test_sheets_need_the_same_queries_for_ten_players_and_for_many(
    club: Club, secretary: User, django_assert_max_num_queries: Counting
) -> None:
    counts = set()
    for players in (10, 60):
        tournament = running_tournament(club, secretary, players, accounts=False, rounds=1, name=f"Of {players}")
        next_round(tournament, secretary)
        with django_assert_max_num_queries(20) as queries:
            assert Client().get(f"/tournaments/{tournament.pk}/rounds/1/print/").status_code == 200
        counts.add(len(queries))
    assert len(counts) == 1


def test_slips_are_for_tables_without_a_result(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 6, accounts=False, rounds=1)
    next_round(tournament, secretary)
    first, *others = open_tables(tournament)
    set_result(table_id=first.pk, user=secretary, outcome="goal", ranks=[1, 2], reason="")
    page = Client().get(f"/tournaments/{tournament.pk}/rounds/1/slips/")
    assert [table["id"] for table in page.context["tables"]] == [table.pk for table in others]


def test_a_draft_round_has_no_slips(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, accounts=False, rounds=1)
    assert Client().get(f"/tournaments/{tournament.pk}/rounds/1/slips/").status_code == 404


def test_a_certificate_waits_for_the_final_standings(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 6, accounts=False, rounds=1)
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(1))
    address = f"/tournaments/{tournament.pk}/certificate/"
    assert Client().get(address).status_code == 404
    sign_off(tournament_id=tournament.pk, user=secretary)
    page = Client().get(address)
    assert len(page.context["rows"]) == 6
    assert {row["rank"] for row in page.context["podium"]} <= {1, 2, 3}


def test_the_standings_sheet_writes_points_as_decimals(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 3, Format.SWISS_TABLES, rounds=1)
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(1), outcomes=("draw",))
    page = Client().get(f"/tournaments/{tournament.pk}/print/")
    assert page.context["table"]["after_round"] == 1
    assert "/3" not in re.sub(r'(href|src|action|content)="[^"]*"', "", page.content.decode())
