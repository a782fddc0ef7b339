"""A mail server that accepts connections and never responds: clients wait until their time-out."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field


@dataclass
class SilentServer:
    port: int
    calls: list[socket.socket] = field(default_factory=list)

    def held(self) -> set[socket.socket]:
        """Return the connections that still wait for a response."""
        return {call for call in list(self.calls) if not _has_hung_up(call)}


@contextmanager
def silent_server() -> Iterator[SilentServer]:
    with socket.create_server(("127.0.0.1", 0)) as door:
        server = SilentServer(door.getsockname()[1])
        thread = threading.Thread(target=_take_calls, args=(door, server), daemon=True)
        thread.start()
        yield server
        door.shutdown(socket.SHUT_RDWR)
        thread.join()
        for call in server.calls:
            call.close()


def _take_calls(door: socket.socket, server: SilentServer) -> None:
    with suppress(OSError):
        while True:
            server.calls.append(door.accept()[0])


def _has_hung_up(call: socket.socket) -> bool:
    try:
        return call.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True
