"""Games that a sweep cannot settle: reported once, retried with growing backoff, then left to an administrator."""

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from accounts.http.outages import outage_of
from games.models import GameFault

logger = logging.getLogger("asterism.clock")

# The wait after the first failure, the second …; after the last there is no retry.
BACKOFF = (timedelta(minutes=1), timedelta(minutes=10), timedelta(hours=1), timedelta(days=1))


def not_backing_off(now: datetime) -> Q:
    """Filter games to those whose retry is due, or that never failed."""
    return Q(fault=None) | Q(fault__again_at__lte=now)


def note_fault(*, game_id: int, error: Exception, now: datetime) -> None:
    """Record that a game failed, for retries with backoff. An outage isn't the game's fault and is raised again."""
    if outage_of(error) is not None:
        raise error
    first = {"reason": f"{type(error).__name__}: {error}"[:200], "noted_at": now, "again_at": now + BACKOFF[0]}
    with transaction.atomic():
        faults = GameFault.objects.select_for_update(no_key=True)
        fault, is_new = faults.get_or_create(game_id=game_id, defaults=first)
        if not is_new:
            fault.again_at = now + BACKOFF[fault.tries] if fault.tries < len(BACKOFF) else None
            fault.tries = min(fault.tries + 1, len(BACKOFF) + 1)
            fault.save(update_fields=["tries", "again_at"])
    if is_new:
        logger.error("Failed to settle game %s; continuing with the others.", game_id, exc_info=error)
    elif fault.again_at is None:
        logger.warning("Giving up on game %s after repeated failures; it needs an administrator.", game_id)


def forget_faults(*, game_ids: Iterable[int]) -> int:
    """Clear the faults of games, so that the next sweep retries them; returns how many there were."""
    return GameFault.objects.filter(game__in=list(game_ids)).delete()[0]
