"""One a process: who listens to which game, and the one task that hears of news for all of them.

On PostgreSQL the word comes by LISTEN/NOTIFY, on SQLite by one look at the event table every quarter of a second.
Either way each event is read and written out once, however many listen. A listener who missed something (a full
queue, a lost word) sees the gap in the numbers and reads the rest from the table itself.
"""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

import psycopg
from asgiref.sync import sync_to_async
from django.db import DatabaseError, close_old_connections, connection

from games.models import Game, GameEvent
from games.selectors.views import time_text
from games.services.table import CHANNEL

logger = logging.getLogger("asterism.stream")

POLL_SECONDS = 0.25
RETRY_SECONDS = 1.0
QUEUE_SIZE = 64

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class Message:
    """An event as it goes over the wire, written once for everybody it is for."""

    game_id: int
    seq: int
    audience: str
    data: bytes


@dataclass(eq=False)
class Listener:
    game_id: int
    queue: asyncio.Queue[Message] = field(default_factory=lambda: asyncio.Queue(QUEUE_SIZE))

    def hand(self, message: Message) -> None:
        if not self.queue.full():
            self.queue.put_nowait(message)


async def in_database_thread(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a query in a thread of the pool and give its connection back, so that a thousand streams hold none."""

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
        self.listeners: dict[int, set[Listener]] = {}
        self.heard: dict[int, int] = {}
        self.watcher: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def listen(self, game_id: int) -> AsyncIterator[Listener]:
        listener = Listener(game_id)
        self.listeners.setdefault(game_id, set()).add(listener)
        if self.watcher is None or self.watcher.done():
            self.watcher = asyncio.create_task(self._watch())
        try:
            yield listener
        finally:
            self._forget(listener)

    def _forget(self, listener: Listener) -> None:
        others = self.listeners[listener.game_id]
        others.discard(listener)
        if not others:
            del self.listeners[listener.game_id]
            self.heard.pop(listener.game_id, None)
        if not self.listeners and self.watcher is not None:
            self.watcher.cancel()
            self.watcher = None

    async def _watch(self) -> None:
        """Hear of news for ever; a database that went away is asked again."""
        source = _notified if connection.vendor == "postgresql" else _polled
        while True:
            try:
                async for game_ids in source():
                    await self._deliver(set(self.listeners) if game_ids is None else game_ids)
            except (DatabaseError, psycopg.Error, OSError):
                logger.exception("The events cannot be watched; trying again.")
                await asyncio.sleep(RETRY_SECONDS)

    async def _deliver(self, game_ids: Iterable[int]) -> None:
        wanted = {game_id: self.heard.get(game_id) for game_id in game_ids if game_id in self.listeners}
        if not wanted:
            return
        for message in await in_database_thread(read_news, wanted):
            self.heard[message.game_id] = message.seq
            for listener in self.listeners.get(message.game_id, ()):
                listener.hand(message)


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def get_hub() -> Hub:
    """The hub of the running loop; a web process has one."""
    return _hubs.setdefault(asyncio.get_running_loop(), Hub())


# -- where the word comes from --------------------------------------------------------------------------------------


async def _polled() -> AsyncIterator[set[int] | None]:
    """SQLite: its writers take turns, so row ids are in the order of commits."""
    last_id = await in_database_thread(_latest_event_id)
    yield None  # whatever happened before somebody looked
    while True:
        await asyncio.sleep(POLL_SECONDS)
        rows = await in_database_thread(_events_after, last_id)
        if rows:
            last_id = rows[-1][0]
            yield {game_id for _, game_id in rows}


async def _notified() -> AsyncIterator[set[int] | None]:
    """PostgreSQL: a connection of its own, outside Django's, that does nothing but listen."""
    params = await in_database_thread(_listening_params)
    async with await psycopg.AsyncConnection.connect(**params, autocommit=True) as listening:
        await listening.execute(f'LISTEN "{CHANNEL}"')
        yield None  # whatever happened before somebody listened
        async for notice in listening.notifies():
            yield {int(notice.payload)}


def _listening_params() -> dict[str, Any]:
    params = dict(connection.get_connection_params())
    for name in ("pool", "context", "cursor_factory", "prepare_threshold"):
        params.pop(name, None)
    return params


def _latest_event_id() -> int:
    return GameEvent.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def _events_after(last_id: int) -> list[tuple[int, int]]:
    return list(GameEvent.objects.filter(pk__gt=last_id).order_by("pk").values_list("pk", "game_id")[:1000])


# -- what is sent ---------------------------------------------------------------------------------------------------


def read_news(heard: dict[int, int | None]) -> list[Message]:
    """The events since the last heard of each game; of a game just begun to be listened to, its latest."""
    games = Game.objects.filter(pk__in=heard).only("pk", "event_seq", "face").in_bulk()
    messages: list[Message] = []
    for game_id, game in games.items():
        last = heard[game_id]
        messages += read_events(game, after=game.event_seq - 1 if last is None else last)
    return messages


def read_events(game: Game, *, after: int) -> list[Message]:
    """The events of a game after a number, in order. The newest change of position carries the position itself."""
    events = list(GameEvent.objects.filter(game_id=game.pk, seq__gt=after).order_by("seq"))
    moves = [event.seq for event in events if "ply" in event.payload]
    newest = moves[-1] if moves and game.face and events[-1].seq == game.event_seq else None
    return [_message(event, game.face if event.seq == newest else None) for event in events]


def _message(event: GameEvent, face: dict[str, Any] | None) -> Message:
    body = {"seq": event.seq, "kind": event.kind, "at": time_text(event.at), **event.payload}
    if face is not None:
        body["state"] = face
    text = f"id: {event.seq}\nevent: {event.kind}\ndata: {json.dumps(body, separators=(',', ':'))}\n\n"
    return Message(event.game_id, event.seq, event.audience, text.encode())
