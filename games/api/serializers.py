"""Input of the API of games."""

from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from games import rules
from games.lobby.services.terms import read_control, read_terms
from games.models import ChatMessage, Terms
from games.timing import ControlKind

MAX_STEPS = 200
MAX_STEPS_PER_GAME = 4000  # two seats at the highest turn limit, two steps per turn
STEP_LENGTH = 120
CONTROL_KINDS = [kind.value for kind in ControlKind]


class Text(serializers.CharField):
    """Text without trimming: a step must not be changed into another one."""

    def __init__(self, **options: Any) -> None:
        super().__init__(trim_whitespace=False, **options)


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
