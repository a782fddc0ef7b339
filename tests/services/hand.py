"""A process with a site's code loaded that runs what it is given, so that a test need not wait for a start each time.

Started by `LaunchedSite.run` in the site's environment: `python -m tests.services.hand`. A line of JSON is the code,
a line of JSON the answer: what was printed, and the traceback if it failed.
"""

import io
import json
import subprocess
import sys
import traceback
from contextlib import redirect_stdout

from config.embedded.processes import die_with_parent
from config.env import BASE_DIR


class Hand:
    def __init__(self, environment: dict[str, str]) -> None:
        command = [sys.executable, "-m", __name__]
        self.process = subprocess.Popen(
            command, cwd=BASE_DIR, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def run(self, code: str) -> str:
        """What the code printed."""
        if self.process.stdin is None or self.process.stdout is None:
            raise AssertionError("the hand was started without its pipes")
        self.process.stdin.write(json.dumps(code) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise AssertionError(f"the site's hand ended with {self.process.wait(10)}")
        answer = json.loads(line)
        if answer["failure"]:
            raise AssertionError(answer["failure"])
        return str(answer["printed"])

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()


def obey() -> None:
    import django  # noqa: PLC0415
    from django.db import connections  # noqa: PLC0415

    die_with_parent()
    django.setup()
    for line in sys.stdin:
        printed, failure = io.StringIO(), ""
        try:
            with redirect_stdout(printed):
                exec(json.loads(line), {})
        except Exception:
            failure = traceback.format_exc()
        connections.close_all()
        sys.stdout.write(json.dumps({"printed": printed.getvalue(), "failure": failure}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    obey()
