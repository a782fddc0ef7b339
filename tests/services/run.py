"""Runs the checks and the tests: `python -m tests.services.run all|check`.

Two parts are run side by side: one works while the other waits for a site, a browser or a database. What each said is
told in one piece when it is done, and how far it is as it goes. What failed in a part that may try again is run once
more when all else is done, by itself. At the end each part is named with its time, and with the reason if this machine
could not run it, which under CI=true counts as a failure.
"""

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from config.env import BASE_DIR
from tests.services.children import ServiceError
from tests.services.parts import ALL, CHECK, Environment, Part

AT_ONCE = 2
TESTS_FAILED = 1  # pytest's word for it; anything else is no matter of a second try
PASSED, FAILED, NOT_RUN = "passed", "FAILED", "not run"
ONCE_MORE = ["--numprocesses=0", "--last-failed", "--last-failed-no-failures=none"]
HOW_FAR = re.compile(r"\[ *\d+%\]$")


@dataclass(frozen=True)
class Outcome:
    part: Part
    verdict: str
    seconds: float
    reason: str = ""
    returned: int = 0

    @property
    def deserves_a_second_try(self) -> bool:
        return self.part.second_try and self.returned == TESTS_FAILED


def main(arguments: list[str]) -> None:
    sets = {"all": ALL, "check": CHECK}
    if len(arguments) != 1 or arguments[0] not in sets:
        sys.exit("usage: python -m tests.services.run all|check")
    started = time.monotonic()
    outcomes = [outcome for parts in sets[arguments[0]] for outcome in run_side_by_side(parts)]
    outcomes = [try_again(outcome) if outcome.deserves_a_second_try else outcome for outcome in outcomes]
    report(outcomes, seconds=time.monotonic() - started)
    is_strict = os.environ.get("CI") == "true"
    bad = {FAILED, NOT_RUN} if is_strict else {FAILED}
    sys.exit(1 if any(outcome.verdict in bad for outcome in outcomes) else 0)


def run_side_by_side(parts: list[Part]) -> list[Outcome]:
    """In their order, as each gets its turn; every part is run even if one before it failed."""
    with ThreadPoolExecutor(AT_ONCE) as lanes:
        try:
            return list(lanes.map(run, parts))
        except KeyboardInterrupt:
            lanes.shutdown(wait=False, cancel_futures=True)
            raise


def try_again(outcome: Outcome) -> Outcome:
    say(f"\n── {outcome.part.name}: once more what failed, by itself")
    second = run(replace(outcome.part, command=[*outcome.part.command, *ONCE_MORE]))
    return replace(second, seconds=outcome.seconds + second.seconds)


def run(part: Part) -> Outcome:
    started = time.monotonic()
    said: list[str] = []

    def hear(line: str) -> None:
        if HOW_FAR.search(line):
            say(f"{part.name:>19} {line}")
        else:
            said.append(line)

    try:
        with part.service() as environment:
            returned = execute(part.command, environment | part.environment, hear=hear)
    except (ServiceError, OSError) as error:
        return Outcome(part, NOT_RUN, time.monotonic() - started, reason=str(error))
    say("\n".join([f"\n── {part.name}", *said]).rstrip())
    return Outcome(part, FAILED if returned else PASSED, time.monotonic() - started, returned=returned)


def execute(command: list[str], environment: Environment, *, hear: Callable[[str], None]) -> int:
    """Run it among its services, and hand on each line that it says."""
    surroundings = {**os.environ, **environment}
    # The tests start some hundred processes: each module is compiled once, whatever the shell thinks of bytecode.
    surroundings.pop("PYTHONDONTWRITEBYTECODE", None)
    with subprocess.Popen(
        command, cwd=BASE_DIR, env=surroundings, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace"
    ) as process:
        for line in process.stdout or ():
            hear(line.rstrip())
    return process.returncode


def report(outcomes: list[Outcome], *, seconds: float) -> None:
    say("\n── what came of it")
    for outcome in outcomes:
        say(f"{outcome.verdict:8} {outcome.seconds:7.1f} s  {outcome.part.name}  {outcome.reason}".rstrip())
    spent = os.times()
    say(f"all      {seconds:7.1f} s, and {spent.children_user + spent.children_system:.1f} s of processors' time\n")
    counts = {verdict: sum(outcome.verdict == verdict for outcome in outcomes) for verdict in (PASSED, FAILED, NOT_RUN)}
    say(f"parts: {counts[PASSED]} passed, {counts[FAILED]} failed, {counts[NOT_RUN]} skipped")


def say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except KeyboardInterrupt:
        sys.exit(130)
