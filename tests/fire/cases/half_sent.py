"""Row 27: 1,100 requests that are never completed: everyone else is served, and the half-sent ones are closed."""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from urllib.parse import urlsplit

from tests.fire.context import CaseContext, check
from tests.fire.players import ask

CONNECTIONS = 1100
MAX_SECONDS = 5.0
ENDED_WITHIN_SECONDS = 40.0
# All from one address behind a proxy that others use too: only clients of that address may have to wait.
HEAD = "\r\nHost: localhost\r\nX-Forwarded-For: 192.0.2.66\r\n"
BEHIND_PROXY = {"TRUSTED_PROXIES": "1"}
HALVES = {
    "connections that say nothing": "",
    "half headers": f"GET / HTTP/1.1{HEAD}X-Slow: ",
    "half bodies": f"POST /api/v1/seeks/ HTTP/1.1{HEAD}Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{{",
    "half chunked bodies": f"POST /accounts/login/ HTTP/1.1{HEAD}Transfer-Encoding: chunked\r\n\r\n2\r\na=\r\n",
}


def run(context: CaseContext) -> str:
    with context.site(**BEHIND_PROXY) as site:
        slowest, ended = 0.0, 0.0
        for what, half in HALVES.items():
            context.say(f"{CONNECTIONS} {what}")
            with held(site.url, half) as connections:
                slowest = max(slowest, *(seconds_for(site.url, path) for path in ("/healthz", "/games/")))
                ended = max(ended, seconds_until_ended(connections))
    check(slowest < MAX_SECONDS, f"an answer took {slowest:.1f} s meanwhile")
    return f"others were answered, the slowest in {slowest:.2f} s; all {CONNECTIONS} were ended within {ended:.0f} s"


@contextmanager
def held(url: str, half: str) -> Iterator[list[socket.socket]]:
    """Open so many connections, each with half a request sent."""
    parts = urlsplit(url)
    with ExitStack() as stack:
        connections = []
        for _ in range(CONNECTIONS):
            connection = socket.create_connection((parts.hostname or "", parts.port or 80), timeout=30)
            connections.append(stack.enter_context(connection))
            connection.sendall(half.encode())
        yield connections


def seconds_for(url: str, path: str) -> float:
    """Return the seconds that another visitor waits for a page."""
    answer = ask(url, "GET", path, **{"X-Forwarded-For": "198.51.100.7"})
    answer.expect(200)
    return answer.seconds


def seconds_until_ended(connections: list[socket.socket]) -> float:
    """Return the seconds until the site has closed all of them."""
    begun = time.monotonic()
    for connection in connections:
        left = ENDED_WITHIN_SECONDS - (time.monotonic() - begun)
        connection.settimeout(max(0.1, left))
        try:
            while connection.recv(4096):
                pass
        except TimeoutError:
            check(False, f"a half-sent request was open after {ENDED_WITHIN_SECONDS:.0f} s")
        except ConnectionError:
            pass
    return time.monotonic() - begun
