"""Find tactics in bulk: AI games in several processes."""

import os
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context

from games.puzzles.engine.find_tactics import compose, hunt
from games.puzzles.engine.tactics import Tactic, find_tactic
from games.rules import get_family, variant

NODE_LIMIT = 2_000_000
PROCESSES = os.cpu_count() or 1


# A tactic's fields: the compiled class itself can't be pickled.
Facts = tuple[str, str, int, str, tuple[tuple[str, ...], ...]]


def facts_of_game(variant_id: str, seed: int) -> list[Facts]:
    """The tactics of one game, each proved once more from its text alone.

    For Galax and Sirius every other seed generates random endings instead of a game.
    """
    game = variant(variant_id)
    if get_family(game.family).has_suits and seed % 2:
        found = compose(game, seed=seed, node_limit=NODE_LIMIT)
    else:
        found = hunt(game, seed=seed, node_limit=NODE_LIMIT, now=time.monotonic)
    proved = [tactic for tactic in found if find_again(tactic) == tactic]
    return [(tactic.variant, tactic.position, tactic.turns, tactic.theme, tactic.line) for tactic in proved]


def find_again(tactic: Tactic) -> Tactic | None:
    """Search a tactic's position again: returns the same tactic if it is valid."""
    game = variant(tactic.variant)
    return find_tactic(game, game.parse(tactic.position), node_limit=NODE_LIMIT)


def make(variant_id: str, *, first_seed: int, games: int, processes: int = PROCESSES) -> Iterator[list[Tactic]]:
    """Yield the tactics of so many games, a list per game, as they end; the caller may stop early."""
    seeds = iter(range(first_seed, first_seed + games))
    with ProcessPoolExecutor(processes, mp_context=get_context("fork"), initializer=_be_nice) as pool:
        running: set[Future[list[Facts]]] = set()
        try:
            while True:
                while len(running) < processes and (seed := next(seeds, None)) is not None:
                    running.add(pool.submit(facts_of_game, variant_id, seed))
                if not running:
                    return
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    yield [Tactic(*facts) for facts in future.result()]
        finally:
            for future in running:
                future.cancel()


def _be_nice() -> None:
    os.nice(10)
