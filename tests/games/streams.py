"""Read event streams as a browser does, through the site's whole ASGI application."""

import asyncio
import functools
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from asgiref.testing import ApplicationCommunicator

from accounts.models import User
from accounts.services.tokens import create_token
from config.asgi import application
from games.streams.hub import get_hub, in_database_thread

Event = tuple[str, int | None, dict[str, Any]]
PATIENCE = 120
"""Seconds: what takes longer hangs."""


def in_a_loop(test: Callable[..., Any]) -> Callable[..., None]:
    """Run an async test in its own event loop, as a server does."""

    @functools.wraps(test)
    def run(*args: Any, **kwargs: Any) -> None:
        asyncio.run(_whole(test(*args, **kwargs)))

    return run


async def _whole(test: Any) -> None:
    try:
        await test
    finally:
        await get_hub().close()


def in_thread(function: Callable[..., Any]) -> Callable[..., Any]:
    return functools.partial(in_database_thread, function)


def token_of(user: User) -> str:
    return create_token(user=user, name="stream", scopes=["read"], days=1)[1]


class Reader:
    """Read a stream event by event."""

    def __init__(self, visit: ApplicationCommunicator) -> None:
        self.visit = visit

    async def comment(self) -> None:
        """The next keep-alive comment, where no event is due."""
        assert (await self.visit.receive_output(PATIENCE))["body"].startswith(b":")

    async def next(self) -> Event:
        while True:
            chunk = (await self.visit.receive_output(PATIENCE))["body"].decode()
            if chunk.startswith(":"):
                continue
            fields = dict(line.split(": ", 1) for line in chunk.strip().split("\n"))
            number = int(fields["id"]) if "id" in fields else None
            return fields["event"], number, json.loads(fields["data"])

    async def some(self, count: int) -> list[tuple[str, int | None]]:
        return [(await self.next())[:2] for _ in range(count)]


async def visit(
    path: str,
    user: User | None = None,
    last: int | None = None,
    *,
    token: str = "",
    session: str = "",
    host: str = "127.0.0.1",
) -> tuple[Any, dict[str, Any]]:
    """Request the stream at an address; return the connection and the start of the response."""
    headers = [(b"host", b"localhost")]
    token = token or (await in_thread(token_of)(user) if user is not None else "")
    if session:
        headers.append((b"cookie", f"sessionid={session}".encode()))
    if token:
        headers.append((b"authorization", f"Bearer {token}".encode()))
    if last is not None:
        headers.append((b"last-event-id", str(last).encode()))
    scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": headers, "scheme": "http"}
    asked = ApplicationCommunicator(application, {**scope, "client": (host, 1), "server": ("localhost", 80)})
    await asked.send_input({"type": "http.request", "body": b"", "more_body": False})
    return asked, await asked.receive_output(PATIENCE)


async def is_ended(asked: ApplicationCommunicator) -> bool:
    """Whether the server ends the response; what it still sends before that is discarded."""
    try:
        while (await asked.receive_output(PATIENCE)).get("more_body"):
            pass
    except TimeoutError:
        return False
    await asked.wait(PATIENCE)
    return True


async def leave(*visits: ApplicationCommunicator) -> None:
    for asked in visits:
        await asked.send_input({"type": "http.disconnect"})
        await asked.wait(PATIENCE)


@asynccontextmanager
async def listening(path: str, user: User | None = None, last: int | None = None) -> AsyncIterator[Reader]:
    asked, answer = await visit(path, user, last)
    assert answer["status"] == 200
    assert (b"Content-Type", b"text/event-stream") in answer["headers"]
    yield Reader(asked)
    await leave(asked)
