"""A web process that hangs is restarted; one that is slow, or paused together with the launcher, is not."""

import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from config.embedded import launcher, pulse
from config.embedded.processes import Child, Supervisor
from config.embedded.pulse import Pulse
from config.env import Environment, read_environment
from tests.services.ports import free_port

pytestmark = [pytest.mark.slow, pytest.mark.processes]

WEB = """
import http.server, sys
class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
    def log_message(self, *words): pass
http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), Answer).serve_forever()
"""


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Environment:
    monkeypatch.setenv("ASTERISM_DATA", str(tmp_path))
    monkeypatch.setenv("PORT", str(free_port()))
    return read_environment()


def test_a_web_process_that_stops_responding_is_restarted(
    environment: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pulse, "MAX_SILENCE_SECONDS", 1.0)
    monkeypatch.setattr(pulse, "ASKED_EVERY_SECONDS", 0.1)
    child = Child("web", [sys.executable, "-c", WEB, str(environment.port)], dict(os.environ))
    said: list[str] = []

    def say(line: str) -> None:
        said.append(line)
        if line.startswith("the site is at"):
            assert child.process is not None
            os.kill(child.process.pid, signal.SIGSTOP)
        if line.endswith("restarting it"):
            supervisor.stop_signals = 1

    supervisor = Supervisor([child], say=say)
    monkeypatch.setattr(launcher, "say", say)
    try:
        assert launcher.run(supervisor, environment) is None
    finally:
        assert supervisor.stop() == []
    assert [line.partition(" (")[0] for line in said] == [
        f"the site is at {environment.public_url}",
        "the web server has not responded for 60 seconds; killing it",
        "web exited with code -9; restarting it",
    ]


class Clock:
    """A monotonic clock that a test advances."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now


@contextmanager
def asking(port: int) -> Iterator[Pulse]:
    with closing(Pulse("127.0.0.1", port, host_header="localhost")) as asked:
        yield asked


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(pulse, "time", clock)
    return clock


def silent_for(seconds: float, asked: Pulse, clock: Clock, *, tick: float = 0.1) -> bool:
    for _ in range(round(seconds / tick)):
        clock.now += tick
        if asked.is_lost():
            return True
    return False


def test_a_minute_without_a_response_is_too_long_and_less_is_not(clock: Clock) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent, asking(silent.getsockname()[1]) as asked:
        assert not silent_for(pulse.ASKED_EVERY_SECONDS + 59, asked, clock)
        assert silent_for(2, asked, clock)


def test_any_response_resets_the_minute(clock: Clock) -> None:
    with socket.create_server(("127.0.0.1", 0)) as web, asking(web.getsockname()[1]) as asked:
        for _ in range(3):
            assert not silent_for(pulse.ASKED_EVERY_SECONDS + 50, asked, clock)
            connection, _address = web.accept()
            assert connection.recv(100).startswith(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n")
            connection.sendall(b"HTTP/1.1 503 Service Unavailable\r\n\r\n")
            connection.close()


def test_time_while_the_launcher_was_suspended_hardly_counts(clock: Clock) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent, asking(silent.getsockname()[1]) as asked:
        assert not silent_for(pulse.ASKED_EVERY_SECONDS + 10, asked, clock)
        assert not silent_for(3600, asked, clock, tick=3600)
        assert silent_for(60, asked, clock)


def test_a_closed_port_is_tried_again(clock: Clock) -> None:
    with asking(free_port()) as asked:
        assert not silent_for(pulse.ASKED_EVERY_SECONDS + 30, asked, clock)
        with socket.create_server(asked.address) as web:
            assert not silent_for(5, asked, clock)
            connection, _address = web.accept()
            connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
            assert not silent_for(60, asked, clock)
            connection.close()
