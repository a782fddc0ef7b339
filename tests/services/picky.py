"""A mail server that refuses some recipients slowly and accepts all other mail."""

import socketserver
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

BAD = b"bad"
"""Recipients with this in their address are refused."""


class PickyServer(socketserver.ThreadingTCPServer):
    daemon_threads = True

    def __init__(self, seconds: float) -> None:
        super().__init__(("127.0.0.1", 0), _Session)
        self.seconds = seconds
        self.delivered: list[bytes] = []
        self.refused: list[bytes] = []


class _Session(socketserver.StreamRequestHandler):
    server: PickyServer

    def handle(self) -> None:
        self._say(220)
        with suppress(OSError):
            while line := self.rfile.readline():
                self._answer(line.strip())

    def _answer(self, line: bytes) -> None:
        if line.upper().startswith(b"RCPT") and BAD in line:
            self.server.refused.append(line)
            time.sleep(self.server.seconds)
            self._say(550)
        elif line.upper() == b"DATA":
            self._say(354)
            lines = list(iter(self.rfile.readline, b".\r\n"))
            self.server.delivered.append(b"".join(lines))
            self._say(250)
        else:
            self._say(250)

    def _say(self, code: int) -> None:
        self.wfile.write(f"{code} as you see\r\n".encode())


@contextmanager
def picky_server(seconds: float) -> Iterator[PickyServer]:
    with PickyServer(seconds) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()
