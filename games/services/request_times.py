"""Arrival times of requests: a move counts from when it arrived in full, however long a busy site then takes.

No clock is flagged while a request about the game is being processed that arrived before the deadline. Requests of this
process are known at once; slow ones are also marked in the cache, for the sweep and other processes. The time is always
of the server's clock, taken by `config.http.request_times`, never of the client's.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime

from django.core.cache import cache
from django.utils import timezone

MARK_KEPT_SECONDS = 60
"""How long the mark of a killed process may delay a flag."""

MAX_MARKS = 16
"""Limit per game: further slow requests are known to their own process only."""

_arrived_at: ContextVar[datetime | None] = ContextVar("arrived_at", default=None)
_being_answered: dict[int, list[datetime]] = {}


def request_time() -> datetime:
    """When the current request arrived; now, outside of requests."""
    return _arrived_at.get() or timezone.now()


def set_request_time(at: datetime) -> None:
    """Set when the current request arrived."""
    _arrived_at.set(at)


@contextmanager
def being_answered(game_id: int, at: datetime) -> Iterator[None]:
    """Register a request about a game in this process while it is being processed."""
    _being_answered.setdefault(game_id, []).append(at)
    try:
        yield
    finally:
        _being_answered[game_id].remove(at)
        if not _being_answered[game_id]:
            del _being_answered[game_id]


def mark_slow_request(game_id: int, at: datetime) -> str | None:
    """Mark a slow request in the cache for other processes; returns the key of the mark, None if all are taken."""
    return next((key for key in mark_keys(game_id) if cache.add(key, at.timestamp(), MARK_KEPT_SECONDS)), None)


def unmark_slow_request(key: str, at: datetime) -> None:
    """Remove the mark of a slow request, unless it expired."""
    if cache.get(key) == at.timestamp():  # else it expired, and the key may mark another request
        cache.delete(key)


def arrived_by(game_id: int, moment: datetime) -> bool:
    """Whether any process is handling a request about the game that arrived before a moment."""
    if any(at < moment for at in list(_being_answered.get(game_id, ()))):
        return True
    return any(marked < moment.timestamp() for marked in cache.get_many(mark_keys(game_id)).values())


def mark_keys(game_id: int) -> list[str]:
    """The cache keys for the marks of a game."""
    return [f"arrived:{game_id}:{number}" for number in range(MAX_MARKS)]
