"""What happened in clubs and tournaments, told to whoever listens once it is committed. Receivers get ids, never rows.

pairing_asked(round_id, attempt)   round_finished(round_id)        tournament_changed(tournament_id)
result_counted(table_id)           result_corrected(table_id)      delivery_queued(delivery_id)
"""

from django.dispatch import Signal

from games.events import publish as publish

pairing_asked = Signal()
round_finished = Signal()
result_counted = Signal()
result_corrected = Signal()
tournament_changed = Signal()
delivery_queued = Signal()
