"""Oversized and slow request bodies are refused, by Content-Length or while they arrive, before they are stored."""

import asyncio
import json
from collections.abc import Coroutine
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator

from config.http.bodies import MAX_BYTES, MAX_PAUSE_SECONDS, MAX_SECONDS, LimitedBodies

CHUNK = b"x" * 2**20
PATIENCE = 10 * MAX_SECONDS


class WaitingLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock advances only while all tasks wait: it then jumps to the next timer at once."""

    now = 0.0

    def time(self) -> float:
        return self.now

    def _run_once(self) -> None:
        due = [timer.when() for timer in self._scheduled if not timer.cancelled()]
        if due and not self._ready:
            self.now = max(self.now, min(due))
        super()._run_once()


def run(coroutine: Coroutine[Any, Any, Any]) -> Any:
    with asyncio.Runner(loop_factory=WaitingLoop) as runner:
        return runner.run(coroutine)


class Reader:
    """Like Django: read the whole body first."""

    def __init__(self) -> None:
        self.kept = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        while True:
            message = await receive()
            self.kept += len(message["body"])
            if not message["more_body"]:
                break
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"taken"})


async def _post(reader: Reader, path: str, chunks: int, length: int | None) -> tuple[int, bytes]:
    headers = [] if length is None else [(b"content-length", str(length).encode())]
    scope = {"type": "http", "method": "POST", "path": path, "headers": headers}
    asked = ApplicationCommunicator(LimitedBodies(reader), scope)
    for number in range(chunks):
        await asked.send_input({"type": "http.request", "body": CHUNK, "more_body": number < chunks - 1})
    begin, body = await asked.receive_output(PATIENCE), await asked.receive_output(PATIENCE)
    await asked.wait(PATIENCE)
    return begin["status"], body["body"]


def post(reader: Reader, path: str, *, chunks: int, length: int | None = None) -> tuple[int, bytes]:
    return run(_post(reader, path, chunks, length))


def test_a_body_within_the_limit_is_passed_on() -> None:
    reader = Reader()
    assert post(reader, "/settings/", chunks=4, length=MAX_BYTES) == (200, b"taken")
    assert reader.kept == MAX_BYTES


@pytest.mark.parametrize("length", [100 * 2**20, None], ids=["announced", "without an end"])
def test_an_oversized_body_is_refused_and_not_stored(length: int | None) -> None:
    reader = Reader()
    status, words = post(reader, "/settings/", chunks=100, length=length)
    assert (status, words) == (413, b"The request body is too large. Send less at a time.\n")
    assert reader.kept <= MAX_BYTES
    status, words = post(Reader(), "/api/v1/games/1/turns/", chunks=100, length=length)
    assert (status, json.loads(words)["code"]) == (413, "too_large")


async def _post_half(path: str, *, pause: float, chunks: int) -> tuple[int, bytes, float]:
    """Send one more chunk after each pause, and never the last; return the response and the seconds until it came."""
    scope = {"type": "http", "method": "POST", "path": path, "headers": []}
    asked = ApplicationCommunicator(LimitedBodies(Reader()), scope)

    async def send_slowly() -> None:
        for _ in range(chunks):
            await asked.send_input({"type": "http.request", "body": b"x", "more_body": True})
            await asyncio.sleep(pause)

    sending = asyncio.create_task(send_slowly())
    begin = await asked.receive_output(PATIENCE)
    seconds = asyncio.get_running_loop().time()
    body = await asked.receive_output(PATIENCE)
    await asked.wait(PATIENCE)
    sending.cancel()
    return begin["status"], body["body"], seconds


@pytest.mark.parametrize(
    ("pause", "chunks", "refused_after"),
    [(0.0, 1, MAX_PAUSE_SECONDS), (MAX_PAUSE_SECONDS / 2, 20, MAX_SECONDS)],
    ids=["half a body", "a byte now and then"],
)
def test_a_body_that_arrives_too_slowly_is_refused(pause: float, chunks: int, refused_after: float) -> None:
    status, words, seconds = run(_post_half("/settings/", pause=pause, chunks=chunks))
    assert (status, words) == (408, b"The body did not arrive in time. Send the request again.\n")
    assert seconds == pytest.approx(refused_after)
    status, words, seconds = run(_post_half("/api/v1/games/1/turns/", pause=pause, chunks=chunks))
    assert (status, json.loads(words)["code"]) == (408, "too_slow")
    assert seconds == pytest.approx(refused_after)


async def _answer_late() -> int:
    """Send a complete body to an application that then waits for the client to disconnect."""

    async def listens(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await receive()
        await send({"type": "http.response.start", "status": 200, "headers": []})

    scope = {"type": "http", "method": "GET", "path": "/", "headers": []}
    asked = ApplicationCommunicator(LimitedBodies(listens), scope)
    await asked.send_input({"type": "http.request", "body": b"", "more_body": False})
    await asyncio.sleep(2 * MAX_SECONDS)
    await asked.send_input({"type": "http.disconnect"})
    return int((await asked.receive_output(PATIENCE))["status"])


def test_an_application_may_wait_for_a_disconnect_without_limit() -> None:
    assert run(_answer_late()) == 200
