"""Changing how a person appears and what they are shown."""

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from accounts.errors import Invalid
from accounts.models import User, validate_time_zone
from accounts.names import name_key, tidy_display_name, validate_display_name

NAME_TAKEN = _("Someone here goes by this name, or one that looks like it. Add an initial or a place.")


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
    _require_usable(user, given)
    for field, value in given.items():
        setattr(user, field, value)
    try:
        with transaction.atomic():
            user.save(update_fields=list(given))
    except IntegrityError:  # somebody took the name between the look and the write
        raise _invalid("display_name", str(NAME_TAKEN)) from None
    return user


def _require_usable(user: User, given: dict[str, str]) -> None:
    for field, validate in [("display_name", validate_display_name), ("time_zone", validate_time_zone)]:
        try:
            if field in given:
                validate(given[field])
        except ValidationError as error:
            raise _invalid(field, error.messages[0]) from None
    if given.get("language", settings.LANGUAGE_CODE) not in dict(settings.LANGUAGES):
        raise _invalid("language", str(_("Choose one of the languages offered.")))
    if _is_somebody_elses(user, given.get("display_name", "")):
        raise _invalid("display_name", str(NAME_TAKEN))


def _is_somebody_elses(user: User, display_name: str) -> bool:
    """A display name may be nobody else's, and nobody else's username either."""
    key = name_key(display_name)
    if not key:
        return False
    others = User.objects.exclude(pk=user.pk)
    return others.filter(display_key=key).exists() or others.filter(username__iexact=display_name).exists()


def _invalid(field: str, message: str) -> Invalid:
    return Invalid(message, fields={field: [message]})
