"""Games whose clock could not be settled."""

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
    # None: nobody tries any more until the row is removed.
    again_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("game that cannot be settled")
        verbose_name_plural = _("games that cannot be settled")
        ordering = ["-noted_at"]

    def __str__(self) -> str:
        return f"game {self.game_id}: {self.reason}"
