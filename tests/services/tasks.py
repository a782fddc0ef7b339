"""Tasks that only the tests' workers know: what they did can be seen in a folder."""

import time
from pathlib import Path

from celery import shared_task


@shared_task(name="default.leave_trace")
def leave_trace(path: str) -> None:
    Path(path).touch()


@shared_task(name="ai.test_think")
def think(path: str, seconds: float) -> None:
    Path(f"{path}.begun").touch()
    time.sleep(seconds)
    Path(path).touch()


@shared_task(name="long.test_think")
def compute(path: str, seconds: float) -> None:
    think.run(path, seconds)


@shared_task(name="clock.test_tick")
def tick(path: str) -> None:
    Path(path).touch()
