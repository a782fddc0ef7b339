"""How fast the AI is: nodes a second and depth in a second, interpreted and compiled, each in a process of its own."""

import time
from collections.abc import Iterator

from django.core.management.base import OutputWrapper

from games.ai import LEVELS, Budget, choose_setup, choose_turn
from games.management.speed import measured_apart
from games.rules import variant

HEADING = f"{'variant':<14}{'nodes/s':>10}{'compiled':>12}{'times':>7}{'depth':>8}{'compiled':>10}"
SEED = 1


def measure(variant_id: str, seconds: float) -> dict[str, float]:
    """One thought of the strongest level about the start, in seconds of this process's CPU."""
    game = variant(variant_id)
    state = game.start()
    while state.awaits_setup():
        state = state.play(choose_setup(game, int(state.seat), level=LEVELS[-1], seed=SEED))
    choose_turn(game, state, level=LEVELS[-1], seed=SEED, now=time.process_time, budget=Budget(nodes=1))
    begun = time.process_time()
    thought = choose_turn(
        game, state, level=LEVELS[-1], seed=SEED, now=time.process_time, budget=Budget(seconds=seconds)
    )
    return {"nodes": thought.nodes / (time.process_time() - begun), "depth": thought.depth}


def measure_all(variant_ids: list[str], seconds: float, progress: OutputWrapper) -> Iterator[str]:
    """A table, line by line."""
    yield HEADING
    for done, variant_id in enumerate(variant_ids, 1):
        slow = measured_apart("ai", variant_id, seconds, compiled=False)
        fast = measured_apart("ai", variant_id, seconds, compiled=True)
        bar = "#" * (20 * done // len(variant_ids))
        progress.write(f"\r[{bar:<20}] {done}/{len(variant_ids)} {variant_id:<12}", ending="")
        yield (
            f"{variant_id:<14}{slow['nodes']:>10,.0f}{fast['nodes']:>12,.0f}{fast['nodes'] / slow['nodes']:>7.1f}"
            f"{slow['depth']:>8.0f}{fast['depth']:>10.0f}"
        )
    progress.write("\n", ending="")
