from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from tests.tournaments.simulation import Mishaps, entrants, knockout, tournaments
from tournaments.pairing.knockout import bracket, pair_knockout, replays_due, rounds_needed, seeding
from tournaments.pairing.results import forfeited_game, played_table
from tournaments.pairing.values import ByeKind, Format, NoPairing, Remedy, RoundToPair, Scoring, TournamentData

SCORING = Scoring()
RESTLESS = Mishaps(forfeit=0.2, leaves=0.3)
WON, DRAWN, LOST = (1, 2), (1, 1), (2, 1)


def tournament_data(count: int) -> TournamentData:
    return TournamentData(Format.KNOCKOUT, rounds_needed(count), entrants(count, Random(count)))


def with_game(tournament: TournamentData, number: int, seats, ranks, tallies=None, replay=0) -> TournamentData:
    game = played_table(number, seats, ranks=ranks, scoring=SCORING, tallies=tallies, replay=replay)
    return replace(tournament, played=(*tournament.played, game))


def test_the_bracket_separates_the_top_seeds():
    assert seeding(8) == (1, 8, 4, 5, 2, 7, 3, 6)
    for size in (2, 4, 8, 16, 32):
        order = seeding(size)
        assert sorted(order) == list(range(1, size + 1))
        assert all(order[i] + order[i + 1] == size + 1 for i in range(0, size, 2))


@pytest.mark.parametrize(("count", "rounds"), [(1, 0), (2, 1), (3, 2), (4, 2), (5, 3), (8, 3), (9, 4), (16, 4)])
def test_rounds(count, rounds):
    assert rounds_needed(count) == rounds


@pytest.mark.parametrize("count", range(2, 33))
def test_byes_go_to_the_top_seeds(count):
    tournament = tournament_data(count)
    draw = pair_knockout(RoundToPair(tournament, 1))
    free = {bye.entrant for bye in draw.byes}
    byes = 2 ** rounds_needed(count) - count
    assert free == {entrant.id for entrant in tournament.by_number()[:byes]}
    assert all(bye.kind == ByeKind.SEEDED for bye in draw.byes)
    assert len(draw.tables) == (count - byes) // 2


@pytest.mark.slow
def test_simulated_tournaments_have_one_winner_who_lost_no_match():
    for seed in tournaments(400):
        tournament = knockout(seed).tournament
        rounds = bracket(tournament)
        (final,) = rounds[-1]
        assert final.through.is_known, seed
        lost = Counter(
            place.entrant.id
            for matches in rounds
            for match in matches
            for place in (match.one, match.other)
            if place.entrant and match.through.is_known and match.through.entrant != place.entrant
        )
        assert max(lost.values(), default=1) == 1
        winner = final.through.entrant
        assert winner is None or winner.id not in lost


@pytest.mark.slow
def test_withdrawn_players_do_not_advance():
    for seed in tournaments(400):
        for matches in bracket(knockout(seed, mishaps=RESTLESS).tournament):
            for match in matches:
                if match.through.entrant is not None and not match.games:
                    assert match.through.entrant.takes_part(match.round), seed


def test_a_withdrawn_player_does_not_advance_by_walkover():
    tournament = tournament_data(3)
    top = tournament.by_number()[0]
    left = replace(tournament, entrants=tuple(replace(one, left=2) for one in tournament.entrants))
    rounds = bracket(with_game(left, 1, [one.id for one in tournament.by_number()[1:]], WON))
    assert rounds[0][0].through.entrant.id == top.id
    assert rounds[1][0].through.entrant is None
    alone = replace(tournament, entrants=tuple(replace(one, left=1) for one in tournament.entrants))
    assert [match.through.entrant for matches in bracket(alone) for match in matches] == [None, None, None]


def test_the_error_without_players_advises_what_to_do():
    tournament = tournament_data(4)
    left = replace(tournament, entrants=tuple(replace(one, left=1) for one in tournament.entrants))
    with pytest.raises(NoPairing) as refused:
        pair_knockout(RoundToPair(left, 1))
    assert refused.value.remedies == (Remedy.FINISH,)


@pytest.mark.slow
def test_a_match_has_at_most_one_replay_per_round():
    for seed in tournaments(400):
        tournament = knockout(seed).tournament
        games = Counter((table.round, frozenset(table.entrants)) for table in tournament.played)
        assert max(games.values(), default=1) <= 2
        for table in tournament.played:
            if table.replay:
                (first,) = (
                    one
                    for one in tournament.played
                    if (one.round, set(one.entrants), one.replay) == (table.round, set(table.entrants), 0)
                )
                assert table.entrants == tuple(reversed(first.entrants))


def test_a_drawn_match_is_replayed_with_sides_swapped():
    tournament = tournament_data(2)
    (table,) = pair_knockout(RoundToPair(tournament, 1)).tables
    tournament = with_game(tournament, 1, table.seats, DRAWN)
    (again,) = replays_due(tournament, 1)
    assert again.seats == tuple(reversed(table.seats))
    assert again.replay == 1
    assert "replay" in again.reason
    won = with_game(tournament, 1, again.seats, LOST, replay=1)
    (match,) = bracket(won)[0]
    assert match.through.entrant.id == again.seats[1]
    assert match.reason.endswith("won the replay.")
    assert replays_due(won, 1) == ()


@pytest.mark.parametrize(
    ("tallies", "winner", "reason"),
    [
        (((3, 1), (0, 0)), 0, "on tally, 3 to 1"),
        (((1, 2), (4, 0)), 1, "on tally, 6 to 1"),
        (((2, 1), (1, 0)), None, "as the higher seed"),
        ((None, None), None, "as the higher seed"),
    ],
)
def test_two_draws_are_decided_by_tally_then_by_seed(tallies, winner, reason):
    tournament = tournament_data(2)
    (table,) = pair_knockout(RoundToPair(tournament, 1)).tables
    tournament = with_game(tournament, 1, table.seats, DRAWN, tallies[0])
    tournament = with_game(tournament, 1, tuple(reversed(table.seats)), DRAWN, tallies[1], replay=1)
    (match,) = bracket(tournament)[0]
    expected = tournament.by_number()[0].id if winner is None else table.seats[winner]
    assert match.through.entrant.id == expected
    assert reason in match.reason


def test_a_win_by_tally_is_a_win():
    tournament = tournament_data(2)
    (table,) = pair_knockout(RoundToPair(tournament, 1)).tables
    game = played_table(1, table.seats, ranks=LOST, by_tally=(0, 1), scoring=SCORING)
    (match,) = bracket(replace(tournament, played=(game,)))[0]
    assert match.through.entrant.id == table.seats[1]


def test_absent_players_are_eliminated():
    tournament = tournament_data(4)
    draw = pair_knockout(RoundToPair(tournament, 1))
    one, two = draw.tables
    games = (
        forfeited_game(1, *one.seats, absent=one.seats[:1], scoring=SCORING),
        forfeited_game(1, *two.seats, absent=two.seats, scoring=SCORING),
    )
    tournament = replace(tournament, played=games)
    final = pair_knockout(RoundToPair(tournament, 2))
    assert final.tables == ()
    (bye,) = final.byes
    assert bye.entrant == one.seats[1]


def test_the_opponent_of_a_player_who_withdrew_advances():
    tournament = tournament_data(4)
    for table in pair_knockout(RoundToPair(tournament, 1)).tables:
        tournament = with_game(tournament, 1, table.seats, WON)
    (table,) = pair_knockout(RoundToPair(tournament, 2)).tables
    gone = tuple(replace(e, left=2) if e.id == table.seats[0] else e for e in tournament.entrants)
    draw = pair_knockout(RoundToPair(replace(tournament, entrants=gone), 2))
    assert draw.tables == ()
    assert [bye.entrant for bye in draw.byes] == [table.seats[1]]


def test_the_next_round_waits_for_the_previous_one():
    tournament = tournament_data(4)
    with pytest.raises(NoPairing) as caught:
        pair_knockout(RoundToPair(tournament, 2))
    assert caught.value.remedies == (Remedy.ENTER_RESULTS,)
    with pytest.raises(NoPairing) as caught:
        pair_knockout(RoundToPair(tournament, 3))
    assert Remedy.ENTER_RESULTS not in caught.value.remedies


def test_the_player_who_moved_first_less_often_moves_first():
    tournament = tournament_data(4)
    for table in pair_knockout(RoundToPair(tournament, 1)).tables:
        ranks = WON if table.seats[0] == tournament.by_number()[0].id else LOST
        tournament = with_game(tournament, 1, table.seats, ranks)
    moved_first = {table.entrants[0] for table in tournament.played}
    (final,) = pair_knockout(RoundToPair(tournament, 2)).tables
    if (final.seats[0] in moved_first) != (final.seats[1] in moved_first):
        assert final.seats[0] not in moved_first
    assert final.reason.count("moves first") == 1


def test_a_forfeited_replay_decides_the_match():
    tournament = tournament_data(2)
    (table,) = pair_knockout(RoundToPair(tournament, 1)).tables
    tournament = with_game(tournament, 1, table.seats, DRAWN)
    (again,) = replays_due(tournament, 1)
    came = again.seats[1]
    forfeit = forfeited_game(1, *again.seats, absent=again.seats[:1], scoring=SCORING, replay=1)
    (match,) = bracket(replace(tournament, played=(*tournament.played, forfeit)))[0]
    assert match.through.entrant.id == came
    both_absent = forfeited_game(1, *again.seats, absent=again.seats, scoring=SCORING, replay=1)
    (match,) = bracket(replace(tournament, played=(*tournament.played, both_absent)))[0]
    assert (match.through.is_known, match.through.entrant) == (True, None)
