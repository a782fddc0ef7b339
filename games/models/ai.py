"""What an AI is at work on."""

from django.db import models
from django.utils import timezone

from games.models.game import Game


class AiTurn(models.Model):
    """A game's claim on a worker. The row is the truth, a task only a hint that there may be something to do.

    Whoever holds the lease works on the game as it stood at `ply`; when the lease is over, anybody may try again.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="ai_turn")
    ply = models.IntegerField(default=-1)
    lease_until = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveSmallIntegerField(default=0)
    is_stuck = models.BooleanField(default=False)
    thoughts = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"AI of game {self.game_id} at ply {self.ply}"
