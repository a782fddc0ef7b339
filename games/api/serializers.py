"""Serializers of games: input is validated here; output is only described here (selectors make the JSON)."""

from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from games import rules
from games.api.drawings import DrawnBoardOutput, SceneOutput, SetupFormOutput
from games.enums import EndReason, GameStatus, LeftReason, ProposalKind, ProposalStatus, Seating
from games.lobby.services.terms import read_control, read_terms
from games.models import ChatMessage, Terms
from games.timing import ControlKind

MAX_STEPS = 200
MAX_STEPS_PER_GAME = 4000  # two seats at the highest turn limit, two steps per turn
STEP_LENGTH = 120

REASONS_OF_RESULTS = [*EndReason.values, GameStatus.ABORTED.value, GameStatus.ANNULLED.value]
CONTROL_KINDS = [kind.value for kind in ControlKind]


class Text(serializers.CharField):
    """Text without trimming: a step must not be changed into another one."""

    def __init__(self, **options: Any) -> None:
        super().__init__(trim_whitespace=False, **options)


# -- in -----------------------------------------------------------------------------------------------------------


class ControlInput(serializers.Serializer):
    """Times are in seconds. `days` and `seconds` give a turn its allowance, `bank` a seat its bank."""

    kind = serializers.ChoiceField(CONTROL_KINDS)
    allowance = serializers.IntegerField(min_value=1, max_value=10**7)
    increment = serializers.IntegerField(min_value=0, max_value=10**7, default=0)
    cap = serializers.IntegerField(min_value=1, max_value=10**8, allow_null=True, default=None)


class TermsInput(serializers.Serializer):
    """The game and its terms. Without `turn_limit` the variant's own applies; null is none."""

    variant = serializers.ChoiceField([])
    options = serializers.DictField(child=serializers.CharField(max_length=40), default=dict)
    control = ControlInput()
    rated = serializers.BooleanField(default=False)
    turn_limit = serializers.IntegerField(min_value=1, max_value=1000, allow_null=True, required=False)
    time_limit = serializers.IntegerField(min_value=60, max_value=366 * 86400, allow_null=True, default=None)
    spectators = serializers.BooleanField(default=True)
    chat = serializers.BooleanField(default=True)
    weekends_off = serializers.BooleanField(default=False)
    seat = serializers.IntegerField(min_value=0, max_value=3, allow_null=True, default=None)
    message = serializers.CharField(max_length=200, allow_blank=True, default="")

    def get_fields(self) -> dict[str, serializers.Field]:
        fields = super().get_fields()
        unknown = _("Unknown variant. See the list at /api/v1/variants/.")
        fields["variant"] = serializers.ChoiceField(rules.variant_ids(), error_messages={"invalid_choice": unknown})
        return fields

    def read(self) -> Terms:
        """The validated terms."""
        data = self.validated_data
        control = data["control"]
        return read_terms(
            variant=data["variant"],
            options=data["options"],
            control=read_control(
                kind=control["kind"],
                allowance=timedelta(seconds=control["allowance"]),
                increment=timedelta(seconds=control["increment"]),
                cap=None if control["cap"] is None else timedelta(seconds=control["cap"]),
            ),
            rated=data["rated"],
            turn_limit=data.get("turn_limit", "default"),
            time_limit=None if data["time_limit"] is None else timedelta(seconds=data["time_limit"]),
            spectators=data["spectators"],
            chat=data["chat"],
            weekends_off=data["weekends_off"],
        )


class SeekInput(TermsInput):
    lowest_rating = serializers.IntegerField(min_value=0, max_value=9999, allow_null=True, default=None)
    highest_rating = serializers.IntegerField(min_value=0, max_value=9999, allow_null=True, default=None)


class ChallengeInput(TermsInput):
    opponents = serializers.ListField(child=serializers.CharField(max_length=30), min_length=1, max_length=3)


class AiInput(serializers.Serializer):
    username = serializers.CharField(max_length=30)


class TurnInput(serializers.Serializer):
    """`ply` is the game's, as last seen; `steps` are one whole turn."""

    ply = serializers.IntegerField(min_value=0, max_value=10**6)
    steps = serializers.ListField(child=Text(max_length=STEP_LENGTH), min_length=1, max_length=MAX_STEPS)


class PlyInput(serializers.Serializer):
    ply = serializers.IntegerField(min_value=0, max_value=10**6)


class SetupInput(serializers.Serializer):
    setup = Text(max_length=60)


class SavedSetupInput(serializers.Serializer):
    variant = serializers.CharField(max_length=20)
    name = serializers.CharField(max_length=40)
    setup = Text(max_length=60)


class ChatInput(serializers.Serializer):
    text = serializers.CharField(max_length=ChatMessage.MAX_LENGTH)


class PositionInput(serializers.Serializer):
    """The text of a position (default: the start), and steps to play from it, set-ups included."""

    position = Text(max_length=4000, required=False)
    options = serializers.DictField(child=serializers.CharField(max_length=40), default=dict)
    steps = serializers.ListField(child=Text(max_length=STEP_LENGTH), max_length=MAX_STEPS_PER_GAME, default=list)


# -- out ----------------------------------------------------------------------------------------------------------


class PlayerOutput(serializers.Serializer):
    username = serializers.CharField()
    name = serializers.CharField()
    is_ai = serializers.BooleanField()


class ControlOutput(serializers.Serializer):
    kind = serializers.ChoiceField(CONTROL_KINDS)
    allowance = serializers.FloatField()
    increment = serializers.FloatField()
    cap = serializers.FloatField(allow_null=True)


class TermsOutput(serializers.Serializer):
    variant = serializers.CharField()
    family = serializers.CharField()
    name = serializers.CharField()
    options = serializers.DictField(child=serializers.CharField())
    rated = serializers.BooleanField()
    turn_limit = serializers.IntegerField(allow_null=True)
    time_limit = serializers.FloatField(allow_null=True)
    spectators = serializers.BooleanField()
    chat = serializers.BooleanField()
    weekends_off = serializers.BooleanField()
    vacation_allowed = serializers.BooleanField()
    is_live = serializers.BooleanField()
    control = ControlOutput()


class VacationShownOutput(serializers.Serializer):
    """A current or announced vacation of a player, during which the clock is stopped."""

    until = serializers.DateTimeField()

    def get_fields(self) -> dict[str, serializers.Field]:
        return {"from": serializers.DateTimeField(), **super().get_fields()}


class SeatOutput(PlayerOutput):
    index = serializers.IntegerField()
    colour = serializers.CharField()
    rating = serializers.IntegerField(allow_null=True)
    rating_is_provisional = serializers.BooleanField()
    setup_in = serializers.BooleanField()
    wants_draw = serializers.BooleanField()
    wants_takeback = serializers.BooleanField()
    left = serializers.ChoiceField(LeftReason.choices, allow_null=True)
    vacation = VacationShownOutput(allow_null=True)
    rank = serializers.IntegerField(allow_null=True)
    points = serializers.CharField(allow_null=True)


class ClockOutput(serializers.Serializer):
    """Points in time, to be counted down from the server's time (the `Server-Time` header); banks in seconds."""

    seat = serializers.IntegerField(allow_null=True)
    since = serializers.DateTimeField(allow_null=True)
    deadline = serializers.DateTimeField(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True)
    banks = serializers.ListField(child=serializers.FloatField(allow_null=True))


class ChoiceOutput(serializers.Serializer):
    """A legal step: `text`, then for each optional capture that is wanted `x` and its cell, in the order given."""

    kind = serializers.CharField()
    text = serializers.CharField()
    clicks = serializers.ListField(child=serializers.CharField())
    optional = serializers.ListField(child=serializers.CharField(), required=False)
    takes = serializers.ListField(child=serializers.CharField(), required=False)


class ResultOutput(serializers.Serializer):
    ranks = serializers.ListField(child=serializers.IntegerField())
    reason = serializers.ChoiceField(EndReason.choices)
    by_tally = serializers.ListField(child=serializers.IntegerField())
    points = serializers.ListField(child=serializers.CharField())


class StateOutput(serializers.Serializer):
    position = serializers.CharField()
    seat = serializers.IntegerField(allow_null=True)
    awaits_setup = serializers.BooleanField()
    choices = ChoiceOutput(many=True)
    tally = serializers.ListField(child=serializers.IntegerField())
    placed = serializers.ListField(child=serializers.IntegerField())
    scene = SceneOutput()
    turns = serializers.ListField(child=serializers.IntegerField())
    if_limit_now = ResultOutput(allow_null=True)
    result = ResultOutput(allow_null=True)


class GameResultOutput(serializers.Serializer):
    reason = serializers.ChoiceField(REASONS_OF_RESULTS)
    ranks = serializers.ListField(child=serializers.IntegerField(allow_null=True))
    points = serializers.ListField(child=serializers.CharField(allow_null=True))
    by_tally = serializers.ListField(child=serializers.IntegerField())
    words = serializers.CharField()


class RematchOutput(serializers.Serializer):
    """The seat that asked for a rematch, the seats that accepted it, and the game once it has started."""

    seat = serializers.IntegerField()
    accepted = serializers.ListField(child=serializers.IntegerField())
    game = serializers.IntegerField(allow_null=True)


class PlayedOnOutput(serializers.Serializer):
    """The game and the ply that a game was played on from; no game if it was an imported one."""

    game = serializers.IntegerField(allow_null=True)
    ply = serializers.IntegerField()


class GameOutput(TermsOutput):
    id = serializers.IntegerField()
    status = serializers.ChoiceField(GameStatus.choices)
    ply = serializers.IntegerField()
    turn = serializers.IntegerField()
    to_move = serializers.IntegerField(allow_null=True)
    event = serializers.IntegerField()
    seats = SeatOutput(many=True)
    you = serializers.IntegerField(allow_null=True)
    your_setup = serializers.CharField(allow_null=True)
    clock = ClockOutput()
    state = StateOutput()
    takeback_to = serializers.IntegerField(allow_null=True)
    ai_stuck = serializers.BooleanField()
    result = GameResultOutput(allow_null=True)
    rematch_of = serializers.IntegerField(allow_null=True)
    rematch = RematchOutput(allow_null=True)
    played_on = PlayedOnOutput(allow_null=True)
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)


class RankedPlayerOutput(PlayerOutput):
    rank = serializers.IntegerField(allow_null=True)
    vacation = VacationShownOutput(allow_null=True)


class GameSummaryOutput(TermsOutput):
    id = serializers.IntegerField()
    status = serializers.ChoiceField(GameStatus.choices)
    ply = serializers.IntegerField()
    turn = serializers.IntegerField()
    to_move = serializers.IntegerField(allow_null=True)
    deadline = serializers.DateTimeField(allow_null=True)
    event = serializers.IntegerField()
    you = serializers.IntegerField(allow_null=True)
    players = RankedPlayerOutput(many=True)
    result = serializers.CharField(allow_null=True)
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class TurnOutput(serializers.Serializer):
    """One turn of the record; a marker between turns (`#resignation:1`) counts as one."""

    turn = serializers.IntegerField()
    ply = serializers.IntegerField()
    seat = serializers.IntegerField(allow_null=True)
    steps = serializers.ListField(child=serializers.CharField())
    at = serializers.DateTimeField()
    spent = serializers.FloatField(allow_null=True)


class PlaceOutput(serializers.Serializer):
    index = serializers.IntegerField()
    player = PlayerOutput(allow_null=True)
    kept_for = PlayerOutput(allow_null=True)


class ProposalOutput(TermsOutput):
    id = serializers.IntegerField()
    kind = serializers.ChoiceField(ProposalKind.choices)
    status = serializers.ChoiceField(ProposalStatus.choices)
    creator = PlayerOutput()
    seating = serializers.ChoiceField(Seating.choices)
    places = PlaceOutput(many=True)
    lowest_rating = serializers.IntegerField(allow_null=True)
    highest_rating = serializers.IntegerField(allow_null=True)
    message = serializers.CharField()
    token = serializers.CharField(allow_null=True)
    game = serializers.IntegerField(allow_null=True)
    rematch_of = serializers.IntegerField(allow_null=True)
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()


class ChatOutput(serializers.Serializer):
    id = serializers.IntegerField()
    room = serializers.CharField()
    author = PlayerOutput()
    text = serializers.CharField()
    at = serializers.DateTimeField()


class SavedSetupOutput(serializers.Serializer):
    id = serializers.IntegerField()
    variant = serializers.CharField()
    name = serializers.CharField()
    setup = serializers.CharField(source="text")


class VariantOutput(serializers.Serializer):
    id = serializers.CharField()
    family = serializers.CharField()
    name = serializers.CharField()
    seats = serializers.IntegerField()
    colours = serializers.ListField(child=serializers.CharField())
    options = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="Allowed values of each option; the first is the default.",
    )
    turn_limit = serializers.IntegerField(allow_null=True)
    has_setup = serializers.BooleanField()
    has_threats = serializers.BooleanField(
        help_text="Whether positions list what each piece could capture (`threats`)."
    )


class VariantDetailOutput(VariantOutput):
    board = DrawnBoardOutput()
    setup_forms = SetupFormOutput(many=True, help_text="One per seat; empty if the game has no set-up phase.")
    start = serializers.CharField()


class OwnSetupFormOutput(SetupFormOutput):
    """The form of a seat with the player's saved set-ups; `setup` is the one submitted, visible to its player only."""

    saved = SavedSetupOutput(many=True)
    setup = serializers.CharField(allow_null=True)


class PositionOutput(serializers.Serializer):
    position = serializers.CharField()
    seat = serializers.IntegerField(allow_null=True)
    awaits_setup = serializers.BooleanField()
    turn_begins = serializers.BooleanField()
    steps = serializers.ListField(child=serializers.CharField())
    choices = ChoiceOutput(many=True)
    tally = serializers.ListField(child=serializers.IntegerField())
    placed = serializers.ListField(child=serializers.IntegerField())
    scene = SceneOutput()
    threats = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="With `has_threats`: for each cell with a piece, the cells it could capture on its turn.",
    )
    result = ResultOutput(allow_null=True)
