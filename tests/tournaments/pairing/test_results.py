from fractions import Fraction
from itertools import product
from random import Random

import pytest
from gacrux.gacruxexeptions import GacruxInvariantError

from games.rules.core import Result
from games.rules.points import points
from tests.tournaments.simulation import entrants
from tournaments.pairing.first_move import explain_first_move, first_to_move
from tournaments.pairing.results import forfeited_game, played_table
from tournaments.pairing.stored import from_json, to_json
from tournaments.pairing.swiss import pair_swiss
from tournaments.pairing.values import (
    EngineFailure,
    Format,
    PlayedTable,
    RoundToPair,
    Scoring,
    TournamentData,
    format_points,
)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_points_agree_with_the_rules_package(seats):
    for ranks in product(range(1, seats + 1), repeat=seats):
        for tally in product((False, True), repeat=seats):
            by_tally = tuple(seat for seat in range(seats) if tally[seat])
            table = played_table(1, range(seats), ranks=ranks, by_tally=by_tally, scoring=Scoring())
            assert tuple(seat.points for seat in table.seats) == points(Result(ranks, "limit", by_tally))


def test_a_forfeit_gives_a_full_win_to_the_player_who_came():
    one = forfeited_game(2, 5, 6, absent=(5,), scoring=Scoring())
    assert [(seat.entrant, seat.points, seat.rank) for seat in one.seats] == [(5, 0, 2), (6, 6, 1)]
    both = forfeited_game(2, 5, 6, absent=(5, 6), scoring=Scoring())
    assert [(seat.points, seat.rank) for seat in both.seats] == [(0, 2), (0, 2)]
    assert from_json(PlayedTable, to_json(both)) == both


@pytest.mark.parametrize(
    ("ranks", "absent", "points"),
    [
        ((1, 2, 3), (2,), ("6", "3", "0")),  # 6 and a forfeit; 0 and a forfeit; nothing
        ((1, 1, 3), (2,), ("4", "4", "0")),  # a draw (2) and a forfeit (6) each
        ((3, 1, 2), (0,), ("0", "6", "3")),
        ((1, 2, 3, 4), (3,), ("6", "4", "2", "0")),
        ((1, 1, 1, 4), (3,), ("10/3", "10/3", "10/3", "0")),  # 2 + 2 + 6
        ((1, 3, 2, 3), (1, 3), ("6", "0", "4", "0")),  # the two absent players take nothing from each other
    ],
)
def test_a_table_without_some_of_its_players(ranks, absent, points):
    table = played_table(1, range(len(ranks)), ranks=ranks, absent=absent, scoring=Scoring())
    assert [seat.points for seat in table.seats] == [Fraction(one) for one in points]
    assert table.appeared == tuple(seat for seat in range(len(ranks)) if seat not in absent)
    assert from_json(PlayedTable, to_json(table)) == table


def test_by_tally_counts_among_those_who_appeared():
    table = played_table(1, (7, 8, 9), ranks=(1, 2, 3), absent=(2,), by_tally=(0, 1), scoring=Scoring())
    assert [seat.points for seat in table.seats] == [5, 3, 0]  # (4 + 6) / 2, (0 + 6) / 2


def test_a_table_left_with_one_player_or_none_is_a_forfeit():
    one = forfeited_game(1, 7, 8, 9, absent=(7, 9), scoring=Scoring())
    assert [(seat.points, seat.absent) for seat in one.seats] == [(0, True), (6, False), (0, True)]
    none = forfeited_game(1, 7, 8, 9, absent=(7, 8, 9), scoring=Scoring())
    assert [seat.points for seat in none.seats] == [0, 0, 0]


@pytest.mark.parametrize("seats", [3, 4])
def test_the_sum_of_points_follows_from_the_number_of_absent_players(seats):
    """Played to the goal without ties, each duel is worth 6, but those between absent players nothing."""
    random = Random(seats)
    for _ in range(200):
        absent = random.sample(range(seats), random.randint(0, seats - 2))
        playing = [seat for seat in range(seats) if seat not in absent]
        order = dict(zip(random.sample(playing, len(playing)), range(1, seats + 1), strict=False))
        ranks = [order.get(seat, len(playing) + 1) for seat in range(seats)]
        table = played_table(1, range(seats), ranks=ranks, absent=absent, scoring=Scoring())
        duels = seats * (seats - 1) // 2 - len(absent) * (len(absent) - 1) // 2
        assert sum(seat.points for seat in table.seats) == Fraction(6 * duels, seats - 1)


@pytest.mark.parametrize(
    ("value", "text"),
    [("6", "6"), ("0", "0"), ("100", "100"), ("9/2", "4.5"), ("1/3", "0.33"), ("10/3", "3.33")],
)
def test_points_are_formatted(value, text):
    assert format_points(Fraction(value)) == text


FIRST, SECOND = True, False


@pytest.mark.parametrize(
    ("one", "other", "moves_first"),
    [
        ([SECOND], [FIRST], True),
        ([FIRST], [], False),
        ([FIRST, SECOND], [SECOND, FIRST], True),
        ([], [], True),
        ([FIRST, SECOND], [FIRST, SECOND], True),
    ],
)
def test_who_moves_first(one, other, moves_first):
    assert first_to_move(one, other, one_is_higher=True, top_moves_first=True) == moves_first


def test_the_reason_for_moving_first_is_explained():
    less_often, seldom = explain_first_move("Eva", [SECOND], [FIRST]), explain_first_move("Eva", [], [FIRST])
    lately = explain_first_move("Eva", [FIRST, SECOND], [SECOND, FIRST])
    lot, order = explain_first_move("Eva", [], []), explain_first_move("Eva", [FIRST, SECOND], [FIRST, SECOND])
    assert less_often == seldom
    assert len({less_often, lately, lot, order}) == 4
    assert all("Eva" in reason for reason in (less_often, lately, lot, order))


def test_without_a_difference_the_tournaments_random_draw_decides():
    assert first_to_move([], [], one_is_higher=True, top_moves_first=False) is False
    assert first_to_move([], [], one_is_higher=False, top_moves_first=False) is True


def test_an_error_of_the_engine_is_reported_as_an_internal_error(monkeypatch):
    def broken(*_args):
        raise GacruxInvariantError("lost count")

    monkeypatch.setattr("gacrux.pairingdutch.pairing_dutch.compute_pairing", broken)
    with pytest.raises(EngineFailure, match="failed on round 1: lost count"):
        pair_swiss(RoundToPair(TournamentData(Format.SWISS, 3, entrants(4, Random(1))), 1))
