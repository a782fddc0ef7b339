"""The supervisor: on any signal, its children and all that they started end within five seconds of its clock."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.embedded import launcher, processes
from config.embedded.processes import COLD_SECONDS, GRACE_SECONDS, Child, Supervisor
from config.env import BASE_DIR, read_environment
from tests.services.processes import is_running, wait_for

pytestmark = pytest.mark.processes

NOTE = "import os, signal, sys, time; open(f'{sys.argv[1]}/{os.getpid()}', 'w').close()"
ENDS = f"{NOTE}; time.sleep(600)"
DEAF = f"import signal; signal.signal(15, signal.SIG_IGN); signal.signal(3, signal.SIG_IGN); {ENDS}"
LEAVES_ONE_BEHIND = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {DEAF!r}, sys.argv[1]]); {ENDS}"
SUPERVISE = f"""
import os, sys, time
from config.embedded.processes import Child, Supervisor, adopt_orphans
adopt_orphans()
programs = {[ENDS, LEAVES_ONE_BEHIND]!r}
children = [Child("child", [sys.executable, "-c", program, sys.argv[1]], dict(os.environ)) for program in programs]
supervisor = Supervisor(children, say=print)
supervisor.catch_signals()
supervisor.start()
while not supervisor.is_stopping:
    time.sleep(0.02)
print(supervisor.stop())
"""


class Clock:
    """A clock that advances only by sleeping; the kernel gets a moment for its work then."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        time.sleep(0.01)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(processes, "time", clock)
    return clock


def noted(folder: Path) -> list[int]:
    return [int(path.name) for path in folder.iterdir()]


@pytest.fixture
def deaf_child(tmp_path: Path) -> Iterator[Child]:
    """A child that ignores every signal that can be ignored, once it does."""
    child = Child("deaf", [sys.executable, "-c", DEAF, str(tmp_path)], dict(os.environ))
    child.start()
    wait_for(lambda: len(noted(tmp_path)) == 1)
    yield child
    child.kill_group()
    child.process.wait()


@pytest.mark.slow
@pytest.mark.parametrize("which", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_children_and_their_children(which: signal.Signals, tmp_path: Path) -> None:
    command = [sys.executable, "-c", SUPERVISE, str(tmp_path)]
    with subprocess.Popen(command, cwd=BASE_DIR, stdout=subprocess.PIPE, text=True) as supervisor:
        wait_for(lambda: len(noted(tmp_path)) == 3)
        supervisor.send_signal(which)
        output, _ = supervisor.communicate()
    assert (supervisor.returncode, output) == (0, "[]\n")
    assert [pid for pid in noted(tmp_path) if is_running(pid)] == []


@pytest.fixture
def kills(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> list[float]:
    """Record when children are killed; how long they take to die is up to the kernel."""
    kills: list[float] = []
    kill_group = Child.kill_group

    def kill(child: Child) -> None:
        kills.append(clock.now)
        kill_group(child)

    monkeypatch.setattr(Child, "kill_group", kill)
    return kills


def test_a_child_that_ignores_every_signal_is_killed_within_five_seconds(
    deaf_child: Child, clock: Clock, kills: list[float]
) -> None:
    begun = clock.now
    assert Supervisor([deaf_child], say=print).stop() == []
    assert deaf_child.exit_code() == -signal.SIGKILL
    assert GRACE_SECONDS + COLD_SECONDS <= kills[0] - begun < 5


def test_a_second_signal_skips_the_waiting(
    deaf_child: Child, clock: Clock, kills: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, supervisor = clock.now, Supervisor([deaf_child], say=print)
    sleep = clock.sleep

    def sleep_until_a_signal_comes(seconds: float) -> None:
        sleep(seconds)
        supervisor.stop_signals += 1

    monkeypatch.setattr(clock, "sleep", sleep_until_a_signal_comes)
    assert supervisor.stop() == []
    assert kills[0] - begun < GRACE_SECONDS / 2


def test_stopped_is_printed_only_when_everything_has_stopped(
    deaf_child: Child, clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One process can't be ended by the kernel, like one that waits for a dead disk."""
    monkeypatch.setattr(processes, "_is_group_gone", lambda group: False)
    monkeypatch.setattr(processes, "KILLED_SECONDS", 0.1)
    assert Supervisor([deaf_child], say=print).stop() == ["deaf"]
    monkeypatch.setenv("ASTERISM_DATA", str(tmp_path / "data"))
    for name in ("check_port", "compile_engines", "prepare", "adopt_orphans"):
        monkeypatch.setattr(launcher, name, lambda *_: None)
    monkeypatch.setattr(launcher, "run", lambda *_: None)
    monkeypatch.setattr(Supervisor, "catch_signals", lambda _: None)
    monkeypatch.setattr(Supervisor, "stop", lambda _: ["deaf"])
    with pytest.raises(SystemExit, match=r"^asterism: Still running: deaf\. End these processes"):
        launcher.serve(read_environment())
