"""Measure the named subjects, or all of them, and print one table."""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager

from config.env import BASE_DIR
from tests.bench.figures import Figure, load, table
from tests.bench.sites import Environment, embedded, production
from tests.services.children import ServiceError

Site = Callable[[], AbstractContextManager[Environment]]

SUBJECTS: dict[str, tuple[Site, ...]] = {
    "turns": (embedded, production),
    "lists": (embedded,),
    "standings": (embedded,),
    "swiss": (embedded,),
    "streams": (embedded, production),
    "thinking": (embedded,),
    "starting": (embedded,),
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("subjects", nargs="*", metavar="subject", help=f"any of {', '.join(SUBJECTS)}; none means all")
    named = parser.parse_args().subjects or list(SUBJECTS)
    if unknown := set(named) - set(SUBJECTS):
        parser.error(f"there is no {', '.join(unknown)}; choose among {', '.join(SUBJECTS)}")
    begun = time.monotonic()
    figures = [figure for name in named for site in SUBJECTS[name] for figure in run(name, site)]
    load_average, seconds = os.getloadavg()[0], time.monotonic() - begun
    say(table(figures))
    say(f"\n{seconds:.0f} s on {os.cpu_count()} cores; load average at the end {load_average:.1f}")


def run(subject: str, site: Site) -> list[Figure]:
    """Return the figures of a subject; if it fails, report that and go on with the others."""
    command = [sys.executable, "-m", "tests.bench.one", subject]
    try:
        with site() as environment:
            done = subprocess.run(command, cwd=BASE_DIR, env=environment, stdout=subprocess.PIPE, check=True, text=True)
    except (ServiceError, subprocess.CalledProcessError) as error:
        return [Figure(what=f"{subject}, {site.__name__}", beside=str(error))]
    return load(done.stdout)


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
