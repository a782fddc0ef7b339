"""Crosstables, seasons and CSV cells."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.simulation import round_robin, swiss, tables, tournaments
from tournaments.standings.crosstable import CrossRow, crosstable
from tournaments.standings.csv_escaping import safe_cell
from tournaments.standings.exact import exact_mean, exact_sum
from tournaments.standings.ranking import standings
from tournaments.standings.seasons import SeasonResult, places_gained, season_table

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("play_tournament", [swiss, round_robin, tables])
def test_a_crosstable_adds_up_and_is_symmetric(play_tournament):
    for seed in tournaments(40):
        tournament = play_tournament(seed).tournament
        table = standings(tournament, after_round=tournament.rounds)
        rows = crosstable(tournament, table)
        assert [(row.rank, row.entrant, row.points) for row in rows] == [
            (row.rank, row.entrant, row.points) for row in table.rows
        ]
        met = Counter((row.entrant, other) for row in rows for other in opponents(row))
        for row in rows:
            cells = [one for cell in row.rounds for one in cell]
            assert len(row.rounds) == tournament.rounds
            assert sum((one.points for one in cells), Fraction(0)) == row.points
            assert all(met[row.entrant, other] == met[other, row.entrant] for other in opponents(row))


def opponents(row: CrossRow) -> list[int]:
    return [mate.entrant for cell in row.rounds for one in cell for mate in (*one.mates, *one.no_shows)]


def result(tournament: int, player: int, score: int) -> SeasonResult:
    return SeasonResult(tournament, player, Fraction(score))


def test_the_best_results_of_a_season_count():
    results = [
        result(1, 7, 10),
        result(2, 7, 4),
        result(3, 7, 12),
        result(1, 8, 11),
        result(2, 8, 11),
        result(3, 9, 20),
    ]
    rows = season_table(results, best=2)
    assert [(row.rank, row.player, row.total) for row in rows] == [(1, 7, 22), (2, 8, 22), (3, 9, 20)]
    assert [one.tournament for one in rows[0].counted] == [3, 1]
    assert [one.tournament for one in rows[0].left_out] == [2]
    everything = season_table(results)
    assert [(row.player, row.total) for row in everything] == [(7, 26), (8, 22), (9, 20)]


def test_equal_season_totals_share_a_rank_and_the_next_is_skipped():
    rows = season_table([result(1, 1, 5), result(1, 2, 5), result(1, 3, 4)], best=3)
    assert [(row.rank, row.player) for row in rows] == [(1, 1), (1, 2), (3, 3)]


@given(
    st.lists(st.tuples(st.integers(1, 6), st.integers(1, 5), st.fractions(0, 40, max_denominator=6)), max_size=30),
    st.integers(1, 4),
)
def test_a_season_is_independent_of_order_and_counts_only_the_best(triples, best):
    results = [SeasonResult(*one) for one in {one[:2]: one for one in triples}.values()]
    rows = season_table(results, best=best)
    shuffled = list(results)
    Random(1).shuffle(shuffled)
    assert season_table(shuffled, best=best) == rows
    for row in rows:
        mine = sorted((one.score for one in results if one.player == row.player), reverse=True)
        assert row.total == sum(mine[:best], Fraction(0))
        assert len(row.counted) + len(row.left_out) == len(mine)


def test_tied_players_share_the_points_of_their_places():
    for seed in tournaments(20):
        tournament = swiss(seed).tournament
        table = standings(tournament, after_round=tournament.rounds)
        count = len(table.rows)
        assert sum(places_gained(table).values()) == Fraction(count * (count - 1), 2)


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        ("Eva", "Eva"),
        ("=1+1", "'=1+1"),
        ("+420", "'+420"),
        ("-5", "'-5"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t=1"),
        ("\r=1", "'\r=1"),
        ("  =1", "'  =1"),
        ("＝1", "'＝1"),
        ("a=1", "a=1"),
        (-5, "-5"),
        (None, ""),
        (Fraction(9, 2), "4.5"),
        (Fraction(-1, 4), "-0.25"),
        (Fraction(7, 3), "2.33"),
        (Fraction(6), "6"),
        (Fraction(1, 20), "0.05"),
    ],
)
def test_csv_cells_are_not_executed_as_formulas(value, cell):
    assert safe_cell(value) == cell


@given(st.text())
@pytest.mark.slow
def test_no_csv_text_starts_like_a_formula(text):
    assert not safe_cell(text).lstrip(" \u00a0").startswith(("=", "+", "-", "@", "\t", "\r"))


@given(st.fractions(-1000, 1000, max_denominator=400))
def test_csv_numbers_have_at_most_two_decimal_places(value):
    cell = safe_cell(value)
    assert abs(Fraction(cell) - value) <= Fraction(1, 200)
    assert len(cell.partition(".")[2]) <= 2


@given(st.lists(st.fractions(max_denominator=1000), min_size=1))
@pytest.mark.slow
def test_sums_are_exact(values):
    assert exact_sum(values) == sum(values, Fraction(0))
    assert exact_mean(values) == sum(values, Fraction(0)) / len(values)
