"""Ratings per family of games, live and correspondence apart, and their history.

A skill is openskill's mean and deviation. It is shown as a number around 1500 with its uncertainty: 40 points are one
unit of the mean, so a newcomer has 1500 ± 333, and the uncertainty shrinks with every game.
"""

from dataclasses import dataclass

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game

START_MU, START_SIGMA = 25.0, 25.0 / 3
START_VALUE, POINTS_A_UNIT = 1500, 40
LOWEST_VALUE, HIGHEST_VALUE = 100, 9999
# About a dozen games against settled players; more with three or four players, where each says less.
SETTLED_UNCERTAINTY = 200
SETTLED_SIGMA = SETTLED_UNCERTAINTY / POINTS_A_UNIT


@dataclass(frozen=True)
class Skill:
    """An estimate of a player's strength."""

    mu: float = START_MU
    sigma: float = START_SIGMA

    @property
    def value(self) -> int:
        points = round(START_VALUE + (self.mu - START_MU) * POINTS_A_UNIT)
        return min(max(points, LOWEST_VALUE), HIGHEST_VALUE)

    @property
    def uncertainty(self) -> int:
        """One standard deviation: two times in three the true strength is within it."""
        return round(self.sigma * POINTS_A_UNIT)

    @property
    def is_provisional(self) -> bool:
        return self.sigma > SETTLED_SIGMA


class RatingPool(models.Model):
    """A family at one pace. Its row is locked before ratings are written, so that games are rated one after another."""

    family = models.CharField(max_length=20)
    is_live = models.BooleanField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["family", "is_live"], name="games_ratingpool_once")]

    def __str__(self) -> str:
        return f"{self.family}, {'live' if self.is_live else 'correspondence'}"


class Rating(models.Model):
    """A player's current rating: always that of their last rating change."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="ratings")
    pool = models.ForeignKey(RatingPool, on_delete=models.PROTECT, related_name="ratings")
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField()
    changed_at = models.DateTimeField()

    class Meta:
        verbose_name = _("rating")
        ordering = ["-mu", "user_id"]
        indexes = [models.Index(fields=["pool", "-mu", "user"], name="games_rating_leaderboard")]
        constraints = [
            models.UniqueConstraint(fields=["user", "pool"], name="games_rating_once"),
            models.CheckConstraint(condition=Q(games__gte=1, sigma__gt=0), name="games_rating_is_earned"),
        ]

    def __str__(self) -> str:
        return f"{self.skill.value} ± {self.skill.uncertainty}"

    @property
    def skill(self) -> Skill:
        return Skill(self.mu, self.sigma)


class RatingChange(models.Model):
    """The change of one rating by one game. All changes of a pool, in the order of the games' ends, make its ratings.

    `rank` and `finished_at` are those the change was computed from; `number` counts the player's games in the pool.
    """

    pool = models.ForeignKey(RatingPool, on_delete=models.PROTECT, related_name="changes")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="rating_changes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="rating_changes")
    finished_at = models.DateTimeField()
    rank = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu_after = models.FloatField()
    sigma_after = models.FloatField()

    class Meta:
        verbose_name = _("rating change")
        ordering = ["finished_at", "game_id"]
        indexes = [
            models.Index(fields=["pool", "finished_at", "game"], name="games_ratingchange_order"),
            models.Index(fields=["user", "pool", "finished_at"], name="games_ratingchange_history"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["game", "user"], name="games_ratingchange_once_a_game"),
            models.CheckConstraint(condition=Q(number__gte=1), name="games_ratingchange_counts"),
        ]

    def __str__(self) -> str:
        return f"{self.before.value} to {self.after.value}"

    @property
    def before(self) -> Skill:
        return Skill(self.mu_before, self.sigma_before)

    @property
    def after(self) -> Skill:
        return Skill(self.mu_after, self.sigma_after)
