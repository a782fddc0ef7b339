"""An account departs: its clubs and events go on without it."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.errors import Refused
from accounts.models import User
from tournaments.enums import EntryStatus, Status
from tournaments.models import Entry
from tournaments.services.membership import leave_all_clubs
from tournaments.services.withdrawal import withdraw_player

STILL_IN = (EntryStatus.ENTERED, EntryStatus.PENDING, EntryStatus.WAITING)
UNDER_WAY = (Status.DRAFT, Status.REGISTRATION, Status.RUNNING)


def leave_everything(*, user_id: int) -> None:
    """Withdraw from events, leave clubs, and stand in tables under the name that is left. Twice changes nothing."""
    user = User.objects.filter(pk=user_id, departed_at__isnull=False).first()
    if user is None:
        return
    for entry in Entry.objects.filter(user=user, status__in=STILL_IN, tournament__status__in=UNDER_WAY):
        try:
            withdraw_player(entry_id=entry.pk, user=user, reason=_("The account was closed."))
        except Refused:
            continue
    with transaction.atomic():
        Entry.objects.filter(user=user).update(name=user.public_name)
    leave_all_clubs(user=user)
