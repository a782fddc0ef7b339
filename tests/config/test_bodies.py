"""Bodies too large for anything: refused by what they announce or while they come, before anything is kept of them."""

import asyncio
import json
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator

from config.bodies import MOST_BYTES, LimitedBodies

CHUNK = b"x" * 2**20


class Reader:
    """As Django does: the whole body first."""

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
    begin, body = await asked.receive_output(10), await asked.receive_output(10)
    await asked.wait(10)
    return begin["status"], body["body"]


def post(reader: Reader, path: str, *, chunks: int, length: int | None = None) -> tuple[int, bytes]:
    return asyncio.run(_post(reader, path, chunks, length))


def test_what_fits_is_handed_on() -> None:
    reader = Reader()
    assert post(reader, "/settings/", chunks=4, length=MOST_BYTES) == (200, b"taken")
    assert reader.kept == MOST_BYTES


@pytest.mark.parametrize("length", [100 * 2**20, None], ids=["announced", "without an end"])
def test_what_does_not_is_refused_and_not_kept(length: int | None) -> None:
    reader = Reader()
    status, words = post(reader, "/settings/", chunks=100, length=length)
    assert (status, words) == (413, b"The body is too large. Send less at a time.\n")
    assert reader.kept <= MOST_BYTES
    status, words = post(Reader(), "/api/v1/games/1/turns/", chunks=100, length=length)
    assert (status, json.loads(words)["code"]) == (413, "too_large")
