"""A thousand event streams on one web process: latency of a turn from its sender to all viewers."""

import asyncio
import json
import math
import os
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from django.db import connection

from config.embedded.launcher import answers, children_of
from config.env import BASE_DIR, read_environment
from games.models import Game
from tests.bench.figures import Figure
from tests.bench.measuring import clear, percentile, show
from tests.bench.turns import DATABASES
from tests.bench.visits import token_of
from tests.games.playing import make_people, next_turn, start
from tests.services.children import running, wait_until
from tests.services.ports import free_port
from tests.services.processes import family_of

STREAMS, STREAMS_EACH = 1000, 20
TURNS = 10
PATIENCE_SECONDS = 10.0
AT_A_TIME = 40


def measure() -> list[Figure]:
    people = make_people(*(f"viewer{number}" for number in range(STREAMS // STREAMS_EACH)))
    tokens = [token_of(person) for person in people]
    game = start("lyra-2", people[:2])
    label = f"{STREAMS:,} streams, {DATABASES[connection.vendor]}"
    with running_web() as (port, pid):
        times, spent = asyncio.run(listen_and_play(port, pid, game, tokens, label))
    clear()
    median, late = percentile(times, 0.5), percentile(times, 0.95)
    words = f"median {median * 1000:.0f} ms, worst {max(times) * 1000:.0f} ms"
    context = f"{len(times):,} deliveries; load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    a_turn = f"{spent / len(times) * 1e6:.0f} µs a delivery"
    return [
        Figure(what=f"{label}, p95", measured=words, beside=context, value=late * 1000, limit=500, unit="ms"),
        Figure(what=f"{label}, CPU a turn", measured=a_turn, value=spent / TURNS * 1000, unit="ms"),
    ]


@contextmanager
def running_web() -> Iterator[tuple[int, int]]:
    """Start the web process as the launcher does; yield its port and the pid of its worker."""
    environment = replace(read_environment(), port=free_port())
    web = children_of(environment)[0]
    web.environment["TRUSTED_PROXIES"] = "1"  # viewers come from many addresses, as through a proxy
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        with running(web.command, log=log, cwd=BASE_DIR, env=web.environment) as process:
            wait_until(lambda: answers(environment), process, log=log, seconds=60)
            yield environment.port, process.pid


async def listen_and_play(port: int, pid: int, game: Game, tokens: list[str], label: str) -> tuple[list[float], float]:
    """Return the latency of each delivery, and the CPU time of the process for the turns."""
    streams = [
        Stream(port, game.pk, tokens[number // STREAMS_EACH], number // STREAMS_EACH) for number in range(STREAMS)
    ]
    for at in range(0, STREAMS, AT_A_TIME):
        show(f"{label}: opening", at, STREAMS)
        await asyncio.gather(*(stream.open() for stream in streams[at : at + AT_A_TIME]))
    times: list[float] = []
    await deliver(port, game, tokens, streams, 0)  # warm-up: the broker's connection, for example
    before = cpu_of(pid)
    for number in range(1, TURNS + 1):
        show(f"{label}: turn {number}", number - 1, TURNS)
        times += await deliver(port, game, tokens, streams, number)
    spent = cpu_of(pid) - before
    for stream in streams:
        stream.close()
    return times, spent


async def deliver(port: int, game: Game, tokens: list[str], streams: list["Stream"], number: int) -> list[float]:
    """Return the seconds from sending a turn to its arrival at each of the open streams."""
    turn = await asyncio.to_thread(prepare_turn, port, game, tokens, number)
    listening = [asyncio.create_task(stream.await_turn()) for stream in streams]
    await asyncio.sleep(0)
    begun = time.monotonic()
    await asyncio.to_thread(post, turn)
    return [moment - begun for moment in await asyncio.gather(*listening)]


def prepare_turn(port: int, game: Game, tokens: list[str], number: int) -> urllib.request.Request:
    game.refresh_from_db()
    body = json.dumps({"ply": game.ply, "steps": next_turn(game, number)}).encode()
    headers = {"Authorization": f"Bearer {tokens[game.to_move or 0]}", "Content-Type": "application/json"}
    connection.close()
    return urllib.request.Request(f"http://localhost:{port}/api/v1/games/{game.pk}/turns/", body, headers)


def post(turn: urllib.request.Request) -> None:
    with urllib.request.urlopen(turn, timeout=30) as answer:
        assert answer.status == 201


class Stream:
    """One viewer, by a plain socket."""

    def __init__(self, port: int, game_id: int, token: str, viewer: int) -> None:
        self.port = port
        self.request = (
            f"GET /api/v1/games/{game_id}/events/ HTTP/1.1\r\nHost: localhost\r\n"
            f"Accept: text/event-stream\r\nAuthorization: Bearer {token}\r\nX-Forwarded-For: 192.0.2.{viewer}\r\n\r\n"
        ).encode()

    async def open(self) -> None:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)
        self.writer.write(self.request)
        status = await self.reader.readline()
        assert b" 200 " in status, status
        await self.reader.readuntil(b"event: hello\n")

    async def await_turn(self) -> float:
        """Return the time at which the next turn had arrived completely; infinity if it did not."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await self.reader.readuntil(b"event: turn\n")
                await self.reader.readuntil(b"\n\n")
        except (TimeoutError, asyncio.IncompleteReadError):
            return math.inf
        return time.monotonic()

    def close(self) -> None:
        self.writer.transport.abort()


def cpu_of(pid: int) -> float:
    """Return the CPU seconds of a process and its children."""
    family = [pid, *family_of(pid)]
    ticks = os.sysconf("SC_CLK_TCK")
    fields = [Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split() for one in family]
    return sum(int(field[11]) + int(field[12]) for field in fields) / ticks
