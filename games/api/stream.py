"""Event streams: `text/event-stream`, resumed by `Last-Event-ID`.

A stream begins with `hello` (the server's time and the number of the latest event) and then tells each event once, in
order. After a gap too long to be told it says `reload`: read the whole once, go on from there. Every hour it ends by
itself, so that whoever goes on listening shows again who they are.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Collection
from contextlib import aclosing
from typing import Any

from asgiref.sync import sync_to_async
from django.db import connections
from django.http import StreamingHttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from accounts.addresses import client_network
from accounts.errors import TooMany
from games.api.base import PlayView
from games.api.feeds import Feed, Message, reload, wire
from games.api.hub import Listener, get_hub, in_database_thread
from games.models.feed import TO_ALL
from games.selectors.views import time_text

MEDIA_TYPE = "text/event-stream"
HEARTBEAT_SECONDS = 15.0
LIFETIME_SECONDS = 3600.0
LONGEST_CATCH_UP = 200
MOST_STREAMS_EACH = 40
RECONNECT_MILLISECONDS = 2000

_open_streams: Counter[str] = Counter()


class AnyAccept(BaseContentNegotiation):
    """Errors are JSON whatever a stream's reader says it accepts."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        return parsers[0]

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        return JSONRenderer(), "application/json"


class StreamView(PlayView):
    """A view whose `get` sees who asks and returns `open_stream(…)`."""

    content_negotiation_class = AnyAccept


def stream_schema(summary: str, *, example: str) -> Callable[[Any], Any]:
    return extend_schema(
        summary=summary,
        responses={(200, MEDIA_TYPE): OpenApiTypes.STR},
        examples=[OpenApiExample("Answer", value=example, media_type=MEDIA_TYPE, response_only=True)],
        parameters=[
            OpenApiParameter("Last-Event-ID", OpenApiTypes.INT, OpenApiParameter.HEADER),
            OpenApiParameter("last_event_id", OpenApiTypes.INT, description="The same, for who cannot set headers."),
        ],
    )


def open_stream(
    request: Request, feed: Feed, *, latest: int, audiences: Collection[str] = (TO_ALL,)
) -> StreamingHttpResponse:
    """The events of a feed for these audiences, from the one the reader last heard; `latest` is the feed's last."""
    who = str(request.user.pk or client_network(request))
    if _open_streams[who] >= MOST_STREAMS_EACH:
        raise TooMany("You have too many streams open. Close some tabs.", code="too_many_streams", retry_after=30)
    last = _last_event_id(request)
    stream = _stream(feed, latest=latest, last=latest if last is None else last, audiences=audiences, who=who)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingHttpResponse(stream, content_type=MEDIA_TYPE, headers=headers)


def _last_event_id(request: Request) -> int | None:
    given = request.headers.get("Last-Event-ID") or request.query_params.get("last_event_id", "")
    return int(given) if given.isdecimal() and len(given) < 10 else None


async def _stream(feed: Feed, *, latest: int, last: int, audiences: Collection[str], who: str) -> AsyncIterator[bytes]:
    _open_streams[who] += 1
    try:
        # The request's own thread would keep its connection for as long as the stream lasts.
        await sync_to_async(connections.close_all)()
        async with get_hub().listen(feed, latest=latest) as listener, asyncio.timeout(LIFETIME_SECONDS):
            yield _hello(latest)
            async with aclosing(_messages(feed, listener, last)) as messages:
                async for message in messages:
                    if message is None:
                        yield b": still here\n\n"
                    elif message.audience in audiences:
                        yield message.data
    except TimeoutError:
        return
    finally:
        _open_streams[who] -= 1
        if not _open_streams[who]:
            del _open_streams[who]


async def _messages(feed: Feed, listener: Listener, last: int) -> AsyncGenerator[Message | None, None]:
    """Every event after `last`, once and in order; None when there was nothing for a while."""
    for message in await in_database_thread(_catch_up, feed, last):
        last = message.seq
        yield message
    while True:
        try:
            heard = await asyncio.wait_for(listener.queue.get(), HEARTBEAT_SECONDS)
        except TimeoutError:
            yield None
            continue
        if heard.seq <= last:
            continue
        is_next = heard.seq == last + 1
        missing = [heard] if is_next else await in_database_thread(_catch_up, feed, last)
        for message in missing:
            last = message.seq
            yield message


def _catch_up(feed: Feed, last: int) -> list[Message]:
    """What was missed; if that is too much, or the number was never given out, one word to reload."""
    latest = feed.latest()
    return feed.read(after=last) if last <= latest <= last + LONGEST_CATCH_UP else [reload(latest)]


def _hello(latest: int) -> bytes:
    told = wire("hello", {"now": time_text(timezone.now()), "event": latest})
    return f"retry: {RECONNECT_MILLISECONDS}\n".encode() + told
