"""Web push subscriptions, and the outbox of messages to them."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.enums import PushState
from games.notifications.models import Notice


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
