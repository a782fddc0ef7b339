"""Automatic advance: pair and publish the next round when the last result is in."""

import logging

from django.db import transaction

from accounts.errors import Conflict, Refused
from accounts.services.sweeps import sum_for_each
from tournaments.enums import RoundStatus, Status
from tournaments.models import Round, Tournament
from tournaments.selectors.tournaments import may_pair_next
from tournaments.services.locking import Seen, lock_tournament
from tournaments.services.pairing import pair_round
from tournaments.services.publishing import publish_round

logger = logging.getLogger("asterism.tournaments")


def advance(*, tournament_id: int) -> bool:
    """Pair and publish the next round of a tournament that advances automatically; return whether one was published."""
    tournament = Tournament.objects.filter(pk=tournament_id, status=Status.RUNNING, auto_advance=True).first()
    if tournament is None:
        return False
    draft = Round.objects.filter(tournament=tournament, published_at=None).first()
    if draft is None and may_pair_next(tournament):
        draft = pair_round(tournament_id=tournament_id, user=None)
    if draft is None or draft.status != RoundStatus.DRAFT:
        return False
    return _publish_if_wanted(tournament_id, Seen(draft.number, draft.attempt))


def _publish_if_wanted(tournament_id: int, seen: Seen) -> bool:
    """Publish unless an organiser switched automatic advance off while the pairing was computed."""
    with transaction.atomic():
        if not lock_tournament(tournament_id).auto_advance:
            return False
        publish_round(tournament_id=tournament_id, user=None, seen=seen)
    return True


def advance_tournaments() -> int:
    """The sweep: advance every tournament that does so automatically. One failure stops no other."""
    going = Tournament.objects.filter(status=Status.RUNNING, auto_advance=True)
    ids = going.order_by("pk").values_list("pk", flat=True)
    return sum_for_each(ids, _advance_unless_refused, failed="Failed to advance tournament %s")


def _advance_unless_refused(tournament_id: int) -> bool:
    try:
        return advance(tournament_id=tournament_id)
    except Conflict:
        return False  # another process is doing it
    except Refused as error:
        logger.warning("Tournament %s needs an organiser: %s", tournament_id, error.message)
        return False
