from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import count, product
from random import Random

import pytest

from tests.tournaments.simulation import SMOOTH, entrants, knockout, round_robin, swiss, tables, tournaments
from tournaments.pairing.knockout import bracket, rounds_needed
from tournaments.pairing.results import forfeited_game, played_table
from tournaments.pairing.values import Format, Scoring, TournamentData
from tournaments.standings.possible import RankRange, possible_ranks
from tournaments.standings.ranking import standings
from tournaments.standings.tie_breaks import TieBreak

pytestmark = pytest.mark.slow

ORDER = (TieBreak.DIRECT_ENCOUNTER, TieBreak.BUCHHOLZ)


def up_to(tournament: TournamentData, number: int) -> TournamentData:
    """The tournament as it was after that round. Later withdrawals have not happened."""
    return replace(
        tournament,
        entrants=tuple(
            replace(one, left=one.left if one.left is not None and one.left <= number + 1 else None)
            for one in tournament.entrants
            if one.entered <= number + 1
        ),
        played=tuple(table for table in tournament.played if table.round <= number),
        byes=tuple(bye for bye in tournament.byes if bye.round <= number),
    )


@pytest.mark.parametrize(
    ("play_tournament", "tournament_count"), [(swiss, 30), (tables, 30), (round_robin, 10), (knockout, 120)]
)
def test_ranges_never_widen_and_contain_the_final_rank(play_tournament, tournament_count):
    for seed in tournaments(tournament_count):
        tournament = play_tournament(seed, mishaps=SMOOTH).tournament
        last = max(table.round for table in tournament.played)
        tournament = replace(tournament, rounds=last)
        final = {row.entrant: row.rank for row in standings(tournament, after_round=last, tie_breaks=ORDER).rows}
        before = None
        for number in range(last + 1):
            ranges = {one.entrant: one for one in possible_ranks(up_to(tournament, number), tie_breaks=ORDER)}
            for entrant, rank in final.items():
                assert ranges[entrant].best <= rank <= ranges[entrant].worst, (seed, number)
                if before:
                    assert before[entrant].best <= ranges[entrant].best
                    assert before[entrant].worst >= ranges[entrant].worst
            before = ranges
        assert {entrant: (one.best, one.worst) for entrant, one in before.items()} == {
            entrant: (rank, rank) for entrant, rank in final.items()
        }


@pytest.mark.parametrize(
    ("play_tournament", "tournament_count"), [(swiss, 12), (tables, 12), (round_robin, 4), (knockout, 30)]
)
def test_no_single_result_widens_a_range(play_tournament, tournament_count):
    for seed in tournaments(tournament_count):
        tournament = play_tournament(seed, mishaps=SMOOTH).tournament
        last = max(table.round for table in tournament.played)
        tournament = replace(tournament, rounds=last)
        known = sorted(tournament.played, key=lambda table: (table.round, table.replay))
        before = None
        for results in range(len(known) + 1):
            number = known[results - 1].round if results else 0
            byes = tuple(bye for bye in tournament.byes if bye.round <= number)
            so_far = replace(tournament, played=tuple(known[:results]), byes=byes)
            ranges = {one.entrant: one for one in possible_ranks(so_far, tie_breaks=ORDER)}
            for entrant, one in ranges.items():
                if before:
                    assert before[entrant].best <= one.best <= one.worst <= before[entrant].worst, (seed, results)
            before = ranges


def test_a_round_robin_range_covers_every_outcome_of_the_remaining_games():
    for seed in tournaments(40):
        tournament = round_robin(seed, mishaps=SMOOTH).tournament
        missing = Random(seed).sample(tournament.played, min(3, len(tournament.played)))
        so_far = replace(tournament, played=tuple(table for table in tournament.played if table not in missing))
        ranges = {one.entrant: one for one in possible_ranks(so_far, tie_breaks=ORDER)}
        for results in product([(1, 2), (1, 1), (2, 1)], repeat=len(missing)):
            ends = tuple(
                played_table(table.round, table.entrants, ranks=ranks, scoring=tournament.scoring)
                for table, ranks in zip(missing, results, strict=True)
            )
            ended = replace(so_far, played=so_far.played + ends)
            for row in standings(ended, after_round=tournament.rounds, tie_breaks=ORDER).rows:
                assert ranges[row.entrant].best <= row.rank <= ranges[row.entrant].worst, seed


@pytest.mark.parametrize("kind", [Format.SWISS, Format.SWISS_TABLES, Format.ROUND_ROBIN, Format.KNOCKOUT])
def test_a_player_who_withdrew_before_the_first_result_has_no_range(kind):
    first, *others = entrants(5, Random(1))
    tournament = TournamentData(kind, 3, (replace(first, left=1), *others))
    assert {one.entrant for one in possible_ranks(tournament)} == {one.id for one in others}


def test_remaining_games_of_a_player_who_withdrew_from_a_round_robin_are_lost():
    tournament = round_robin_of(5)
    last = tournament.played[-1]
    leaver, opponent = last.entrants
    left = tuple(replace(one, left=last.round, void=False) if one.id == leaver else one for one in tournament.entrants)
    tournament = replace(tournament, entrants=left, played=tournament.played[:-1])
    forfeit = forfeited_game(last.round, leaver, opponent, absent=[leaver], scoring=tournament.scoring)
    ended = replace(tournament, played=(*tournament.played, forfeit))
    rows = standings(ended, after_round=tournament.rounds, tie_breaks=ORDER).rows
    assert possible_ranks(tournament, tie_breaks=ORDER) == tuple(
        RankRange(row.entrant, row.rank, row.rank, is_exact=True) for row in rows
    )


def round_robin_of(players: int) -> TournamentData:
    simulated = (round_robin(seed, mishaps=SMOOTH).tournament for seed in count())
    return next(tournament for tournament in simulated if len(tournament.entrants) == players)


def test_points_out_of_reach_exclude_a_rank():
    """Before the last round each player can gain at most one win."""
    tournament = round_robin_of(6)
    tournament = replace(
        tournament, played=tuple(table for table in tournament.played if table.round < tournament.rounds)
    )
    rows = standings(tournament, after_round=tournament.rounds).rows
    reach = {row.entrant: row.points + tournament.scoring.win for row in rows}
    for one in possible_ranks(tournament):
        points = reach[one.entrant] - tournament.scoring.win
        assert one.best == 1 + sum(row.points > reach[one.entrant] for row in rows)
        assert one.worst == sum(high >= points for high in reach.values())
        assert not one.is_exact


def test_a_knockout_range_is_exact():
    tournament = TournamentData(Format.KNOCKOUT, 3, entrants(8, Random(1)))
    assert {(one.best, one.worst) for one in possible_ranks(tournament)} == {(1, 5)}
    match = bracket(tournament)[0][0]
    pair = (match.one.entrant.id, match.other.entrant.id)
    tournament = replace(tournament, played=(played_table(1, pair, ranks=(1, 2), scoring=Scoring()),))
    ranges = {one.entrant: (one.best, one.worst) for one in possible_ranks(tournament)}
    assert ranges[pair[0]] == (1, 3)
    assert ranges[pair[1]] == (5, 5)


def all_ends(tournament: TournamentData) -> Iterator[TournamentData]:
    """The knockout with every combination of winners of the matches still to be decided."""
    for number, matches in enumerate(bracket(tournament), start=1):
        for match in matches:
            if match.is_open and match.is_contested:
                pair = match.one.entrant.id, match.other.entrant.id
                for ranks in ((1, 2), (2, 1)):
                    game = played_table(number, pair, ranks=ranks, scoring=Scoring())
                    yield from all_ends(replace(tournament, played=(*tournament.played, game)))
                return
    yield tournament


@pytest.mark.parametrize("players", range(2, 9))
def test_a_range_with_a_match_for_third_place_is_exact(players):
    """From the first round on, and after each result, the ranges are those of all possible ends together."""
    rounds = rounds_needed(players)
    so_far = TournamentData(Format.KNOCKOUT, rounds, entrants(players, Random(players)), third_place=True)
    *_, one_end = all_ends(so_far)
    for results in range(len(one_end.played) + 1):
        so_far = replace(one_end, played=one_end.played[:results])
        ranks = defaultdict(set)
        for end in all_ends(so_far):
            for row in standings(end, after_round=rounds).rows:
                ranks[row.entrant].add(row.rank)
        ranges = {one.entrant: {one.best, one.worst} for one in possible_ranks(so_far)}
        assert ranges == {entrant: {min(found), max(found)} for entrant, found in ranks.items()}


def test_withdrawn_players_gain_no_more_points():
    tournament = swiss(1, mishaps=SMOOTH).tournament
    early = up_to(tournament, 1)
    leaver = min(standings(early, after_round=1).rows, key=lambda row: row.points).entrant
    gone = replace(early, entrants=tuple(replace(e, left=2) if e.id == leaver else e for e in early.entrants))
    before = {one.entrant: one for one in possible_ranks(early)}
    after = {one.entrant: one for one in possible_ranks(gone)}
    assert before[leaver].best == 1
    assert after[leaver].best > 1
    assert after[leaver].worst == before[leaver].worst
