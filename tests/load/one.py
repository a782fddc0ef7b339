"""The load test itself, in a process with the site's settings: create games, store games, run locust's players."""

import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import django

django.setup()

from django.core.management import call_command  # noqa: E402

from accounts.models import User  # noqa: E402
from config.env import BASE_DIR  # noqa: E402
from tests.bench.large_tournament import make_large_tournament  # noqa: E402
from tests.bench.measuring import clear, show  # noqa: E402
from tests.bench.visits import token_of  # noqa: E402
from tests.games.playing import make_people, start  # noqa: E402
from tests.load.costs import measure_costs  # noqa: E402
from tests.load.report import Line, read_locust  # noqa: E402
from tests.load.seeding import finished_game, store_games  # noqa: E402
from tests.load.sites import Processes, running_site  # noqa: E402

VARIANTS = ("lyra-2", "ligne-2")
"""Variants with one step per turn: a player needs no more than the choices that come with the game."""
ENTRIES, ROUNDS_PLAYED = 100, 5


def main(wanted: dict[str, Any]) -> None:
    people = make_people(*(f"player{number}" for number in range(wanted["players"])))
    facts = {
        "tokens": [token_of(person) for person in people],
        "tournament": make_large_tournament(people[0], played=ROUNDS_PLAYED, players=ENTRIES).pk,
        "pause": wanted["pause"],
    }
    deal_games(people, wanted["games"])
    sample = finished_game(people[:2])
    found: dict[str, list[Line]] = {}
    stored = 1
    call_command("collectstatic", interactive=False, verbosity=0)  # pages refer to hashed file names
    with running_site(webs=2) as site:
        if wanted["costs"]:
            store_games(sample, people, count=wanted["stored"][0])
            Path(wanted["results"]).write_text(json.dumps(measure_costs(site, people, facts["tournament"])))
            return
        for size in wanted["stored"]:
            begun = time.monotonic()
            show(f"storing {size:,} games", 0, 1)
            store_games(sample, people, count=size - stored)
            stored = size
            say(f"{size:,} games stored; {time.monotonic() - begun:.0f} s")
            found[str(size)] = let_play(site, facts, wanted)
    Path(wanted["results"]).write_text(json.dumps(found))


def deal_games(people: list[User], count: int) -> None:
    rng = random.Random(1)
    for number in range(count):
        if number % 20 == 0:
            show("dealing games", number, count)
        start(VARIANTS[number % len(VARIANTS)], rng.sample(people, 2))
    clear()


def let_play(site: Processes, facts: dict[str, Any], wanted: dict[str, Any]) -> list[Line]:
    path = Path(wanted["results"]).with_name("facts.json")
    path.write_text(json.dumps({**facts, "urls": site.urls}))
    users, pause = wanted["players"], wanted["pause"]
    seconds = wanted["seconds"] + int(pause)
    command = [sys.executable, "-m", "locust", "-f", "tests/load/players.py", "--headless", "--json", "--only-summary"]
    # Players start one by one over the time between two actions, as each acts on starting; then counting begins.
    command += ["--users", str(users), "--spawn-rate", f"{max(1.0, users / pause):.2f}", "--reset-stats"]
    command += ["--run-time", f"{seconds}s", "--loglevel", "WARNING", "--exit-code-on-error", "0"]
    show(f"{users} players for {seconds} s", 0, 1)
    environment = {**os.environ, "ASTERISM_LOAD": str(path)}
    done = subprocess.run(command, cwd=BASE_DIR, env=environment, stdout=subprocess.PIPE, check=True, text=True)
    clear()
    return read_locust(json.loads(done.stdout))


def say(line: str) -> None:
    clear()
    sys.stderr.write(f"{line}\n")


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
