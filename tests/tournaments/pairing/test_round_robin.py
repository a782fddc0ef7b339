from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from tests.tournaments.simulation import SMOOTH, entrants, round_robin, run, tournaments
from tournaments.pairing.results import played_table
from tournaments.pairing.round_robin import berger_round, pair_round_robin, rounds_needed, withdrawal
from tournaments.pairing.values import ByeKind, Format, NoPairing, RoundToPair, TournamentData

# The table for five and six of the FIDE handbook, C.05 annex 1.
SIX = (
    {(1, 6), (2, 5), (3, 4)},
    {(6, 4), (5, 3), (1, 2)},
    {(2, 6), (3, 1), (4, 5)},
    {(6, 5), (1, 4), (2, 3)},
    {(3, 6), (4, 2), (5, 1)},
)


def test_pairings_follow_the_berger_tables():
    assert tuple(set(berger_round(6, number, double=False)) for number in range(1, 6)) == SIX


@pytest.mark.parametrize("count", range(2, 31))
@pytest.mark.parametrize("double", [False, True])
def test_all_players_meet_with_balanced_sides(count, double):
    rounds = range(1, rounds_needed(count, double=double) + 1)
    games = [game for number in rounds for game in berger_round(count, number, double=double) if max(game) <= count]
    met = Counter(frozenset(game) for game in games)
    assert set(met.values()) == {2 if double else 1}
    assert len(met) == count * (count - 1) // 2
    first = Counter(game[0] for game in games)
    second = Counter(game[1] for game in games)
    assert all(abs(first[place] - second[place]) <= (0 if double else 1) for place in range(1, count + 1))


@pytest.mark.parametrize("count", range(4, 21, 2))
def test_no_player_has_a_side_three_times_in_a_row_in_a_double_round_robin(count):
    for place in range(1, count + 1):
        moved_first = [
            game[0] == place
            for number in range(1, rounds_needed(count, double=True) + 1)
            for game in berger_round(count, number, double=True)
            if place in game
        ]
        runs = "".join("f" if first else "s" for first in moved_first)
        assert "fff" not in runs
        assert "sss" not in runs


def test_in_simulated_tournaments_every_game_is_played_or_forfeited():
    for seed in tournaments(250):
        tournament = round_robin(seed).tournament
        cycles = 2 if tournament.format == Format.DOUBLE_ROUND_ROBIN else 1
        void = {one.id for one in tournament.entrants if one.void}
        met = Counter(frozenset(table.entrants) for table in tournament.played)
        for one in tournament.entrants:
            for other in tournament.entrants:
                if one.number < other.number:
                    expected = 0 if {one.id, other.id} & void else cycles
                    assert met[frozenset((one.id, other.id))] == expected, seed


@pytest.mark.slow
def test_each_player_is_in_each_round_once():
    for seed in tournaments(250):
        for task, draw in round_robin(seed).draws:
            seen = [one for table in draw.tables for one in table.seats] + [bye.entrant for bye in draw.byes]
            assert len(seen) == len(set(seen))
            here = {one.id for one in task.tournament.entrants if one.takes_part(task.round)}
            assert here <= set(seen)
            assert all(bye.kind == ByeKind.FREE and bye.points == 0 for bye in draw.byes)


def played_rounds(count: int, rounds: int) -> TournamentData:
    """A round robin of that many players after some rounds, without absences."""
    tournament = TournamentData(Format.ROUND_ROBIN, rounds, entrants(count, Random(count)))
    played = run(tournament, pair_round_robin, Random(count), SMOOTH, with_byes=False)
    return replace(played.tournament, rounds=rounds_needed(count, double=False))


def test_withdrawing_before_half_of_the_games_voids_results_as_announced():
    tournament = played_rounds(8, 3)
    leaver = tournament.by_number()[2]
    preview = withdrawal(tournament, leaver.id)
    assert (preview.games_played, preview.games_scheduled, preview.strikes_results) == (3, 7, True)
    assert preview.sentence == (
        "3 of 7 games played, less than half: these results are void, and the remaining games are not played."
    )
    gone = replace(tournament, entrants=tuple(replace(e, left=4) if e == leaver else e for e in tournament.entrants))
    draw = pair_round_robin(RoundToPair(gone, 4))
    (bye,) = draw.byes
    assert len(draw.tables) == 3
    assert (bye.kind, bye.points) == (ByeKind.FREE, 0)
    assert f"{leaver.name} withdrew from the tournament" in bye.reason


def test_withdrawing_after_half_of_the_games_forfeits_the_rest():
    tournament = played_rounds(8, 4)
    leaver = tournament.by_number()[2]
    preview = withdrawal(tournament, leaver.id)
    assert (preview.games_played, preview.strikes_results) == (4, False)
    gone = replace(tournament, entrants=tuple(replace(e, left=5) if e == leaver else e for e in tournament.entrants))
    winners = []
    for number in (5, 6, 7):
        (table,) = (table for table in pair_round_robin(RoundToPair(gone, number)).tables if table.forfeited)
        assert table.forfeited == (leaver.id,)
        winners += [one for one in table.seats if one != leaver.id]
    met = {one for table in tournament.played if leaver.id in table.entrants for one in table.entrants}
    assert sorted(winners) == sorted({one.id for one in tournament.entrants} - met)


def test_exactly_half_of_the_games_keeps_the_results():
    tournament = played_rounds(5, 2)
    scheduled = 4
    busy = next(
        e for e in tournament.entrants if sum(e.id in table.entrants for table in tournament.played) * 2 == scheduled
    )
    assert withdrawal(tournament, busy.id).strikes_results is False


def test_all_players_withdraw():
    tournament = played_rounds(4, 1)
    gone = replace(tournament, entrants=tuple(replace(e, left=2) for e in tournament.entrants))
    with pytest.raises(NoPairing) as refused:
        pair_round_robin(RoundToPair(gone, 2))
    assert refused.value.remedies


def test_there_is_no_round_after_the_last_and_none_for_one_player():
    tournament = TournamentData(Format.ROUND_ROBIN, 3, entrants(4, Random(1)))
    with pytest.raises(NoPairing):
        pair_round_robin(RoundToPair(tournament, 4))
    with pytest.raises(NoPairing):
        pair_round_robin(RoundToPair(replace(tournament, entrants=tournament.entrants[:1]), 1))


def test_forfeits_do_not_count_as_played():
    tournament = played_rounds(6, 3)
    one = tournament.by_number()[0].id
    assert withdrawal(tournament, one).strikes_results is False
    (game,) = (table for table in tournament.played if table.round == 2 and one in table.entrants)
    forfeited = replace(game, forfeit=True)
    changed = replace(tournament, played=tuple(forfeited if table == game else table for table in tournament.played))
    assert withdrawal(changed, one).strikes_results is True


def test_a_draw_of_two_players_is_one_game():
    tournament = TournamentData(Format.DOUBLE_ROUND_ROBIN, 2, entrants(2, Random(7)))
    first, second = (pair_round_robin(RoundToPair(tournament, number)).tables[0] for number in (1, 2))
    assert first.seats == tuple(reversed(second.seats))
    result = played_table(1, first.seats, ranks=(1, 1), scoring=tournament.scoring)
    assert [seat.points for seat in result.seats] == [2, 2]
