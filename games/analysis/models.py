"""Computer analyses of games, and evaluations of positions."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Evaluation(models.Model):
    """The stored evaluation of a position, found by its digest in any game."""

    digest = models.CharField(max_length=64, primary_key=True)
    scores = models.JSONField()
    steps = models.JSONField()
    depth = models.PositiveSmallIntegerField()
    judged_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.scores} at depth {self.depth}"


class Analysis(models.Model):
    """A requested analysis of a finished game, or of the position at `ply` (a hint).

    As with AI turns the row is the source of truth and a task only a hint. The worker with the lease evaluates position
    by position and saves each; when the lease has expired, any worker may go on from there.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="analyses")
    ply = models.PositiveIntegerField(null=True, blank=True)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="analyses"
    )
    asked_at = models.DateTimeField(default=timezone.now)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    turns = models.JSONField(default=list)
    lease_until = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveSmallIntegerField(default=0)
    is_failed = models.BooleanField(default=False)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("analysis")
        verbose_name_plural = _("analyses")
        indexes = [
            models.Index(fields=["lease_until"], condition=Q(finished_at=None), name="games_analysis_waiting"),
            models.Index(fields=["asked_by", "asked_at"], name="games_analysis_asked"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["game"], condition=Q(ply=None), name="games_analysis_once_a_game"),
            models.UniqueConstraint(
                fields=["game", "ply"], condition=Q(ply__isnull=False), name="games_analysis_hint_once_a_ply"
            ),
        ]

    def __str__(self) -> str:
        return f"analysis of game {self.game_id}" + ("" if self.ply is None else f" at ply {self.ply}")
