from collections import Counter, defaultdict
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from tests.tournaments.simulation import Mishaps, entrants, knockout, tournaments
from tournaments.pairing.knockout import bracket, games_due, pair_knockout, rounds_needed, seeding
from tournaments.pairing.results import forfeited_game, played_table
from tournaments.pairing.values import ByeKind, Format, NoPairing, Remedy, RoundToPair, Scoring, TournamentData
from tournaments.standings.ranking import standings

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
        final = rounds[-1][0]
        assert final.through.is_known, seed
        lost = Counter(
            place.entrant.id
            for matches in rounds
            for match in matches
            if not match.for_third
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
def test_a_match_ends_when_the_lead_cannot_be_caught():
    """Its games are numbered without gaps, sides alternate, and one more than planned is played only from a tie."""
    for seed in tournaments(400):
        tournament = knockout(seed).tournament
        best_of, matches = tournament.games_per_match, defaultdict(list)
        for table in sorted(tournament.played, key=lambda table: table.replay):
            matches[table.round, frozenset(table.entrants)].append(table)
        for games in matches.values():
            assert [game.replay for game in games] == list(range(len(games)))
            assert len(games) <= best_of + 1
            lead = 0
            for earlier, later in pairwise(games):
                assert later.entrants == tuple(reversed(earlier.entrants))
                winners = [seat.entrant for seat in earlier.seats if seat.rank == 1]
                lead += 0 if len(winners) == 2 else 1 if winners[0] == games[0].entrants[0] else -1
                assert abs(lead) <= max(best_of - later.replay, 0), seed


def test_a_drawn_match_is_replayed_with_sides_swapped():
    tournament = tournament_data(2)
    (table,) = pair_knockout(RoundToPair(tournament, 1)).tables
    tournament = with_game(tournament, 1, table.seats, DRAWN)
    (again,) = games_due(tournament, 1)
    assert again.seats == tuple(reversed(table.seats))
    assert again.replay == 1
    won = with_game(tournament, 1, again.seats, LOST, replay=1)
    (match,) = bracket(won)[0]
    assert match.through.entrant.id == again.seats[1]
    assert games_due(won, 1) == ()


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
    (again,) = games_due(tournament, 1)
    came = again.seats[1]
    forfeit = forfeited_game(1, *again.seats, absent=again.seats[:1], scoring=SCORING, replay=1)
    (match,) = bracket(replace(tournament, played=(*tournament.played, forfeit)))[0]
    assert match.through.entrant.id == came
    both_absent = forfeited_game(1, *again.seats, absent=again.seats, scoring=SCORING, replay=1)
    (match,) = bracket(replace(tournament, played=(*tournament.played, both_absent)))[0]
    assert (match.through.is_known, match.through.entrant) == (True, None)


def best_of(games: int, *results: tuple[int, int]) -> TournamentData:
    """A match of two players with the given ranks of seed 1 and seed 2, game by game."""
    tournament = replace(tournament_data(2), games_per_match=games)
    (table,) = pair_knockout(RoundToPair(tournament, 1)).tables
    top = tournament.by_number()[0].id
    seats = table.seats
    for replay, ranks in enumerate(results):
        of_seats = ranks if seats[0] == top else ranks[::-1]
        tournament = with_game(tournament, 1, seats, of_seats, replay=replay)
        seats = seats[::-1]
    return tournament


@pytest.mark.parametrize(
    ("games", "results", "winner"),
    [
        (2, [WON], None),
        (2, [WON, WON], 1),
        (2, [WON, DRAWN], 1),
        (2, [WON, LOST], None),  # tied: one game more
        (2, [WON, LOST, LOST], 2),
        (2, [WON, LOST, DRAWN], 1),  # no tallies: the higher seed
        (3, [WON, WON], 1),
        (3, [WON, DRAWN], None),
        (3, [LOST, WON, LOST], 2),
        (3, [DRAWN, DRAWN, DRAWN], None),
        (3, [DRAWN, DRAWN, DRAWN, LOST], 2),
        (5, [LOST, LOST], None),
        (5, [LOST, LOST, LOST], 2),
        (5, [LOST, LOST, DRAWN, WON], None),
        (5, [LOST, LOST, DRAWN, DRAWN], 2),
    ],
)
def test_a_match_of_several_games(games, results, winner):
    tournament = best_of(games, *results)
    (match,) = bracket(tournament)[0]
    assert (match.through.entrant and match.through.entrant.number) == winner
    due = games_due(tournament, 1)
    assert [one.replay for one in due] == ([] if winner else [len(results)])
    assert [one.seats for one in due] == ([] if winner else [tournament.played[-1].entrants[::-1]])


def test_a_forfeit_is_a_lost_game_of_the_match():
    tournament = best_of(3, WON)
    (due,) = games_due(tournament, 1)
    top = tournament.by_number()[0].id
    missed = forfeited_game(1, *due.seats, absent=[top], scoring=SCORING, replay=1)
    tournament = replace(tournament, played=(*tournament.played, missed))
    assert [one.replay for one in games_due(tournament, 1)] == [2]
    neither = forfeited_game(1, *due.seats, absent=due.seats, scoring=SCORING, replay=2)
    (match,) = bracket(replace(tournament, played=(*tournament.played, neither)))[0]
    assert (match.through.is_known, match.through.entrant) == (True, None)


def test_a_match_ends_when_a_player_withdraws_during_it():
    """Who leaves during round 1 leaves from round 2."""
    tournament = best_of(3, WON)
    top, second = tournament.by_number()
    for gone, winners in ((top, [second.id]), (second, [top.id]), (None, [None])):
        field = tuple(replace(one, left=2) if gone in (one, None) else one for one in tournament.entrants)
        left = replace(tournament, entrants=field)
        assert [match.through.entrant and match.through.entrant.id for match in bracket(left)[0]] == winners
        assert games_due(left, 1) == ()


def semi_finals(third_place: bool, count: int = 4) -> TournamentData:
    """A knockout before its final: the higher seeds have won."""
    tournament = replace(tournament_data(count), third_place=third_place)
    for number in range(1, tournament.rounds):
        for table in pair_knockout(RoundToPair(tournament, number)).tables:
            numbers = [one.number for seat in table.seats for one in tournament.entrants if one.id == seat]
            tournament = with_game(tournament, number, table.seats, WON if numbers[0] < numbers[1] else LOST)
    return tournament


def test_the_losers_of_the_semi_finals_play_for_third_place():
    tournament = semi_finals(True)
    first, second, third, fourth = (one.id for one in tournament.by_number())
    final, small = pair_knockout(RoundToPair(tournament, 2)).tables
    assert ({*final.seats}, {*small.seats}) == ({first, second}, {third, fourth})
    tournament = with_game(tournament, 2, (fourth, third), WON)
    ranks = {row.entrant: row.rank for row in standings(tournament, after_round=2).rows}
    assert (ranks[fourth], ranks[third]) == (3, 4)
    assert len(pair_knockout(RoundToPair(semi_finals(False), 2)).tables) == 1


def test_third_place_without_an_opponent():
    tournament = semi_finals(True, 3)
    draw = pair_knockout(RoundToPair(tournament, 2))
    assert (len(draw.tables), [bye.entrant for bye in draw.byes]) == (1, [tournament.by_number()[2].id])
    assert [len(matches) for matches in bracket(replace(tournament_data(2), third_place=True))] == [1]


def test_third_place_when_neither_player_of_a_semi_final_appeared():
    tournament = replace(tournament_data(4), third_place=True)
    one, two = pair_knockout(RoundToPair(tournament, 1)).tables
    tournament = with_game(tournament, 1, two.seats, WON)
    neither = forfeited_game(1, *one.seats, absent=one.seats, scoring=SCORING)
    tournament = replace(tournament, played=(*tournament.played, neither))
    ranks = {row.entrant: row.rank for row in standings(tournament, after_round=2).rows}
    assert [ranks[seat] for seat in (*two.seats, *one.seats)] == [1, 2, 3, 3]
