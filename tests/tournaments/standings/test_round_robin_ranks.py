"""The ranges of round robins are exact, tie-breaks included: compared with every way an event can end."""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from tests.tournaments.simulation import CHESS, SMOOTH, STANDARD, entrants, events, play
from tournaments.pairing.round_robin import pair_round_robin, rounds_needed
from tournaments.pairing.values import Event, Format, PlayedTable, RoundToPair, Scoring
from tournaments.standings.possible import possible_ranks
from tournaments.standings.rank_search.narrowing import Narrowing
from tournaments.standings.rank_search.search import OutOfSteps, RankSearch, Steps
from tournaments.standings.rank_search.shared_load import Load, shared
from tournaments.standings.rank_search.trials import Trials
from tournaments.standings.rank_search.unfinished import RESULTS, completed, unfinished
from tournaments.standings.ranking import standings
from tournaments.standings.round_robin_ranks import with_sure_forfeits
from tournaments.standings.tie_breaks import TieBreak

pytestmark = pytest.mark.slow

FIDE = (TieBreak.DIRECT_ENCOUNTER, TieBreak.WINS, TieBreak.SONNEBORN_BERGER, TieBreak.KOYA)
FLAT = Scoring(*map(Fraction, (3, 3, 3, 0, 1, 1, 0)))  # a draw is worth a win: allowed, if odd
WITH_FORFEITS = replace(SMOOTH, forfeit=0.1)


def finished(seed: int, players: int, *, double: bool = False, scoring: Scoring = STANDARD) -> Event:
    """A round robin played by dice; some have games forfeited."""
    random = Random(seed)
    form = Format.DOUBLE_ROUND_ROBIN if double else Format.ROUND_ROBIN
    event = Event(form, rounds_needed(players, double=double), entrants(players, random), scoring=scoring)
    mishaps = random.choice([SMOOTH, WITH_FORFEITS])
    played: list[PlayedTable] = []
    for number in range(1, event.rounds + 1):
        tables = pair_round_robin(RoundToPair(event, number)).tables
        played += [play(table, number, event, random, mishaps) for table in tables]
    return replace(event, played=tuple(played))


def all_ends(event: Event, order: tuple[TieBreak, ...]) -> dict[int, tuple[int, int]]:
    """Best and worst ranks over every way the games to come may end."""
    event, to_come = with_sure_forfeits(event)
    found = defaultdict(set)
    for results in product(range(len(RESULTS)), repeat=len(to_come)):
        for row in standings(completed(event, to_come, results), after_round=event.rounds, tie_breaks=order).rows:
            found[row.entrant].add(row.rank)
    return {entrant: (min(ranks), max(ranks)) for entrant, ranks in found.items()}


def ranges_of(event: Event, order: tuple[TieBreak, ...]) -> dict[int, tuple[int, int]]:
    ranges = possible_ranks(event, tie_breaks=order)
    assert all(one.is_exact for one in ranges)
    return {one.entrant: (one.best, one.worst) for one in ranges}


def test_ranges_are_those_of_every_way_an_event_can_end():
    for seed in events(50):
        random = Random(seed)
        players = random.randint(3, 6)
        scoring = random.choice([STANDARD, STANDARD, CHESS, FLAT])
        event = finished(seed, players, double=players < 5 and random.random() < 0.3, scoring=scoring)
        played = list(event.played)
        if random.random() < 0.5:
            random.shuffle(played)
        event = replace(event, played=tuple(played[: -random.randint(1, 3)]))
        order = tuple(random.sample(list(TieBreak), random.randint(0, 4)))
        assert ranges_of(event, order) == all_ends(event, order), (seed, order)


@pytest.mark.parametrize("players", [14, 18])
def test_ranges_of_large_events_are_exact(players):
    for seed in events(2):
        event = finished(seed, players)
        for part in (0.3, 0.6, 0.8, 0.9):
            ranges_of(replace(event, played=event.played[: int(len(event.played) * part)]), FIDE)


# Found by a constraint solver (CP-SAT) that was given all rules as equations: four fifths of a round robin of fourteen.
@pytest.mark.parametrize(
    ("seed", "order", "player", "at_best", "rank"),
    [
        (0, FIDE, 6, False, 11),
        (0, FIDE, 10, True, 5),
        (0, (TieBreak.SONNEBORN_BERGER,), 13, True, 8),
        (1, FIDE, 0, True, 3),
        (1, FIDE, 11, True, 4),
        (1, FIDE, 12, True, 2),
        (3, (TieBreak.SONNEBORN_BERGER,), 2, False, 9),
    ],
)
def test_hard_ends_are_those_of_another_solver(seed, order, player, at_best, rank):
    event = finished(seed, 14)
    event = replace(event, played=event.played[: int(len(event.played) * 0.8)])
    entrant = unfinished(*with_sure_forfeits(event)).players[player]
    assert ranges_of(event, order)[entrant][0 if at_best else 1] == rank


def test_a_player_who_left_has_lost_the_games_to_come():
    for seed in events(12):
        event = finished(seed, 5)
        event = replace(event, played=tuple(table for table in event.played if table.round <= 3))
        leaver = event.entrants[seed % 5].id
        gone = tuple(replace(one, left=4) if one.id == leaver else one for one in event.entrants)
        event = replace(event, entrants=gone)
        if with_sure_forfeits(event)[0].played != event.played:  # half of the games played: the results stand
            assert ranges_of(event, FIDE) == all_ends(event, FIDE), seed


def test_no_result_widens_a_range_and_the_last_one_closes_it():
    for seed in events(3):
        event = finished(seed, 8)
        final = standings(event, after_round=event.rounds, tie_breaks=FIDE).rows
        before = {row.entrant: (1, 8) for row in final}
        for count in range(len(event.played) + 1):
            ranges = ranges_of(replace(event, played=event.played[:count]), FIDE)
            for entrant, (best, worst) in ranges.items():
                assert before[entrant][0] <= best <= worst <= before[entrant][1], (seed, count)
            before = ranges
        assert before == {row.entrant: (row.rank, row.rank) for row in final}


def test_every_end_that_is_found_really_has_the_rank():
    for seed in events(3):
        event = finished(seed, 8)
        event, to_come = with_sure_forfeits(replace(event, played=event.played[: 16 + seed]))
        board = unfinished(event, to_come)
        narrowing = Narrowing(board)
        for hero, entrant in enumerate(board.players):
            for at_best, above in product((True, False), range(8)):
                search = RankSearch(narrowing, hero, FIDE, at_best=at_best)
                for end in (_found(search, above), Trials(search, above=above, seed=seed).end(60)):
                    if end is not None:
                        table = standings(completed(event, to_come, end), after_round=event.rounds, tie_breaks=FIDE)
                        rank = table.row_of(entrant).rank
                        assert rank <= 1 + above if at_best else rank >= 1 + above, (seed, entrant, at_best, above)


def _found(search: RankSearch, above: int) -> list[int] | None:
    try:
        return search.end_with(above, Steps(60))
    except OutOfSteps:
        return None


def test_out_of_steps_the_range_is_a_true_bound_and_says_so():
    event = finished(3, 10)
    event = replace(event, played=event.played[:30])
    exact = ranges_of(event, FIDE)
    bounds = possible_ranks(event, tie_breaks=FIDE, steps=3)
    assert not all(one.is_exact for one in bounds)
    for one in bounds:
        best, worst = exact[one.entrant]
        assert one.best <= best <= worst <= one.worst
        assert not one.is_exact or (one.best, one.worst) == (best, worst)


def test_loads_are_shared_as_by_brute_force():
    for seed in events(300):
        random = Random(seed)
        room = [random.randint(0, 4) for _ in range(4)]
        loads = []
        for _ in range(random.randint(0, 5)):
            one, other = random.sample(range(4), 2)
            total = random.randint(0, 3)
            loads.append(Load(one, other, total, total, random.randint(0, total)))
        choices = [range(max(0, load.total - load.most_other), min(load.most_one, load.total) + 1) for load in loads]
        assert (shared(loads, room) is not None) == any(_holds(loads, parts, room) for parts in product(*choices)), seed


def _holds(loads: list[Load], parts: tuple[int, ...], room: list[int]) -> bool:
    left = room[:]
    for load, part in zip(loads, parts, strict=True):
        left[load.one] -= part
        left[load.other] -= load.total - part
    return min(left) >= 0
