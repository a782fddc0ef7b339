"""Export of whole games for replay, one by one or as a list."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.drf.base import JsonListView
from accounts.drf.schema import describe
from games.api.base import PLAY_TO_WRITE, PlayView, ServerTimeMixin
from games.api.filters import GameFilter
from games.models import Game
from games.selectors.game_queries import visible_games
from games.selectors.replay import GameRecordJson, record_file, record_files
from games.services.settled_reads import get_settled_game


class Record(PlayView):
    @describe("Export the full record of a game", response=GameRecordJson)
    def get(self, request: Request, game_id: int) -> Response:
        game, seats = get_settled_game(game_id, request.user)
        return Response(record_file(game, seats))


class Records(ServerTimeMixin, JsonListView):
    permission_classes = PLAY_TO_WRITE
    filterset_class = GameFilter

    def get_queryset(self) -> QuerySet[Game]:
        return visible_games(self.request.user)

    def page_json(self, games: Sequence[Game]) -> list[GameRecordJson]:
        return record_files(games)

    @describe("Export full records of games, newest first", response=list[GameRecordJson])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request, *args, **kwargs)
