"""CPU cost of one request for every part of a production-like site: `python -m tests.load --costs`.

One kind of request after the other, by one client, with nothing else going on. The background load (sweeps, beat) is
measured first and subtracted; tasks that a request enqueues are waited for and included.
"""

import json
import os
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import redis
from django.conf import settings
from django.db import connection
from django.urls import reverse

from accounts.models import User
from tests.bench.measuring import progress
from tests.bench.visits import cookie_of, token_of
from tests.games.playing import next_turn, start
from tests.load.sites import Processes
from tests.services.processes import family_of, wait_for

REQUESTS = 300
SETTLING_SECONDS, IDLE_SECONDS = 15.0, 20.0
QUEUES = ("default", "clock", "ai", "mail")
TICK = os.sysconf("SC_CLK_TCK")
Seconds = dict[str, float]


@dataclass(frozen=True)
class Meter:
    """The CPU seconds that each part has used so far."""

    site: Processes
    broker: "redis.Redis"
    postmaster: int

    @classmethod
    def of(cls, site: Processes) -> "Meter":
        """PostgreSQL's server is the parent of the process that serves our own connection."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            serving = cursor.fetchone()[0]
        postmaster = int(_stat(serving)[1])
        return cls(site, redis.Redis.from_url(settings.CELERY_BROKER_URL), postmaster)

    def read(self) -> Seconds:
        web = self.site.pids["web"]
        workers = [pid for pids in self.site.pids.values() for pid in pids if pid not in web]
        used: Any = self.broker.info("cpu")
        return {
            "web": _cpu(web),
            "workers": _cpu(workers),
            "database": _cpu([self.postmaster]),
            "Redis": used["used_cpu_sys"] + used["used_cpu_user"],
        }

    def wait_until_done(self) -> None:
        wait_for(lambda: not any(self.broker.llen(queue) for queue in QUEUES))
        time.sleep(1.0)  # the last messages taken from the queue


def _stat(pid: int) -> list[str]:
    """Return the fields after the program's name: state, parent, …"""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def _cpu(pids: list[int]) -> float:
    """Return the CPU seconds of processes, their children, and ended children."""
    ticks = 0
    for pid in [*pids, *(child for parent in pids for child in family_of(parent))]:
        try:
            fields = _stat(pid)
        except OSError:  # it has ended, and its parent counts it
            continue
        ticks += sum(map(int, fields[11:15]))
    return ticks / TICK


def measure_costs(site: Processes, people: list[User], tournament: int) -> dict[str, Seconds]:
    """Return the CPU seconds of each part for one request of each kind."""
    meter = Meter.of(site)
    acts = _acts(site.urls, people, tournament)
    wait_for(lambda: _is_ready(site.urls[0]), seconds=120)
    time.sleep(SETTLING_SECONDS)
    idle = _spent(meter, lambda: time.sleep(IDLE_SECONDS))
    found = {}
    for name, act in acts.items():
        begun = time.monotonic()

        def all_of_them(act: Callable[[int], None] = act, name: str = name) -> None:
            for number in progress(range(REQUESTS), f"the cost of {name}"):
                act(number)
            meter.wait_until_done()

        spent = _spent(meter, all_of_them)
        share = (time.monotonic() - begun) / IDLE_SECONDS
        found[name] = {part: max(0.0, spent[part] - idle[part] * share) / REQUESTS for part in spent}
    return found


def _is_ready(url: str) -> bool:
    """Workers take some seconds to start, and use more CPU for it than for all that is measured."""
    try:
        with urllib.request.urlopen(urllib.request.Request(f"{url}/readyz", headers={"Host": "localhost"})):
            return True
    except urllib.error.URLError:
        return False


def _spent(meter: Meter, act: Callable[[], None]) -> Seconds:
    before = meter.read()
    act()
    return {part: seconds - before[part] for part, seconds in meter.read().items()}


def _acts(urls: list[str], people: list[User], tournament: int) -> dict[str, Callable[[int], None]]:
    """Return each kind of request, prepared: turns are computed beforehand."""
    tokens = [token_of(person) for person in people[:20]]
    cookies = [cookie_of(person) for person in people[:20]]
    games = [start("lyra-2", [people[number % 20], people[20 + number % 20]]) for number in range(REQUESTS)]
    turns = [json.dumps({"ply": 0, "steps": next_turn(game)}).encode() for game in games]

    def ask(number: int, path: str, body: bytes | None = None, *, page: bool = False) -> None:
        who = {"Cookie": cookies[number % 20]} if page else {"Authorization": f"Bearer {tokens[number % 20]}"}
        headers = {"Host": "localhost", "Content-Type": "application/json", **who}
        with urllib.request.urlopen(urllib.request.Request(urls[number % len(urls)] + path, body, headers)) as answer:
            answer.read()

    return {
        "a turn": lambda number: ask(number, f"/api/v1/games/{games[number].pk}/turns/", turns[number]),
        "a game": lambda number: ask(number, f"/api/v1/games/{games[number].pk}/"),
        "my games": lambda number: ask(number, "/api/v1/games/?mine=true&my_turn=true&order=deadline"),
        "finished games": lambda number: ask(number, "/api/v1/games/?status=over"),
        "standings": lambda number: ask(number, f"/api/v1/tournaments/{tournament}/standings/"),
        "the page of my games": lambda number: ask(number, reverse("games:my_games"), page=True),
        "the page of a game": lambda number: ask(number, f"/games/{games[number].pk}/", page=True),
    }
