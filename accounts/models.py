"""Models of users, API tokens, mutes and blocks, reports, and moderation."""

import hashlib
import zoneinfo
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Lower, Replace, Upper
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import boards
from accounts.enums import ModerationAction, RelationshipKind, ReportReason
from accounts.names import GUEST_PREFIX, name_key, validate_display_name, validate_username_characters

NAME_TAKEN = _("This name, or one that looks like it, is taken. Add an initial or a place.")


def validate_time_zone(name: str) -> None:
    if name not in zoneinfo.available_timezones():
        raise ValidationError(_("Choose a time zone from the list, such as Europe/Vienna."), code="unknown_time_zone")


def validate_language(code: str) -> None:
    if code not in dict(settings.LANGUAGES):
        raise ValidationError(_("Choose one of the languages offered."), code="unknown_language")


def username_key() -> Replace:
    """`name_key` of a username as a database expression, with an index."""
    key: Any = Lower("username")
    for letter, twin in ((".", ""), ("-", ""), ("_", ""), ("0", "o"), ("1", "i"), ("l", "i")):
        key = Replace(key, models.Value(letter), models.Value(twin))
    return key


class User(AbstractUser):
    """A person, a guest or an AI opponent.

    A guest plays without an account: known by the browser's session alone, and therefore not authenticated. Whatever
    requires a log-in is closed to guests; what is open to them says so, by `open_to_guests` or `HasScope(guests=True)`.
    """

    username = models.CharField(
        _("username"),
        max_length=30,
        unique=True,
        validators=[validate_username_characters],
        error_messages={"unique": _("This username is taken. Choose another one.")},
    )
    display_name = models.CharField(_("display name"), max_length=40, blank=True, validators=[validate_display_name])
    # `name_key` of the display name (see accounts.names), shared by look-alikes; null without a display name.
    display_key = models.CharField(max_length=160, unique=True, null=True, blank=True, editable=False)
    about = models.TextField(_("about you"), max_length=2000, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC", validators=[validate_time_zone])
    language = models.CharField(_("language"), max_length=8, default="en", validators=[validate_language])
    # Board preferences as stored by accounts.boards; empty for the defaults.
    board = models.CharField(max_length=boards.MAX_LENGTH, blank=True, editable=False)
    is_ai = models.BooleanField(default=False)
    is_guest = models.BooleanField(default=False)
    departed_at = models.DateTimeField(null=True, blank=True)
    # Whether they ever had a vacation, so that most clocks are computed without a query for vacations.
    has_taken_vacation = models.BooleanField(default=False, editable=False)
    # Current moderation actions, for every request; why, and by whom, is in the log.
    muted_until = models.DateTimeField(null=True, blank=True, editable=False)
    suspended_until = models.DateTimeField(null=True, blank=True, editable=False)
    has_unread_moderation = models.BooleanField(default=False, editable=False)

    class Meta:
        constraints = [
            # `iexact` compares with UPPER, so it uses the same index.
            models.UniqueConstraint(
                Upper("username"),
                name="accounts_user_username_any_case",
                violation_error_message=_("This username is taken. Choose another one."),
            ),
            models.CheckConstraint(
                condition=models.Q(is_guest=False) | models.Q(is_ai=False, is_staff=False, is_superuser=False),
                name="accounts_user_guest_has_no_rights",
            ),
        ]
        indexes = [
            # For the sweep: guests are few among many people.
            models.Index(fields=["last_login"], condition=models.Q(is_guest=True), name="accounts_user_guests"),
            models.Index(username_key(), name="accounts_user_lookalikes"),
        ]

    def __str__(self) -> str:
        return self.public_name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.display_key = name_key(self.display_name) or None
        fields = kwargs.get("update_fields")
        if fields is not None and "display_name" in fields:
            kwargs["update_fields"] = {*fields, "display_key"}
        super().save(*args, **kwargs)

    def clean(self) -> None:
        super().clean()
        if self._looks_like_somebody_else():
            raise ValidationError({"display_name": NAME_TAKEN})

    def _looks_like_somebody_else(self) -> bool:
        """Whether another user has a display name or username that looks like this display name."""
        return User.known_as(self.display_name).exclude(pk=self.pk).exists()

    @staticmethod
    def known_as(name: str) -> "models.QuerySet[User]":
        """Users whose display name or username looks like this one."""
        key = name_key(name)
        people = User.objects.alias(username_key=username_key())
        return people.filter(models.Q(display_key=key) | models.Q(username_key=key)) if key else people.none()

    @property
    def is_authenticated(self) -> bool:  # type: ignore[override]
        """Whether this is a member and not a guest."""
        return not self.is_guest

    @property
    def has_profile(self) -> bool:
        """Whether there is a profile to link to: closed accounts and guests have none."""
        return self.departed_at is None and not self.is_guest

    @property
    def public_name(self) -> str:
        if self.is_guest and self.username.startswith(GUEST_PREFIX):
            return gettext("Guest %(number)s") % {"number": self.username.removeprefix(GUEST_PREFIX)}
        return self.display_name or self.username

    @property
    def can_log_in(self) -> bool:
        return self.is_active and not self.is_ai and self.departed_at is None

    @property
    def is_muted(self) -> bool:
        return self.muted_until is not None and self.muted_until > timezone.now()

    @property
    def is_suspended(self) -> bool:
        return self.suspended_until is not None and self.suspended_until > timezone.now()


class FormerTimeZone(models.Model):
    """A user's former time zone: what was measured by it stays as it was."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="former_time_zones")
    time_zone = models.CharField(max_length=64)
    until = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["user", "until"]

    def __str__(self) -> str:
        return self.time_zone


class FirstAdministrator(models.Model):
    """At most one row: the first user of an embedded site. The primary key decides between parallel sign-ups."""

    ONLY_ID = 1

    id = models.PositiveSmallIntegerField(primary_key=True, default=ONLY_ID)
    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(id=1), name="accounts_firstadministrator_only_one")]

    def __str__(self) -> str:
        return str(self.user)


class ApiToken(models.Model):
    """An API token. Only a digest of the secret is stored."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=60)
    scopes = models.JSONField(default=list)
    hint = models.CharField(max_length=12)  # the beginning of the secret, to distinguish tokens
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-id"]

    def __str__(self) -> str:
        return self.name

    @staticmethod
    def digest_of(secret: str) -> str:
        """A plain hash is enough: the secret is 256 random bits and can't be guessed from a list."""
        return hashlib.sha256(secret.encode()).hexdigest()

    @property
    def is_live(self) -> bool:
        return self.revoked_at is None and self.expires_at > timezone.now()


class Relationship(models.Model):
    """A mute or block by one user of another. The other isn't notified."""

    owner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="relationships")
    other = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=5, choices=RelationshipKind.choices)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["owner", "other"], name="accounts_tie_once"),
            models.CheckConstraint(condition=~models.Q(owner=models.F("other")), name="accounts_tie_is_to_another"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.other_id} by {self.owner_id}"


class Report(models.Model):
    """A report to the moderators. `path` is where it happened, `quote` a copy of what was written there."""

    MAX_LENGTH = 1000

    reporter = models.ForeignKey(User, on_delete=models.CASCADE, related_name="reports_made")
    person = models.ForeignKey(User, on_delete=models.CASCADE, related_name="reports")
    reason = models.CharField(max_length=10, choices=ReportReason.choices)
    words = models.TextField(max_length=MAX_LENGTH, blank=True)
    path = models.CharField(max_length=200, blank=True)
    quote = models.TextField(max_length=MAX_LENGTH, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            # Idempotent: the same report is stored once, however often the button is pressed.
            models.UniqueConstraint(
                fields=["reporter", "person", "path"],
                condition=models.Q(closed_at=None),
                name="accounts_report_open_once",
            )
        ]

    def __str__(self) -> str:
        return f"report {self.pk} of {self.person_id}"


class ModerationEntry(models.Model):
    """One line of the moderation log: what was done about whom, by whom and why. Append-only."""

    MAX_LENGTH = 1000

    person = models.ForeignKey(User, on_delete=models.PROTECT, related_name="moderation_entries")
    moderator = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    action = models.CharField(max_length=16, choices=ModerationAction.choices)
    why = models.TextField(max_length=MAX_LENGTH)
    until = models.DateTimeField(null=True, blank=True)
    report = models.ForeignKey(Report, null=True, blank=True, on_delete=models.SET_NULL, related_name="entries")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "moderation log"
        ordering = ["-id"]
        indexes = [models.Index(fields=["person", "-id"], name="accounts_moderation_person")]

    def __str__(self) -> str:
        return f"{self.action} of {self.person_id}"
