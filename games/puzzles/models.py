"""Puzzles: solitaire boards and their attempts, tactics and first tries, and puzzle ratings."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.enums import TacticOutcome
from games.ratings.models import START_MU, START_SIGMA, Skill


class SolitaireBoard(models.Model):
    """A solitaire board of Vega. `slug` is its day, as 2026-03-01, or `open` for the empty board.

    `par` is the minimum number of turns, proved by the solver; `solution` reaches it, and is secret until the day is
    over.
    """

    slug = models.CharField(max_length=10, unique=True)
    day = models.DateField(null=True, unique=True)
    position = models.CharField(max_length=80)
    par = models.PositiveSmallIntegerField()
    solution = models.JSONField()
    made_at = models.DateTimeField()

    class Meta:
        verbose_name = _("daily puzzle")
        verbose_name_plural = _("daily puzzles")
        ordering = ["-day"]
        constraints = [models.CheckConstraint(condition=Q(par__gte=1), name="games_crossingboard_has_par")]

    def __str__(self) -> str:
        return self.slug


class SolitaireAttempt(models.Model):
    """A solution of a board, step by step as the engine accepted it.

    `is_best` marks each person's best for the leaderboard, one per board, made before the solution was public.
    """

    board = models.ForeignKey(SolitaireBoard, on_delete=models.CASCADE, related_name="attempts")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="solitaire_attempts")
    steps = models.JSONField()
    turns = models.PositiveSmallIntegerField()
    is_best = models.BooleanField(default=False)
    finished_at = models.DateTimeField()

    class Meta:
        verbose_name = _("daily puzzle solution")
        ordering = ["turns", "finished_at", "id"]
        indexes = [
            models.Index(
                fields=["board", "turns", "finished_at"], condition=Q(is_best=True), name="games_crossing_table"
            ),
            models.Index(fields=["user", "board"], name="games_crossing_of_person"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["board", "user"], condition=Q(is_best=True), name="games_crossing_one_best_a_person"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.turns} turns"


class Tactic(models.Model):
    """A position with one turn that forces the win. `line` is that turn, the best answer, and a turn that wins.

    It is rated like players: solving it counts as a win against it.
    """

    variant = models.CharField(max_length=20)
    family = models.CharField(max_length=20)
    digest = models.CharField(max_length=64, unique=True)
    position = models.TextField()
    turns = models.PositiveSmallIntegerField()
    theme = models.CharField(max_length=20)
    line = models.JSONField()
    mu = models.FloatField(default=START_MU)
    sigma = models.FloatField(default=START_SIGMA)
    tries = models.PositiveIntegerField(default=0)
    solved = models.PositiveIntegerField(default=0)
    made_at = models.DateTimeField()

    class Meta:
        verbose_name = _("tactic")
        ordering = ["id"]
        indexes = [models.Index(fields=["family", "variant", "turns"], name="games_tactic_shelf")]
        constraints = [models.CheckConstraint(condition=Q(turns__gte=1, sigma__gt=0), name="games_tactic_is_rated")]

    def __str__(self) -> str:
        return f"{self.variant}: win in {self.turns}"

    @property
    def skill(self) -> Skill:
        return Skill(self.mu, self.sigma)


class TacticTry(models.Model):
    """The outcome of a user's first try, the one that is rated, and the rating before and after.

    `has_seen` says that the solution was shown: solved at some time, or given up.
    """

    tactic = models.ForeignKey(Tactic, on_delete=models.CASCADE, related_name="first_tries")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="tactic_tries")
    outcome = models.CharField(max_length=10, choices=TacticOutcome.choices)
    turns = models.JSONField()
    has_seen = models.BooleanField(default=False)
    value_before = models.IntegerField()
    value_after = models.IntegerField()
    finished_at = models.DateTimeField()

    class Meta:
        verbose_name = _("first attempt")
        verbose_name_plural = _("first attempts")
        ordering = ["-finished_at", "-id"]
        constraints = [models.UniqueConstraint(fields=["tactic", "user"], name="games_tactictry_first_only")]

    def __str__(self) -> str:
        return str(TacticOutcome(self.outcome).label)


class PuzzleRating(models.Model):
    """A user's rating at tactics: all families together, apart from the ratings of games."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="puzzle_rating")
    mu = models.FloatField(default=START_MU)
    sigma = models.FloatField(default=START_SIGMA)
    tries = models.PositiveIntegerField(default=0)
    changed_at = models.DateTimeField()

    class Meta:
        verbose_name = _("puzzle rating")
        ordering = ["-mu", "user_id"]
        constraints = [models.CheckConstraint(condition=Q(sigma__gt=0), name="games_puzzlerating_is_sound")]

    def __str__(self) -> str:
        return f"{self.skill.value} ± {self.skill.uncertainty}"

    @property
    def skill(self) -> Skill:
        return Skill(self.mu, self.sigma)
