"""What is known for good of a round robin's final ranks."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class KnownRanks(models.Model):
    """The ranges last worked out, with the results they came from: later ones are never wider.

    Losing a row loses no truth, only what an earlier search found that a later one may not find again.
    """

    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, primary_key=True, related_name="known_ranks"
    )
    setting = models.CharField(max_length=64)
    results = models.JSONField(default=list)
    bounds = models.JSONField(default=dict)

    class Meta:
        verbose_name = verbose_name_plural = _("known ranks")

    def __str__(self) -> str:
        return f"known ranks of {self.tournament_id}"
