"""Cache by the tournament's revision: computed once per change, by the first request."""

from collections.abc import Callable
from typing import TypeVar

from django.core.cache import cache

from tournaments.models import Tournament

Answer = TypeVar("Answer")

KEPT_FOR = 3600


def cached_by_revision(tournament: Tournament, name: str, compute: Callable[[], Answer]) -> Answer:
    """The cached or computed value. Every change has a new revision, so entries never become stale."""
    key = f"tournament:{tournament.pk}:{tournament.revision}:{name}"
    found: Answer | None = cache.get(key)
    if found is None:
        found = compute()
        cache.set(key, found, KEPT_FOR)
    return found
