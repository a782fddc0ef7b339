"""Notifications (notices), their settings, the private calendar URL, and web push subscriptions with their outbox."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.enums import Delivery, MailState, NoticeKind, PushState
from games.lobby.models import Proposal
from games.models.game import Game

# By default these are in the daily mail, all others are mailed at once.
IN_DIGEST = (NoticeKind.TURN, NoticeKind.OVER, NoticeKind.EVENT, NoticeKind.CLUB)
# By default, push is for what is urgent: these can wait.
NOT_PUSHED = (NoticeKind.OVER, NoticeKind.EVENT, NoticeKind.CLUB, NoticeKind.MODERATION)


def make_feed_token() -> str:
    return secrets.token_urlsafe(24)


class NoticeSettings(models.Model):
    """A user's notification settings and last mails; `deliveries` and `pushes` have what differs from the defaults."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="notice_settings"
    )
    deliveries = models.JSONField(default=dict)
    pushes = models.JSONField(default=dict)
    digest_hour = models.PositiveSmallIntegerField(_("hour of the daily email"), default=8)
    last_digest_on = models.DateField(null=True, blank=True)
    last_mailed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = verbose_name_plural = _("notification settings")
        constraints = [models.CheckConstraint(condition=Q(digest_hour__lt=24), name="games_noticesettings_hour")]

    def __str__(self) -> str:
        return f"notification settings of {self.user_id}"

    def delivery_of(self, kind: str) -> Delivery:
        chosen = self.deliveries.get(kind)
        if chosen in Delivery.values:
            return Delivery(chosen)
        return Delivery.DIGEST if kind in IN_DIGEST else Delivery.NOW

    def is_pushed(self, kind: str) -> bool:
        """Whether notices of this kind are sent by web push."""
        return bool(self.pushes.get(kind, kind not in NOT_PUSHED))


class Notice(models.Model):
    """A notification. `key` identifies what it is about; a unique constraint makes it idempotent.

    `ply` is the game's at the time of a turn's notice: when the game has moved on, the notice is stale. Notices of
    other apps have their text by `about`, filled with `facts`, and their page at `path`.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=10, choices=NoticeKind.choices)
    key = models.CharField(max_length=60)
    game = models.ForeignKey(Game, null=True, blank=True, on_delete=models.CASCADE, related_name="notices")
    proposal = models.ForeignKey(Proposal, null=True, blank=True, on_delete=models.CASCADE, related_name="notices")
    about = models.CharField(max_length=30, blank=True)
    facts = models.JSONField(default=dict, blank=True)
    path = models.CharField(max_length=200, blank=True)
    ply = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now)
    read_at = models.DateTimeField(null=True, blank=True)
    delivery = models.CharField(max_length=6, choices=Delivery.choices)
    mail = models.CharField(max_length=7, choices=MailState.choices, default=MailState.WAITING)
    claim = models.CharField(max_length=32, blank=True)

    class Meta:
        verbose_name = _("notification")
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["user", "-id"], name="games_notice_list"),
            models.Index(fields=["delivery", "user"], condition=Q(mail="waiting"), name="games_notice_waiting"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["user", "key"], name="games_notice_once"),
            models.CheckConstraint(
                condition=Q(game__isnull=False, proposal=None, about="")
                | Q(game=None, proposal__isnull=False, about="")
                | (Q(game=None, proposal=None) & ~Q(about="")),
                name="games_notice_is_about_something",
            ),
        ]

    def __str__(self) -> str:
        return self.key


class CalendarFeed(models.Model):
    """A private calendar URL with a user's deadlines; deleted when revoked."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="calendar_feed"
    )
    token = models.CharField(max_length=48, unique=True, default=make_feed_token)
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"calendar of {self.user_id}"


class PushSubscription(models.Model):
    """A browser's web push subscription: its endpoint at the push service, and its keys.

    `log_in` is the session hash of its user: a browser logged out by a change of password gets no more pushes.
    `refusals` counts consecutive notices that the push service refused.
    """

    ENDPOINT_LENGTH = 1000

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_subscriptions")
    endpoint = models.CharField(max_length=ENDPOINT_LENGTH, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    program = models.CharField(max_length=30, blank=True)
    system = models.CharField(max_length=30, blank=True)
    log_in = models.CharField(max_length=128)
    created_at = models.DateTimeField(default=timezone.now)
    last_success_at = models.DateTimeField(null=True, blank=True)
    rests_until = models.DateTimeField(null=True, blank=True)
    refusals = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = _("push subscription")
        verbose_name_plural = _("push subscriptions")
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.program or 'browser'} of {self.user_id}"


class Push(models.Model):
    """One notice for one browser (outbox row). While it waits, `next_try_at` is when the next attempt is due."""

    notice = models.ForeignKey(Notice, on_delete=models.CASCADE, related_name="pushes")
    subscription = models.ForeignKey(PushSubscription, on_delete=models.CASCADE, related_name="pushes")
    state = models.CharField(max_length=7, choices=PushState.choices, default=PushState.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_try_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("push notification")
        verbose_name_plural = _("push notifications")
        indexes = [models.Index(fields=["next_try_at"], condition=Q(state="waiting"), name="games_push_due")]
        constraints = [models.UniqueConstraint(fields=["notice", "subscription"], name="games_push_once")]

    def __str__(self) -> str:
        return f"{self.notice_id} to {self.subscription_id}"
