"""Runs the cases named, or all of them, and prints one table: `python -m tests.fire [--full] [case …]`."""

import argparse
import os
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NoReturn

from tests.fire.ground import Site, Unseen
from tests.fire.progress import Progress, say
from tests.fire.table import CASES, Case
from tests.services.children import ServiceError

SEEN, UNSEEN, NOT_RUN = "seen", "NOT SEEN", "not run"
LONGEST_SECONDS = 2400
"""Several times what the longest case takes on a crowded machine: one that hangs is a failure, and the others go on."""


@dataclass(frozen=True)
class Outcome:
    case: Case
    site: str
    verdict: str
    seconds: float
    sentence: str


def main() -> None:
    options = read_options()
    chosen = [(case, site) for case in CASES if case.name in options.cases for site in case.sites]
    chosen = [(case, site) for case, site in chosen if options.site in (None, site.__name__)]
    progress = Progress(len(chosen))
    outcomes = [run(case, site, progress, is_full=options.full) for case, site in chosen]
    progress.clear()
    report(outcomes)
    bad = {UNSEEN, NOT_RUN} if os.environ.get("CI") == "true" else {UNSEEN}
    sys.exit(1 if any(outcome.verdict in bad for outcome in outcomes) else 0)


def read_options() -> argparse.Namespace:
    names = list(dict.fromkeys(case.name for case in CASES))
    parser = argparse.ArgumentParser(prog="python -m tests.fire", description=__doc__)
    parser.add_argument("cases", nargs="*", metavar="case", help=f"any of {', '.join(names)}; none means all")
    parser.add_argument("--full", action="store_true", help="outages of their full length: five minutes, a minute")
    parser.add_argument("--site", choices=["embedded", "production"], help="on one kind of site only")
    options = parser.parse_args()
    if unknown := set(options.cases) - set(names):
        parser.error(f"there is no {', '.join(unknown)}; choose among {', '.join(names)}")
    options.cases = options.cases or names
    return options


def run(case: Case, site: Site, progress: Progress, *, is_full: bool) -> Outcome:
    """What a case says; one that fails stops no other."""
    begun = time.monotonic()
    progress.begin(f"{case.name}, {site.__name__}")
    try:
        with site(progress, is_full) as ground, at_most(LONGEST_SECONDS):
            verdict, sentence = SEEN, case.run(ground)
    except Unseen as error:
        verdict, sentence = UNSEEN, str(error)
    except ServiceError as error:
        verdict, sentence = NOT_RUN, str(error)
    except Exception as error:
        traceback.print_exc()
        verdict, sentence = UNSEEN, f"{type(error).__name__}: {error}"
    progress.end(f"{verdict}: {sentence}")
    return Outcome(case, site.__name__, verdict, time.monotonic() - begun, sentence)


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Whatever it waits for is given up after so long, and what it has started is stopped as always."""

    def give_up(*_arguments: object) -> NoReturn:
        raise Unseen(f"it had not ended after {seconds:.0f} s")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def report(outcomes: list[Outcome]) -> None:
    say("\nrow  case               site        verdict   seconds  what was seen")
    for outcome in outcomes:
        case, seconds = outcome.case, f"{outcome.seconds:7.0f}"
        say(f"{case.row:3}  {case.name:17}  {outcome.site:10}  {outcome.verdict:8}  {seconds}  {outcome.sentence}")
    counts = [sum(outcome.verdict == verdict for outcome in outcomes) for verdict in (SEEN, UNSEEN, NOT_RUN)]
    say(f"\ncases: {counts[0]} seen, {counts[1]} not seen, {counts[2]} not run")


if __name__ == "__main__":
    main()
