"""Models of a club's webhooks and the log of their deliveries."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.sentence import SentenceField
from tournaments.clubs.models import Club
from tournaments.enums import DeliveryStatus
from tournaments.models.tournament import TournamentEvent


def make_secret() -> str:
    return f"whs_{secrets.token_urlsafe(32)}"


class Webhook(models.Model):
    """A URL that is sent published rounds, results and final standings of a club's tournaments.

    `secret` signs what is sent, so it can't be stored as a hash; only the response that creates it shows it.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="webhooks")
    url = models.URLField(_("address"), max_length=500)
    kinds = models.JSONField(default=list)
    secret = models.CharField(max_length=60, default=make_secret)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("webhook")
        ordering = ["id"]

    def __str__(self) -> str:
        return self.url


class WebhookDelivery(models.Model):
    """One event for one webhook: an outbox row, and its line in the log.

    A worker raises `attempts` and postpones `next_try_at` before it tries: if it is killed half-way, the row is tried
    again.
    """

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    event = models.ForeignKey(TournamentEvent, on_delete=models.CASCADE, related_name="+")
    status = models.CharField(max_length=10, choices=DeliveryStatus.choices, default=DeliveryStatus.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_try_at = models.DateTimeField(default=timezone.now)
    tried_at = models.DateTimeField(null=True, blank=True)
    answer_status = models.PositiveSmallIntegerField(null=True, blank=True)
    problem = SentenceField(blank=True)

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["webhook", "event"], name="tournaments_delivery_once")]
        indexes = [
            models.Index(
                fields=["next_try_at"], condition=Q(status=DeliveryStatus.WAITING), name="tournaments_delivery_due"
            )
        ]

    def __str__(self) -> str:
        return f"{self.event} for {self.webhook}"
