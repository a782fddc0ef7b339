"""Players who play real games through the API of a production-like site, with few and with many stored games.

`make load`, or with other numbers `make load PLAYERS=50 GAMES=200 SECONDS=30 STORED="1000 10000"`.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from config.env import BASE_DIR
from tests.bench.sites import production
from tests.load.report import costs_table, grown, table


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    parser.add_argument("--players", type=int, default=500)
    parser.add_argument("--games", type=int, default=2000, help="games in progress, distributed among the players")
    parser.add_argument("--seconds", type=int, default=60, help="how long each measurement takes")
    parser.add_argument("--pause", type=float, default=60.0, help="seconds between two actions of a player, on average")
    parser.add_argument("--stored", type=int, nargs="+", default=[1000, 100_000], help="finished games beside them")
    parser.add_argument("--costs", action="store_true", help="measure the cost of one request for each part instead")
    wanted = parser.parse_args()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="asterism-load-") as folder, production() as environment:
        results = Path(folder) / "results.json"
        command = [sys.executable, "-m", "tests.load.one", json.dumps({**vars(wanted), "results": str(results)})]
        done = subprocess.run(command, cwd=BASE_DIR, env=environment, check=False)
        if done.returncode:
            sys.exit("load: the lines above say what went wrong.")
        found = json.loads(results.read_text())
    if wanted.costs:
        sys.stdout.write(costs_table(found) + "\n")
        return
    sys.stdout.write(table(found) + "\n")
    sys.stdout.write(f"\n{time.monotonic() - begun:.0f} s on {os.cpu_count()} cores; {wanted.players} players, ")
    sys.stdout.write(f"{wanted.games} games, 2 web and 2 worker processes\n")
    if any(line["errors"] for lines in found.values() for line in lines):
        sys.exit("load: there were errors; none are allowed.")
    if problems := grown(found):
        sys.exit("load: more stored games make answers slower: " + "; ".join(problems) + ".")


if __name__ == "__main__":
    main()
