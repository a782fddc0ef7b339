"""Limits per person and per address, counted so that parallel requests cannot slip through together."""

import time
from typing import Any

from django.core.cache import cache
from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.throttling import SimpleRateThrottle

from accounts.addresses import client_network


class WindowThrottle(SimpleRateThrottle):
    """A fixed window whose counter is raised atomically: REST framework's own reads, then writes."""

    def get_rate(self) -> str | None:
        return api_settings.DEFAULT_THROTTLE_RATES[self.scope]

    def allow_request(self, request: Request, view: Any) -> bool:
        ident = self.get_ident(request)
        if ident is None or self.rate is None:
            return True
        self.now = time.time()
        key = f"throttle:{self.scope}:{ident}:{int(self.now // self.duration)}"
        return self._count(key) <= self.num_requests

    def wait(self) -> float:
        return self.duration - self.now % self.duration

    def _count(self, key: str) -> int:
        cache.add(key, 0, self.duration)
        try:
            return cache.incr(key)
        except ValueError:  # evicted between the two calls
            cache.add(key, 1, self.duration)
            return 1


class UserThrottle(WindowThrottle):
    """What one signed-in person may ask, over all tokens and browsers."""

    scope = "user"

    def get_ident(self, request: Request) -> str | None:
        return str(request.user.pk) if request.user.is_authenticated else None


class AnonymousThrottle(WindowThrottle):
    """What one address may ask without saying who it is."""

    scope = "anonymous"

    def get_ident(self, request: Request) -> str | None:
        return None if request.user.is_authenticated else client_network(request)


class AddressThrottle(WindowThrottle):
    """What one address may ask in all, whoever is behind it."""

    scope = "address"

    def get_ident(self, request: Request) -> str | None:
        return client_network(request)


class BadTokenThrottle(AddressThrottle):
    """How many wrong tokens one address may try."""

    scope = "bad_token"
