"""Idempotent form posts: the second request of a double click gets the outcome of the first."""

import time
from collections.abc import Callable, Hashable
from hashlib import sha256
from typing import Any, TypeVar

from django.core.cache import cache
from django.http import HttpRequest

SAME_PRESS_SECONDS = 10
# How long the first request is waited for; after that it has died.
UNDER_WAY_SECONDS = 60
LOOK_AGAIN_SECONDS = 0.05
_UNDER_WAY = "under way"

Outcome = TypeVar("Outcome", bound=Hashable)


def idempotent_post(request: HttpRequest, act: Callable[[], Outcome]) -> Outcome:
    """The result of `act`; for the same form sent again meanwhile or seconds later, the earlier result.

    A browser that sends a form twice drops the first response, cookies and all: a user who was logged in by it has to
    be logged in again. The result is kept in the cache, so it is ids, not rows.
    """
    key = _key_of(request)
    if key is None:
        return act()
    if not cache.add(key, _UNDER_WAY, UNDER_WAY_SECONDS):
        begun: Outcome | None = _outcome_of(key)
        if begun is not None:
            return begun
    try:
        outcome = act()
    except Exception:
        cache.delete(key)
        raise
    cache.set(key, outcome, SAME_PRESS_SECONDS)
    return outcome


def _key_of(request: HttpRequest) -> str | None:
    """The cache key: every rendered page has its own CSRF token, which only its browser has."""
    if "csrfmiddlewaretoken" not in request.POST:
        return None
    sent = (request.path, request.user.pk, *sorted(request.POST.lists()))
    return f"press-{sha256(repr(sent).encode()).hexdigest()}"


def _outcome_of(key: str) -> Any:
    """Wait for the first request; None if it was refused, or didn't finish in time."""
    while (outcome := cache.get(key)) == _UNDER_WAY:
        time.sleep(LOOK_AGAIN_SECONDS)
    return outcome
