"""Computer analysis: of a finished game turn by turn, and as a hint in one's own position."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.drf.base import checked
from accounts.drf.schema import describe
from games.analysis.services import read_analysis, read_hint, request_analysis, request_hint
from games.api import examples
from games.api.base import OwnTableView, PlayView, player
from games.api.serializers import PlyInput

STATUSES = ["none", "waiting", "done", "failed"]
PROGRESS = {"status": "done", "done": 2, "total": 2}
JUDGED_TURN = {
    "turn": 1,
    "ply": 2,
    "seat": 0,
    "steps": ["(2,0)-(-1,0)", "o(2,0)-(3,-2)"],
    "chances": [0.47, 0.53],
    "lost": 0.09,
    "best": ["(0,-2)-(0,1)", "o(0,-2)-(2,1)"],
    "mark": "missed",
    "is_held_back": False,
}
HINT = {"chances": [0.62, 0.38], "best": ["(0,-2)-(0,1)", "o(0,-2)-(2,1)"]}


class ProgressOutput(serializers.Serializer):
    """Progress: `waiting` with `done` of `total` positions evaluated."""

    status = serializers.ChoiceField(STATUSES)
    done = serializers.IntegerField()
    total = serializers.IntegerField()


class JudgedTurnOutput(serializers.Serializer):
    """A turn and the winning chances of all seats after it, each from 0 (lost) to 1 (won).

    `lost` is how much its seat lost by it, `best` the better turn if that is much, `mark` then "missed" or "blunder";
    otherwise "swing" if any seat's chances changed by 0.2 or more. From a position on that people are playing now, all
    of it is held back until their game has moved on.
    """

    turn = serializers.IntegerField()
    ply = serializers.IntegerField()
    seat = serializers.IntegerField()
    steps = serializers.ListField(child=serializers.CharField())
    chances = serializers.ListField(child=serializers.FloatField(), allow_null=True)
    lost = serializers.FloatField(allow_null=True)
    best = serializers.ListField(child=serializers.CharField())
    mark = serializers.ChoiceField(["missed", "blunder", "swing"], allow_blank=True)
    is_held_back = serializers.BooleanField()


class AnalysisOutput(ProgressOutput):
    turns = JudgedTurnOutput(many=True)


class AdviceOutput(serializers.Serializer):
    chances = serializers.ListField(child=serializers.FloatField())
    best = serializers.ListField(child=serializers.CharField())


class HintOutput(ProgressOutput):
    hint = AdviceOutput(allow_null=True)


class Analysis(PlayView):
    @describe(
        "Get the computer analysis of a finished game",
        response=AnalysisOutput,
        response_example={**PROGRESS, "turns": [JUDGED_TURN]},
    )
    def get(self, request: Request, game_id: int) -> Response:
        return Response(read_analysis(game_id=game_id, viewer=request.user))

    @describe(
        "Request computer analysis of a finished game; poll for progress",
        response=AnalysisOutput,
        response_example={"status": "waiting", "done": 0, "total": 0, "turns": []},
        status=202,
    )
    def post(self, request: Request, game_id: int) -> Response:
        return Response(request_analysis(game_id=game_id, user=player(request)), status=202)


class Hint(OwnTableView):
    @describe(
        "Get the requested hint, once it is ready", response=HintOutput, response_example={**PROGRESS, "hint": HINT}
    )
    def get(self, request: Request, game_id: int) -> Response:
        return Response(read_hint(game_id=game_id, user=player(request)))

    @describe(
        "Request a hint in a casual game against AIs; poll for it",
        request=PlyInput,
        request_example=examples.PLY,
        response=HintOutput,
        response_example={"status": "waiting", "done": 0, "total": 0, "hint": None},
        status=202,
    )
    def post(self, request: Request, game_id: int) -> Response:
        asked = request_hint(game_id=game_id, user=player(request), **checked(PlyInput, request))
        return Response(asked, status=202)
