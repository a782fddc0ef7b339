"""Changing how a person appears and what they are shown."""

from functools import partial

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts.errors import Invalid
from accounts.events import time_zone_changed
from accounts.models import NAME_TAKEN, FormerTimeZone, User
from accounts.names import tidy_display_name
from accounts.services.standing import require_voice

_READ_BY_OTHERS = ("display_name", "about")


def change_profile(
    *,
    user: User,
    display_name: str | None = None,
    about: str | None = None,
    time_zone: str | None = None,
    language: str | None = None,
) -> User:
    """Change what is given, leave the rest."""
    changes = {"display_name": display_name, "about": about, "time_zone": time_zone, "language": language}
    given = {field: value.strip() for field, value in changes.items() if value is not None}
    if "display_name" in given:
        given["display_name"] = tidy_display_name(given["display_name"])
    # On a copy: what is refused must not be seen in the answer that says so.
    person = User.objects.get(pk=user.pk)
    if any(given.get(field) and given[field] != getattr(person, field) for field in _READ_BY_OTHERS):
        require_voice(person)
    zone = person.time_zone
    for field, value in given.items():
        setattr(person, field, value)
    _require_usable(person, set(given))
    try:
        with transaction.atomic():
            person.save(update_fields=list(given))
            note_time_zone(person, before=zone)
    except IntegrityError:  # somebody took the name between the look and the write
        raise Invalid(str(NAME_TAKEN), fields={"display_name": [str(NAME_TAKEN)]}) from None
    user.refresh_from_db(fields=list(given))
    return user


def note_time_zone(person: User, *, before: str) -> None:
    """Remember the zone that somebody leaves, for whatever counts their days; in the caller's transaction."""
    if person.time_zone == before:
        return
    FormerTimeZone.objects.create(user=person, time_zone=before)
    transaction.on_commit(partial(time_zone_changed.send_robust, sender=User, user_id=person.pk))


def _require_usable(person: User, changed: set[str]) -> None:
    unchanged = {field.name for field in User._meta.fields} - changed
    try:
        person.clean_fields(exclude=unchanged)
        person.clean()
    except ValidationError as error:
        raise Invalid(error.messages[0], fields=error.message_dict) from None
