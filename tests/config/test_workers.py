"""Tasks through real worker processes, by either broker."""

import json
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
from config.workers import AI, CLOCK, LONG, QUIET, SITE, Worker
from tests.services.children import running
from tests.services.processes import children_of, is_running, wait_for
from tests.services.site import prepare_data, site_environment

pytestmark = pytest.mark.slow

SEND = """
import json, sys, django
django.setup()
from celery import current_app
for name, arguments in json.loads(sys.argv[1]):
    current_app.send_task(name, arguments)
"""


@pytest.fixture(params=["filesystem", "redis"])
def environment(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, str]:
    """An embedded site's data, with its own broker or with Redis."""
    prepare_data(tmp_path / "data")
    more = {"REDIS_URL": request.getfixturevalue("redis_url")} if request.param == "redis" else {}
    return site_environment(tmp_path / "data", **more)


@contextmanager
def running_worker(environment: dict[str, str], worker: Worker) -> Iterator[subprocess.Popen[bytes]]:
    """The launcher's own command line, with the tests' tasks added."""
    options = [*worker.options(), *QUIET, "--include", "tests.services.tasks"]
    command = [sys.executable, "-m", "celery", "-q", "-A", "config", "worker", *options]
    log = Path(environment["ASTERISM_DATA"]) / f"{worker.name}.log"
    with running(command, log=log, cwd=BASE_DIR, env=environment) as process:
        yield process


def send(environment: dict[str, str], *tasks: tuple[str, list[object]]) -> None:
    subprocess.run([sys.executable, "-c", SEND, json.dumps(tasks)], cwd=BASE_DIR, env=environment, check=True)


def niceness(pid: int) -> int:
    return os.getpriority(os.PRIO_PROCESS, pid)


def test_a_task_is_done_even_if_it_was_sent_before_a_worker_lived(environment: dict[str, str], tmp_path: Path) -> None:
    send(environment, ("default.leave_trace", [str(tmp_path / "trace")]))
    with running_worker(environment, SITE):
        wait_for((tmp_path / "trace").exists)


@pytest.mark.parametrize("busy", [AI, LONG], ids=lambda worker: worker.name)
def test_clocks_go_on_while_every_computing_worker_is_busy(
    environment: dict[str, str], tmp_path: Path, busy: Worker
) -> None:
    thoughts = [tmp_path / f"thought-{number}" for number in range(4)]
    with running_worker(environment, CLOCK) as keeper, running_worker(environment, busy) as thinker:
        send(environment, *((f"{busy.queue}.test_think", [str(path), 120]) for path in thoughts))
        wait_for(lambda: sum(Path(f"{path}.begun").exists() for path in thoughts) == busy.concurrency)
        assert niceness(keeper.pid) == niceness(os.getpid())
        given_way = min(niceness(os.getpid()) + NICENESS, 19)
        assert {niceness(pid) for pid in (thinker.pid, *children_of(thinker.pid))} == {given_way}
        send(environment, ("clock.test_tick", [str(tmp_path / "tick")]))
        wait_for((tmp_path / "tick").exists)
        assert not any(path.exists() for path in thoughts)
        thinker.kill()


def test_a_worker_that_is_told_to_stop_finishes_its_task(environment: dict[str, str], tmp_path: Path) -> None:
    thought = tmp_path / "thought"
    with running_worker(environment, AI) as process:
        send(environment, ("ai.test_think", [str(thought), 2]))
        wait_for(Path(f"{thought}.begun").exists)
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
    assert thought.exists()


def test_a_killed_worker_leaves_no_process(environment: dict[str, str], tmp_path: Path) -> None:
    with running_worker(environment, AI) as process:
        send(environment, ("ai.test_think", [str(tmp_path / "thought"), 60]))
        wait_for((tmp_path / "thought.begun").exists)
        children = children_of(process.pid)
        assert len(children) == 2
        process.kill()
        process.wait()
        wait_for(lambda: not any(is_running(child) for child in children), seconds=5)
