"""Conditional moves of players."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Seat


class ConditionalMoves(models.Model):
    """A seat's conditional moves from the position after `ply` entries on (see `games.conditional_moves`).

    Only their owner may see them.
    """

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, primary_key=True, related_name="conditional_moves")
    ply = models.PositiveIntegerField()
    tree = models.JSONField()
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = verbose_name_plural = _("conditional moves")

    def __str__(self) -> str:
        return f"conditional moves of seat {self.seat_id}"
