from collections import Counter
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from tests.tournaments.simulation import SMOOTH, Simulated, entrants, run, tables, tournaments
from tournaments.pairing.scores import meetings
from tournaments.pairing.tables import pair_tables, table_sizes
from tournaments.pairing.values import (
    AskedBye,
    ByeKind,
    ByeTaken,
    Draw,
    ForbiddenPair,
    Format,
    NoPairing,
    PlayedTable,
    RoundToPair,
    Seat,
    TournamentData,
)


@pytest.mark.parametrize("count", [*range(3, 60), 199, 1000])
def test_as_many_tables_of_four_as_possible_then_of_three(count):
    sizes = table_sizes(count)
    if count == 5:
        assert sizes == (4,)
        return
    assert sum(sizes) == count
    assert set(sizes) <= {3, 4}
    more_fours = sizes.count(4) + 1
    assert count - 4 * more_fours < 0 or (count - 4 * more_fours) % 3


@pytest.mark.parametrize("count", [0, 1, 2])
def test_fewer_than_three_players_cannot_be_paired(count):
    with pytest.raises(NoPairing, match=rf"\b{count}\b"):
        table_sizes(count)


def test_each_player_is_seated_once_in_simulated_rounds():
    for seed in tournaments(100):
        for task, draw in tables(seed).draws:
            seated = [one for table in draw.tables for one in table.seats]
            given = [bye.entrant for bye in draw.byes if bye.kind == ByeKind.PAIRING]
            assert sorted(seated + given) == sorted(one.id for one in task.available())
            assert len(given) == (len(task.available()) == 5)
            assert sorted(len(table.seats) for table in draw.tables) == sorted(table_sizes(len(task.available())))
            names = {one.id: one.name for one in task.tournament.entrants}
            assert all(names[table.seats[0]] in table.reason for table in draw.tables)


@pytest.mark.slow
def test_points_of_a_table_are_exact():
    for seed in tournaments(100):
        for table in tables(seed).tournament.played:
            total = sum(seat.points for seat in table.seats)
            if not any(seat.by_tally for seat in table.seats) and len({seat.rank for seat in table.seats}) == len(
                table.seats
            ):
                assert sorted(seat.points for seat in table.seats) == (
                    [0, 3, 6] if len(table.seats) == 3 else [0, 2, 4, 6]
                )
            assert total * len(table.seats) * (len(table.seats) - 1) % 1 == 0


def play_through(count: int, rounds: int, seed: int = 1, kind: Format = Format.SWISS_TABLES) -> Simulated:
    random = Random(seed)
    return run(TournamentData(kind, rounds, entrants(count, random)), pair_tables, random, SMOOTH)


def repeats(tournament: TournamentData) -> int:
    return sum(times - 1 for times in meetings(tournament.played).values())


@pytest.mark.slow
def test_64_players_and_6_rounds_have_no_repeats():
    assert repeats(play_through(64, 6).tournament) == 0


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.slow
def test_24_players_and_5_rounds_have_at_most_one_repeat(seed):
    assert repeats(play_through(24, 5, seed).tournament) <= 1


@pytest.mark.slow
def test_a_round_of_200_keeps_scores_together():
    tournament = play_through(200, 3).tournament
    draw = pair_tables(RoundToPair(replace(tournament, rounds=4), 4, seed=1))
    scores = Counter()
    for table in tournament.played:
        for seat in table.seats:
            scores[seat.entrant] += seat.points
    spreads = [
        max(scores[one] for one in table.seats) - min(scores[one] for one in table.seats) for table in draw.tables
    ]
    assert sum(spreads) / len(spreads) < 3


@pytest.mark.slow
def test_seats_are_balanced():
    tournament = play_through(32, 4).tournament
    for seat in range(4):
        times = Counter(table.entrants[seat] for table in tournament.played)
        assert max(times.values()) <= 2
    first = Counter(table.entrants[0] for table in tournament.played)
    assert sum(times == 1 for times in first.values()) >= 26


def test_with_five_players_the_bye_rotates():
    tournament = play_through(5, 5).tournament
    byes = [bye.entrant for bye in tournament.byes]
    assert sorted(byes) == sorted(entrant.id for entrant in tournament.entrants)
    assert {bye.points for bye in tournament.byes} == {4}


@pytest.mark.slow
def test_tables_are_deterministic_for_a_seed():
    tournament = play_through(20, 2).tournament
    task = RoundToPair(replace(tournament, rounds=3), 3, seed=5)
    assert pair_tables(task) == pair_tables(task)
    others = {pair_tables(replace(task, seed=seed)).tables for seed in range(4)}
    assert len(others) > 1


@pytest.mark.slow
def test_forbidden_pairs_are_at_different_tables():
    random = Random(8)
    field = entrants(12, random)
    bans = tuple(ForbiddenPair(field[i].id, field[i + 1].id) for i in range(0, 12, 2))
    played = run(TournamentData(Format.SWISS_TABLES, 4, field, forbidden=bans), pair_tables, random, SMOOTH)
    met = meetings(played.tournament.played)
    assert [ban for ban in bans if met[frozenset((ban.one, ban.other))]] == []


def fixed_schedule(task: RoundToPair) -> tuple[Draw, ...]:
    """All rounds from this one to the last, each paired as if the previous ones were still in play."""
    draws: list[Draw] = []
    for round_number in range(task.round, task.tournament.rounds + 1):
        asked = task.asked_byes if round_number == task.round else ()
        draws.append(pair_tables(replace(task, round=round_number, asked_byes=asked)))
        task = _as_if_played(task, draws[-1])
    return tuple(draws)


def _as_if_played(task: RoundToPair, draw: Draw) -> RoundToPair:
    tables = tuple(
        PlayedTable(draw.round, tuple(Seat(entrant, Fraction(0)) for entrant in table.seats)) for table in draw.tables
    )
    byes = tuple(ByeTaken(draw.round, bye.entrant, bye.kind, bye.points) for bye in draw.byes)
    tournament = replace(task.tournament, played=task.tournament.played + tables, byes=task.tournament.byes + byes)
    return replace(task, tournament=tournament)


@pytest.mark.slow
def test_a_fixed_schedule_ignores_results_and_changes_after_a_withdrawal():
    field = entrants(20, Random(9))
    tournament = TournamentData(Format.FIXED_TABLES, 3, field)
    draws = fixed_schedule(RoundToPair(tournament, 1, seed=3))
    assert [draw.round for draw in draws] == [1, 2, 3]
    met = Counter(
        frozenset((one, other))
        for draw in draws
        for table in draw.tables
        for one in table.seats
        for other in table.seats
        if one < other
    )
    assert max(met.values()) == 1
    assert all(table.reason for draw in draws for table in draw.tables)
    gone = replace(tournament, entrants=(replace(field[0], left=2), *field[1:]))
    rest = fixed_schedule(RoundToPair(gone, 2, seed=3))
    assert [sorted(len(table.seats) for table in draw.tables) for draw in rest] == [[3, 4, 4, 4, 4]] * 2


def test_players_with_a_requested_bye_are_not_seated():
    field = entrants(9, Random(10))
    draw = pair_tables(RoundToPair(TournamentData(Format.SWISS_TABLES, 2, field), 1, (AskedBye(field[3].id),)))
    assert [len(table.seats) for table in draw.tables] == [4, 4]
    (bye,) = draw.byes
    assert (bye.entrant, bye.points) == (field[3].id, 2)


@pytest.mark.slow
def test_players_who_never_moved_first_are_spread_over_the_tables():
    """Eight play on with equal scores; the four of them who have not moved first yet share two tables evenly."""
    players = entrants(16, Random(8))
    tables_before = [players[start : start + 4] for start in range(0, 16, 4)]
    waiting = {seats[1].id for seats in tables_before}
    playing_on = waiting | {seats[0].id for seats in tables_before}
    tournament = TournamentData(
        Format.SWISS_TABLES,
        2,
        tuple(player if player.id in playing_on else replace(player, left=2) for player in players),
        played=tuple(PlayedTable(1, tuple(Seat(one.id, Fraction(2)) for one in seats)) for seats in tables_before),
    )
    for seed in range(10):
        draw = pair_tables(RoundToPair(tournament, 2, seed=seed))
        assert [len(waiting & set(table.seats)) for table in draw.tables] == [2, 2], seed
