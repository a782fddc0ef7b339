"""The notification stream of a person: it signals that there is something new; the list of notices has the details."""

from dataclasses import dataclass

from django.core.handlers.asgi import ASGIRequest
from django.db.models import Max
from django.http import StreamingHttpResponse
from django.utils.translation import gettext as _
from rest_framework.request import Request

from accounts.errors import Refused
from accounts.http.requests import person_of
from accounts.json_types import time_text
from games.api.base import PEOPLE_ONLY
from games.models import Notice
from games.notifications.services.notices import BELL
from games.streams.feeds import Feed, Message, Outbox, wire
from games.streams.models import TO_ALL
from games.streams.sse import StreamView, open_stream, stream_schema

EXAMPLE = 'retry: 2000\nevent: hello\ndata: {"now":"2026-03-01T18:05:00.000Z","event":81}\n\n'


class NoStreams(Refused):
    """This server handles one request at a time and can't keep a stream open."""

    status = 503
    default_code = "no_streams"


@dataclass(frozen=True)
class NoticeOutbox(Outbox):
    """Notices are their own outbox: the row id is the event number, so one person's numbers have gaps."""

    def latest(self, feed_id: int) -> int:
        newest: int | None = Notice.objects.filter(user=feed_id).aggregate(newest=Max("pk"))["newest"]
        return newest or 0

    def count(self, feed_id: int, *, after: int) -> int:
        return -1 if after > self.latest(feed_id) else Notice.objects.filter(user=feed_id, pk__gt=after).count()

    def read(self, feed_id: int, *, after: int) -> list[Message]:
        rows = Notice.objects.filter(user=feed_id, pk__gt=after).order_by("pk").values_list("pk", "kind", "created_at")
        return [
            Message(pk, TO_ALL, wire("notice", {"seq": pk, "about": kind, "at": time_text(at)}, number=pk))
            for pk, kind, at in rows
        ]


NOTICES = NoticeOutbox(kind=BELL, model=Notice, owner="user_id")


class NoticeEvents(StreamView):
    permission_classes = PEOPLE_ONLY

    @stream_schema("Stream your notifications (server-sent events)", example=EXAMPLE)
    def get(self, request: Request) -> StreamingHttpResponse:
        if not isinstance(request._request, ASGIRequest):
            raise NoStreams(_("Event streams are disabled on this server. Poll the list instead."))
        feed = Feed(NOTICES, person_of(request).pk)
        return open_stream(request, feed, latest=feed.latest())
