"""What a sweep could not do: games whose clock could not be settled, people to whom no mail could be sent."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class GameFault(models.Model):
    """A game that failed a sweep: kept, so that it is reported once and tried again ever more rarely, then no more.

    Removing the row has it tried again at the next sweep.
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
    """A person to whom mail could not be handed over: attempts so far, and when the next one is due.

    After the last attempt the notices of that mail are dead letters (`MailState.FAILED`). The row goes with the first
    mail that is handed over, or when an administrator has it tried again.
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
