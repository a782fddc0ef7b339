"""Rate limits per user and per address, counted atomically, so that parallel requests can't slip through."""

import time
from math import ceil
from typing import Any, NamedTuple

from django.core.cache import cache
from django.http import HttpRequest
from django.utils.translation import gettext as _
from rest_framework.settings import api_settings
from rest_framework.throttling import BaseThrottle

from accounts.errors import TooMany
from accounts.http.addresses import client_network

STEPS_PER_REQUEST = 50  # a few milliseconds, as any request
window_time = time.time  # under its own name, so that tests can replace it
SECONDS = {"s": 1, "m": 60, "h": 3600}


class RateLimit(NamedTuple):
    """The state of a rate limit: requests per window, how many are left, and in how many seconds the window ends."""

    limit: int
    left: int
    seconds: int

    def headers(self) -> dict[str, str]:
        names = ("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset")
        return dict(zip(names, map(str, self), strict=True))


class WindowThrottle(BaseThrottle):
    """A fixed window whose counter is raised atomically: REST framework's own throttles read, then write.

    Abstract: each kind of throttle says whose count a request raises.
    """

    scope: str

    def __init__(self) -> None:
        amount, period = str(api_settings.DEFAULT_THROTTLE_RATES[self.scope]).split("/")
        self.limit, self.duration = int(amount), SECONDS[period[0]]
        self.now = window_time()

    def counted_as(self, request: HttpRequest) -> str | None:
        """The key that this request is counted under; None isn't counted. Abstract: each throttle defines it."""
        raise NotImplementedError

    def allow_request(self, request: HttpRequest, view: Any) -> bool:
        return self.charge(request, 1)

    def check(self, request: HttpRequest, message: str, *, code: str) -> None:
        """Count a request; raise `TooMany` above the limit."""
        if not self.charge(request, 1):
            raise TooMany(message, code=code, retry_after=ceil(self.wait()))

    def charge(self, request: HttpRequest, amount: int) -> bool:
        """Count so many requests; return whether the limit still allows them."""
        name = self.counted_as(request)
        if name is None:
            return True
        count = self._count(f"throttle:{self.scope}:{name}:{int(self.now // self.duration)}", amount)
        self.note_left(request, self.limit - count)
        return count <= self.limit

    def note_left(self, request: HttpRequest, left: int) -> None:
        """Store what is left of the nearest limit, for the response's headers."""
        nearest = getattr(request, "rate_limit", None)
        if nearest is None or left < nearest.left:
            request.rate_limit = RateLimit(self.limit, max(left, 0), ceil(self.wait()))  # type: ignore[attr-defined]

    def wait(self) -> float:
        return self.duration - self.now % self.duration

    def _count(self, key: str, amount: int) -> int:
        cache.add(key, 0, self.duration)
        try:
            return cache.incr(key, amount)
        except ValueError:  # evicted between the two calls
            cache.add(key, amount, self.duration)
            return amount


class UserThrottle(WindowThrottle):
    """The rate limit per user, over all tokens and browsers; guests too."""

    scope = "user"

    def counted_as(self, request: HttpRequest) -> str | None:
        return None if request.user.pk is None else str(request.user.pk)


class AnonymousThrottle(WindowThrottle):
    """The rate limit per address for anonymous requests."""

    scope = "anonymous"

    def counted_as(self, request: HttpRequest) -> str | None:
        return client_network(request) if request.user.pk is None else None


class AddressThrottle(WindowThrottle):
    """The rate limit per IP address, for all its users together."""

    scope = "address"

    def counted_as(self, request: HttpRequest) -> str | None:
        return client_network(request)


class NewGuestThrottle(AddressThrottle):
    """The rate limit of new guests per address."""

    scope = "new_guest"


class PictureThrottle(AddressThrottle):
    """The rate limit of pictures drawn per address; cached pictures are free."""

    scope = "picture"


class CheckInThrottle(AddressThrottle):
    """The rate limit of self check-ins per address; a hall behind one router checks in within a minute."""

    scope = "check_in"


class BadTokenThrottle(AddressThrottle):
    """The rate limit of wrong tokens per address."""

    scope = "bad_token"


def charge_for_work(request: Any, *, steps: int) -> None:
    """Count a request once more per so many steps that the engine plays for it, so that limits follow the cost."""
    more = steps // STEPS_PER_REQUEST
    throttles = [AddressThrottle(), AnonymousThrottle(), UserThrottle()]
    refused = [throttle for throttle in throttles if more and not throttle.charge(request, more)]
    if refused:
        message = _("Too many moves in one minute. Try again in a minute.")
        retry_after = ceil(max(throttle.wait() for throttle in refused))
        raise TooMany(message, code="throttled", retry_after=retry_after)
