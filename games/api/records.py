"""Export of whole games for replay, one by one or as a list."""

from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.drf.schema import describe
from games.api import examples
from games.api.base import PLAY_TO_WRITE, PlayView, ServerTimeMixin
from games.api.filters import GameFilter
from games.api.serializers import ControlOutput, PlayerOutput
from games.enums import EndReason, GameStatus
from games.models import Game
from games.selectors.game_queries import visible_games
from games.selectors.replay import record_file, record_files
from games.services.settled_reads import get_settled_game


class RecordPlayerOutput(PlayerOutput):
    seat = serializers.IntegerField()
    colour = serializers.CharField()


class GameRecordOutput(serializers.Serializer):
    """`record` has all entries of the game in order, with set-ups and ends (`#resignation:1`).

    `POST imports/` accepts it.
    """

    format = serializers.CharField()
    version = serializers.IntegerField()
    id = serializers.IntegerField()
    variant = serializers.CharField()
    options = serializers.DictField(child=serializers.CharField())
    turn_limit = serializers.IntegerField(allow_null=True)
    control = ControlOutput()
    rated = serializers.BooleanField()
    players = RecordPlayerOutput(many=True)
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    status = serializers.ChoiceField(GameStatus.choices)
    reason = serializers.ChoiceField(EndReason.choices, allow_null=True)
    ranks = serializers.ListField(child=serializers.IntegerField(allow_null=True))
    record = serializers.ListField(child=serializers.CharField())


class Record(PlayView):
    @describe("Export the full record of a game", response=GameRecordOutput, response_example=examples.RECORD)
    def get(self, request: Request, game_id: int) -> Response:
        game, seats = get_settled_game(game_id, request.user)
        return Response(record_file(game, seats))


class Records(ServerTimeMixin, ListAPIView):
    permission_classes = PLAY_TO_WRITE
    serializer_class = GameRecordOutput
    filterset_class = GameFilter

    def get_queryset(self) -> QuerySet[Game]:
        return visible_games(self.request.user)

    @describe(
        "Export full records of games, newest first",
        response=GameRecordOutput(many=True),
        response_example=examples.RECORD,
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        page = self.paginate_queryset(self.filter_queryset(self.get_queryset()))
        return self.get_paginated_response(record_files(page or []))
