"""A game: its row, seats and record, its stream events, conditional moves and AI's lease."""

from fractions import Fraction

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.enums import IN_PROGRESS, Audience, EndReason, EventKind, GameStatus, LeftReason
from games.models.terms import TermsColumns
from games.streams.models import FeedEvent
from games.timing import Ticking


class Game(TermsColumns):
    """One game from its first moment to its result.

    `ply` is the number of entries in the record; every write names the ply it answers (optimistic lock). `snapshot` is
    the rules' state, enough to play on; `face` is its JSON for pages, made once when the position changes. `since`,
    `deadline` and `ends_at` are the clock of the current turn. `event_seq` numbers events, for streams and ETags.
    """

    status = models.CharField(max_length=10, choices=GameStatus.choices, default=GameStatus.RUNNING)
    ply = models.PositiveIntegerField(default=0)
    turn = models.PositiveIntegerField(default=0)
    snapshot = models.JSONField(default=dict)
    face = models.JSONField(default=dict)
    # The key of the position while people play it, for fair play; else None.
    position_key = models.BigIntegerField(null=True, blank=True, editable=False)
    to_move = models.PositiveSmallIntegerField(null=True, blank=True)
    since = models.DateTimeField(null=True, blank=True)
    deadline = models.DateTimeField(null=True, blank=True)
    ends_at = models.DateTimeField(null=True, blank=True)
    event_seq = models.PositiveIntegerField(default=0)
    takeback_to = models.PositiveIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=20, choices=EndReason.choices, blank=True)
    by_tally = models.JSONField(default=list, blank=True)
    rematch_of = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="rematches")
    # A game against AIs that was played on from another one, which its first entries come from.
    played_on_from = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="continuations"
    )
    played_on_ply = models.PositiveIntegerField(null=True, blank=True)
    # The key of the tournament's table that arranged the game. Players can't abort an arranged game or take back turns.
    arranged_by = models.CharField(max_length=60, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("game")
        ordering = ["-id"]
        indexes = [
            models.Index(
                fields=["is_live", "deadline"], condition=Q(status__in=IN_PROGRESS), name="games_game_deadline"
            ),
            models.Index(fields=["is_live", "ends_at"], condition=Q(status__in=IN_PROGRESS), name="games_game_ends_at"),
            models.Index(fields=["status", "-finished_at"], name="games_game_finished"),
            models.Index(
                fields=["position_key"], condition=Q(position_key__isnull=False), name="games_game_position_key"
            ),
            models.Index(fields=["arranged_by"], condition=~Q(arranged_by=""), name="games_game_arranged_by"),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(status__in=GameStatus.values), name="games_game_status_known"),
            models.CheckConstraint(
                condition=Q(status__in=IN_PROGRESS, deadline__isnull=False, since__isnull=False, finished_at=None)
                | (~Q(status__in=IN_PROGRESS) & Q(deadline=None, finished_at__isnull=False)),
                name="games_game_clock_runs_while_in_progress",
            ),
            models.CheckConstraint(
                condition=(Q(status=GameStatus.OVER) & ~Q(reason="")) | (~Q(status=GameStatus.OVER) & Q(reason="")),
                name="games_game_over_has_a_reason",
            ),
            models.CheckConstraint(
                condition=Q(status=GameStatus.RUNNING, to_move__isnull=False)
                | (~Q(status=GameStatus.RUNNING) & Q(to_move=None)),
                name="games_game_to_move_while_running",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.engine.name} {self.pk}"

    @property
    def is_in_progress(self) -> bool:
        return self.status in IN_PROGRESS

    @property
    def is_limited(self) -> bool:
        """Whether a limit will end it, by turns or by time, if nothing else does."""
        return any(limit is not None for limit in (self.turn_limit, self.time_limit, self.ends_at))

    @property
    def ticking(self) -> Ticking | None:
        if self.since is None or self.deadline is None:
            return None
        return Ticking(self.since, self.deadline, self.ends_at)


class Seat(models.Model):
    """One player's seat in one game: the player, the clock, offers, and the result.

    `secret_setup` is stored only until all set-ups are in; only `view_for` shows it.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="seats")
    is_ai = models.BooleanField(default=False)
    # The rating at the start of the game; None without a rated game of this kind.
    rating = models.PositiveSmallIntegerField(null=True, blank=True)
    rating_is_provisional = models.BooleanField(default=False)
    bank = models.DurationField()
    secret_setup = models.CharField(max_length=60, blank=True)
    # Whether there may be conditional moves: most turns are played without a query for them.
    had_conditional_moves = models.BooleanField(default=False)
    wants_draw = models.BooleanField(default=False)
    draw_offered_turn = models.PositiveIntegerField(null=True, blank=True)
    wants_takeback = models.BooleanField(default=False)
    left = models.CharField(max_length=12, choices=LeftReason.choices, blank=True)
    rank = models.PositiveSmallIntegerField(null=True, blank=True)
    points_numerator = models.PositiveSmallIntegerField(null=True, blank=True)
    points_denominator = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        verbose_name = _("seat")
        ordering = ["game", "index"]
        # Every game of a list is checked for the viewer's seat; an index on the player alone would scan all their
        # games.
        indexes = [
            models.Index(fields=["user", "game"], name="games_seat_of_a_player"),
            # A seat has no rank until its game is over: this finds a player's current games among all of theirs.
            models.Index(fields=["user", "game"], condition=Q(rank=None), name="games_seat_unranked"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["game", "index"], name="games_seat_index_once"),
            # The same AI may have several seats in a game, a person one.
            models.UniqueConstraint(
                fields=["game", "user"], condition=Q(is_ai=False), name="games_seat_person_once_a_game"
            ),
            models.CheckConstraint(condition=Q(index__lt=4), name="games_seat_at_most_four"),
            models.CheckConstraint(
                condition=Q(rank=None, points_numerator=None, points_denominator=None)
                | Q(rank__gte=1, rank__lte=4, points_numerator__isnull=False, points_denominator__gte=1),
                name="games_seat_rank_has_points",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} at seat {self.index}"

    @property
    def colour(self) -> str:
        return self.game.engine.colours[self.index]

    @property
    def points(self) -> Fraction | None:
        if self.points_numerator is None or self.points_denominator is None:
            return None
        return Fraction(self.points_numerator, self.points_denominator)


class Step(models.Model):
    """One entry of a game's record: a step, a set-up, or a marker between turns (`#timeout:1`, `#agreement`).

    All steps of a turn share its number and its time; the time spent is on its first step.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="steps")
    ply = models.PositiveIntegerField()
    turn = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    text = models.CharField(max_length=120)
    at = models.DateTimeField()
    spent = models.DurationField(null=True, blank=True)

    class Meta:
        verbose_name = _("step")
        ordering = ["game", "ply"]
        constraints = [models.UniqueConstraint(fields=["game", "ply"], name="games_step_ply_once")]

    def __str__(self) -> str:
        return self.text


class GameEvent(FeedEvent):
    """Something that happened in a game, numbered within it under the game's lock."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="events")
    kind = models.CharField(max_length=20, choices=EventKind.choices)
    audience = models.CharField(max_length=12, choices=Audience.choices, default=Audience.ALL)

    class Meta:
        verbose_name = _("event")
        ordering = ["game", "seq"]
        constraints = [models.UniqueConstraint(fields=["game", "seq"], name="games_gameevent_seq_once")]


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
