"""Models of clubs: members, join requests, the roster, news, seasons and the club log."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.enums import ClubAction, Joining, Role, SeasonScore


def make_invitation() -> str:
    return secrets.token_urlsafe(16)


class Club(models.Model):
    """A club. `invitation` is the secret of its invitation link; a new one invalidates the old link."""

    name = models.CharField(_("name"), max_length=60, unique=True)
    slug = models.SlugField(max_length=60, unique=True)
    description = models.TextField(_("description"), max_length=4000, blank=True)
    joining = models.CharField(_("joining"), max_length=12, choices=Joining.choices, default=Joining.OPEN)
    invitation = models.CharField(max_length=32, unique=True, default=make_invitation)
    created_at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("club")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=10, choices=Role.choices, default=Role.MEMBER)
    joined_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("membership")
        ordering = ["joined_at", "id"]
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="tournaments_membership_once")]

    def __str__(self) -> str:
        return f"{self.user} in {self.club}"


class JoinRequest(models.Model):
    """A request to become a member; deleted once it is answered."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="join_requests")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="join_requests")
    message = models.CharField(_("message"), max_length=300, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("request to join")
        verbose_name_plural = _("requests to join")
        ordering = ["created_at", "id"]
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="tournaments_joinrequest_once")]

    def __str__(self) -> str:
        return f"{self.user} asks to join {self.club}"


class Person(models.Model):
    """A person on a club's roster, with or without an account.

    `user` is the account that claimed the name. `name_key` is the name as it is compared: without case, and with
    compatible letters unified. `revision` counts the changes (optimistic lock). `email`, `remark` and the dues are for
    the club's owners and organisers only. A person removed on request keeps the row, without name and private data.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="people")
    name = models.CharField(_("name"), max_length=60)
    name_key = models.CharField(max_length=180, editable=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="roster_people"
    )
    email = models.EmailField(_("e-mail"), blank=True)
    rating = models.PositiveSmallIntegerField(_("rating"), null=True, blank=True)
    remark = models.TextField(_("remark"), max_length=500, blank=True)
    dues_owed = models.DecimalField(_("dues owed"), max_digits=8, decimal_places=2, default=0)
    dues_paid = models.DecimalField(_("dues paid"), max_digits=8, decimal_places=2, default=0)
    revision = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now)
    departed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("person on a roster")
        verbose_name_plural = _("people on a roster")
        ordering = ["name_key", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "name_key"], condition=Q(departed_at=None), name="tournaments_person_name_once"
            ),
            models.UniqueConstraint(fields=["club", "user"], name="tournaments_person_user_once"),
        ]

    def __str__(self) -> str:
        return self.name


class NameClaim(models.Model):
    """A member's request to be linked to a person of the roster; deleted once it is answered."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="claims")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="name_claims")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="name_claims")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("claim of a name")
        verbose_name_plural = _("claims of names")
        ordering = ["created_at", "id"]
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="tournaments_nameclaim_once")]

    def __str__(self) -> str:
        return f"{self.user} claims {self.person}"


class News(models.Model):
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="news")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    title = models.CharField(_("title"), max_length=120)
    text = models.TextField(_("text"), max_length=8000)
    published_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("news")
        verbose_name_plural = _("news")
        ordering = ["-published_at", "-id"]

    def __str__(self) -> str:
        return self.title


class Season(models.Model):
    """A ranking over several tournaments, of which each player's best results count (all, if no number is given)."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(_("name"), max_length=60)
    best = models.PositiveSmallIntegerField(_("results that count"), null=True, blank=True)
    score = models.CharField(_("score"), max_length=8, choices=SeasonScore.choices, default=SeasonScore.POINTS)
    tournaments = models.ManyToManyField("tournaments.Tournament", related_name="seasons", blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("season")
        ordering = ["-created_at", "-id"]
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="tournaments_season_name_once")]

    def __str__(self) -> str:
        return self.name


class ClubChange(models.Model):
    """One line of a club's log, for its organisers: who did what to whom, or to what (`about`). Append-only.

    `person` is an account, `roster_person` a person on the roster.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="changes")
    at = models.DateTimeField(default=timezone.now)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    action = models.CharField(max_length=16, choices=ClubAction.choices)
    about = models.CharField(max_length=200, blank=True)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    roster_person = models.ForeignKey(Person, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    role = models.CharField(max_length=10, choices=Role.choices, blank=True)

    class Meta:
        verbose_name = _("club log entry")
        verbose_name_plural = _("club log")
        ordering = ["-id"]
        indexes = [models.Index(fields=["club", "-id"], name="tournaments_clubchange_list")]

    def __str__(self) -> str:
        return f"{self.action}: {self.subject}"

    @property
    def subject(self) -> str:
        """Whom or what the line is about."""
        if self.roster_person is not None:
            return self.roster_person.name
        if self.person is None:
            return self.about
        return f"{self.person.public_name}: {self.role}" if self.role else self.person.public_name
