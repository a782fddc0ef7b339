"""Guests: players without an account.

A guest is created with the first game, is known by the browser's session alone, and keeps the same row on sign-up, so
nothing is transferred. If they log in to an existing account instead, the guest is merged into it.
"""

import secrets
from datetime import timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import Conflict, TooMany
from accounts.http.languages import current_language
from accounts.models import User
from accounts.names import GUEST_PREFIX
from accounts.signals import guest_merging

KEPT_FOR = timedelta(days=30)
VISIT_GRAIN = timedelta(days=1)
# A short number reads best; a longer one is free however many guests there are.
_DIGITS = (4, 4, 5, 6, 9)


def create_guest() -> User:
    """Create a guest account with an unused name."""
    for digits in _DIGITS:
        number = 10 ** (digits - 1) + secrets.randbelow(9 * 10 ** (digits - 1))
        guest = User(username=f"{GUEST_PREFIX}{number}", is_guest=True, language=current_language())
        guest.last_login = timezone.now()
        guest.set_unusable_password()
        try:
            with transaction.atomic():
                guest.save(force_insert=True)
        except IntegrityError:  # another guest has this number
            continue
        return guest
    raise TooMany(_("There are too many guests right now. Sign up, or try again later."), code="too_many_guests")


def note_visit(*, guest: User) -> bool:
    """Record, once per day, that a guest is still active; return whether it was written."""
    now = timezone.now()
    if guest.last_login is not None and now - guest.last_login < VISIT_GRAIN:
        return False
    return bool(User.objects.filter(pk=guest.pk, is_guest=True).update(last_login=now))


def sign_up_guest(*, guest: User, known_as: str, is_confirmed: bool) -> User:
    """Store a guest's sign-up; of several at once one succeeds.

    `known_as` is the username at the time of the request. A guest whose address must be confirmed first stays a guest
    until then, and may sign up again.
    """
    guest.is_guest, guest.date_joined = not is_confirmed, timezone.now()
    chosen = {
        name: getattr(guest, name) for name in ("username", "email", "password", "language", "is_guest", "date_joined")
    }
    with transaction.atomic():
        if not User.objects.filter(pk=guest.pk, is_guest=True, username=known_as).update(**chosen):
            raise Conflict(_("You have already signed up. Log in with that account."), code="signed_up")
        EmailAddress.objects.filter(user=guest).delete()
    return guest


def become_member(*, user: User) -> bool:
    """Make a confirmed guest a member; return whether they were a guest."""
    was_guest = bool(User.objects.filter(pk=user.pk, is_guest=True).update(is_guest=False))
    user.is_guest = False
    return was_guest


def hand_over(*, guest: User, member: User) -> int:
    """Transfer a guest's data to the account they log in to, and delete the guest; return how many things were kept.

    Idempotent: of two calls at once one does it, the other finds no guest.
    """
    with transaction.atomic():
        locked = User.objects.select_for_update().filter(pk__in=[guest.pk, member.pk]).order_by("pk")
        here = {person.pk: person for person in locked}
        former = here.get(guest.pk)
        if former is None or not former.is_guest or guest.pk == member.pk:
            return 0
        merged: list[Any] = guest_merging.send(sender=User, guest=former, member=here[member.pk])
        former.delete()
    return sum(int(kept) for _receiver, kept in merged)
