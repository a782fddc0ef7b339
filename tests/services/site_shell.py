"""A process with a site's code loaded that runs Python code, so that tests need not wait for a start each time.

Started by `LaunchedSite.run` in the site's environment: `python -m tests.services.site_shell`. Each input line is the
code as JSON, each output line a JSON result: what was printed, and the traceback if it failed.
"""

import io
import json
import subprocess
import sys
import traceback
from contextlib import redirect_stdout

from config.embedded.processes import die_with_parent
from config.env import BASE_DIR


class SiteShell:
    def __init__(self, environment: dict[str, str]) -> None:
        command = [sys.executable, "-m", __name__]
        self.process = subprocess.Popen(
            command, cwd=BASE_DIR, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def run(self, code: str) -> str:
        """Run the code and return what it printed."""
        if self.process.stdin is None or self.process.stdout is None:
            raise AssertionError("the site shell was started without pipes")
        self.process.stdin.write(json.dumps(code) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise AssertionError(f"the site shell ended with {self.process.wait(10)}")
        answer = json.loads(line)
        if answer["failure"]:
            raise AssertionError(answer["failure"])
        return str(answer["printed"])

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()


def main() -> None:
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
    main()
