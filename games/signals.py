"""Signals of games, sent on commit. Receivers get ids, never rows.

turn_began(game_id, is_ai)         setup_awaited(game_id)
draw_offered(game_id)              takeback_asked(game_id)
game_finished(game_id)             game_dropped(game_id)  (aborted or annulled: no result)
proposal_made(proposal_id)         analysis_asked(analysis_id)
push_queued(push_id)
"""

import logging
from typing import Any

from django.db import transaction
from django.dispatch import Signal
from kombu.exceptions import OperationalError as NoBroker

from accounts.http.outages import sense_failure

logger = logging.getLogger("asterism.games")
# Redis is unavailable, or the disk is full: the rows are the source of truth, so nothing is lost.
BROKER_AWAY = (NoBroker, OSError)

setup_awaited = Signal()
turn_began = Signal()
draw_offered = Signal()
takeback_asked = Signal()
game_finished = Signal()
game_dropped = Signal()
proposal_made = Signal()
analysis_asked = Signal()
push_queued = Signal()


def publish(signal: Signal, **facts: Any) -> None:
    """Send a signal on commit. A failing receiver stops no other and doesn't roll back the action."""
    transaction.on_commit(lambda: _send(signal, facts))


def _send(signal: Signal, facts: dict[str, Any]) -> None:
    for receiver, answer in signal.send_robust(sender=None, **facts):
        if isinstance(answer, BROKER_AWAY):
            sense_failure("broker")
            logger.warning("Broker unavailable; a sweep will retry what %s was to enqueue.", receiver.__name__)
        elif isinstance(answer, Exception):
            logger.error("Signal receiver failed: %s", receiver, exc_info=answer)
