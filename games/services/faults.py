"""Games that a sweep cannot settle: each is reported once, tried again ever more rarely, and then left alone."""

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from accounts.outages import outage_of
from games.models import GameFault

logger = logging.getLogger("asterism.clock")

# How long it is left alone after its first failure, its second …; after the last it waits for a person.
PAUSES = (timedelta(minutes=1), timedelta(minutes=10), timedelta(hours=1), timedelta(days=1))


def untroubled(now: datetime) -> Q:
    """Of games: those that a sweep may look at now."""
    return Q(fault=None) | Q(fault__again_at__lte=now)


def note_fault(*, game_id: int, error: Exception, now: datetime) -> None:
    """Remember that a game failed. An outage is no fault of the game, and goes on."""
    if outage_of(error) is not None:
        raise error
    with transaction.atomic():
        known = GameFault.objects.select_for_update().filter(game=game_id).first()
        if known is None:
            reason = f"{type(error).__name__}: {error}"[:200]
            GameFault.objects.create(game_id=game_id, reason=reason, noted_at=now, again_at=now + PAUSES[0])
            logger.error("The clock of game %s cannot be settled; the others go on.", game_id, exc_info=error)
            return
        known.again_at = now + PAUSES[known.tries] if known.tries < len(PAUSES) else None
        known.tries += 1
        known.save(update_fields=["tries", "again_at"])
    if known.again_at is None:
        logger.warning("Game %s is not tried any more: an administrator has to look at it.", game_id)


def forget_faults(*, game_ids: Iterable[int]) -> int:
    """Have games tried again at the next sweep; how many there were."""
    return GameFault.objects.filter(game__in=list(game_ids)).delete()[0]
