"""Change a user's profile, language, time zone and board preferences."""

from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.boards import BoardTaste
from accounts.errors import Conflict, Invalid, TooMany
from accounts.models import NAME_TAKEN, FormerTimeZone, User
from accounts.names import tidy_display_name
from accounts.services.checks import check_can_post, lock_person
from accounts.signals import time_zone_changed

_READ_BY_OTHERS = ("display_name", "about")
# Each is stored, and every clock of the user reads all of them.
MAX_ZONES_PER_DAY = 10


def change_profile(
    *,
    user: User,
    display_name: str | None = None,
    about: str | None = None,
    time_zone: str | None = None,
    language: str | None = None,
) -> User:
    """Change the given fields only."""
    given = {"display_name": display_name, "about": about, "time_zone": time_zone, "language": language}
    wanted = {field: value.strip() for field, value in given.items() if value is not None}
    if "display_name" in wanted:
        wanted["display_name"] = tidy_display_name(wanted["display_name"])
    try:
        with transaction.atomic():
            _write(_lock(user), wanted)
    except IntegrityError:  # the name was taken between the check and the write
        raise Invalid.at("display_name", str(NAME_TAKEN)) from None
    user.refresh_from_db(fields=list(wanted))
    return user


def change_board(*, user: User, **given: Any) -> BoardTaste:
    """Change the given preferences only; concurrent changes are both kept."""
    with transaction.atomic():
        person = _lock(user)
        taste = replace(BoardTaste.read(person.board), **given)
        person.board = taste.text
        person.save(update_fields=["board"])
    user.board = taste.text
    return taste


def _lock(user: User) -> User:
    """A locked copy, as refused values must not show in the response. A closed account's erased name stays erased."""
    person = User.objects.select_for_update(no_key=True).filter(pk=user.pk, departed_at=None).first()
    if person is None:
        raise Conflict(_("This account is closed."), code="departed")
    return person


def _write(person: User, wanted: dict[str, str]) -> None:
    changes = {field: value for field, value in wanted.items() if value != getattr(person, field)}
    if any(changes.get(field) for field in _READ_BY_OTHERS):
        check_can_post(person)
    zone = person.time_zone
    for field, value in changes.items():
        setattr(person, field, value)
    _check_usable(person, set(changes))
    person.save(update_fields=list(changes))
    note_time_zone(person, before=zone)


def note_time_zone(person: User, *, before: str) -> None:
    """Record the user's former time zone, for clocks and vacations; in the caller's transaction."""
    if person.time_zone == before:
        return
    lock_person(person)
    if person.former_time_zones.filter(until__gt=timezone.now() - timedelta(days=1)).count() >= MAX_ZONES_PER_DAY:
        message = _("You changed your time zone %(most)s times in one day. Try again tomorrow.")
        raise TooMany(message % {"most": MAX_ZONES_PER_DAY}, code="too_many_time_zones")
    FormerTimeZone.objects.create(user=person, time_zone=before)
    transaction.on_commit(partial(time_zone_changed.send_robust, sender=User, user_id=person.pk))


def _check_usable(person: User, changed: set[str]) -> None:
    unchanged = {field.name for field in User._meta.fields} - changed
    try:
        person.clean_fields(exclude=unchanged)
        if "display_name" in changed:
            person.clean()
    except ValidationError as error:
        raise Invalid(error.messages[0], fields=error.message_dict) from None
