"""Signals of clubs and tournaments, sent on commit. Receivers get ids, never rows.

pairing_asked(round_id, attempt)   round_finished(round_id)
delivery_queued(delivery_id)       tournament_changed(tournament_id)
"""

from django.dispatch import Signal

from games.signals import publish as publish

pairing_asked = Signal()
round_finished = Signal()
tournament_changed = Signal()
delivery_queued = Signal()
