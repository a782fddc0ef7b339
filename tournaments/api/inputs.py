"""Input serializers of clubs and tournaments."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.selectors import get_person
from games.api.serializers import TermsInput
from games.lobby.services.terms import read_control, read_terms
from tournaments.clubs.roster_files.tables import MAX_ROSTER_BYTES
from tournaments.enums import FormatChoices, Joining, Outcome, Role, SeasonScore, Venue
from tournaments.pairing.trf_import import MAX_TRF_BYTES
from tournaments.pairing.values import ByeKind, Format, Scoring
from tournaments.rule_fields import ORDINARY, RULES, Rule, TournamentRules
from tournaments.standings.tie_breaks import TieBreak, tie_breaks_for
from tournaments.webhooks.services import HOOK_KINDS

TERMS = ("variant", "options", "control", "rated", "turn_limit", "time_limit", "spectators", "chat", "weekends_off")
DURATIONS = [rule.name for rule in ORDINARY if rule.kind is timedelta]
# Checked before parsing: "1e30000000" is short, and the number takes minutes to build.
POINTS_SHAPE = re.compile(r"-?[0-9]{1,9}([./][0-9]{1,9})?")


@extend_schema_field(OpenApiTypes.STR)
class PointsField(serializers.Field):
    """Points as a number or an exact fraction: 6, "0.5", "1/2"."""

    def to_internal_value(self, data: Any) -> Any:
        text = str(data)
        try:
            if POINTS_SHAPE.fullmatch(text):
                return Fraction(text)
        except ZeroDivisionError:
            pass
        raise serializers.ValidationError(_("Enter a number, such as 6 or 0.5."))

    def to_representation(self, value: Any) -> str:
        return str(value)


class ScoringInput(serializers.Serializer):
    win = PointsField(required=False)
    tally_win = PointsField(required=False)
    draw = PointsField(required=False)
    loss = PointsField(required=False)
    pairing_bye = PointsField(required=False)
    requested_bye = PointsField(required=False)
    absence = PointsField(required=False)


def _rule_input(rule: Rule) -> serializers.Field:
    options: dict[str, Any] = {"required": False, "allow_null": rule.default is None}
    if rule.kind in (bool, datetime):
        return (serializers.BooleanField if rule.kind is bool else serializers.DateTimeField)(**options)
    least, most = (int(limit.total_seconds()) if isinstance(limit, timedelta) else limit for limit in rule.limits)
    return serializers.IntegerField(min_value=least, max_value=most, **options)


class TournamentInput(TermsInput):
    """The rules of a tournament. Times are in seconds; `bye_ai` is the username of an AI."""

    seat = message = None  # type: ignore[assignment]
    name = serializers.CharField(max_length=80)
    description = serializers.CharField(max_length=4000, allow_blank=True, required=False)
    format = serializers.ChoiceField(FormatChoices.choices)
    venue = serializers.ChoiceField(Venue.choices, required=False)
    scoring = ScoringInput(required=False)
    tie_breaks = serializers.ListField(
        child=serializers.ChoiceField([rule.value for rule in TieBreak]), max_length=len(TieBreak), required=False
    )
    bye_ai = serializers.CharField(max_length=30, allow_null=True, required=False)

    def get_fields(self) -> dict[str, serializers.Field]:
        """The terms, the rules in the order of their declaration, then what else a request has."""
        written = super().get_fields()
        known = {**written, **{rule.name: _rule_input(rule) for rule in ORDINARY}}
        return {name: known[name] for name in (*TERMS, *RULES, *written) if name in known}

    def rules(self) -> TournamentRules:
        given = self._given(Scoring())
        return TournamentRules(terms=self.read(), **{"tie_breaks": tie_breaks_for(given["format"]), **given})

    def changes(self, before: TournamentRules) -> dict[str, Any]:
        """The rules that a partial request changes, by name."""
        changes = self._given(before.scoring)
        terms = {name: value for name, value in self.validated_data.items() if name in TERMS}
        if terms:
            changes["terms"] = self._changed_terms(before, terms)
        return changes

    def _given(self, scoring: Scoring) -> dict[str, Any]:
        readers: dict[str, Callable[[Any], Any]] = {
            "format": Format,
            "venue": Venue,
            "tie_breaks": lambda names: tuple(TieBreak(name) for name in names),
            "scoring": lambda points: replace(scoring, **points),
            "bye_ai": lambda username: None if username is None else get_person(username),
            **dict.fromkeys(DURATIONS, lambda value: None if value is None else timedelta(seconds=value)),
        }
        given = {name: value for name, value in self.validated_data.items() if name in RULES}
        return {name: readers[name](value) if name in readers else value for name, value in given.items()}

    @staticmethod
    def _changed_terms(before: TournamentRules, given: dict[str, Any]) -> Any:
        if "control" in given:
            control = given["control"]
            given["control"] = read_control(
                kind=control["kind"],
                allowance=timedelta(seconds=control["allowance"]),
                increment=timedelta(seconds=control.get("increment", 0)),
                cap=None if control.get("cap") is None else timedelta(seconds=control["cap"]),
            )
        if given.get("time_limit") is not None:
            given["time_limit"] = timedelta(seconds=given["time_limit"])
        if "variant" in given:
            given.setdefault("options", {})
            given.setdefault("turn_limit", "default")
        kept = {name: getattr(before.terms, name) for name in (*TERMS, "vacation_allowed")}
        return read_terms(**{**kept, **given})


class NewTournamentInput(TournamentInput):
    club = serializers.SlugField(max_length=60)


class TournamentChangesInput(TournamentInput):
    """Fields left out are unchanged."""

    reason = serializers.CharField(max_length=300, allow_blank=True, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "partial": True})


class ClubInput(serializers.Serializer):
    name = serializers.CharField(max_length=60)
    description = serializers.CharField(max_length=4000, allow_blank=True, required=False)
    joining = serializers.ChoiceField(Joining.choices, required=False)


class ClubChangesInput(ClubInput):
    name = serializers.CharField(max_length=60, required=False)


class JoinInput(serializers.Serializer):
    invitation = serializers.CharField(max_length=32, allow_blank=True, default="")
    message = serializers.CharField(max_length=300, allow_blank=True, default="")


class RoleInput(serializers.Serializer):
    role = serializers.ChoiceField(Role.choices)


class PersonInput(serializers.Serializer):
    username = serializers.CharField(max_length=30)


class AnswerInput(serializers.Serializer):
    accept = serializers.BooleanField()
    reason = serializers.CharField(max_length=300, allow_blank=True, default="")


class NewsInput(serializers.Serializer):
    title = serializers.CharField(max_length=120)
    text = serializers.CharField(max_length=8000)


class SeasonInput(serializers.Serializer):
    name = serializers.CharField(max_length=60)
    best = serializers.IntegerField(min_value=1, max_value=100, allow_null=True, default=None)
    score = serializers.ChoiceField(SeasonScore.choices, default=SeasonScore.POINTS)
    tournaments = serializers.ListField(child=serializers.IntegerField(min_value=1), max_length=200, default=list)


class ClubTableInput(serializers.Serializer):
    best = serializers.IntegerField(
        min_value=1,
        max_value=100,
        default=None,
        help_text="Number of each player's best results that count; all if omitted.",
    )
    score = serializers.ChoiceField(SeasonScore.choices, default=SeasonScore.POINTS)


class WebhookInput(serializers.Serializer):
    url = serializers.CharField(max_length=500)
    kinds = serializers.ListField(
        child=serializers.ChoiceField([(kind.value, kind.label) for kind in HOOK_KINDS]),
        max_length=3,
        allow_empty=False,
    )


class ReasonInput(serializers.Serializer):
    """The reason; it is shown in the public log."""

    reason = serializers.CharField(max_length=300, allow_blank=True, default="")


class NewPlayerInput(serializers.Serializer):
    """A user (`username`), or a name without an account."""

    username = serializers.CharField(max_length=30, required=False)
    name = serializers.CharField(max_length=60, allow_blank=True, default="")
    rating = serializers.IntegerField(min_value=0, max_value=9999, allow_null=True, default=None)


class RatingInput(serializers.Serializer):
    rating = serializers.IntegerField(min_value=0, max_value=9999, allow_null=True)


class TrfInput(serializers.Serializer):
    trf = serializers.CharField(max_length=MAX_TRF_BYTES, trim_whitespace=False)


class ByeInput(serializers.Serializer):
    round = serializers.IntegerField(min_value=1, max_value=60)
    kind = serializers.ChoiceField([ByeKind.REQUESTED.value, ByeKind.ABSENT.value], default=ByeKind.REQUESTED.value)


class NextRoundInput(serializers.Serializer):
    round = serializers.IntegerField(
        min_value=1, max_value=60, required=False, help_text="The round to pair; the next one if omitted."
    )


class AttemptInput(serializers.Serializer):
    attempt = serializers.IntegerField(
        min_value=0,
        max_value=2**31 - 1,
        help_text="The `attempt` of the draft you last read; 409 if the draft has changed since.",
    )


class TakeBackInput(AttemptInput, ReasonInput):
    """The round as you last read it."""


class PairInput(ReasonInput):
    """Two players, by their numbers in `players/` (`id`)."""

    one = serializers.IntegerField(min_value=1)
    other = serializers.IntegerField(min_value=1)


class SwapInput(AttemptInput, PairInput):
    """Two players of the draft, by their numbers in `players/` (`id`)."""


class MoveInput(AttemptInput, ReasonInput):
    """Where a player of the draft goes: a table by its number (one more than there are: a new one), null for a bye."""

    player = serializers.IntegerField(min_value=1)
    table = serializers.IntegerField(min_value=1, max_value=9999, allow_null=True, default=None)
    seat = serializers.IntegerField(min_value=0, max_value=3, allow_null=True, default=None)


class TableInput(AttemptInput, ReasonInput):
    table = serializers.IntegerField(min_value=1)


class VenueInput(AttemptInput):
    venue = serializers.ChoiceField(Venue.choices)


class TimesInput(AttemptInput):
    starts_at = serializers.DateTimeField(allow_null=True, default=None)
    deadline = serializers.DateTimeField(allow_null=True, default=None)


class ClaimInput(serializers.Serializer):
    """Ranks by seat in turn order, 1 the best; in a forfeit 1 for a player who appeared and 2 for one who did not."""

    outcome = serializers.ChoiceField(Outcome.choices)
    ranks = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=4), min_length=2, max_length=4, required=False
    )
    by_tally = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=3), max_length=4, required=False
    )
    tallies = serializers.ListField(
        child=serializers.IntegerField(min_value=-9999, max_value=9999), min_length=2, max_length=4, required=False
    )
    absent = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=3),
        max_length=4,
        required=False,
        help_text="Seats, from 0, whose players did not appear; the ranks of the others count without them.",
    )


class SeenResultInput(serializers.Serializer):
    seen = serializers.IntegerField(
        min_value=0,
        max_value=2**31 - 1,
        help_text="The `version` of the table you last read; 409 if another result was entered since.",
    )


class ClearResultInput(SeenResultInput):
    reason = serializers.CharField(
        max_length=300,
        allow_blank=True,
        default="",
        help_text="Required unless you entered the result yourself; shown in the public log.",
    )


class ResultInput(ClaimInput, SeenResultInput):
    reason = serializers.CharField(
        max_length=300,
        allow_blank=True,
        default="",
        help_text="Required to correct a result and for tables played online; shown in the public log.",
    )


class PresenceInput(serializers.Serializer):
    is_present = serializers.BooleanField()


class SelfCheckInInput(serializers.Serializer):
    player = serializers.IntegerField(min_value=1, max_value=2**31 - 1)


class SeenInput(serializers.Serializer):
    revision = serializers.IntegerField(
        min_value=0, max_value=2**31 - 1, help_text="The `revision` you last read; 409 if it has changed since."
    )


class RosterPersonInput(serializers.Serializer):
    """A person of a roster. Everything but the name is for the club's owners and organisers only."""

    name = serializers.CharField(max_length=60)
    email = serializers.EmailField(allow_blank=True, required=False)
    rating = serializers.IntegerField(min_value=0, max_value=9999, allow_null=True, required=False)
    remark = serializers.CharField(max_length=500, allow_blank=True, required=False)
    dues_owed = serializers.DecimalField(max_digits=8, decimal_places=2, min_value=0, required=False)
    dues_paid = serializers.DecimalField(max_digits=8, decimal_places=2, min_value=0, required=False)


class RosterChangesInput(SeenInput, RosterPersonInput):
    """Fields left out are unchanged."""

    name = serializers.CharField(max_length=60, required=False)


class MergeInput(SeenInput):
    """The person to merge into this one, and the revisions of both as you last read them."""

    other = serializers.IntegerField(min_value=1)
    other_revision = serializers.IntegerField(min_value=0, max_value=2**31 - 1)


class LinkInput(SeenInput, PersonInput):
    """The account of a member."""


class AcceptInput(serializers.Serializer):
    accept = serializers.BooleanField()


class NameInput(serializers.Serializer):
    name = serializers.CharField(max_length=60)


class PeopleInput(serializers.Serializer):
    """People of the club's roster, by their ids."""

    people = serializers.ListField(
        child=serializers.IntegerField(min_value=1), min_length=1, max_length=500, allow_empty=False
    )


class RosterFileInput(serializers.Serializer):
    """A list of people: as text (lines, CSV or TRF), or a whole file in base64 (CSV, XLSX or TRF)."""

    text = serializers.CharField(max_length=MAX_ROSTER_BYTES, trim_whitespace=False, required=False)
    file = serializers.CharField(max_length=2 * MAX_ROSTER_BYTES, required=False)


class RosterChoiceInput(serializers.Serializer):
    """What to do with a doubtful line: `create` a person, or `update` the person that `person` names."""

    line = serializers.IntegerField(min_value=1)
    action = serializers.ChoiceField(["create", "update"])
    person = serializers.IntegerField(min_value=1, allow_null=True, default=None)


class RosterImportInput(RosterFileInput):
    """The list again, the `digest` of its preview, and choices for doubtful lines, which are skipped without one."""

    digest = serializers.CharField(max_length=64)
    choices = RosterChoiceInput(many=True, required=False, default=list)
