"""Daily solitaire boards (Vega for one): the list, a board, positions of an attempt, and solutions."""

from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.drf.base import JsonListView, checked
from accounts.drf.schema import describe
from games.api.base import ANYBODY, PLAY_TO_WRITE, VISITORS_TOO, PlayView, ServerTimeMixin, visitor
from games.api.serializers import Text
from games.models import SolitaireBoard
from games.puzzles.selectors.solitaire import (
    MAX_STEPS,
    BoardJson,
    FinishedJson,
    SolitaireJson,
    SolitaireStateJson,
    board_line,
    face_after,
    past_boards,
)
from games.puzzles.services.solitaire import find_board, finish_solitaire, read_board


class StepsInput(serializers.Serializer):
    """All steps from the start, in their order."""

    steps = serializers.ListField(child=Text(max_length=12), max_length=MAX_STEPS)


class Boards(ServerTimeMixin, JsonListView):
    permission_classes = PLAY_TO_WRITE
    row_json = staticmethod(board_line)
    queryset = SolitaireBoard.objects.none()

    def get_queryset(self) -> QuerySet[SolitaireBoard]:
        return past_boards()

    @describe("List daily solitaire boards, today's first", response=list[BoardJson])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request, *args, **kwargs)


class Solitaire(PlayView):
    @describe("Get a solitaire board with its leaderboard; `today` and `open` are valid slugs", response=SolitaireJson)
    def get(self, request: Request, slug: str) -> Response:
        return Response(read_board(slug=slug, viewer=request.user))


class Positions(PlayView):
    """Open to all: nothing is stored."""

    permission_classes = ANYBODY

    @describe(
        "Get the position after these steps, with its legal steps", request=StepsInput, response=SolitaireStateJson
    )
    def post(self, request: Request, slug: str) -> Response:
        return Response(face_after(find_board(slug), checked(StepsInput, request)["steps"]))


class Attempts(PlayView):
    """Open to visitors, whose solutions are checked and not stored."""

    permission_classes = VISITORS_TOO

    @describe("Submit a solitaire solution", request=StepsInput, response=FinishedJson, status=201)
    def post(self, request: Request, slug: str) -> Response:
        return Response(finish_solitaire(slug=slug, user=visitor(request), **checked(StepsInput, request)), status=201)
