"""A supervisor of child processes: restarts them, and ends them together; none outlives the launcher."""

import contextlib
import ctypes
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
GRACE_SECONDS = 3.2
"""Seconds a process gets to finish its work after SIGTERM."""
COLD_SECONDS = 0.8
"""Seconds it gets to requeue tasks it has not begun after SIGQUIT."""
KILLED_SECONDS = 30.0
"""Seconds the kernel may take to end a killed process: a moment, unless the machine is overloaded."""
FALLS_ALLOWED = 3
FALLS_WINDOW_SECONDS = 60.0

_libc = ctypes.CDLL(None) if sys.platform == "linux" else None


def die_with_parent(death_signal: int = signal.SIGKILL) -> None:
    """Ask Linux to signal this process when the one that started it is gone, even by `kill -9`."""
    if _libc is not None:
        _libc.prctl(PR_SET_PDEATHSIG, int(death_signal), 0, 0, 0)


def adopt_orphans() -> None:
    """Ask Linux for the processes that children leave behind: this one then sees when they have ended."""
    if _libc is not None:
        _libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _is_group_gone(group: int) -> bool:
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-group, os.WNOHANG) != (0, 0):
            pass
    try:
        os.killpg(group, 0)
    except (ProcessLookupError, PermissionError):  # macOS raises the latter for a group with only zombies left
        return True
    return False


def raise_file_limit() -> None:
    """Raise this process's limit of open files to the maximum: each connection is one, and 1024 is a usual default."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):  # macOS reports it as unlimited, and then refuses that
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


@dataclass
class Child:
    """One program that must always run."""

    name: str
    command: Sequence[str]
    environment: dict[str, str]
    process: subprocess.Popen[bytes] | None = None
    falls: list[float] = field(default_factory=list)

    def start(self) -> None:
        # Its own session: Ctrl-C in the terminal reaches only the launcher, which then stops all in order.
        self.process = subprocess.Popen(  # noqa: S603  # nosec B603
            self.command,
            env=self.environment,
            start_new_session=True,
            preexec_fn=_die_with_launcher,  # noqa: PLW1509 - the launcher has one thread
        )

    def exit_code(self) -> int | None:
        return self.process.poll() if self.process else None

    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def send(self, which: signal.Signals) -> None:
        if self.process and self.is_running():
            self.process.send_signal(which)

    def kill_group(self) -> None:
        """Kill it with everything that it started; `wait_until_gone` waits for them."""
        if self.process:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)

    def is_gone(self) -> bool:
        """Whether it has ended with everything that it started."""
        return not self.is_running() and (self.process is None or _is_group_gone(self.process.pid))

    def fell_too_often(self, now: float) -> bool:
        self.falls = [fall for fall in self.falls if now - fall < FALLS_WINDOW_SECONDS] + [now]
        return len(self.falls) > FALLS_ALLOWED


def wait_until_gone(children: Sequence[Child]) -> list[Child]:
    """Wait for killed children and all that they started; return those that did not end."""
    deadline = time.monotonic() + KILLED_SECONDS
    while (left := [child for child in children if not child.is_gone()]) and time.monotonic() < deadline:
        time.sleep(0.01)
    return left


def _die_with_launcher() -> None:
    die_with_parent(signal.SIGTERM)


class Supervisor:
    """Starts children, restarts those that end, and gives up with a reason when one ends too often."""

    def __init__(self, children: Sequence[Child], *, say: Callable[[str], None]) -> None:
        self.children = children
        self.say = say
        self.stop_signals = 0

    def catch_signals(self) -> None:
        for which in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(which, self._on_signal)

    def _on_signal(self, *_: object) -> None:
        self.stop_signals += 1

    @property
    def is_stopping(self) -> bool:
        return self.stop_signals > 0

    def start(self) -> None:
        """Start the children that don't run yet."""
        for child in self.children:
            if child.process is None:
                child.start()

    def watch(self) -> str | None:
        """Restart children that ended; return a reason to give up, if any."""
        for child in self.children:
            code = child.exit_code()
            if code is None or self.is_stopping:
                continue
            child.kill_group()
            wait_until_gone([child])
            if child.fell_too_often(time.monotonic()):
                return f"{child.name} ended {len(child.falls)} times within a minute (exit code {code})"
            self.say(f"{child.name} exited with code {code}; restarting it")
            child.start()
        return None

    def stop(self) -> list[str]:
        """Send SIGTERM, SIGQUIT and SIGKILL within 5 seconds; return the names of those that still did not end.

        A second signal from outside skips the waiting.
        """
        signals_before = self.stop_signals
        for which, seconds in ((signal.SIGTERM, GRACE_SECONDS), (signal.SIGQUIT, COLD_SECONDS)):
            for child in self.children:
                child.send(which)
            self._wait(seconds, signals_before)
        for child in self.children:
            child.kill_group()
        return [child.name for child in wait_until_gone(self.children)]

    def _wait(self, seconds: float, signals_before: int) -> None:
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and self.stop_signals == signals_before:
            if not any(child.is_running() for child in self.children):
                return
            time.sleep(0.05)
