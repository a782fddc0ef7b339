"""Tasks of the tests' workers: their effects can be seen in a folder."""

import time
from pathlib import Path

from celery import shared_task


@shared_task(name="ai.test_think")
def think(path: str, release: str) -> None:
    """Begin, wait until the file `release` exists, and end."""
    Path(f"{path}.begun").touch()
    while not Path(release).exists():
        time.sleep(0.05)
    Path(path).touch()


@shared_task(name="long.test_think")
def compute(path: str, release: str) -> None:
    think.run(path, release)


@shared_task(name="clock.test_tick")
def tick(path: str) -> None:
    Path(path).touch()
