"""A "no" is a proof: what is said to be impossible is so in every way the games can end."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest

from tests.tournaments.simulation import CHESS, STANDARD, events
from tests.tournaments.standings.test_round_robin_ranks import FLAT, finished
from tournaments.pairing.values import Scoring
from tournaments.standings.rank_search.fitting_points import FittingPoints
from tournaments.standings.rank_search.joint_demands import Demand, JointDemands
from tournaments.standings.rank_search.narrowing import Narrowed, Narrowing
from tournaments.standings.rank_search.unfinished import unfinished
from tournaments.standings.round_robin_ranks import with_sure_forfeits


def open_board(seed: int, scoring: Scoring) -> tuple[Narrowing, Narrowed]:
    """Four players and their six games, of which some results are ruled out."""
    random = Random(seed)
    event = finished(seed, 4, scoring=scoring)
    board = unfinished(*with_sure_forfeits(replace(event, played=())))
    narrowing = Narrowing(board)
    masks = [random.choice((narrowing.tables.all, random.randint(1, narrowing.tables.all))) for _ in board.games]
    return narrowing, narrowing.start(masks)


def ends(narrowing: Narrowing, stage: Narrowed) -> list[tuple[list[int], list[int]]]:
    """Every way the games can end: results, and points."""
    options = narrowing.tables.options
    found = []
    for results in product(*(options[mask] for mask in stage.masks)):
        points = narrowing.board.points[:]
        for (_, mine, theirs), (_, one, other) in zip(results, narrowing.board.games, strict=True):
            points[one] += mine
            points[other] += theirs
        found.append(([bit for bit, *_ in results], points))
    return found


@pytest.mark.slow
def test_points_said_not_to_fit_never_fit():
    refused = 0
    for seed in events(40):
        random = Random(seed)
        narrowing, stage = open_board(seed, (STANDARD, STANDARD, CHESS, FLAT)[seed % 4])
        fitting, all_ends = FittingPoints(narrowing), ends(narrowing, stage)
        for _ in range(6):
            aim = random.choice(all_ends)[1]
            shift = random.choice((0, 1, 2))
            stage.floor = [points + random.randint(0, shift) for points in aim]
            stage.ceiling = [points - random.randint(0, shift) for points in aim]
            can_rise = any(all(map(int.__ge__, points, stage.floor)) for _, points in all_ends)
            can_stay = any(all(map(int.__le__, points, stage.ceiling)) for _, points in all_ends)
            refusals = fitting.over_floors(stage) is None, fitting.under_ceilings(stage) is None
            refused += sum(refusals)
            assert not (refusals[0] and can_rise), seed
            assert not (refusals[1] and can_stay), seed
    assert refused


@pytest.mark.slow
def test_demands_said_not_to_hold_together_never_do():
    refused = 0
    for seed in events(20):
        random = Random(seed)
        narrowing, stage = open_board(seed, STANDARD)
        joint, all_ends = JointDemands(narrowing), ends(narrowing, stage)
        for _ in range(4):
            demands = [_some_demand(random, number, narrowing, stage) for number in range(random.randint(1, 4))]
            if not joint.can_hold(stage, demands):
                refused += 1
                assert not any(all(_value(one, *end) <= 0 for one in demands) for end in all_ends), seed
    assert refused


def _some_demand(random: Random, name: int, narrowing: Narrowing, stage: Narrowed) -> Demand:
    still_open = [game for game in range(len(stage.masks)) if stage.is_open(game)]
    extras = {
        game: [random.randint(-9, 9) for _ in narrowing.bits]
        for game in random.sample(still_open, min(len(still_open), random.randint(0, 2)))
    }
    return Demand(name, random.randint(-20, 60), {player: random.randint(-4, 4) for player in range(4)}, extras)


def _value(demand: Demand, results: list[int], points: list[int]) -> int:
    by_points = sum(weight * points[player] for player, weight in demand.weights.items())
    return demand.constant + by_points + sum(values[results[game]] for game, values in demand.extras.items())
