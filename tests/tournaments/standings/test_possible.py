from dataclasses import replace
from itertools import product
from random import Random

import pytest

from tests.tournaments.simulation import SMOOTH, entrants, events, knockout, round_robin, swiss, tables
from tournaments.pairing.knockout import bracket
from tournaments.pairing.results import played_table
from tournaments.pairing.values import Event, Format, Scoring
from tournaments.standings.possible import possible_ranks
from tournaments.standings.rank_search.points_alone import fewest_over
from tournaments.standings.ranking import standings
from tournaments.standings.tie_breaks import TieBreak

pytestmark = pytest.mark.slow

ORDER = (TieBreak.DIRECT_ENCOUNTER, TieBreak.BUCHHOLZ)


def up_to(event: Event, number: int) -> Event:
    """The event as it was known when that round had ended. Who left later had not left."""
    return replace(
        event,
        entrants=tuple(
            replace(one, left=one.left if one.left is not None and one.left <= number + 1 else None)
            for one in event.entrants
            if one.entered <= number + 1
        ),
        played=tuple(table for table in event.played if table.round <= number),
        byes=tuple(bye for bye in event.byes if bye.round <= number),
    )


@pytest.mark.parametrize(("play_event", "count"), [(swiss, 30), (tables, 30), (round_robin, 10), (knockout, 120)])
def test_ranges_never_widen_and_hold_the_final_rank(play_event, count):
    for seed in events(count):
        event = play_event(seed, mishaps=SMOOTH).event
        last = max(table.round for table in event.played)
        event = replace(event, rounds=last)
        final = {row.entrant: row.rank for row in standings(event, after_round=last, tie_breaks=ORDER).rows}
        before = None
        for number in range(last + 1):
            ranges = {one.entrant: one for one in possible_ranks(up_to(event, number), tie_breaks=ORDER)}
            for entrant, rank in final.items():
                assert ranges[entrant].best <= rank <= ranges[entrant].worst, (seed, number)
                if before:
                    assert before[entrant].best <= ranges[entrant].best
                    assert before[entrant].worst >= ranges[entrant].worst
            before = ranges
        assert {entrant: (one.best, one.worst) for entrant, one in before.items()} == {
            entrant: (rank, rank) for entrant, rank in final.items()
        }


@pytest.mark.parametrize(("play_event", "count"), [(swiss, 12), (tables, 12), (round_robin, 4), (knockout, 30)])
def test_no_single_result_widens_a_range(play_event, count):
    for seed in events(count):
        event = play_event(seed, mishaps=SMOOTH).event
        last = max(table.round for table in event.played)
        event = replace(event, rounds=last)
        known = sorted(event.played, key=lambda table: (table.round, table.replay))
        before = None
        for results in range(len(known) + 1):
            number = known[results - 1].round if results else 0
            byes = tuple(bye for bye in event.byes if bye.round <= number)
            so_far = replace(event, played=tuple(known[:results]), byes=byes)
            ranges = {one.entrant: one for one in possible_ranks(so_far, tie_breaks=ORDER)}
            for entrant, one in ranges.items():
                if before:
                    assert before[entrant].best <= one.best <= one.worst <= before[entrant].worst, (seed, results)
            before = ranges


def test_the_puzzle_of_remaining_games_against_brute_force():
    outcomes = [(2, 2), (4, 0), (0, 4)]
    for seed in events(200):
        random = Random(seed)
        players = range(random.randint(2, 5))
        games = [tuple(random.sample(players, 2)) for _ in range(random.randint(0, 6))]
        room = {player: random.randint(-1, 8) for player in players}
        fewest = len(room)
        for results in product(outcomes, repeat=len(games)):
            cost = dict.fromkeys(players, 0)
            for (one, other), (mine, theirs) in zip(games, results, strict=True):
                cost[one] += mine
                cost[other] += theirs
            fewest = min(fewest, sum(cost[player] > room[player] for player in players))
        assert fewest_over(games, outcomes, room) == (fewest, True), seed


def test_too_long_a_search_gives_a_true_bound(monkeypatch):
    monkeypatch.setattr("tournaments.standings.rank_search.points_alone.SEARCH_LIMIT", 3)
    games = [(a, b) for a in range(6) for b in range(a)]
    outcomes = [(2, 2), (4, 0), (0, 4)]
    bound, is_exact = fewest_over(games, outcomes, dict.fromkeys(range(6), 9))
    assert not is_exact
    monkeypatch.undo()
    exact, is_exact = fewest_over(games, outcomes, dict.fromkeys(range(6), 9))
    assert is_exact
    assert bound <= exact


def test_a_knockout_range_is_known_to_the_place():
    event = Event(Format.KNOCKOUT, 3, entrants(8, Random(1)))
    assert {(one.best, one.worst) for one in possible_ranks(event)} == {(1, 5)}
    match = bracket(event)[0][0]
    pair = (match.one.entrant.id, match.other.entrant.id)
    event = replace(event, played=(played_table(1, pair, ranks=(1, 2), scoring=Scoring()),))
    ranges = {one.entrant: (one.best, one.worst) for one in possible_ranks(event)}
    assert ranges[pair[0]] == (1, 3)
    assert ranges[pair[1]] == (5, 5)


def test_who_left_gains_nothing_more():
    event = swiss(1, mishaps=SMOOTH).event
    early = up_to(event, 1)
    leaver = min(standings(early, after_round=1).rows, key=lambda row: row.points).entrant
    gone = replace(early, entrants=tuple(replace(e, left=2) if e.id == leaver else e for e in early.entrants))
    before = {one.entrant: one for one in possible_ranks(early)}
    after = {one.entrant: one for one in possible_ranks(gone)}
    assert before[leaver].best == 1
    assert after[leaver].best > 1
    assert after[leaver].worst == before[leaver].worst
