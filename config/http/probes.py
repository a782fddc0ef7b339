"""Probes for supervisors: liveness, readiness and metrics."""

import hmac
import os
import shutil
from collections.abc import Callable
from datetime import timedelta

from django.conf import settings
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_prometheus.exports import ExportToDjangoView

from config.celery import app
from games.models import SweepHeartbeat
from games.services.clock import HEARTBEATS

LOOPBACK = ("127.0.0.1", "::1")
LEAST_ROOM = 2**20
OLDEST_BEAT = timedelta(seconds=30)


class NotReady(Exception):
    """The reason, in text that may be public."""


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Liveness: the process answers."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Readiness: everything a page needs works; else 503 and the reason."""
    answers = ask_all()
    is_ready = all(answer == "ok" for answer in answers.values())
    return JsonResponse(answers, status=200 if is_ready else 503)


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Prometheus metrics: with the token, or from the embedded site's own machine; else 404."""
    if not (_has_metrics_token(request) or _is_this_machine(request)):
        raise Http404
    return ExportToDjangoView(request)


def ask_all() -> dict[str, str]:
    """The result of each probe: "ok", or what is wrong."""
    return {name: _ask(probe) for name, probe in PROBES.items()}


def _ask(probe: Callable[[], None]) -> str:
    try:
        probe()
    except NotReady as reason:
        return f"failed: {reason}"
    except Exception as error:  # any failure means "not ready"
        return f"failed: {type(error).__name__}"
    return "ok"


def _probe_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _probe_broker() -> None:
    with app.connection_for_write(connect_timeout=2) as broker:
        broker.ensure_connection(max_retries=1, timeout=2)


def _probe_sweep() -> None:
    """Raise unless the clock sweep runs: beat sends, a worker works, the heartbeat is written."""
    beaten_at = SweepHeartbeat.objects.filter(name=HEARTBEATS[True]).values_list("beaten_at", flat=True).first()
    if beaten_at is None:
        raise NotReady("no sweep yet")
    age = timezone.now() - beaten_at
    if age > OLDEST_BEAT:
        raise NotReady(f"no sweep for {age.total_seconds():.0f} seconds")


def _probe_disk() -> None:
    """Raise unless the disk has free space and, on the embedded site, can be written."""
    if settings.EMBEDDED and not os.access(settings.DATA_DIR, os.W_OK):
        raise NotReady("read-only")
    free = shutil.disk_usage(settings.DATA_DIR).free
    if free < LEAST_ROOM:
        raise NotReady(f"{free // 1024} kB free")


PROBES: dict[str, Callable[[], None]] = {
    "disk": _probe_disk,
    "database": _probe_database,
    "broker": _probe_broker,
    "sweep": _probe_sweep,
}


def _has_metrics_token(request: HttpRequest) -> bool:
    given = request.headers.get("Authorization", "")
    wanted = f"Bearer {settings.METRICS_TOKEN}"
    return bool(settings.METRICS_TOKEN) and hmac.compare_digest(given.encode(), wanted.encode())


def _is_this_machine(request: HttpRequest) -> bool:
    is_forwarded = "X-Forwarded-For" in request.headers
    return settings.EMBEDDED and not is_forwarded and request.META.get("REMOTE_ADDR") in LOOPBACK
