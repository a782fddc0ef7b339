"""Models of a tournament: its rules and organisers, the public log, and its event stream."""

import secrets
from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import FeedEvent, TermsColumns
from games.models.sentence import SentenceField
from tournaments.clubs.models import Club
from tournaments.enums import EventKind, FormatChoices, LogKind, Status, Venue
from tournaments.log_texts import TEXTS
from tournaments.pairing.stored import from_json, to_json
from tournaments.pairing.values import Format, Scoring
from tournaments.standings.tie_breaks import USUAL_TIE_BREAKS, TieBreak

MAX_ROUNDS = 60


def make_check_in_token() -> str:
    return secrets.token_urlsafe(16)


def standard_scoring() -> dict[str, str]:
    stored: dict[str, str] = to_json(Scoring())
    return stored


def usual_tie_breaks() -> list[str]:
    return [rule.value for rule in USUAL_TIE_BREAKS]


class Tournament(TermsColumns):
    """One tournament from draft to final standings.

    `revision` counts every change under the tournament's lock: it is the cache key of standings, and the ETag of reads.
    `variant` of a table tournament is that of four seats; tables of three play its variant for three. `rounds` of a
    round robin or knockout is fixed at the start. `top_moves_first` and `seed` are random, drawn once.
    `previous` is the tournament that this one repeats (`repeat_every`): each is repeated once.
    `check_in_token` is the secret of the link by which players check themselves in; a new one invalidates the old link.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tournaments")
    name = models.CharField(_("name"), max_length=80)
    description = models.TextField(_("description"), max_length=4000, blank=True)
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.DRAFT)
    organisers = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="organised_tournaments")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    revision = models.PositiveIntegerField(default=0)

    format = models.CharField(_("format"), max_length=20, choices=FormatChoices.choices)
    venue = models.CharField(_("venue"), max_length=16, choices=Venue.choices, default=Venue.CORRESPONDENCE)
    rounds = models.PositiveSmallIntegerField(_("rounds"), default=5)
    scoring = models.JSONField(default=standard_scoring)
    tie_breaks = models.JSONField(default=usual_tie_breaks, blank=True)
    top_moves_first = models.BooleanField(default=True)
    seed = models.PositiveIntegerField(default=0)

    members_only = models.BooleanField(_("club members only"), default=False)
    lowest_rating = models.PositiveSmallIntegerField(_("lowest rating"), null=True, blank=True)
    highest_rating = models.PositiveSmallIntegerField(_("highest rating"), null=True, blank=True)
    needs_approval = models.BooleanField(_("entries need approval"), default=False)
    size = models.PositiveSmallIntegerField(_("maximum number of players"), null=True, blank=True)
    late_entry_until = models.PositiveSmallIntegerField(_("late entry up to round"), default=0)
    games_at_once = models.PositiveSmallIntegerField(_("games at the same time"), default=1)
    games_per_match = models.PositiveSmallIntegerField(_("games per match"), default=1)
    third_place = models.BooleanField(_("match for third place"), default=False)
    check_in = models.BooleanField(_("check-in"), default=False)
    check_in_token = models.CharField(max_length=32, unique=True, default=make_check_in_token)
    bye_ai = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    first_round_at = models.DateTimeField(_("first round"), null=True, blank=True)
    round_every = models.DurationField(_("time between rounds"), null=True, blank=True)
    round_length = models.DurationField(_("time per round"), null=True, blank=True)
    auto_advance = models.BooleanField(_("rounds start automatically"), default=False)
    repeat_every = models.DurationField(_("repeated every"), null=True, blank=True)
    previous = models.OneToOneField("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="following")

    class Meta:
        verbose_name = _("tournament")
        ordering = ["-id"]
        indexes = [models.Index(fields=["status", "-id"], name="tournaments_status")]
        constraints = [
            models.CheckConstraint(condition=Q(status__in=Status.values), name="tournaments_status_known"),
            models.CheckConstraint(condition=Q(rounds__gte=1, rounds__lte=MAX_ROUNDS), name="tournaments_rounds"),
            models.CheckConstraint(condition=Q(games_at_once__gte=1), name="tournaments_games_at_once"),
            models.CheckConstraint(
                condition=Q(lowest_rating=None)
                | Q(highest_rating=None)
                | Q(lowest_rating__lte=models.F("highest_rating")),
                name="tournaments_rating_range",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def pairing_format(self) -> Format:
        return Format(self.format)

    @property
    def points(self) -> Scoring:
        return from_json(Scoring, self.scoring)

    @property
    def tie_break_rules(self) -> tuple[TieBreak, ...]:
        return tuple(TieBreak(name) for name in self.tie_breaks)

    @property
    def is_predetermined(self) -> bool:
        """Whether pairings don't depend on earlier results, so that several rounds may be played at once."""
        return self.pairing_format.is_round_robin or self.pairing_format == Format.FIXED_TABLES

    def start_of_round(self, number: int) -> datetime | None:
        if self.first_round_at is None:
            return None
        return self.first_round_at + (number - 1) * (self.round_every or timedelta(0))


class Change(models.Model):
    """One line of the public log: what was done, by whom (null: automatically), and why."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="changes")
    at = models.DateTimeField(default=timezone.now)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    kind = models.CharField(max_length=10, choices=LogKind.choices)
    round_number = models.PositiveSmallIntegerField(null=True, blank=True)
    text = SentenceField(texts=TEXTS)
    reason = models.CharField(max_length=300, blank=True)

    class Meta:
        verbose_name = _("change")
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.text


class TournamentEvent(FeedEvent):
    """One event of a tournament's stream, written in the transaction of its change. `seq` is the new revision.

    `change` is its line of the log, if it has one. What is sent is made from both when it is read, with the names that
    players have then (`tournaments/selectors/events.py`).
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="events")
    change = models.OneToOneField(Change, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=20, choices=EventKind.choices)

    class Meta:
        verbose_name = _("tournament event")
        verbose_name_plural = _("tournament events")
        ordering = ["tournament", "seq"]
        constraints = [models.UniqueConstraint(fields=["tournament", "seq"], name="tournaments_event_seq_once")]
