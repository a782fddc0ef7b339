"""Matches between levels: seatings, games in several processes, and their results."""

import gc
import os
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from random import Random

from games.ai import Budget, Level, choose_turn, level
from games.ai.experts.registry import expert_for
from games.ai.levels import DEEP
from games.ai.record import turns_until_limit
from games.rules import State, get_family, variant
from games.rules.match import Match
from tests.bench.engines.uct import Tree

PROCESSES = 2
# Budgets are seconds of the process's own CPU: a busy machine makes matches longer, not the players weaker.
CLOCK = time.process_time
# What a turn may cost beyond its budget: a tenth, plus the fixed cost of every search.
LATE_PART, LATE_SECONDS = 1.1, 0.002
UCT = Level(0, "uct", "UCT", 4.8, DEEP, 0, 0)


@dataclass(frozen=True)
class Pairing:
    """A game to be played: the first level at `first_seats`, the second at the others, all budgets scaled alike.

    With `drawn_setups` the second level's set-ups are random, to measure what the first one's are worth. The turn
    limit is the variant's own times `limit_times`, to see whether games end at all.
    """

    variant_id: str
    first: str
    second: str
    first_seats: tuple[int, ...]
    seed: int
    scale: float
    drawn_setups: bool = False
    limit_times: float = 1.0

    def level_at(self, seat: int) -> Level:
        name = self.first if seat in self.first_seats else self.second
        return UCT if name == UCT.slug else level(name)


@dataclass(frozen=True)
class Played:
    """A finished game. `share` is the part of their duels that the first level's seats won against the second's.

    `turns` counts all seats, `rounds` the seat with the most turns, as the turn limit does.
    """

    pairing: Pairing
    share: float
    is_first: bool
    reason: str
    turns: int
    late_turns: int
    rounds: int = 0


def pairings(
    first: str,
    second: str,
    variant_ids: list[str],
    *,
    games: int,
    scale: float,
    seed: int,
    alone: bool,
    drawn_setups: bool = False,
    limit_times: float = 1.0,
) -> list[Pairing]:
    """Return games of each variant, every seating equally often; one round of seatings shares a seed."""
    found = []
    for variant_id in variant_ids:
        ways = seatings(variant(variant_id).seats, alone=alone)
        for number in range(games):
            round_seed = seed + number // len(ways)
            seats = ways[number % len(ways)]
            found.append(Pairing(variant_id, first, second, seats, round_seed, scale, drawn_setups, limit_times))
    return found


def seatings(seats: int, *, alone: bool) -> list[tuple[int, ...]]:
    """Return the seats of the first level: each in turn, and at larger tables, unless alone, all others too."""
    ways: list[tuple[int, ...]] = [(seat,) for seat in range(seats)]
    if seats == 2 or alone:
        return ways
    return ways + [tuple(seat for seat in range(seats) if seat != left) for left in range(seats)]


def play_all(todo: list[Pairing], processes: int = PROCESSES) -> Iterator[Played]:
    """Yield the games as they end."""
    with ProcessPoolExecutor(processes, mp_context=get_context("fork"), initializer=_be_nice) as pool:
        for done in as_completed([pool.submit(play, pairing) for pairing in todo]):
            yield done.result()


def _be_nice() -> None:
    """Lower the priority, and freeze loaded objects: a garbage collection would fall into a search."""
    os.nice(5)
    gc.freeze()


def play(pairing: Pairing) -> Played:
    """Play one game from its start to its result."""
    game = variant(pairing.variant_id)
    expert_for(game)  # its tables are built once per process, not during a turn
    match = Match.begin(game, int(game.turn_limit * pairing.limit_times))
    past: list[State] = []
    late = 0
    while match.result is None:
        player = pairing.level_at(int(match.state.seat))
        begun = CLOCK()
        steps = _turn(match, player, pairing, past)
        late += CLOCK() - begun > LATE_PART * player.seconds * pairing.scale + LATE_SECONDS
        if not match.state.awaits_setup():
            past.append(match.state)
        for step in steps:
            match = match.play(step)
    ranks = match.result.ranks
    is_first = any(ranks[seat] == 1 for seat in pairing.first_seats)
    reason, turns = match.result.reason, match.turns
    return Played(pairing, _share(pairing, ranks), is_first, reason, sum(turns), late, max(turns))


def _turn(match: Match, player: Level, pairing: Pairing, past: list[State]) -> tuple[str, ...]:
    seat = int(match.state.seat)
    seed = hash((pairing.seed, seat, len(match.record)))
    if pairing.drawn_setups and match.state.awaits_setup() and seat not in pairing.first_seats:
        return (get_family(match.game.family).setups.random(Random(seed)),)
    budget = player.budget.scaled(pairing.scale)
    if player is UCT and not match.state.awaits_setup():
        return _turn_by_playouts(match, budget, seed)
    thought = choose_turn(
        match.game,
        match.state,
        level=player,
        seed=seed,
        now=CLOCK,
        budget=budget,
        past=past,
        turns_left=turns_until_limit(match),
    )
    return thought.steps


def _turn_by_playouts(match: Match, budget: Budget, seed: int) -> tuple[str, ...]:
    tree, end = Tree(match.state, seed % 2**30), CLOCK() + (budget.seconds or 0)
    while CLOCK() < end:
        tree.grow()
    return tuple(tree.best_turn())


def _share(pairing: Pairing, ranks: tuple[int, ...]) -> float:
    """Return the share of duels between the two levels' seats: 1 for each win, a half for a tie."""
    others = [seat for seat in range(len(ranks)) if seat not in pairing.first_seats]
    duels = [
        (ranks[own] < ranks[other]) + (ranks[own] == ranks[other]) / 2
        for own in pairing.first_seats
        for other in others
    ]
    return sum(duels) / len(duels)
