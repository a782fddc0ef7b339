"""Rows that are tests of the suite, run here on both databases, so that one command shows the whole table."""

import os
import re
import subprocess
import sys
from collections.abc import Callable

from config.env import BASE_DIR
from tests.fire.ground import Ground, see


def tests(*nodes: str) -> Callable[[Ground], str]:
    """A case that runs these tests on the ground's database."""

    def run(ground: Ground) -> str:
        database = {} if ground.postgres is None else {"ASTERISM_TEST_DATABASE_URL": ground.postgres.url}
        database["ASTERISM_TEST_ONCE_TOO"] = "1"
        command = [sys.executable, "-m", "pytest", "-q", "--numprocesses=0", *(f"tests/{node}" for node in nodes)]
        done = subprocess.run(
            command, cwd=BASE_DIR, env={**os.environ, **database}, capture_output=True, text=True, check=False
        )
        see(done.returncode == 0, f"the tests failed: {done.stdout[-400:]}")
        dots = sum(len(line) for line in re.findall(r"^(\.+)", done.stdout, re.MULTILINE))
        see(dots, "none of these tests is run on this database")
        return f"{dots} tests of the suite passed"

    return run
