"""Games from a file: for their owner to look at and play on from. They aren't rated, and are private."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games import rules
from games.models.terms import engine_for


class ImportedGame(models.Model):
    """A record read from a file, validated by the engine. `digest` makes importing idempotent."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="imported_games")
    digest = models.CharField(max_length=64)
    variant = models.CharField(max_length=20)
    options = models.JSONField(default=dict, blank=True)
    turn_limit = models.PositiveSmallIntegerField(null=True, blank=True)
    players = models.JSONField(default=list)
    record = models.JSONField(default=list)
    result = models.JSONField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("imported game")
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["owner", "digest"], name="games_importedgame_once")]

    def __str__(self) -> str:
        return f"{self.engine.name}, imported"

    @property
    def engine(self) -> rules.Game:
        return engine_for(self.variant, self.options)
