"""Computer analysis: of a finished game turn by turn, and as a hint in one's own position."""

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.drf.base import checked
from accounts.drf.schema import describe
from games.analysis.selectors import AnalysisJson, HintJson
from games.analysis.services import read_analysis, read_hint, request_analysis, request_hint
from games.api import examples
from games.api.base import OwnTableView, PlayView, player
from games.api.serializers import PlyInput

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


class Analysis(PlayView):
    @describe(
        "Get the computer analysis of a finished game",
        response=AnalysisJson,
        response_example={**PROGRESS, "turns": [JUDGED_TURN]},
    )
    def get(self, request: Request, game_id: int) -> Response:
        return Response(read_analysis(game_id=game_id, viewer=request.user))

    @describe(
        "Request computer analysis of a finished game; poll for progress",
        response=AnalysisJson,
        response_example={"status": "waiting", "done": 0, "total": 0, "turns": []},
        status=202,
    )
    def post(self, request: Request, game_id: int) -> Response:
        return Response(request_analysis(game_id=game_id, user=player(request)), status=202)


class Hint(OwnTableView):
    @describe(
        "Get the requested hint, once it is ready", response=HintJson, response_example={**PROGRESS, "hint": HINT}
    )
    def get(self, request: Request, game_id: int) -> Response:
        return Response(read_hint(game_id=game_id, user=player(request)))

    @describe(
        "Request a hint in a casual game against AIs; poll for it",
        request=PlyInput,
        request_example=examples.PLY,
        response=HintJson,
        response_example={"status": "waiting", "done": 0, "total": 0, "hint": None},
        status=202,
    )
    def post(self, request: Request, game_id: int) -> Response:
        asked = request_hint(game_id=game_id, user=player(request), **checked(PlyInput, request))
        return Response(asked, status=202)
