"""Signals of accounts for the other apps, sent on commit unless said otherwise."""

from django.dispatch import Signal

# user, left: an account is being closed, and `left` is the name that stays; in the transaction.
account_closing = Signal()
# user_id: the account left; its games and memberships stay behind under another name.
account_closed = Signal()
# session: the session of a browser that is logged out from elsewhere, before it is gone.
session_ended = Signal()
# user_id, measure, entry_id: a moderation action of which the user is to be notified; in the transaction.
measure_taken = Signal()
# user_id: the account lives in another time zone from now on.
time_zone_changed = Signal()
