"""How fast the rules are: the same measurement in two processes, interpreted and compiled."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from django.core.management.base import OutputWrapper

from games.rules import State, variant
from games.rules.core import perft, playout

# Depths at which a count takes an interpreter a noticeable while, but not a minute.
DEPTHS = {"galax": 3, "sirius": 3, "nonaga": 3, "vaeva": 3}
DEFAULT_DEPTH = 4
GAME_PLIES = 200
MANAGE = Path(__file__).resolve().parents[2] / "manage.py"

HEADING = (
    f"{'leaves/s, plies/s':<18}{'perft':>11}{'compiled':>13}{'times':>7}{'random':>11}{'compiled':>13}{'times':>7}"
)


def measure_all(variant_ids: list[str], seconds: float, progress: OutputWrapper) -> Iterator[str]:
    """A table, line by line: leaves a second of perft and plies a second of random games."""
    yield HEADING
    for done, variant_id in enumerate(variant_ids):
        bar = f"[{'#' * (20 * done // len(variant_ids)):<20}] {variant_id:<12}"
        progress.write(f"\r{bar}", ending="")
        slow = measured_apart("rules", variant_id, seconds, compiled=False)
        fast = measured_apart("rules", variant_id, seconds, compiled=True)
        progress.write(f"\r{' ' * len(bar)}\r", ending="")
        yield _line(variant_id, slow, fast)


def _line(variant_id: str, slow: dict[str, float], fast: dict[str, float]) -> str:
    return (
        f"{variant_id:<18}{slow['perft']:>11,.0f}{fast['perft']:>13,.0f}{fast['perft'] / slow['perft']:>7.1f}"
        f"{slow['playout']:>11,.0f}{fast['playout']:>13,.0f}{fast['playout'] / slow['playout']:>7.1f}"
    )


def measured_apart(command: str, subject: str, seconds: float, *, compiled: bool) -> dict[str, float]:
    """What `manage.py <command> measure` says of a subject: a process has either the sources or their compiled twin."""
    environment = {**os.environ, "ASTERISM_INTERPRETED": "0" if compiled else "1"}
    words = [sys.executable, str(MANAGE), command, "measure", subject, "--seconds", str(seconds)]
    run = subprocess.run(  # noqa: S603  # nosec B603
        words, env=environment, capture_output=True, text=True, check=True
    )
    measured: dict[str, float] = json.loads(run.stdout)
    return measured


def measure(subject: str, seconds: float) -> dict[str, float]:
    """Leaves a second of perft and plies a second of random games, in this process."""
    state = _opening(subject)
    depth = DEPTHS.get(subject, DEFAULT_DEPTH)
    return {
        "perft": rate(lambda _: perft(state, depth), seconds),
        "playout": rate(lambda seed: playout(state, GAME_PLIES, seed), seconds),
    }


def rate(count: Callable[[int], int], seconds: float) -> float:
    """Things counted a second of this process's CPU, over runs that together take about so many seconds."""
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
        form = game.setup_form(state.seat)
        if form is None:
            raise ValueError(f"{variant_id} awaits a set-up but has no form for it")
        state = state.play(form.example)
    return state
