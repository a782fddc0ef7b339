"""Output serializers of tournaments, for the schema; `selectors.api_json` and `selectors.standings` make the JSON."""

from collections.abc import Callable
from datetime import datetime, timedelta

from rest_framework import serializers

from accounts.models import User
from games.api.serializers import PlayerOutput as PersonOutput
from games.api.serializers import TermsOutput
from tournaments.enums import EntryStatus, FormatChoices, LogKind, Outcome, RoundStatus, Source, Status
from tournaments.enums import Venue as VenueChoices
from tournaments.pairing.values import ByeKind, Scoring
from tournaments.selectors.api_json import DETAILS
from tournaments.standings.tie_breaks import TieBreak

Texts = serializers.ListField
KINDS_OF_BYE = [kind.value for kind in ByeKind]
RULE_OUTPUTS: dict[type, Callable[..., serializers.Field]] = {
    bool: serializers.BooleanField,
    int: serializers.IntegerField,
    timedelta: serializers.FloatField,
    datetime: serializers.DateTimeField,
    User: serializers.CharField,
    Scoring: lambda **more: serializers.DictField(child=serializers.CharField(), **more),
    TieBreak: lambda **more: Texts(child=serializers.CharField(), **more),
}


class ClubNameOutput(serializers.Serializer):
    slug = serializers.CharField()
    name = serializers.CharField()


class TournamentLineOutput(serializers.Serializer):
    id = serializers.IntegerField()
    club = ClubNameOutput()
    name = serializers.CharField()
    status = serializers.ChoiceField(Status.choices)
    format = serializers.ChoiceField(FormatChoices.choices)
    venue = serializers.ChoiceField(VenueChoices.choices)
    variant = serializers.CharField()
    family = serializers.CharField()
    rounds = serializers.IntegerField()
    players = serializers.IntegerField()
    first_round_at = serializers.DateTimeField(allow_null=True)
    created_at = serializers.DateTimeField()


class YouOutput(serializers.Serializer):
    organiser = serializers.BooleanField()
    entry = serializers.IntegerField(allow_null=True)
    status = serializers.ChoiceField(EntryStatus.choices, allow_null=True)


class TournamentOutput(TermsOutput, TournamentLineOutput):
    """A tournament with its rules. Points are exact (`"6"`, `"1/2"`), times in seconds."""

    description = serializers.CharField()
    revision = serializers.IntegerField()
    current_round = serializers.IntegerField()
    organisers = PersonOutput(many=True)
    you = YouOutput()

    def get_fields(self) -> dict[str, serializers.Field]:
        rules = {rule.name: RULE_OUTPUTS[rule.kind](allow_null=rule.default is None) for rule in DETAILS}
        return {**super().get_fields(), **rules}


class EntryOutput(serializers.Serializer):
    id = serializers.IntegerField()
    number = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()
    username = serializers.CharField(allow_null=True)
    is_ai = serializers.BooleanField()
    is_bye_ai = serializers.BooleanField()
    rating = serializers.IntegerField(allow_null=True)
    status = serializers.ChoiceField(EntryStatus.choices)
    first_round = serializers.IntegerField()
    left_round = serializers.IntegerField(allow_null=True)


class MetOutput(serializers.Serializer):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    points = serializers.CharField()


class RecordOutput(serializers.Serializer):
    round = serializers.IntegerField()
    points = serializers.CharField()
    opponents = MetOutput(many=True)
    moved_first = serializers.BooleanField()
    is_played = serializers.BooleanField()
    bye = serializers.ChoiceField(KINDS_OF_BYE, allow_null=True)


class TermOutput(serializers.Serializer):
    round = serializers.IntegerField()
    opponents = Texts(child=serializers.CharField())
    value = serializers.CharField()
    factor = serializers.CharField(allow_null=True)
    note = serializers.CharField()


class TieBreakOutput(serializers.Serializer):
    code = serializers.CharField()
    name = serializers.CharField()
    explanation = serializers.CharField()


class WorkedTieBreakOutput(TieBreakOutput):
    value = serializers.CharField(allow_null=True)
    terms = TermOutput(many=True)


class RankRangeOutput(serializers.Serializer):
    best = serializers.IntegerField()
    worst = serializers.IntegerField()
    is_exact = serializers.BooleanField()


class PlayerCardOutput(EntryOutput):
    """A player with every round, and each tie-break with its arithmetic."""

    after_round = serializers.IntegerField()
    possible = RankRangeOutput(allow_null=True)
    rank = serializers.IntegerField(allow_null=True)
    points = serializers.CharField(allow_null=True)
    rounds = RecordOutput(many=True)
    tie_breaks = WorkedTieBreakOutput(many=True)


class PreviewOutput(serializers.Serializer):
    sentence = serializers.CharField()
    strikes_results = serializers.BooleanField()


class ClosedOutput(serializers.Serializer):
    closed = serializers.IntegerField()


class NextStepOutput(serializers.Serializer):
    sentence = serializers.CharField()
    action = serializers.CharField(
        help_text="Path of the request, relative to the tournament (`pair`, `again`, `publish`: to its round); "
        "empty if there is nothing to do, or if a remedy must be chosen."
    )
    label = serializers.CharField()  # type: ignore[assignment]
    remedies = Texts(child=serializers.CharField())
    round = serializers.IntegerField(allow_null=True, help_text="The round concerned.")
    attempt = serializers.IntegerField(allow_null=True, help_text="The `attempt` of the draft concerned.")


class AskedByeOutput(serializers.Serializer):
    player = serializers.IntegerField()
    round = serializers.IntegerField()
    kind = serializers.ChoiceField(KINDS_OF_BYE)


class ForbiddenPairOutput(serializers.Serializer):
    one = serializers.IntegerField()
    other = serializers.IntegerField()
    first_round = serializers.IntegerField()
    last_round = serializers.IntegerField(allow_null=True)


class RoundOutput(serializers.Serializer):
    number = serializers.IntegerField()
    attempt = serializers.IntegerField(
        help_text="Changes with every edit of the draft; required by requests that act on the draft."
    )
    status = serializers.ChoiceField(RoundStatus.choices)
    progress = serializers.IntegerField()
    problem = serializers.CharField()
    remedies = Texts(child=serializers.CharField())
    engine = serializers.CharField()
    engine_version = serializers.CharField()
    seed = serializers.IntegerField()
    input_digest = serializers.CharField()
    edited_by_hand = serializers.BooleanField()
    starts_at = serializers.DateTimeField(allow_null=True)
    deadline = serializers.DateTimeField(allow_null=True)
    published_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)


class TableSeatOutput(serializers.Serializer):
    player = EntryOutput()
    rank = serializers.IntegerField(allow_null=True)
    by_tally = serializers.BooleanField()
    tally = serializers.IntegerField(allow_null=True)
    points = serializers.CharField(allow_null=True)


class ClaimOutput(serializers.Serializer):
    """A reported result: ranks, tallies and the seats separated by tally, in turn order."""

    outcome = serializers.ChoiceField(Outcome.choices)
    ranks = serializers.ListField(child=serializers.IntegerField())
    by_tally = serializers.ListField(child=serializers.IntegerField())
    tallies = serializers.ListField(child=serializers.IntegerField(), allow_null=True)


class TableOutput(serializers.Serializer):
    """A table; seats are in turn order.

    `claim` is a reported result that another player must confirm, and `contradicts` an earlier report that differs:
    then neither counts until two players agree or an organiser decides.
    """

    id = serializers.IntegerField()
    number = serializers.IntegerField()
    replay = serializers.IntegerField()
    venue = serializers.ChoiceField(VenueChoices.choices)
    reason = serializers.CharField()
    game = serializers.IntegerField(allow_null=True)
    outcome = serializers.ChoiceField(Outcome.choices, allow_null=True)
    source = serializers.ChoiceField(Source.choices, allow_null=True)  # type: ignore[assignment]
    is_void = serializers.BooleanField()
    claim = ClaimOutput(allow_null=True)
    claimed_by = serializers.CharField(allow_null=True)
    contradicts = ClaimOutput(allow_null=True)
    seats = TableSeatOutput(many=True)


class ByeOutput(serializers.Serializer):
    player = EntryOutput()
    kind = serializers.ChoiceField(KINDS_OF_BYE)
    points = serializers.CharField()
    reason = serializers.CharField()


class PairingsOutput(RoundOutput):
    tables = TableOutput(many=True)
    byes = ByeOutput(many=True)


class ObjectionOutput(serializers.Serializer):
    sentence = serializers.CharField()
    is_blocking = serializers.BooleanField()


class StandingsRowOutput(serializers.Serializer):
    rank = serializers.IntegerField()
    player = EntryOutput()
    points = serializers.CharField()
    tie_breaks = Texts(child=serializers.CharField(allow_null=True))


class HeadOutput(serializers.Serializer):
    tournament = serializers.IntegerField()
    status = serializers.ChoiceField(Status.choices)
    revision = serializers.IntegerField()
    after_round = serializers.IntegerField()
    rounds = serializers.IntegerField()
    tie_breaks = TieBreakOutput(many=True)


class StandingsOutput(HeadOutput):
    rows = StandingsRowOutput(many=True)


class ProjectedRowOutput(StandingsRowOutput):
    present_rank = serializers.IntegerField(allow_null=True)
    present_points = serializers.CharField(allow_null=True)


class ProjectedPlayerOutput(serializers.Serializer):
    id = serializers.IntegerField()
    name = serializers.CharField()
    points = serializers.CharField()


class ProjectedGameOutput(serializers.Serializer):
    table = serializers.IntegerField()
    round = serializers.IntegerField()
    game = serializers.IntegerField()
    players = ProjectedPlayerOutput(many=True)


class ProjectionOutput(HeadOutput):
    games = ProjectedGameOutput(many=True)
    rows = ProjectedRowOutput(many=True)


class CrosstableRowOutput(serializers.Serializer):
    rank = serializers.IntegerField()
    player = EntryOutput()
    points = serializers.CharField()
    rounds = serializers.ListField(
        child=RecordOutput(many=True),
        help_text="One list per round: empty while a game is in progress, two records after a replay.",
    )


class CrosstableOutput(HeadOutput):
    rows = CrosstableRowOutput(many=True)


class PossibleRankOutput(RankRangeOutput):
    player = serializers.IntegerField()


class ChangeOutput(serializers.Serializer):
    id = serializers.IntegerField()
    at = serializers.DateTimeField()
    actor = PersonOutput(allow_null=True)
    kind = serializers.ChoiceField(LogKind.choices)
    round = serializers.IntegerField(allow_null=True)
    text = serializers.CharField()
    reason = serializers.CharField()
