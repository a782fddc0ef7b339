"""Outgoing HTTP requests have time limits that slow servers can't exceed."""

import queue
import socket
import threading
import time
from collections.abc import Iterator

import pytest

from games.services import safe_http
from games.services.safe_http import NotDelivered, post

# The header of a 16 kB TLS record, as a reply to a handshake begins; the rest is never complete.
HEAD_OF_A_RECORD = b"\x16\x03\x03\x3f\xff"
PAUSE = 0.05


@pytest.fixture
def dripping() -> Iterator[int]:
    """The port of a server that sends its response very slowly, byte by byte."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        done = threading.Event()
        thread = threading.Thread(target=_drip, args=(server, done))
        thread.start()
        yield server.getsockname()[1]
        done.set()
        thread.join()


def _drip(server: socket.socket, done: threading.Event) -> None:
    caller, _address = server.accept()
    with caller:
        caller.sendall(HEAD_OF_A_RECORD)
        while not done.wait(PAUSE):
            try:
                caller.sendall(b"\x00")
            except OSError:
                return


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_server_that_drips_bytes_is_given_up(dripping: int, scheme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each byte arrives in time: only the total timeout ends the request, even during the TLS handshake."""
    monkeypatch.setattr(safe_http, "SECONDS_IN_ALL", 0.5)
    begun = time.monotonic()
    with pytest.raises(NotDelivered):
        post(f"{scheme}://127.0.0.1:{dripping}/", b"{}", headers={}, is_allowed=lambda address: True)
    assert time.monotonic() - begun < 3


@pytest.fixture
def hanging_resolver(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A resolver that does not answer until the test is over."""
    done = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_args, **_options: done.wait(60) and [])
    yield
    done.set()


@pytest.mark.usefixtures("hanging_resolver")
def test_a_slow_name_lookup_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(safe_http, "SECONDS_TO_LOOK_UP", 0.05)
    with pytest.raises(NotDelivered) as refused:
        post("https://hangs.example.org/", b"{}", headers={})
    assert isinstance(refused.value.__cause__, queue.Empty)


def test_a_timeout_before_the_connection_exists_aborts_it(dripping: int) -> None:
    """The timer may fire before there is a socket; then the request fails at once."""
    connection = safe_http._Connection("127.0.0.1", dripping, address="127.0.0.1", is_allowed=lambda address: True)
    connection.give_up()
    with pytest.raises(TimeoutError):
        connection.request("POST", "/")
    connection.close()
