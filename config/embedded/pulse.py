"""A non-blocking health check of the web process, for the launcher."""

import select
import socket
import time

MAX_SILENCE_SECONDS = 60.0
"""Far above what a loaded machine takes for `/healthz`: a restart would only add to its load."""
ASKED_EVERY_SECONDS = 10.0
LONGEST_TICK_SECONDS = 1.0
"""A longer gap between two ticks means that the launcher itself was suspended, and perhaps the web server with it."""


class Pulse:
    """Sums up how long the web process has not answered. Any response counts as alive, a 503 too."""

    def __init__(self, host: str, port: int, *, host_header: str) -> None:
        self.address = (host, port)
        self.request = f"GET /healthz HTTP/1.1\r\nHost: {host_header}\r\nConnection: close\r\n\r\n".encode()
        self.socket: socket.socket | None = None
        self.restart()

    def restart(self) -> None:
        """Reset, for a web process that was just started."""
        self.silence, self.owes_answer, self.is_asked = 0.0, False, False
        self.ticked_at = time.monotonic()
        self._hang_up(self.ticked_at + ASKED_EVERY_SECONDS)

    def is_lost(self) -> bool:
        """Check without blocking; return whether the web process has been silent for too long."""
        now = time.monotonic()
        if self.owes_answer:
            self.silence += min(now - self.ticked_at, LONGEST_TICK_SECONDS)
        self.ticked_at = now
        try:
            if self.socket is not None:
                self._listen(self.socket)
            elif now >= self.asks_at:
                self._call()
        except OSError:  # refused or disconnected: tried again soon
            self._hang_up(now + 1)
        return self.silence > MAX_SILENCE_SECONDS

    def _call(self) -> None:
        family, kind, protocol, _name, address = socket.getaddrinfo(*self.address, type=socket.SOCK_STREAM)[0]
        self.socket = socket.socket(family, kind, protocol)
        self.socket.setblocking(False)
        self.socket.connect_ex(address)
        self.owes_answer, self.is_asked = True, False

    def _listen(self, connection: socket.socket) -> None:
        readable, writable, _ = select.select([connection], [] if self.is_asked else [connection], [], 0)
        if writable:
            connection.sendall(self.request)
            self.is_asked = True
        elif readable:
            if not connection.recv(16).startswith(b"HTTP/"):
                raise ConnectionError
            self.silence, self.owes_answer = 0.0, False
            self._hang_up(self.ticked_at + ASKED_EVERY_SECONDS)

    def _hang_up(self, asks_at: float) -> None:
        self.close()
        self.socket, self.asks_at = None, asks_at

    def close(self) -> None:
        if self.socket is not None:
            self.socket.close()
