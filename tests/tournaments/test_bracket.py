"""The bracket of a knockout, from the first round to the final, which replaces the crosstable."""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from tests.tournaments.playing import entry, next_round, open_tables, running_tournament
from tournaments.enums import Venue
from tournaments.models import Club, Table, Tournament
from tournaments.pairing.values import Format
from tournaments.selectors.api_json import Json
from tournaments.selectors.bracket import bracket_json
from tournaments.services.results import set_result


def knockout(club: Club, secretary: User, players: int, **more: Any) -> Tournament:
    return running_tournament(club, secretary, players, Format.KNOCKOUT, accounts=False, tie_breaks=(), **more)


def let_higher_seeds_win(tournament: Tournament, secretary: User) -> None:
    for table in open_tables(tournament):
        numbers = [seat.entry.number or 0 for seat in table.seats.select_related("entry").order_by("index")]
        ranks = [1 if number == min(numbers) else 2 for number in numbers]
        set_result(table_id=table.pk, user=secretary, outcome="goal", ranks=ranks, reason="")


def seeds(round_: Json) -> list[list[int | None]]:
    return [[side["player"] and side["player"]["number"] for side in match["sides"]] for match in round_["matches"]]


def through(round_: Json) -> list[int]:
    sides = [side for match in round_["matches"] for side in match["sides"]]
    return [side["player"]["number"] for side in sides if side["is_through"]]


def shown(tournament: Tournament) -> str:
    return Client().get(f"/tournaments/{tournament.pk}/crosstable/").content.decode()


def marked(page: str) -> list[str]:
    """The icons of advancing players; each has a text alternative."""
    sides = re.findall(r'<li class="through[^"]*">(.*?)</li>', page, re.DOTALL)
    return [re.findall(r'#(check|trophy)".*?<span class="visually-hidden">[^<]', side, re.DOTALL)[0] for side in sides]


def test_six_players_from_the_seeding_to_the_winner(club: Club, secretary: User) -> None:
    tournament = knockout(club, secretary, 6)
    first, second, final = bracket_json(tournament)
    assert len({one["name"] for one in (first, second, final)}) == 3
    assert seeds(first) == [[1, None], [4, 5], [2, None], [3, 6]]
    assert [match["is_bye"] for match in first["matches"]] == [True, False, True, False]
    assert (through(first), seeds(second), seeds(final)) == ([1, 2], [[1, None], [2, None]], [[None, None]])
    for _ in range(3):
        next_round(tournament, secretary)
        let_higher_seeds_win(tournament, secretary)
    tournament.refresh_from_db()
    first, second, final = bracket_json(tournament)
    assert (through(first), through(second), through(final)) == ([1, 4, 2, 3], [1, 2], [1])
    assert (seeds(second), seeds(final)) == ([[1, 4], [2, 3]], [[1, 2]])
    assert [side["points"] for side in final["matches"][0]["sides"]] == [["6"], ["0"]]
    assert ["player001" in match["reason"] for match in final["matches"]] == [True]


def test_a_drawn_match_links_to_both_its_tables(club: Club, secretary: User) -> None:
    tournament = knockout(club, secretary, 2)
    next_round(tournament, secretary)
    (drawn,) = open_tables(tournament)
    set_result(table_id=drawn.pk, user=secretary, outcome="draw", reason="")
    (replay,) = open_tables(tournament)
    tournament.refresh_from_db()
    ((match,),) = [one["matches"] for one in bracket_json(tournament)]
    assert [table["id"] for table in match["tables"]] == [drawn.pk, replay.pk]
    assert [side["points"] for side in match["sides"]] == [["2"], ["2"]]
    page = shown(tournament)
    assert all(f'href="/tournaments/{tournament.pk}/rounds/1/#table-{table.pk}"' in page for table in (drawn, replay))


def test_the_page_shows_who_advances_without_colours(club: Club, secretary: User) -> None:
    tournament = knockout(club, secretary, 4)
    page = shown(tournament)
    assert marked(page) == []
    next_round(tournament, secretary)
    let_higher_seeds_win(tournament, secretary)
    page = shown(tournament)
    assert marked(page) == ["check", "check"]
    winner = entry(tournament, "player001")
    assert f'href="/tournaments/{tournament.pk}/players/{winner.pk}/"><bdi>player001</bdi></a>' in page
    next_round(tournament, secretary)
    let_higher_seeds_win(tournament, secretary)
    assert sorted(marked(shown(tournament))) == ["check", "check", "trophy"]


def test_an_online_match_links_to_its_game(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 2, Format.KNOCKOUT, tie_breaks=(), venue=Venue.CORRESPONDENCE)
    next_round(tournament, secretary)
    assert f'href="/games/{Table.objects.get().game_id}/"' in shown(tournament)


def test_the_bracket_does_not_show_a_draft(club: Club, secretary: User) -> None:
    tournament = knockout(club, secretary, 4)
    assert "/rounds/1/" not in shown(tournament)
    next_round(tournament, secretary)
    assert "/rounds/1/" in shown(tournament)


def test_the_tab_is_labelled_bracket(club: Club, secretary: User) -> None:
    labels = set()
    for format in (Format.KNOCKOUT, Format.SWISS):
        tournament = running_tournament(club, secretary, 4, format, accounts=False, rounds=2, name=format.value)
        page = Client().get(f"/tournaments/{tournament.pk}/crosstable/")
        labels |= {str(tab["label"]) for tab in page.context["tabs"] if tab["is_current"]}
    assert len(labels) == 2


@pytest.mark.slow
def test_a_bracket_needs_the_same_queries_for_four_players_and_for_many(
    club: Club, secretary: User, django_assert_max_num_queries: Callable[[int], AbstractContextManager[Any]]
) -> None:
    counts = set()
    for players in (4, 32):
        tournament = knockout(club, secretary, players, name=f"Of {players}")
        next_round(tournament, secretary)
        let_higher_seeds_win(tournament, secretary)
        cache.clear()
        with django_assert_max_num_queries(30) as queries:
            shown(tournament)
        counts.add(len(queries))
    assert len(counts) == 1
