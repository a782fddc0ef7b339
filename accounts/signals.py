"""Signals of accounts for the other apps, sent on commit unless said otherwise."""

from django.dispatch import Signal

# user_id: the account was closed; its games and memberships remain under another name.
account_closed = Signal()
# guest, member: the guest's rows go to the member, in the transaction. Receivers return how many they moved.
guest_merging = Signal()
# user: the user downloads their personal data. Receivers return what their app keeps, by name, as JSON can encode it.
personal_data_exporting = Signal()
# session: a browser's session that is ended from elsewhere, before it is deleted.
session_ended = Signal()
# user_id, action, entry_id: a moderation action of which the user is to be notified; in the transaction.
moderation_action_taken = Signal()
# user_id: the account has a new time zone.
time_zone_changed = Signal()
