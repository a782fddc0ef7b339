"""What accounts tell the other apps, after the transaction."""

from django.dispatch import Signal

# user_id: the account left; its games and memberships stay behind under another name.
account_departed = Signal()
# user_id: the account lives in another time zone from now on.
time_zone_changed = Signal()
