"""Sweeps: their heartbeat, games whose clock could not be settled, people to whom mail failed."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class SweepHeartbeat(models.Model):
    """The heartbeat of a sweep: a gap means that clocks were not watched."""

    name = models.CharField(max_length=30, primary_key=True)
    beaten_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} at {self.beaten_at:%H:%M:%S}"


class GameFault(models.Model):
    """A game that failed in a sweep: reported once, retried with growing backoff, then no more.

    Deleting the row makes the next sweep retry it.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="fault")
    reason = models.CharField(max_length=200)
    tries = models.PositiveSmallIntegerField(default=1)
    noted_at = models.DateTimeField()
    # None: not retried until the row is removed.
    again_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("game that can't be processed")
        verbose_name_plural = _("games that can't be processed")
        ordering = ["-noted_at"]

    def __str__(self) -> str:
        return f"game {self.game_id}: {self.reason}"


class MailFault(models.Model):
    """A person to whom mail failed: attempts so far, and when the next one is due.

    After the last attempt the notices of that mail are dead letters (`MailState.FAILED`). The row is deleted with the
    first mail that is sent, or when an administrator retries it.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="mail_fault"
    )
    reason = models.CharField(max_length=200)
    tries = models.PositiveSmallIntegerField(default=0)
    noted_at = models.DateTimeField()
    again_at = models.DateTimeField()

    class Meta:
        verbose_name = _("undeliverable mail recipient")
        verbose_name_plural = _("undeliverable mail recipients")
        ordering = ["-tries", "-noted_at"]

    def __str__(self) -> str:
        return f"mail to person {self.user_id}: {self.reason}"
