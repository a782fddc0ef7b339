"""Event stream hub, one per process: who listens to which feed, and the one task that waits for news for all.

On PostgreSQL news come by LISTEN/NOTIFY, on SQLite by polling the event tables every quarter of a second, and at once
for writes of this process. Either way each event is read and serialized once, however many listen. A listener that
missed something (slow connection, lost notification) sees the gap in the numbers and reads the rest from the table.
"""

import asyncio
import logging
from collections import deque
from collections.abc import AsyncGenerator, Callable, Collection, Iterator
from contextlib import aclosing, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

import psycopg
from asgiref.sync import sync_to_async
from django.db import InterfaceError, OperationalError, close_old_connections, connection, connections

from games.streams.feeds import Feed, Message, Outbox
from games.streams.listen_notify import CHANNEL, local_listeners

logger = logging.getLogger("asterism.stream")

POLL_SECONDS = 0.25
RETRY_SECONDS, MAX_RETRY_SECONDS = 1.0, 10.0
MAX_PENDING = 64
LISTENING = "listening"
"""The database alias to LISTEN on, for sites whose default connection goes through a pooler."""

P = ParamSpec("P")
T = TypeVar("T")


class Listener:
    """The pending events of one reader, in order and without gaps.

    Handing over must be cheap: one turn may have a thousand readers.
    """

    def __init__(self, *, last: int, audiences: Collection[str]) -> None:
        self.last = last
        self.audiences = audiences
        self.is_behind = True  # until earlier events were read from the table
        self.is_ended = False  # its feed can't be read: the reader must reconnect
        self.pending: deque[bytes] = deque()
        self._waiting: asyncio.Future[None] | None = None

    def hand(self, message: Message) -> None:
        if message.seq <= self.last:
            return
        if message.seq == self.last + 1 and len(self.pending) < MAX_PENDING:
            self.take(message)
        else:
            self.is_behind = True
        self.wake()

    def take(self, message: Message) -> None:
        self.last = message.seq
        if message.audience in self.audiences:
            self.pending.append(message.data)

    def wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def end(self) -> None:
        self.is_ended = True
        self.wake()

    async def wait(self) -> None:
        """Wait until something was handed over, or `wake` was called."""
        self._waiting = asyncio.get_running_loop().create_future()
        await self._waiting


@dataclass(eq=False)
class Circle:
    """The listeners of one feed, and the number of the last event handed to them."""

    feed: Feed
    last_seq: int
    listeners: set[Listener] = field(default_factory=set)

    def hand(self, messages: list[Message]) -> None:
        for message in messages:
            self.last_seq = message.seq
            for listener in self.listeners:
                listener.hand(message)

    def end(self) -> None:
        for listener in self.listeners:
            listener.end()


async def in_database_thread(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a query in a thread of the pool and release its connection, so that a thousand streams hold none."""

    def call() -> T:
        close_old_connections()
        try:
            return function(*args, **kwargs)
        finally:
            connection.close()

    return await sync_to_async(call, thread_sensitive=False)()


class Hub:
    """The listeners of one event loop, and the task that watches for them while there are any."""

    def __init__(self) -> None:
        self.circles: dict[str, Circle] = {}
        self.watchers: set[asyncio.Task[None]] = set()  # one, and those being stopped

    def join(self, listener: Listener, feed: Feed, *, latest: int) -> None:
        """Hand over everything after `latest`, the number of the feed's last event as far as the caller knows."""
        self.circles.setdefault(feed.key, Circle(feed, latest)).listeners.add(listener)
        if not any(not watcher.cancelling() for watcher in self.watchers):
            watcher = asyncio.create_task(self._watch())
            self.watchers.add(watcher)
            watcher.add_done_callback(self.watchers.discard)

    def leave(self, listener: Listener, feed: Feed) -> None:
        circle = self.circles[feed.key]
        circle.listeners.discard(listener)
        if not circle.listeners:
            del self.circles[feed.key]
        if not self.circles:
            self._stop_watching()

    async def close(self) -> None:
        """Stop watching, and wait until the connection is released. For tests; a web process just ends."""
        self._stop_watching()
        await asyncio.gather(*self.watchers, return_exceptions=True)

    def _stop_watching(self) -> None:
        for watcher in self.watchers:
            watcher.cancel()

    async def _watch(self) -> None:
        """Wait for news forever. On any error it starts again with backoff and reads what was missed."""
        source = _notified if connection.vendor == "postgresql" else self._polled
        failures = 0
        while True:
            try:
                async with aclosing(source()) as changed_keys:
                    async for keys in changed_keys:
                        await self._deliver(self.circles if keys is None else keys)
                        failures = 0
            except Exception:
                failures += 1
                logger.exception("Failed to watch for events; retrying in %s seconds.", pause_after(failures))
                await asyncio.sleep(pause_after(failures))

    async def _deliver(self, keys: set[str] | dict[str, Circle]) -> None:
        circles = [self.circles[key] for key in keys if key in self.circles]
        if circles:
            news = await in_database_thread(_read_news, [(circle.feed, circle.last_seq) for circle in circles])
            for circle, messages in zip(circles, news, strict=True):
                if messages is None:
                    circle.end()
                else:
                    circle.hand(messages)

    async def _polled(self) -> AsyncGenerator[set[str] | None, None]:
        """News by polling on SQLite: writers are serialized, so row ids are in the order of commits."""
        last: dict[Outbox, int] = {}
        with _local_news() as news:
            while True:
                outboxes = {circle.feed.outbox for circle in self.circles.values()}
                new = outboxes - last.keys()
                last |= await in_database_thread(_newest_rows, new)
                if new:
                    yield None  # everything before the first poll
                with suppress(TimeoutError):
                    await asyncio.wait_for(news.wait(), POLL_SECONDS)
                news.clear()
                keys, last = await in_database_thread(_keys_after, last)
                if keys:
                    yield keys


def pause_after(failures: int) -> float:
    """How many seconds to wait after so many failures in a row."""
    return min(RETRY_SECONDS * 2 ** min(failures - 1, 10), MAX_RETRY_SECONDS)


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def get_hub() -> Hub:
    """The hub of the running event loop; a web process has one."""
    return _hubs.setdefault(asyncio.get_running_loop(), Hub())


@contextmanager
def _local_news() -> Iterator[asyncio.Event]:
    """An event that is set when this process has written something, in any thread."""
    news, loop = asyncio.Event(), asyncio.get_running_loop()

    def listener() -> None:
        with suppress(RuntimeError):  # the loop may be closing
            loop.call_soon_threadsafe(news.set)

    local_listeners.add(listener)
    try:
        yield news
    finally:
        local_listeners.discard(listener)


async def _notified() -> AsyncGenerator[set[str] | None, None]:
    """News by LISTEN on PostgreSQL, on a connection of its own, outside Django's."""
    params = await in_database_thread(_listening_params)
    async with await psycopg.AsyncConnection.connect(**params, autocommit=True) as listening:
        await listening.execute(f'LISTEN "{CHANNEL}"')
        yield None  # everything before LISTEN took effect
        async with aclosing(listening.notifies()) as notices:
            async for notice in notices:
                yield {notice.payload}


# -- in a database thread -------------------------------------------------------------------------------------------


def _listening_params() -> dict[str, Any]:
    way_in = connections[LISTENING] if LISTENING in connections.settings else connection
    params = dict(way_in.get_connection_params())
    for name in ("pool", "context", "cursor_factory", "prepare_threshold"):
        params.pop(name, None)
    return params


def _read_news(asked: list[tuple[Feed, int]]) -> list[list[Message] | None]:
    """The new messages of each feed; None for one that can't be read, which stops no other."""
    return [_read_feed(feed, last_seq) for feed, last_seq in asked]


def _read_feed(feed: Feed, last_seq: int) -> list[Message] | None:
    try:
        return feed.read(after=last_seq)
    except (OperationalError, InterfaceError):  # the database is unavailable, for every feed
        raise
    except Exception:
        logger.exception("Failed to read the events of %s; closing its streams.", feed.key)
        return None


def _newest_rows(outboxes: set[Outbox]) -> dict[Outbox, int]:
    return {outbox: outbox.newest_row() for outbox in outboxes}


def _keys_after(last: dict[Outbox, int]) -> tuple[set[str], dict[Outbox, int]]:
    """The feeds that have new rows, and the newest row of each outbox."""
    keys: set[str] = set()
    newest = dict(last)
    for outbox, row_id in last.items():
        for pk, owner_id in outbox.rows_after(row_id):
            keys.add(f"{outbox.kind}:{owner_id}")
            newest[outbox] = pk
    return keys, newest
