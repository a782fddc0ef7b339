"""What accounts tell the other apps, after the transaction unless said otherwise."""

from django.dispatch import Signal

# user, left: somebody leaves, and `left` is the name that stays; in the transaction, while the row has the others.
account_closing = Signal()
# user_id: the account left; its games and memberships stay behind under another name.
account_closed = Signal()
# session: the session of a browser that is logged out from elsewhere, before it is gone.
session_ended = Signal()
# user_id, measure, entry_id: a moderator did something about somebody who is to hear of it; in the transaction.
measure_taken = Signal()
# user_id: the account lives in another time zone from now on.
time_zone_changed = Signal()
