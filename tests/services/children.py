"""Child processes of tests: waited for until they respond, and ended with the process that started them."""

import os
import pwd
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from config.embedded.processes import die_with_parent

NOBODY = "nobody"


class ServiceError(Exception):
    """A service is not available on this machine; the message says why."""


@contextmanager
def running(
    command: Sequence[str | Path], *, log: Path, stop_by: signal.Signals = signal.SIGTERM, **options: Any
) -> Iterator[subprocess.Popen[bytes]]:
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            stdout=output,
            stderr=subprocess.STDOUT,
            preexec_fn=die_with_parent,  # noqa: PLW1509
            **options,
        )
        try:
            yield process
        finally:
            process.send_signal(stop_by)
            try:
                process.wait(60)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def wait_until(answers: Callable[[], bool], process: subprocess.Popen[bytes], *, log: Path, seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while not answers():
        if process.poll() is not None:
            raise ServiceError(f"{process.args!r} ended with {process.returncode}: {log.read_text()[-600:]}")
        if time.monotonic() > deadline:
            raise ServiceError(f"{process.args!r} gave no answer within {seconds:.0f} s: {log.read_text()[-600:]}")
        time.sleep(0.05)


def as_ordinary_user() -> dict[str, Any]:
    """Return `subprocess` arguments for a program that refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam(NOBODY)
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
