"""Repeat tests in random orders on a busy machine, to find tests that depend on speed or order.

python -m tests.services.repeat --times 20 --busy 2 [pytest arguments]: by default all tests that start processes, sites
or browsers, on SQLite. `all` instead of pytest arguments runs the whole of `make test` each time. Each run is one line:
its seed (`make test SEED=…` or `pytest --randomly-seed=…` repeats the order), its time and what failed.
"""

import argparse
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from config.embedded.processes import die_with_parent
from config.env import BASE_DIR

STARTING = ["-m", "processes or browser"]
FAILED_TEST = re.compile(r"^(?:.*: )?(?:FAILED|ERROR) (tests/\S+)|tests\.services\.run (\w+ \S+)$", re.MULTILINE)


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.services.repeat", allow_abbrev=False)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--busy", type=int, default=2, help="number of busy loops beside the tests")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6), help="of the first run")
    wishes, tests = parser.parse_known_args(arguments)
    with ExitStack() as stack:
        for _ in range(wishes.busy):
            stack.enter_context(busy_loop())
        seeds = range(wishes.seed, wishes.seed + wishes.times)
        failures = sum(not passes(seed, tests or STARTING) for seed in seeds)
    print(f"{wishes.times} runs beside {wishes.busy} busy loops: {failures} failed")
    sys.exit(1 if failures else 0)


@contextmanager
def busy_loop() -> Iterator[None]:
    """Run a busy loop that ends with this process, however that ends."""
    command = [sys.executable, "-c", "while True: pass"]
    process = subprocess.Popen(command, preexec_fn=die_with_parent)  # noqa: PLW1509
    yield
    process.kill()
    process.wait()


def passes(seed: int, tests: list[str]) -> bool:
    command = ["tests.services.run", "all"] if tests == ["all"] else ["pytest", *tests, f"--randomly-seed={seed}"]
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=BASE_DIR,
        env={**os.environ, "SEED": str(seed)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    failed = sorted({test for tests in FAILED_TEST.findall(done.stdout) for test in tests if test})
    print(f"seed {seed}: {time.monotonic() - began:.0f} s, {', '.join(failed) or last_line(done.stdout)}", flush=True)
    if done.returncode:
        print(done.stdout, file=sys.stderr)
    return done.returncode == 0


def last_line(output: str) -> str:
    return next((line for line in reversed(output.splitlines()) if line.strip()), "no output")


if __name__ == "__main__":
    main(sys.argv[1:])
