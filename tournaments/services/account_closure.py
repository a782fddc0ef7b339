"""Account closure: withdraw a closed account from its clubs and tournaments."""

import logging

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q
from django.utils.translation import gettext as _

from accounts.errors import Refused
from accounts.http.outages import outage_of
from accounts.models import User
from accounts.services.sweeps import sum_for_each
from tournaments.clubs.services.membership import leave_all_clubs
from tournaments.clubs.services.roster import depart_account
from tournaments.enums import EntryStatus, Status
from tournaments.models import Entry, JoinRequest, Membership, NameClaim, Person, Tournament
from tournaments.services.locking import bump_revision, lock_entry
from tournaments.services.withdrawal import withdraw_player

logger = logging.getLogger("asterism.tournaments")

STILL_IN = Q(
    status__in=(EntryStatus.ENTERED, EntryStatus.PENDING, EntryStatus.WAITING),
    tournament__status__in=(Status.DRAFT, Status.REGISTRATION, Status.RUNNING),
)


def withdraw_everywhere(user_id: int) -> bool:
    """Rename the entries of a closed account, withdraw it from tournaments, remove it from clubs. Idempotent."""
    user = User.objects.filter(pk=user_id, departed_at__isnull=False).first()
    if user is None:
        return False
    for entry in Entry.objects.filter(user=user).exclude(name=user.public_name):
        _rename(entry.pk, user.public_name)
    for entry in Entry.objects.filter(STILL_IN, user=user):
        try:
            withdraw_player(entry_id=entry.pk, user=user, reason=_("The account was closed."))
        except Refused as refusal:
            logger.warning("Entry %s was not withdrawn: %s", entry.pk, refusal.code)
        except Exception as error:  # one failure stops no other
            if outage_of(error) is not None:
                raise
            logger.exception("Failed to withdraw entry %s", entry.pk)
    leave_all_clubs(user=user)
    depart_account(user)
    return True


def _rename(entry_id: int, name: str) -> None:
    """Rename an entry, with a new revision, as cached standings would still show the old name."""
    with transaction.atomic():
        tournament, entry = lock_entry(entry_id)
        entry.name = name
        entry.save(update_fields=["name"])
        bump_revision(tournament)


def finish_withdrawals() -> int:
    """The sweep: finish the withdrawal of closed accounts that still have entries or memberships."""
    own = {"user": OuterRef("pk")}
    left = (
        Exists(Entry.objects.filter(STILL_IN | ~Q(name=F("user__display_name")), **own))
        | Exists(Membership.objects.filter(**own))
        | Exists(JoinRequest.objects.filter(**own))
        | Exists(Person.objects.filter(departed_at=None, **own))
        | Exists(NameClaim.objects.filter(**own))
        | Exists(Tournament.objects.filter(organisers=OuterRef("pk")))
    )
    waiting = User.objects.filter(left, departed_at__isnull=False).values_list("pk", flat=True)
    return sum_for_each(
        waiting, withdraw_everywhere, failed="Failed to remove user %s from their clubs and tournaments"
    )
