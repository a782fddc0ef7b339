"""Arrival times of requests: when the body is complete, by the server's clock; clocks are judged by them."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.core.cache import cache

from config.http import request_times
from config.http.request_times import StampedArrivals
from games.services.request_times import (
    MARK_KEPT_SECONDS,
    arrived_by,
    mark_keys,
    mark_slow_request,
    request_time,
    unmark_slow_request,
)

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
PATIENCE = 120


class Answering:
    """Like Django: read the body first, then respond in a thread."""

    def __init__(self) -> None:
        self.let, self.has_body = asyncio.Event(), asyncio.Event()
        self.request_time: datetime | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        while (await receive())["more_body"]:
            pass
        self.has_body.set()
        await self.let.wait()
        self.request_time = await sync_to_async(request_time)()
        await send({"type": "http.response.start", "status": 200, "headers": []})


def asking(answering: Answering, method: str = "POST", path: str = "/api/v1/games/7/turns/") -> ApplicationCommunicator:
    scope = {"type": "http", "method": method, "path": path, "headers": [(b"date", b"Mon, 02 Mar 2020 12:00:00 GMT")]}
    return ApplicationCommunicator(StampedArrivals(answering), scope)


@pytest.fixture
def clock():
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def test_a_request_arrives_when_its_body_is_complete(clock) -> None:
    """A move whose headers arrive before a deadline and whose body after it came after it."""

    async def run() -> None:
        answering = Answering()
        asked = asking(answering)
        await asked.send_input({"type": "http.request", "body": b"{", "more_body": True})
        await asyncio.sleep(0)
        clock.shift(5 * SECOND)
        await asked.send_input({"type": "http.request", "body": b"}", "more_body": False})
        await answering.has_body.wait()
        clock.shift(5 * SECOND)
        answering.let.set()
        await asked.wait(PATIENCE)
        assert answering.request_time == NOON + 5 * SECOND

    asyncio.run(run())
    assert request_time() == NOON + 10 * SECOND


@pytest.mark.parametrize(
    ("method", "path", "is_known"),
    [
        ("POST", "/api/v1/games/7/turns/", True),
        ("POST", "/games/7/turn/", True),
        ("GET", "/api/v1/games/7/", False),
        ("POST", "/api/v1/games/8/turns/", False),
        ("POST", "/api/v1/tournaments/7/", False),
    ],
)
def test_a_pending_change_of_a_game_is_known_until_it_is_answered(
    clock, method: str, path: str, is_known: bool
) -> None:
    async def run() -> None:
        answering = Answering()
        asked = asking(answering, method, path)
        await asked.send_input({"type": "http.request", "body": b"", "more_body": False})
        await answering.has_body.wait()
        assert arrived_by(7, NOON + SECOND) == is_known
        assert not arrived_by(7, NOON)
        answering.let.set()
        await asked.wait(PATIENCE)
        assert not arrived_by(7, NOON + SECOND)

    asyncio.run(run())


def test_slow_requests_are_marked_for_other_processes(clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first request that is answered removes its own mark only."""
    monkeypatch.setattr(request_times, "SLOW_SECONDS", 0.0)

    async def run() -> None:
        first, second = Answering(), Answering()
        asked = []
        for answering in (first, second):
            asked.append(asking(answering))
            await asked[-1].send_input({"type": "http.request", "body": b"", "more_body": False})
            await answering.has_body.wait()
            clock.shift(SECOND)
        await until(lambda: marks() == [NOON, NOON + SECOND])
        first.let.set()
        await asked[0].wait(PATIENCE)
        await until(lambda: marks() == [NOON + SECOND])
        second.let.set()
        await asked[1].wait(PATIENCE)
        await until(lambda: marks() == [])

    asyncio.run(run())


def test_marks_of_other_processes_count(clock) -> None:
    later, earlier = mark_slow_request(7, NOON + SECOND), mark_slow_request(7, NOON)
    assert (arrived_by(7, NOON), arrived_by(7, NOON + SECOND), arrived_by(8, NOON + SECOND)) == (False, True, False)
    unmark_slow_request(earlier, NOON)
    assert (arrived_by(7, NOON + SECOND), arrived_by(7, NOON + 2 * SECOND)) == (False, True)
    unmark_slow_request(later, NOON + SECOND)
    assert not arrived_by(7, NOON + 2 * SECOND)


def test_an_expired_mark_does_not_remove_the_mark_that_replaced_it(clock) -> None:
    expired = mark_slow_request(7, NOON)
    clock.shift((MARK_KEPT_SECONDS + 1) * SECOND)
    assert mark_slow_request(7, NOON + MARK_KEPT_SECONDS * SECOND) == expired
    unmark_slow_request(expired, NOON)
    assert marks() == [NOON + MARK_KEPT_SECONDS * SECOND]


def marks() -> list[datetime]:
    return sorted(datetime.fromtimestamp(at, UTC) for at in cache.get_many(mark_keys(7)).values())


async def until(condition: Any) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.01)
