"""Runs the checks and the tests, part by part: `python -m tests.services.run all|check`.

Checks keep one core busy each, so they are run side by side, and what each said is told when it is done. Tests use all
cores, and are run one part after the other. Every part is run even if one before it failed. At the end each is named
with its time, and with the reason if this machine could not run it, which under CI=true counts as a failure.
"""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from config.env import BASE_DIR
from tests.services.children import ServiceError
from tests.services.parts import ALL, CHECK, Environment, Part

CORES = 2  # what the tests are shared out over, too
TESTS_FAILED = 1  # pytest's word for it; anything else is no matter of a second try
PASSED, FAILED, NOT_RUN = "passed", "FAILED", "not run"


@dataclass(frozen=True)
class Outcome:
    part: Part
    verdict: str
    seconds: float
    reason: str = ""


def main(arguments: list[str]) -> None:
    sets = {"all": ALL, "check": CHECK}
    if len(arguments) != 1 or arguments[0] not in sets:
        sys.exit("usage: python -m tests.services.run all|check")
    started = time.monotonic()
    checks, tests = sets[arguments[0]]
    with ThreadPoolExecutor(max_workers=CORES) as side_by_side:
        outcomes = list(side_by_side.map(check, checks))
    outcomes += [run(part) for part in tests]
    report(outcomes, seconds=time.monotonic() - started)
    is_strict = os.environ.get("CI") == "true"
    bad = {FAILED, NOT_RUN} if is_strict else {FAILED}
    sys.exit(1 if any(outcome.verdict in bad for outcome in outcomes) else 0)


def check(part: Part) -> Outcome:
    """Run it quietly, and tell what it said in one piece: another check is talking at the same time."""
    started = time.monotonic()
    try:
        with part.service() as environment:
            told = execute(part.command, environment | part.environment, output=subprocess.PIPE)
    except (ServiceError, OSError) as error:
        return Outcome(part, NOT_RUN, time.monotonic() - started, reason=str(error))
    say(f"\n── {part.name}\n{told.stdout.decode(errors='replace').rstrip()}")
    return Outcome(part, FAILED if told.returncode else PASSED, time.monotonic() - started)


def run(part: Part) -> Outcome:
    say(f"\n── {part.name}")
    started = time.monotonic()
    try:
        with part.service() as environment:
            surroundings = environment | part.environment
            returned = execute(part.command, surroundings).returncode
            if returned == TESTS_FAILED and part.second_try:
                say(f"── {part.name}: once more what failed, by itself")
                again = [*part.command, "--numprocesses=0", "--last-failed", "--last-failed-no-failures=none"]
                returned = execute(again, surroundings).returncode
    except (ServiceError, OSError) as error:
        return Outcome(part, NOT_RUN, time.monotonic() - started, reason=str(error))
    return Outcome(part, FAILED if returned else PASSED, time.monotonic() - started)


def execute(
    command: list[str], environment: Environment, *, output: int | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run it among its services; `output` is where both its streams go, if not to the terminal."""
    surroundings = {**os.environ, **environment}
    # The tests start some hundred processes: each module is compiled once, whatever the shell thinks of bytecode.
    surroundings.pop("PYTHONDONTWRITEBYTECODE", None)
    return subprocess.run(
        command, cwd=BASE_DIR, env=surroundings, stdout=output, stderr=output and subprocess.STDOUT, check=False
    )


def report(outcomes: list[Outcome], *, seconds: float) -> None:
    say("\n── what came of it")
    for outcome in outcomes:
        say(f"{outcome.verdict:8} {outcome.seconds:7.1f} s  {outcome.part.name}  {outcome.reason}".rstrip())
    say(f"all      {seconds:7.1f} s\n")
    counts = {verdict: sum(outcome.verdict == verdict for outcome in outcomes) for verdict in (PASSED, FAILED, NOT_RUN)}
    say(f"parts: {counts[PASSED]} passed, {counts[FAILED]} failed, {counts[NOT_RUN]} skipped")


def say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
