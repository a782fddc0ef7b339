"""Event streams: `text/event-stream`, resumed by `Last-Event-ID`.

A stream begins with `hello` (the server's time and the number of the latest event) and then sends each event once, in
order. After a gap too long to catch up it sends `reload`: read everything once, then go on. It ends within seconds when
its reader loses access (`games/streams/access.py`), and every hour by itself.
"""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Collection
from typing import Any, Self
from weakref import WeakSet

from asgiref.sync import sync_to_async
from django.db import connections
from django.http import StreamingHttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from accounts.drf.credentials import Credential, credential_of
from accounts.errors import TooMany
from accounts.http.addresses import client_network
from accounts.json_types import time_text
from games.api.base import PlayView
from games.streams.access import get_guard
from games.streams.feeds import Feed, Message, reload, wire
from games.streams.hub import Listener, get_hub, in_database_thread
from games.streams.models import TO_ALL

MEDIA_TYPE = "text/event-stream"
HEARTBEAT_SECONDS = 15.0
LIFETIME_SECONDS = 3600.0
LONGEST_CATCH_UP = 200
MAX_STREAMS_PER_USER = 40
MAX_STREAMS_PER_NETWORK = 400
"""Enough for a club behind one address, with a game, a tournament and the notifications open per person."""
MAX_STREAMS = 2000
"""Per process, half of its connections: ordinary requests always find one."""
RECONNECT_MILLISECONDS = 2000
SIGN_OF_LIFE = b": still here\n\n"

_open_streams: "WeakSet[EventStream]" = WeakSet()
"""The streams of this process. One that its reader dropped before it began is garbage-collected."""
_counting = threading.Lock()


class AnyAccept(BaseContentNegotiation):
    """Errors are JSON, whatever the client of a stream accepts."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        return parsers[0]

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        return JSONRenderer(), "application/json"


class StreamView(PlayView):
    """A view whose `get` checks access and returns `open_stream(…)`."""

    content_negotiation_class = AnyAccept


def stream_schema(summary: str, *, example: str) -> Callable[[Any], Any]:
    return extend_schema(
        summary=summary,
        responses={(200, MEDIA_TYPE): OpenApiTypes.STR},
        examples=[OpenApiExample("Response", value=example, media_type=MEDIA_TYPE, response_only=True)],
        parameters=[
            OpenApiParameter(
                "Last-Event-ID",
                OpenApiTypes.INT,
                OpenApiParameter.HEADER,
                description="Id of the last event received: the stream resumes after it, without gaps or duplicates.",
            ),
            OpenApiParameter(
                "last_event_id", OpenApiTypes.INT, description="The same, for clients that can't set headers."
            ),
        ],
    )


def open_stream(
    request: Request,
    feed: Feed,
    *,
    latest: int,
    audiences: Collection[str] = (TO_ALL,),
    may_hear: Callable[[], bool] | None = None,
) -> StreamingHttpResponse:
    """The events of a feed for these audiences, after the reader's `Last-Event-ID`; `latest` is the feed's last.

    `may_hear` says whether the reader still has access, where it can be revoked.
    """
    network, last = client_network(request), _last_event_id(request)
    who = str(request.user.pk or network)
    stream = EventStream(feed, latest=latest, last=latest if last is None else last, audiences=audiences, who=who)
    stream.network, stream.credential, stream.may_hear = network, credential_of(request), may_hear
    _take_place(stream)
    return stream


def _take_place(stream: "EventStream") -> None:
    """Count the stream, or raise TooMany. On request, not when it begins: many at once would pass the limit."""
    with _counting:
        if sum(other.who == stream.who for other in _open_streams) >= MAX_STREAMS_PER_USER:
            message = _("You have too many open connections. Close some tabs.")
            raise TooMany(message, code="too_many_streams", retry_after=30)
        if sum(other.network == stream.network for other in _open_streams) >= MAX_STREAMS_PER_NETWORK:
            message = _("Your network has too many open connections. Close some tabs, or try again later.")
            raise TooMany(message, code="too_many_streams", retry_after=30)
        if len(_open_streams) >= MAX_STREAMS:
            message = _("The site has too many open connections. Try again in a minute.")
            raise TooMany(message, code="too_many_streams", retry_after=60)
        _open_streams.add(stream)


def _last_event_id(request: Request) -> int | None:
    given = request.headers.get("Last-Event-ID") or request.query_params.get("last_event_id", "")
    return int(given) if given.isdecimal() and len(given) < 10 else None


class EventStream(StreamingHttpResponse):
    """A response that goes on.

    It is its own iterator, one step from hub to server: what middleware wraps around each message (logging, say) costs
    more than the message when it goes to a thousand readers.
    """

    network = ""

    def __init__(self, feed: Feed, *, latest: int, last: int, audiences: Collection[str], who: str) -> None:
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        super().__init__(_nothing(), content_type=MEDIA_TYPE, headers=headers)
        self.feed, self.latest, self.who = feed, latest, who
        self.listener = Listener(last=last, audiences=audiences)
        self.credential: Credential | None = None
        self.may_hear: Callable[[], bool] | None = None
        self.is_over = False
        self.timer: asyncio.TimerHandle | None = None

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> bytes:
        listener = self.listener
        if self.timer is None:
            return await self._begin()
        while not (self.is_over or listener.is_ended):
            if listener.pending:
                return listener.pending.popleft()
            if listener.is_behind:
                await self._catch_up()
            else:
                await listener.wait()
        raise StopAsyncIteration

    async def _begin(self) -> bytes:
        # The request's own thread would keep its connection as long as the stream lasts.
        await sync_to_async(connections.close_all)()
        get_hub().join(self.listener, self.feed, latest=self.latest)
        get_guard().watch(self)
        self._beat_again(asyncio.get_running_loop().time() + LIFETIME_SECONDS)
        hello = wire("hello", {"now": time_text(timezone.now()), "event": self.latest})
        return f"retry: {RECONNECT_MILLISECONDS}\n".encode() + hello

    async def _catch_up(self) -> None:
        """Read missed events; what is handed over meanwhile is in order, or triggers one more read."""
        self.listener.is_behind = False
        missed = await in_database_thread(_read_missed, self.feed, self.listener.last)
        if missed is None:
            latest = await in_database_thread(self.feed.latest)
            self.listener.take(reload(latest))
            return
        for message in missed:
            if message.seq > self.listener.last:
                self.listener.take(message)

    def _beat(self, ends_at: float) -> None:
        """Send a heartbeat, so that proxies and browsers keep the connection open."""
        loop = asyncio.get_running_loop()
        self.is_over = self.is_over or loop.time() >= ends_at
        if not self.listener.pending:
            self.listener.pending.append(SIGN_OF_LIFE)
        self._beat_again(ends_at)
        self.listener.wake()

    def _beat_again(self, ends_at: float) -> None:
        self.timer = asyncio.get_running_loop().call_later(HEARTBEAT_SECONDS, self._beat, ends_at)

    def end(self) -> None:
        """End without sending anything more, not even pending messages."""
        self.is_over = True
        self.listener.wake()

    async def aclose(self) -> None:
        with _counting:
            _open_streams.discard(self)
        if self.timer is None:
            return
        self.timer.cancel()
        self.timer, self.is_over = None, True
        get_hub().leave(self.listener, self.feed)
        get_guard().leave(self)


async def _nothing() -> AsyncIterator[bytes]:
    """The empty iterator that the base class needs; the stream iterates over itself."""
    for part in list[bytes]():
        yield part


def _read_missed(feed: Feed, last: int) -> list[Message] | None:
    """The events after a number; None if there are too many, or the number was never given out."""
    return feed.read(after=last) if 0 <= feed.count(after=last) <= LONGEST_CATCH_UP else None
