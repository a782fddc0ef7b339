"""Leases and attempts: of several workers one gets a row; a killed worker's row is free again after a while."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, QuerySet
from django.utils import timezone

from games.selectors.ai import MAX_ATTEMPTS


def take_lease(rows: QuerySet[Any], length: timedelta) -> bool:
    """Take the lease on a row (`lease_until`, `attempts`), unless it is held or failed too often; returns whether."""
    now = timezone.now()
    free = rows.filter(lease_until__lte=now, attempts__lt=MAX_ATTEMPTS)
    return free.update(lease_until=now + length, attempts=F("attempts") + 1) == 1


@contextmanager
def release_lease(rows: QuerySet[Any], **success: Any) -> Iterator[None]:
    """Release a lease at the end, so that others need not wait; success also clears the attempts and sets columns."""
    try:
        yield
    except Exception:
        rows.update(lease_until=timezone.now())
        raise
    rows.update(lease_until=timezone.now(), attempts=0, **success)


def claim_attempt(
    waiting: QuerySet[Any], row: Any, *, backoff: Sequence[timedelta], now: datetime, **columns: Any
) -> bool:
    """Claim the attempt at a delivery by counting it, and schedule the next; of several workers one gets it.

    `waiting` must filter by the row's own columns: a condition on another table would make it a subquery, which
    PostgreSQL doesn't evaluate again after waiting for another worker's update of the row, and both would get it.
    """
    untaken = waiting.filter(pk=row.pk, attempts=row.attempts)
    row.next_try_at = now + backoff[min(row.attempts, len(backoff) - 1)]
    row.attempts += 1
    return untaken.update(attempts=row.attempts, next_try_at=row.next_try_at, **columns) == 1
