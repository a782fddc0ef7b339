"""The lease of an AI worker on a game's turn."""

from django.db import models
from django.utils import timezone

from games.models.game import Game


class AiTurn(models.Model):
    """A lease on a game's turn. The row is the source of truth, a task only a hint that there may be work.

    The worker with the lease works on the game as it was at `ply`; when the lease has expired, any worker may try
    again.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="ai_turn")
    ply = models.IntegerField(default=-1)
    lease_until = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveSmallIntegerField(default=0)
    is_stuck = models.BooleanField(default=False)
    thoughts = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"AI of game {self.game_id} at ply {self.ply}"
