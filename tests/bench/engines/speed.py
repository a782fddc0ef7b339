"""Speed of rules and AI: the same measurement in two processes, interpreted and compiled."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

from config.env import BASE_DIR
from games.ai import LEVELS, Budget, choose_setup, choose_turn
from games.rules import State, variant
from games.rules.core import perft, playout

# Depths at which perft takes an interpreter some time, but less than a minute.
DEPTHS = {"galax": 3, "sirius": 3, "nonaga": 3, "vaeva": 3}
DEFAULT_DEPTH = 4
GAME_PLIES = 200
SEED = 1

Rates = dict[str, float]


def measure_rules(variant_id: str, seconds: float) -> Rates:
    """Return leaves per second of perft and plies per second of random games, in this process."""
    state = _opening(variant_id)
    depth = DEPTHS.get(variant_id, DEFAULT_DEPTH)
    return {
        "perft/s": rate(lambda _: perft(state, depth), seconds),
        "random plies/s": rate(lambda seed: playout(state, GAME_PLIES, seed), seconds),
    }


def measure_ai(variant_id: str, seconds: float) -> Rates:
    """Time one search of the strongest level in the opening, in CPU seconds of this process."""
    game, state = variant(variant_id), _opening(variant_id)
    choose_turn(game, state, level=LEVELS[-1], seed=SEED, now=time.process_time, budget=Budget(nodes=1))
    begun = time.process_time()
    thought = choose_turn(
        game, state, level=LEVELS[-1], seed=SEED, now=time.process_time, budget=Budget(seconds=seconds)
    )
    return {"nodes/s": thought.nodes / (time.process_time() - begun), "depth": thought.depth}


SUBJECTS = {"rules": measure_rules, "ai": measure_ai}


def compare(subject: str, variant_ids: list[str], seconds: float) -> Iterator[str]:
    """Yield a table, line by line: each rate interpreted, compiled, and their ratio."""
    for number, variant_id in enumerate(variant_ids):
        slow, fast = (_measured_apart(subject, variant_id, seconds, compiled=compiled) for compiled in (False, True))
        if number == 0:
            yield f"{'':<14}" + "".join(f"{name:>16}{'compiled':>13}{'times':>7}" for name in slow)
        yield f"{variant_id:<14}" + "".join(
            f"{slow[name]:>16,.0f}{fast[name]:>13,.0f}{fast[name] / max(slow[name], 1):>7.1f}" for name in slow
        )


def _measured_apart(subject: str, variant_id: str, seconds: float, *, compiled: bool) -> Rates:
    """Measure in a process of its own: one process has either the sources or the compiled engines."""
    environment = {**os.environ, "ASTERISM_INTERPRETED": "0" if compiled else "1"}
    command = [sys.executable, "-m", __package__, "measure", subject, variant_id, "--seconds", str(seconds)]
    run = subprocess.run(command, cwd=BASE_DIR, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    measured: Rates = json.loads(run.stdout)
    return measured


def rate(count: Callable[[int], int], seconds: float) -> float:
    """Return the count per CPU second, over runs that together take about so many seconds."""
    done, run = 0, 0
    begun = time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        done += count(run)
        run += 1
    return done / spent


def _opening(variant_id: str) -> State:
    game = variant(variant_id)
    state = game.start()
    while state.awaits_setup():
        state = state.play(choose_setup(game, int(state.seat), level=LEVELS[-1], seed=SEED))
    return state
