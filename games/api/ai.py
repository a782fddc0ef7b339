"""AI opponents: the list, and retrying one that is stuck."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.drf.base import ApiView, checked
from accounts.drf.schema import describe
from accounts.http.requests import person_of
from games.api.base import PLAY_TO_WRITE, OwnTableView
from games.selectors.ai import ai_players
from games.selectors.game_json import GameJson, PlayerJson
from games.selectors.game_queries import player_json
from games.services.ai import retry_ai


class RetryInput(serializers.Serializer):
    replacement = serializers.CharField(required=False, default="", allow_blank=True, max_length=40)


class Opponents(ApiView):
    permission_classes = PLAY_TO_WRITE

    @describe("List AI opponents, weakest first", response=list[PlayerJson])
    def get(self, request: Request) -> Response:
        return Response([player_json(user) for user in ai_players()])


class Retry(OwnTableView):
    @describe("Retry a stuck AI, or replace it with another", request=RetryInput, response=GameJson)
    def post(self, request: Request, game_id: int) -> Response:
        given = checked(RetryInput, request)
        return Response(retry_ai(game_id=game_id, user=person_of(request), **given))
