"""Models of rounds: the pairing with its stored input, tables, seats, byes and results."""

from fractions import Fraction

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models import Game
from games.models.sentence import SentenceField
from tournaments.enums import Outcome, RoundStatus, Source, Venue
from tournaments.log_texts import TEXTS
from tournaments.models.entry import Entry
from tournaments.models.tournament import Tournament
from tournaments.pairing.values import ByeKind


class Round(models.Model):
    """One round. `task` is the stored input of the pairing; the same input gives the same draw.

    `attempt` grows with every pairing requested and every manual change, and is never reused in a tournament: a late
    result of an earlier attempt is dropped, and a request for an earlier draft is refused as stale.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="round_set")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=10, choices=RoundStatus.choices, default=RoundStatus.PAIRING)
    attempt = models.PositiveIntegerField(default=1)
    asked_at = models.DateTimeField()
    progress = models.PositiveSmallIntegerField(default=0)
    problem = SentenceField(blank=True, texts=TEXTS)
    remedies = models.JSONField(default=list, blank=True)

    engine = models.CharField(max_length=60, blank=True)
    engine_version = models.CharField(max_length=20, blank=True)
    seed = models.PositiveIntegerField(default=0)
    task = models.JSONField(default=dict, blank=True)
    input_digest = models.CharField(max_length=64, blank=True)
    edited_by_hand = models.BooleanField(default=False)

    starts_at = models.DateTimeField(_("starts at"), null=True, blank=True)
    deadline = models.DateTimeField(_("deadline"), null=True, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("round")
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="tournaments_round_number_once"),
            models.CheckConstraint(
                condition=Q(status__in=[RoundStatus.PUBLISHED, RoundStatus.FINISHED], published_at__isnull=False)
                | (~Q(status__in=[RoundStatus.PUBLISHED, RoundStatus.FINISHED]) & Q(published_at=None)),
                name="tournaments_round_published",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, round {self.number}"

    @property
    def is_public(self) -> bool:
        return self.published_at is not None


class Table(models.Model):
    """A table of a round. It has a result once `outcome` is set; `is_void` removes the result from the tournament.

    Over the board, one player's report waits in `claim` until another player of the table confirms it; its key
    `contradicts` holds a differing report. `result_version` grows with every result entered, corrected or cleared: a
    request that answers an earlier one is refused as stale.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    replay = models.PositiveSmallIntegerField(default=0)
    venue = models.CharField(max_length=16, choices=Venue.choices)
    reason = SentenceField()
    game = models.OneToOneField(Game, null=True, blank=True, on_delete=models.PROTECT, related_name="tournament_table")
    outcome = models.CharField(max_length=10, choices=Outcome.choices, blank=True)
    source = models.CharField(max_length=10, choices=Source.choices, blank=True)
    result_version = models.PositiveIntegerField(default=0)
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    is_void = models.BooleanField(default=False)
    claim = models.JSONField(null=True, blank=True)
    claimed_by = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        verbose_name = _("table")
        ordering = ["round", "replay", "number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "replay", "number"], name="tournaments_table_number_once"),
            models.CheckConstraint(
                condition=Q(outcome="", source="", decided_at=None) | (~Q(outcome="") & Q(decided_at__isnull=False)),
                name="tournaments_table_outcome_has_a_source",
            ),
        ]

    def __str__(self) -> str:
        return f"Table {self.number}"

    @property
    def is_decided(self) -> bool:
        return bool(self.outcome)

    @property
    def is_disputed(self) -> bool:
        return self.claim is not None and "contradicts" in self.claim


class Seat(models.Model):
    """One player at one table, in turn order. `round` and `replay` duplicate the table's, for a constraint.

    `is_absent`: the player did not appear, or was known not to when the round was paired.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="+")
    replay = models.PositiveSmallIntegerField(default=0)
    index = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seats")
    is_absent = models.BooleanField(default=False)
    rank = models.PositiveSmallIntegerField(null=True, blank=True)
    by_tally = models.BooleanField(default=False)
    tally = models.IntegerField(null=True, blank=True)

    class Meta:
        verbose_name = _("seat")
        ordering = ["table", "index"]
        constraints = [
            models.UniqueConstraint(fields=["table", "index"], name="tournaments_seat_index_once"),
            models.UniqueConstraint(fields=["round", "replay", "entry"], name="tournaments_seat_entry_once_a_round"),
        ]

    def __str__(self) -> str:
        return f"{self.entry} at {self.table}"


class Bye(models.Model):
    """A bye: a player without a game in a round, and its points."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="byes")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="byes")
    kind = models.CharField(max_length=10, choices=[(kind.value, kind.value) for kind in ByeKind])
    points_text = models.CharField(max_length=20)
    reason = SentenceField()

    class Meta:
        verbose_name = _("bye")
        ordering = ["round", "id"]
        constraints = [models.UniqueConstraint(fields=["round", "entry"], name="tournaments_bye_once_a_round")]

    def __str__(self) -> str:
        return f"{self.entry}: {self.kind}"

    @property
    def points(self) -> Fraction:
        return Fraction(self.points_text)
