"""Run the named cases, or all of them, and print one table: `python -m tests.fire [--full] [case …]`."""

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

from tests.fire.context import CheckFailed, Site
from tests.fire.progress import Progress, say
from tests.fire.table import CASES, Case
from tests.services.children import ServiceError

PASSED, FAILED, NOT_RUN = "passed", "FAILED", "not run"
LONGEST_SECONDS = 2400
"""Several times what the longest case takes on a busy machine: one that hangs is a failure, and the others go on."""


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
    bad = {FAILED, NOT_RUN} if os.environ.get("CI") == "true" else {FAILED}
    sys.exit(1 if any(outcome.verdict in bad for outcome in outcomes) else 0)


def read_options() -> argparse.Namespace:
    names = list(dict.fromkeys(case.name for case in CASES))
    parser = argparse.ArgumentParser(prog="python -m tests.fire", description=__doc__)
    parser.add_argument("cases", nargs="*", metavar="case", help=f"any of {', '.join(names)}; none means all")
    parser.add_argument("--full", action="store_true", help="outages in full length: five minutes and one minute")
    parser.add_argument("--site", choices=["embedded", "production"], help="on one kind of site only")
    options = parser.parse_args()
    if unknown := set(options.cases) - set(names):
        parser.error(f"there is no {', '.join(unknown)}; choose among {', '.join(names)}")
    options.cases = options.cases or names
    return options


def run(case: Case, site: Site, progress: Progress, *, is_full: bool) -> Outcome:
    """Return the outcome of a case; one that fails doesn't stop the others."""
    begun = time.monotonic()
    progress.begin(f"{case.name}, {site.__name__}")
    try:
        with site(progress, is_full) as context, at_most(LONGEST_SECONDS):
            verdict, sentence = PASSED, case.run(context)
    except CheckFailed as error:
        verdict, sentence = FAILED, str(error)
    except ServiceError as error:
        verdict, sentence = NOT_RUN, str(error)
    except Exception as error:
        traceback.print_exc()
        verdict, sentence = FAILED, f"{type(error).__name__}: {error}"
    progress.end(f"{verdict}: {sentence}")
    return Outcome(case, site.__name__, verdict, time.monotonic() - begun, sentence)


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise `CheckFailed` after so many seconds; started processes are stopped as always."""

    def give_up(*_arguments: object) -> NoReturn:
        raise CheckFailed(f"it had not ended after {seconds:.0f} s")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def report(outcomes: list[Outcome]) -> None:
    say("\nrow  case               site        verdict   seconds  observed")
    for outcome in outcomes:
        case, seconds = outcome.case, f"{outcome.seconds:7.0f}"
        say(f"{case.row:3}  {case.name:17}  {outcome.site:10}  {outcome.verdict:8}  {seconds}  {outcome.sentence}")
    counts = [sum(outcome.verdict == verdict for outcome in outcomes) for verdict in (PASSED, FAILED, NOT_RUN)]
    say(f"\ncases: {counts[0]} passed, {counts[1]} failed, {counts[2]} not run")


if __name__ == "__main__":
    main()
