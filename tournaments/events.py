"""What happened in clubs and tournaments, told to whoever listens once it is committed. Receivers get ids, never rows.

pairing_asked(round_id, attempt)   round_published(round_id)       round_finished(round_id)
result_counted(table_id)           result_corrected(table_id)      result_claimed(table_id)
tournament_changed(tournament_id, status)
entry_changed(entry_id)            join_asked(request_id)          news_published(news_id)
delivery_queued(delivery_id)
"""

from django.dispatch import Signal

from games.events import publish as publish

pairing_asked = Signal()
round_published = Signal()
round_finished = Signal()
result_counted = Signal()
result_corrected = Signal()
result_claimed = Signal()
tournament_changed = Signal()
entry_changed = Signal()
join_asked = Signal()
news_published = Signal()
delivery_queued = Signal()
