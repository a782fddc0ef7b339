"""Plans that players keep for the time they are away."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Seat


class Plan(models.Model):
    """What a seat answers to what others may play, from the position after `ply` entries on (see `games.planning`).

    It is its owner's alone: nothing of it leaves the server but to them.
    """

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, primary_key=True, related_name="plan")
    ply = models.PositiveIntegerField()
    tree = models.JSONField()
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = verbose_name_plural = _("conditional moves")

    def __str__(self) -> str:
        return f"plan of seat {self.seat_id}"
