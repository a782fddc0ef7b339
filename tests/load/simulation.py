"""Capacity from one machine to a million players, checked by simulating queues: `python -m tests.load.simulation`.

Each part of the site is a queue with a number of servers. Actions in the busiest hour give the arrivals, measurements
(docs/performance.md, docs/scale.md) the service times. Arithmetic gives the servers that a part needs for its load to
stay under `ROOM`; then the hour is simulated, arrival by arrival, and the slowest 5 % must wait no longer than the
part allows.
"""

import argparse
import heapq
import math
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass

ROOM = 0.6
"""The maximum load of a server in the busiest hour; the rest is for bursts."""
SCALES = (1, 10, 100, 1000)
PLAYERS = 1000
"""Players of the site at scale 1; at 1,000 it is a million."""
HOUR, STREAMS_A_PROCESS = 3600.0, 1000
SHORTEST, LONGEST_PLAY = 600, 40_000
"""Simulated arrivals: enough for 5 % of them to be meaningful, few enough for a minute."""


@dataclass(frozen=True, kw_only=True)
class Habits:
    """What a player does on the busiest day, and the share of its busiest hour."""

    turns: float = 12.0
    pages: float = 40.0
    share_of_busiest_hour: float = 0.1
    streams: float = 0.03  # open at once, of all players
    events_heard: float = 1.0  # per stream, for each turn in its game
    ai_turns: float = 0.25  # of the turns, those that an AI replies to
    rounds: float = 1 / 500  # a player's share of the tournament rounds paired in a day

    def each_second(self, daily: float, players: int) -> float:
        return daily * players * self.share_of_busiest_hour / 3600


@dataclass(frozen=True, kw_only=True)
class Costs:
    """CPU seconds, as measured on this machine; docs/scale.md names the commands."""

    turn: float = 0.028
    page: float = 0.060
    delivery: float = 0.000067
    ai_answer: float = 0.30
    round: float = 0.37
    turn_for_workers: float = 0.0145
    turn_in_database: float = 0.016
    page_in_database: float = 0.0075
    turn_in_redis: float = 0.0007


@dataclass(frozen=True, kw_only=True)
class Part:
    """A queue: arrivals per second, service time, and how long the slowest 5 % may wait."""

    name: str
    arrivals: float
    cost: float
    patience: float
    at_first: int
    """How many servers one machine has for it."""

    @property
    def load(self) -> float:
        """Return how many servers would be busy without a pause."""
        return self.arrivals * self.cost

    @property
    def needed(self) -> int:
        return max(1, math.ceil(self.load / ROOM))

    @property
    def is_broken(self) -> bool:
        """Return whether one machine is not enough."""
        return self.load > self.at_first * ROOM


def parts(scale: int, habits: Habits | None = None, costs: Costs | None = None) -> list[Part]:
    """Return everything that can become a bottleneck, at so many times a thousand players."""
    habits, costs = habits or Habits(), costs or Costs()
    players = PLAYERS * scale
    turns, pages = habits.each_second(habits.turns, players), habits.each_second(habits.pages, players)
    # Players hear of turns in their games if a stream is open: two seats, each with the probability of an open stream.
    heard = turns * 2 * min(1.0, habits.streams * 10) * habits.events_heard
    web = turns + pages
    web_cost = (turns * costs.turn + pages * costs.page) / web
    database_cost = (turns * costs.turn_in_database + pages * costs.page_in_database) / web
    rounds = habits.each_second(habits.rounds, players)
    held = players * habits.streams
    return [
        Part(name="web processes", arrivals=web, cost=web_cost, patience=0.5, at_first=2),
        Part(name="database, cores", arrivals=web, cost=database_cost, patience=0.1, at_first=2),
        Part(name="workers", arrivals=turns, cost=costs.turn_for_workers, patience=3.0, at_first=2),
        Part(name="AI workers", arrivals=turns * habits.ai_turns, cost=costs.ai_answer, patience=3.0, at_first=2),
        Part(name="stream deliveries", arrivals=heard, cost=costs.delivery, patience=0.5, at_first=2),
        # A stream is open for an hour; a process was measured with a thousand. Others wait for one to end.
        Part(name="streams held", arrivals=held / HOUR, cost=HOUR, patience=1.0, at_first=2 * STREAMS_A_PROCESS),
        Part(name="rounds drawn", arrivals=rounds, cost=costs.round, patience=30.0, at_first=1),
        Part(name="Redis", arrivals=turns, cost=costs.turn_in_redis, patience=0.05, at_first=1),
    ]


def waits(part: Part, *, servers: int, seed: int = 1) -> Iterator[float]:
    """Simulate arrivals, first come first served; yield how long each waits for a server."""
    rng = random.Random(seed)
    free = [0.0] * servers
    now = 0.0
    for _ in range(min(LONGEST_PLAY, max(SHORTEST, 60 * servers))):
        now += rng.expovariate(part.arrivals)
        begins = max(now, heapq.heappop(free))
        heapq.heappush(free, begins + rng.expovariate(1 / part.cost))
        yield begins - now


def late(part: Part, *, servers: int) -> float:
    """Return how long the slowest 5 % wait at least."""
    ordered = sorted(waits(part, servers=servers))
    return ordered[math.ceil(0.95 * len(ordered)) - 1]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.load.simulation", description=__doc__)
    parser.add_argument("--scales", type=int, nargs="+", default=list(SCALES), help="times a thousand players")
    scales = parser.parse_args().scales
    say(f"`streams held` counts places: {STREAMS_A_PROCESS:,} a process.\n")
    say("| players | part | a second | busy servers | needed | one machine has | p95 of the wait | may wait |")
    say("|---|---|---|---|---|---|---|---|")
    is_kept = True
    for scale in scales:
        for part in sorted(parts(scale), key=lambda each: each.load / each.at_first, reverse=True):
            wait = late(part, servers=part.needed)
            is_kept = is_kept and wait <= part.patience
            say(line(scale, part, wait))
    if not is_kept:
        sys.exit("simulation: a part lets people wait longer than it may; docs/scale.md is not true any more.")


def line(scale: int, part: Part, wait: float) -> str:
    has = f"{part.at_first}{', too few' if part.is_broken else ''}"
    measured = f"{wait * 1000:.0f} ms | {part.patience * 1000:.0f} ms"
    return (
        f"| {PLAYERS * scale:,} | {part.name} | {part.arrivals:,.2f} | {part.load:.3f} | {part.needed} | {has} "
        f"| {measured} |"
    )


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")


if __name__ == "__main__":
    main()
