"""An HTTP server that receives posts, as a webhook's owner or a push service does."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ssl import SSLContext
from typing import Any


class Receiver(BaseHTTPRequestHandler):
    """Records requests and answers with the given statuses."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.heard.append((dict(self.headers), body))  # type: ignore[attr-defined]
        status = self.server.answers.pop(0) if self.server.answers else 200  # type: ignore[attr-defined]
        self.send_response(status)
        if 300 <= status < 400:
            self.send_header("Location", f"http://127.0.0.1:{self.server.server_port}/elsewhere")
        self.end_headers()

    def log_message(self, *args: Any) -> None:
        """Log nothing to the test's output."""


class _QuietServer(ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore clients that refuse the certificate."""


@contextmanager
def receiving(*answers: int, speaking: SSLContext | None = None) -> Iterator[Any]:
    server = _QuietServer(("127.0.0.1", 0), Receiver)
    if speaking is not None:
        server.socket = speaking.wrap_socket(server.socket, server_side=True)
    server.heard, server.answers = [], list(answers)  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


def anywhere(address: str) -> bool:
    """For tests only: allow this machine as a target."""
    return True
