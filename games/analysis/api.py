"""Computer analysis: of a finished game turn by turn, and as a hint in one's own position."""

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.drf.base import checked
from accounts.drf.schema import describe
from accounts.http.requests import person_of
from games.analysis.selectors import AnalysisJson, HintJson
from games.analysis.services import read_analysis, read_hint, request_analysis, request_hint
from games.api.base import OwnTableView, PlayView
from games.api.serializers import PlyInput


class Analysis(PlayView):
    @describe("Get the computer analysis of a finished game", response=AnalysisJson)
    def get(self, request: Request, game_id: int) -> Response:
        return Response(read_analysis(game_id=game_id, viewer=request.user))

    @describe("Request computer analysis of a finished game; poll for progress", response=AnalysisJson, status=202)
    def post(self, request: Request, game_id: int) -> Response:
        return Response(request_analysis(game_id=game_id, user=person_of(request)), status=202)


class Hint(OwnTableView):
    @describe("Get the requested hint, once it is ready", response=HintJson)
    def get(self, request: Request, game_id: int) -> Response:
        return Response(read_hint(game_id=game_id, user=person_of(request)))

    @describe(
        "Request a hint in a casual game against AIs; poll for it", request=PlyInput, response=HintJson, status=202
    )
    def post(self, request: Request, game_id: int) -> Response:
        asked = request_hint(game_id=game_id, user=person_of(request), **checked(PlyInput, request))
        return Response(asked, status=202)
