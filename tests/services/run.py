"""Run the checks and the tests: `python -m tests.services.run all|check`, or one part with more pytest arguments:
`python -m tests.services.run postgres tests/games/test_races.py`.

Two parts run side by side: one works while the other waits for a site, a browser or a database. Each shows its
progress as it goes, and its output only if it failed. No test is retried. The summary names every failed test with the
command to run it alone, every part with its time and processor time, and the reason why a part could not run on this
machine; under CI=true that is a failure. The order of tests is random; SEED=7 repeats the one whose summary says 7.
"""

import os
import random
import re
import shlex
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

from config.env import BASE_DIR
from tests.services.children import ServiceError
from tests.services.parts import ALL, BY_KEY, CHECK, Environment, Part

PARALLEL_PARTS = 2
PASSED, FAILED, NOT_RUN = "passed", "FAILED", "not run"
ALONE = "--numprocesses=0"
NO_COSTS = "--costs="  # those of the last whole run stay
PROGRESS = re.compile(r"\[ *\d+%\]$")
FAILED_TEST = re.compile(r"(?:FAILED|ERROR) (tests/\S+?(?:::.+?)?)(?: - .*)?$")
TEST_COUNTS = re.compile(r"\d+ (?:passed|failed).* in [\d.]+s")
OUTPUT_LOCK = threading.Lock()
SEED = int(os.environ.get("SEED") or random.randrange(10**6))


@dataclass(frozen=True)
class Outcome:
    part: Part
    verdict: str
    seconds: float
    cpu_seconds: float = 0.0
    remark: str = ""
    failed_tests: tuple[str, ...] = ()


@dataclass
class Finished:
    """A process that has ended: its exit code, its processor time with that of its children, its output."""

    exit_code: int = 0
    cpu_seconds: float = 0.0
    lines: list[str] = field(default_factory=list)


def main(arguments: list[str]) -> None:
    started = time.monotonic()
    outcomes = [outcome for parts in selected_parts(arguments) for outcome in run_in_parallel(parts)]
    report(outcomes, seconds=time.monotonic() - started)
    is_ci = os.environ.get("CI") == "true"
    bad = {FAILED, NOT_RUN} if is_ci else {FAILED}
    sys.exit(1 if any(outcome.verdict in bad for outcome in outcomes) else 0)


def selected_parts(arguments: list[str]) -> tuple[list[Part], ...]:
    match arguments:
        case ["all"]:
            return ALL
        case ["check"]:
            return CHECK
        case [key, *more] if key in BY_KEY:
            part = BY_KEY[key]
            return ([replace(part, command=[*part.command, ALONE, NO_COSTS, *more])],)
    sys.exit(f"usage: python -m tests.services.run all|check|{'|'.join(BY_KEY)} [pytest arguments]")


def run_in_parallel(parts: list[Part]) -> list[Outcome]:
    """Run every part, in this order, even if an earlier one failed."""
    with ThreadPoolExecutor(PARALLEL_PARTS) as lanes:
        try:
            return list(lanes.map(run, parts))
        except KeyboardInterrupt:
            lanes.shutdown(wait=False, cancel_futures=True)
            raise


def run(part: Part) -> Outcome:
    started = time.monotonic()
    try:
        with part.service() as environment:
            finished = execute(part, environment | part.environment)
    except (ServiceError, OSError) as error:
        return Outcome(part, NOT_RUN, time.monotonic() - started, remark=str(error))
    if finished.exit_code:
        say("\n".join([f"\n── {part.name}", *finished.lines]).rstrip())
    counts = [found[0] for line in finished.lines if (found := TEST_COUNTS.search(line))]
    return Outcome(
        part,
        FAILED if finished.exit_code else PASSED,
        time.monotonic() - started,
        cpu_seconds=finished.cpu_seconds,
        remark=counts[-1] if counts else "",
        failed_tests=tuple(found[1] for line in finished.lines if (found := FAILED_TEST.match(line))),
    )


def execute(part: Part, environment: Environment) -> Finished:
    """Run the command of a part; show its progress at once and keep its other output."""
    options = f"{os.environ.get('PYTEST_ADDOPTS', '')} --randomly-seed={SEED}"
    variables = {**os.environ, **environment, "PYTEST_ADDOPTS": options}
    # The tests start some hundred processes: each module is compiled once, even if the shell switches bytecode off.
    variables.pop("PYTHONDONTWRITEBYTECODE", None)
    finished = Finished()
    process = subprocess.Popen(
        part.command, cwd=BASE_DIR, env=variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace"
    )
    with process.stdout:  # type: ignore[union-attr]
        for line in process.stdout or ():
            if PROGRESS.search(line.rstrip()):
                say(f"{part.name:>19} {line.rstrip()}")
            else:
                finished.lines.append(line.rstrip())
    # wait4 instead of Popen.wait: it alone gives the processor time of this one child.
    _pid, status, usage = os.wait4(process.pid, 0)
    process.returncode = finished.exit_code = os.waitstatus_to_exitcode(status)
    finished.cpu_seconds = usage.ru_utime + usage.ru_stime
    return finished


def report(outcomes: list[Outcome], *, seconds: float) -> None:
    failed = [
        (outcome.part, test) for outcome in outcomes if outcome.verdict == FAILED for test in outcome.failed_tests
    ]
    if failed:
        say("\n── failed tests, each with the command to run it alone")
        for part, test in failed:
            say(f"{part.name}: .venv/bin/python -m tests.services.run {part.key} {shlex.quote(test)}")
    say("\n── summary: time, processor time")
    for outcome in outcomes:
        times = f"{outcome.seconds:7.1f} s {outcome.cpu_seconds:7.1f} s"
        say(f"{outcome.verdict:8} {times}  {outcome.part.name}  {outcome.remark}".rstrip())
    spent = os.times()
    say(f"all      {seconds:7.1f} s {spent.children_user + spent.children_system:7.1f} s, SEED={SEED}\n")
    counts = {verdict: sum(outcome.verdict == verdict for outcome in outcomes) for verdict in (PASSED, FAILED, NOT_RUN)}
    say(f"parts: {counts[PASSED]} passed, {counts[FAILED]} failed, {counts[NOT_RUN]} skipped")


def say(text: str) -> None:
    with OUTPUT_LOCK:
        print(text, flush=True)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except KeyboardInterrupt:
        sys.exit(130)
