"""Which questions a read replica answers: those of lists, tables and archives, which bear its second of delay.

Everything else asks the primary: whatever writes, a game's own page, whatever is read within a transaction, who is
signed in, and for a while whatever somebody reads who has just written, so that they see what they did. While the
replica is away the primary answers its questions too.
"""

import hashlib
import logging
import time
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import InterfaceError, OperationalError, connections
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve

PRIMARY, REPLICA = "default", "replica"
OWN_WRITES_SECONDS = 15
"""For so long after a write somebody reads from the primary. A replica further behind than that shows them old rows."""
AWAY_SECONDS = 10.0
"""For so long a process does without a replica that did not answer; then one request tries again."""
SAFE_METHODS = ("GET", "HEAD")
REPLICATED_APPS = ("games", "tournaments")
ROUTES = frozenset(
    {
        "games/",
        "ratings/",
        "ratings/<str:family>/",
        "people/<str:username>/",
        "people/<str:username>/against/<str:other>/",
        "clubs/",
        "clubs/<slug:slug>/leaderboard/",
        "clubs/<slug:slug>/leaderboard/<slug:family>/",
        "clubs/<slug:slug>/seasons/<int:season_id>/",
        "tournaments/",
        "tournaments/<int:tournament_id>/",
        "tournaments/<int:tournament_id>/crosstable/",
        "embed/tournaments/<int:tournament_id>/",
        "embed/tournaments/<int:tournament_id>/crosstable/",
        "api/v1/ratings/",
        "api/v1/people/<str:username>/ratings/",
        "api/v1/people/<str:username>/ratings/history/",
        "api/v1/clubs/",
        "api/v1/clubs/<slug:slug>/leaderboard/",
        "api/v1/tournaments/",
        "api/v1/tournaments/<int:tournament_id>/standings/",
        "api/v1/tournaments/<int:tournament_id>/crosstable/",
    }
)

logger = logging.getLogger("asterism.replica")
_may_be_late: ContextVar[bool] = ContextVar("may_be_late", default=False)


class Replica:
    """Whether the replica answers, as this process knows it."""

    def __init__(self) -> None:
        self.away_until = 0.0

    def is_at_hand(self) -> bool:
        """Connects, which the first question would do anyway; who finds nobody there spares the next ones the wait."""
        if time.monotonic() < self.away_until:
            return False
        try:
            connections[REPLICA].ensure_connection()
        except (OperationalError, InterfaceError):
            self.away_until = time.monotonic() + AWAY_SECONDS
            logger.warning("the replica does not answer: the primary is asked for %g seconds", AWAY_SECONDS)
            return False
        return True


replica = Replica()


class ReplicaRouter:
    def db_for_read(self, model: Any, **hints: Any) -> str:
        is_late_enough = _may_be_late.get() and model._meta.app_label in REPLICATED_APPS
        return REPLICA if is_late_enough and not connections[PRIMARY].in_atomic_block else PRIMARY

    def db_for_write(self, model: Any, **hints: Any) -> str:
        return PRIMARY

    def allow_relation(self, one: Any, other: Any, **hints: Any) -> bool:
        return True  # both ways lead to the same rows

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool:
        return db == PRIMARY


class ReplicaMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method not in SAFE_METHODS:
            return self._write(request)
        before = _may_be_late.set(_is_of_a_list(request) and not _has_just_written(request) and replica.is_at_hand())
        try:
            return self.get_response(request)
        finally:
            _may_be_late.reset(before)

    def _write(self, request: HttpRequest) -> HttpResponse:
        try:
            return self.get_response(request)
        finally:
            if who := _writer(request):
                cache.set(who, True, OWN_WRITES_SECONDS)


def _is_of_a_list(request: HttpRequest) -> bool:
    try:
        return resolve(request.path_info).route in ROUTES
    except Resolver404:
        return False


def _has_just_written(request: HttpRequest) -> bool:
    who = _writer(request)
    return bool(who) and cache.get(who) is not None


def _writer(request: HttpRequest) -> str:
    """Who it is by what they show, token or session, which is not kept; nobody's writes are nobody's to see."""
    shown = request.headers.get("Authorization") or request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
    return f"wrote:{hashlib.sha256(shown.encode()).hexdigest()}" if shown else ""
