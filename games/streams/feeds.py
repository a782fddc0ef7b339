"""Sources of event streams: a feed is the rows of one owner (a game, a person) in an outbox table.

To stream something new: rows that are `FeedEvent`s; one `Outbox` for them; a call of `wake_listeners` where they are
written; and a `StreamView` that checks access. Nothing is registered: the hub gets to know an outbox with its first
listener.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Max, Model

from accounts.json_types import time_text
from games.models import FeedEvent
from games.selectors.position_json import Json
from games.streams.models import TO_ALL


@dataclass(frozen=True)
class Message:
    """An event as bytes for the wire, serialized once for all its readers."""

    seq: int
    audience: str
    data: bytes


@dataclass(frozen=True)
class Outbox:
    """The rows of one kind of feed. `kind` is its name for `wake_listeners`, `owner` the column of the feed's owner."""

    kind: str
    model: type[Model]
    owner: str

    def latest(self, feed_id: int) -> int:
        """The number of the latest event."""
        newest: int | None = self._rows.filter(**{self.owner: feed_id}).aggregate(newest=Max("seq"))["newest"]
        return newest or 0

    def count(self, feed_id: int, *, after: int) -> int:
        """How many events came after a number; negative for a number not given out yet. The numbers have no gaps."""
        return self.latest(feed_id) - after

    def read(self, feed_id: int, *, after: int) -> list[Message]:
        """The events after a number, in order."""
        return [write(event) for event in self.events(feed_id, after=after)]

    def events(self, feed_id: int, *, after: int) -> list[Any]:
        return list(self._rows.filter(**{self.owner: feed_id}, seq__gt=after).order_by("seq"))

    def newest_row(self) -> int:
        return self._rows.order_by("-pk").values_list("pk", flat=True).first() or 0

    def rows_after(self, row_id: int) -> list[tuple[int, int]]:
        """The id and owner of new rows, at most a thousand."""
        return list(self._rows.filter(pk__gt=row_id).order_by("pk").values_list("pk", self.owner)[:1000])

    @property
    def _rows(self) -> Any:
        return self.model._default_manager


@dataclass(frozen=True)
class Feed:
    outbox: Outbox
    id: int

    @property
    def key(self) -> str:
        return f"{self.outbox.kind}:{self.id}"

    def latest(self) -> int:
        return self.outbox.latest(self.id)

    def count(self, *, after: int) -> int:
        return self.outbox.count(self.id, after=after)

    def read(self, *, after: int) -> list[Message]:
        return self.outbox.read(self.id, after=after)


def write(event: FeedEvent, **more: Json | None) -> Message:
    """An event as a message, with additional fields."""
    body = {"seq": event.seq, "kind": event.kind, "at": time_text(event.at), **event.payload, **more}
    return Message(event.seq, event.audience, wire(event.kind, body, number=event.seq))


def reload(number: int) -> Message:
    """The `reload` message: too much was missed, so the client reads everything again."""
    return Message(number, TO_ALL, wire("reload", {}, number=number))


def wire(kind: str, body: Json, *, number: int | None = None) -> bytes:
    lines: Iterable[str] = [f"event: {kind}", f"data: {json.dumps(body, separators=(',', ':'))}", "", ""]
    return "\n".join(lines if number is None else [f"id: {number}", *lines]).encode()
