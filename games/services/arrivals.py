"""When requests arrived: a move is judged by the moment it arrived whole, however long a busy site then takes.

So no clock is flagged while a request about the game is being answered that arrived before the deadline. Requests of
this process are known at once; each that takes long is also marked in the cache, for the sweep and other processes.
The moment is always of our own clock, taken by `config.http.arrivals`: nothing that a client says counts.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime

from django.core.cache import cache
from django.utils import timezone

MARK_KEPT_SECONDS = 60
"""A process that is killed leaves its marks behind: so long they may delay a flag."""

MOST_MARKS = 16
"""Of one game at a time: further slow requests are known to their own process only."""

_arrived_at: ContextVar[datetime | None] = ContextVar("arrived_at", default=None)
_being_answered: dict[int, list[datetime]] = {}


def request_time() -> datetime:
    """When the request being answered arrived; now, outside of requests."""
    return _arrived_at.get() or timezone.now()


def set_request_time(at: datetime) -> None:
    _arrived_at.set(at)


@contextmanager
def being_answered(game_id: int, at: datetime) -> Iterator[None]:
    """Have a request about a game known to this process while it is answered."""
    _being_answered.setdefault(game_id, []).append(at)
    try:
        yield
    finally:
        _being_answered[game_id].remove(at)
        if not _being_answered[game_id]:
            del _being_answered[game_id]


def mark_slow_request(game_id: int, at: datetime) -> str | None:
    """Tell other processes of a request that takes long. Returns the key of its mark: the first that is free."""
    return next((key for key in mark_keys(game_id) if cache.add(key, at.timestamp(), MARK_KEPT_SECONDS)), None)


def unmark_slow_request(key: str, at: datetime) -> None:
    if cache.get(key) == at.timestamp():  # else it has expired, and may be another request's by now
        cache.delete(key)


def arrived_by(game_id: int, moment: datetime) -> bool:
    """Whether a request about the game is being answered, anywhere, that arrived before a moment."""
    if any(at < moment for at in list(_being_answered.get(game_id, ()))):
        return True
    return any(marked < moment.timestamp() for marked in cache.get_many(mark_keys(game_id)).values())


def mark_keys(game_id: int) -> list[str]:
    return [f"arrived:{game_id}:{number}" for number in range(MOST_MARKS)]
