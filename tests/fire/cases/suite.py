"""Rows that are tests of the suite, run here on both databases, so that one command covers the whole table."""

import os
import re
import subprocess
import sys
from collections.abc import Callable

from config.env import BASE_DIR
from tests.fire.context import CaseContext, check


def tests(*nodes: str) -> Callable[[CaseContext], str]:
    """Return a case that runs these tests on the database of the context."""

    def run(context: CaseContext) -> str:
        database = {} if context.postgres is None else {"ASTERISM_TEST_DATABASE_URL": context.postgres.url}
        database["ASTERISM_TEST_ONCE_TOO"] = "1"
        command = [sys.executable, "-m", "pytest", "-q", "--numprocesses=0", *(f"tests/{node}" for node in nodes)]
        done = subprocess.run(
            command, cwd=BASE_DIR, env={**os.environ, **database}, capture_output=True, text=True, check=False
        )
        check(done.returncode == 0, f"the tests failed: {done.stdout[-400:]}")
        dots = sum(len(line) for line in re.findall(r"^(\.+)", done.stdout, re.MULTILINE))
        check(dots, "none of these tests is run on this database")
        return f"{dots} tests of the suite passed"

    return run
