"""Measuring: alternately, so that a busy moment affects all candidates, and by CPU time of the process."""

import math
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")
BAR = 24


def alternate(*ways: Callable[[int], float], rounds: int, label: str) -> list[float]:
    """Return the median cost of each candidate over so many rounds; their order changes from round to round."""
    costs: list[list[float]] = [[] for _ in ways]
    for way in ways:
        way(-1)  # warm-up
    for number in progress(range(rounds), label):
        order = list(range(len(ways)))
        for index in order if number % 2 else reversed(order):
            costs[index].append(ways[index](number))
    return [statistics.median(cost) for cost in costs]


def cpu(action: Callable[[], object]) -> float:
    """Return the CPU seconds that this process spends on it."""
    begun = time.process_time()
    action()
    return time.process_time() - begun


def progress(things: Sequence[T], label: str) -> Iterator[T]:
    """Iterate with a progress bar on the terminal."""
    for done, thing in enumerate(things):
        show(label, done, len(things))
        yield thing
    clear()


def show(label: str, done: int, whole: int) -> None:
    sys.stderr.write(f"\r[{'#' * (BAR * done // whole):<{BAR}}] {label:<50}")
    sys.stderr.flush()


def clear() -> None:
    sys.stderr.write("\r" + " " * (BAR + 55) + "\r")
    sys.stderr.flush()


def percentile(values: Iterable[float], share: float) -> float:
    """Return the value that so large a share of them does not exceed."""
    ordered = sorted(values)
    return ordered[math.ceil(share * len(ordered)) - 1]
