"""Row 15: malformed requests over the wire: refused within a second, an endless body too, and others are served."""

import http.client
import json
import socket
import time
from urllib.parse import urlsplit

from config.http.bodies import MAX_BYTES
from tests.fire.context import CaseContext, check
from tests.fire.players import Player, bring_players, challenge

MAX_SECONDS = 1.0
REFUSALS = (400, 404, 413, 429)
HUGE = 2**63
THREE_MEGABYTES = b'{"text": "' + b"x" * 3_000_000 + b'"}'
FIFTY_THOUSAND_DEEP = b"[" * 50_000 + b"]" * 50_000
CHUNK = b"x" * 2**18
Attack = tuple[str, str, bytes]


def run(context: CaseContext) -> str:
    with context.site() as site:
        player, other = bring_players(site, 2)
        game, slowest = challenge(player, other), 0.0
        for attack in _attacks(game):
            # On a busy machine the first may wait for others; the site itself must not take long.
            slowest = max(slowest, min(_send(player, *attack) for _ in range(2)))
            context.say(f"{attack[0]} {attack[1][:60]}")
        sent, seconds = _send_without_end(player)
        shown = player.get(f"games/{game}/")
        shown.expect(200)
    check(slowest < MAX_SECONDS, f"a refusal took {slowest:.2f} s")
    check(sent < 4 * MAX_BYTES, f"of a body without an end {sent:,} bytes were taken")
    return (
        f"all refused, the slowest in {slowest:.2f} s; a body without an end after {sent >> 20} MB and {seconds:.1f} s"
    )


def _attacks(game: int) -> list[Attack]:
    turns, chat = f"/api/v1/games/{game}/turns/", f"/api/v1/games/{game}/chat/"
    texts = [json.dumps({"text": text}).encode() for text in ("a\x00b", "\ud800")]
    bodies = [THREE_MEGABYTES, FIFTY_THOUSAND_DEEP]
    return [
        *(("POST", path, body) for path in (turns, chat, "/api/v1/seeks/") for body in bodies),
        ("POST", f"/api/v1/games/{game}/resign/", THREE_MEGABYTES),
        *(("POST", chat, text) for text in texts),
        ("GET", f"/api/v1/games/?page_size={10**9}", b""),
        *(("GET", f"{path}{HUGE}/", b"") for path in ("/api/v1/games/", "/games/", "/tournaments/")),
        *(("GET", f"/people/{name}/", b"") for name in ("a%00b", "%ED%A0%80", "x" * 4000)),
    ]


def _send(player: Player, method: str, path: str, body: bytes) -> float:
    """Return the seconds until the refusal."""
    url = urlsplit(player.url)
    connection = http.client.HTTPConnection(url.hostname or "", url.port, timeout=30)
    headers = {"Authorization": f"Bearer {player.token}", "Content-Type": "application/json"}
    begun = time.monotonic()
    connection.request(method, path, body, headers)
    status = connection.getresponse().status
    seconds = time.monotonic() - begun
    connection.close()
    check(status in REFUSALS, f"{method} {path[:80]} was answered {status}")
    return seconds


def _send_without_end(player: Player) -> tuple[int, float]:
    """Send chunks anonymously until the site refuses; return how much it took, and how long."""
    url = urlsplit(player.url)
    words = ["POST /accounts/login/ HTTP/1.1", f"Host: {url.netloc}", "Transfer-Encoding: chunked", "", ""]
    begun, sent = time.monotonic(), 0
    with socket.create_connection((url.hostname or "", url.port or 80), timeout=30) as connection:
        connection.sendall("\r\n".join(words).encode())
        answer = b""
        while not answer and sent < 64 * MAX_BYTES and time.monotonic() - begun < 30:
            try:
                connection.settimeout(10)
                connection.sendall(f"{len(CHUNK):x}\r\n".encode() + CHUNK + b"\r\n")
                sent += len(CHUNK)
                connection.setblocking(False)
                answer = connection.recv(4096)
            except BlockingIOError:
                continue
            except OSError:  # a closed connection is a refusal too
                break
    check(not answer or b" 413 " in answer.split(b"\r\n")[0], f"a body without an end was answered {answer[:60]!r}")
    return sent, time.monotonic() - begun
