"""Tasks run by real worker processes, with either broker."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from config.celery import NICENESS
from config.env import BASE_DIR
from config.workers import AI, CLOCK, LONG, QUIET, Worker
from tests.services.children import running
from tests.services.processes import children_of, is_running, wait_for
from tests.services.site import prepare_data, site_environment
from tests.services.site_shell import SiteShell

pytestmark = [pytest.mark.slow, pytest.mark.processes]


@pytest.fixture(params=["filesystem", "redis"])
def environment(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, str]:
    """An embedded site's data, with its own broker or with Redis."""
    prepare_data(tmp_path / "data")
    more = {"REDIS_URL": request.getfixturevalue("redis_url")} if request.param == "redis" else {}
    return site_environment(tmp_path / "data", **more)


@pytest.fixture
def shell(environment: dict[str, str]) -> Iterator[SiteShell]:
    shell = SiteShell(environment)
    yield shell
    shell.close()


@contextmanager
def running_worker(environment: dict[str, str], worker: Worker) -> Iterator[subprocess.Popen[bytes]]:
    """Start a worker with the launcher's own command line and the tests' tasks."""
    options = [*worker.options(), *QUIET, "--include", "tests.services.tasks"]
    command = [sys.executable, "-m", "celery", "-q", "-A", "config", "worker", *options]
    with running(command, log=log_of(environment, worker), cwd=BASE_DIR, env=environment) as process:
        yield process


def log_of(environment: dict[str, str], worker: Worker) -> Path:
    return Path(environment["ASTERISM_DATA"]) / f"{worker.name}.log"


def send(shell: SiteShell, name: str, *arguments: Path) -> None:
    words = [str(argument) for argument in arguments]
    shell.run(f"from celery import current_app; current_app.send_task({name!r}, {words!r})")


def niceness(pid: int) -> int:
    return os.getpriority(os.PRIO_PROCESS, pid)


def test_clocks_run_while_other_workers_are_busy_stopping_or_killed(
    environment: dict[str, str], shell: SiteShell, tmp_path: Path
) -> None:
    """A worker takes earlier messages, finishes its task on SIGTERM, and leaves no process behind when killed."""
    release, ticks = tmp_path / "release", [tmp_path / f"tick-{number}" for number in range(2)]
    thoughts = {worker: [tmp_path / f"{worker.name}-{number}" for number in range(4)] for worker in (AI, LONG)}
    send(shell, "clock.test_tick", ticks[0])
    for worker, paths in thoughts.items():
        for path in paths:
            send(shell, f"{worker.queue}.test_think", path, release)
    with (
        running_worker(environment, CLOCK) as clock,
        running_worker(environment, AI) as ai,
        running_worker(environment, LONG) as long,
    ):
        for worker, paths in thoughts.items():
            wait_for(lambda worker=worker, paths=paths: len(begun(paths)) == worker.concurrency)
        wait_for(ticks[0].exists)
        given_way = min(niceness(os.getpid()) + NICENESS, 19)
        assert niceness(clock.pid) == niceness(os.getpid())
        assert {niceness(pid) for each in (ai, long) for pid in (each.pid, *children_of(each.pid))} == {given_way}
        send(shell, "clock.test_tick", ticks[1])
        wait_for(ticks[1].exists)
        assert not any(path.exists() for paths in thoughts.values() for path in paths)

        children = children_of(ai.pid)
        assert len(children) == AI.concurrency
        ai.kill()
        ai.wait()
        wait_for(lambda: not any(is_running(child) for child in children))

        long.send_signal(signal.SIGTERM)
        wait_for(lambda: "Warm shutdown" in log_of(environment, LONG).read_text())
        release.touch()
        assert long.wait(120) == 0
    assert all(path.exists() for path in begun(thoughts[LONG]))


def begun(paths: list[Path]) -> list[Path]:
    return [path for path in paths if Path(f"{path}.begun").exists()]
