"""Daily solitaire boards (Vega for one): the list, a board, positions of an attempt, and solutions."""

from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.drf.base import JsonListView, checked
from accounts.drf.schema import describe
from accounts.models import User
from games.api import examples
from games.api.base import ANYBODY, PLAY_TO_WRITE, VISITORS_TOO, PlayView, ServerTimeMixin
from games.api.serializers import Text
from games.models import SolitaireBoard
from games.puzzles.selectors.solitaire import (
    MOST_STEPS,
    BoardJson,
    FinishedJson,
    SolitaireJson,
    SolitaireStateJson,
    board_line,
    face_after,
    past_boards,
)
from games.puzzles.services.solitaire import find_board, finish_solitaire, read_board

BOARD_EXAMPLE = {"slug": "2026-03-01", "day": "2026-03-01", "par": 29, "is_closed": False}
FACE_EXAMPLE = {
    "position": "7/9/4b6/11/9/rrrrrrr r - 02",
    "choices": [{"kind": "move", "text": "a1-b4", "clicks": ["a1", "b4"]}],
    "scene": examples.SCENE,
    "seat": 0,
    "awaits_setup": False,
    "tally": [],
    "placed": [],
    "turns": 0,
    "is_solved": False,
    "is_stuck": False,
}
TABLE_EXAMPLE = [
    {
        "rank": 1,
        "player": {"username": "mira", "name": "Mira", "is_ai": False},
        "turns": 29,
        "finished_at": "2026-03-01T06:05:00.000Z",
    }
]
SOLITAIRE_EXAMPLE = {
    **BOARD_EXAMPLE,
    "face": FACE_EXAMPLE,
    "table": TABLE_EXAMPLE,
    "your_turns": 31,
    "solution": None,
}
STEPS_EXAMPLE = {"steps": ["a1-b4", "b4-c7"]}
FINISHED_EXAMPLE = {**SOLITAIRE_EXAMPLE, "turns": 31, "over_par": 2, "is_kept": True}


class StepsInput(serializers.Serializer):
    """All steps from the start, in their order."""

    steps = serializers.ListField(child=Text(max_length=12), max_length=MOST_STEPS)


class Boards(ServerTimeMixin, JsonListView):
    permission_classes = PLAY_TO_WRITE
    row_json = staticmethod(board_line)
    queryset = SolitaireBoard.objects.none()

    def get_queryset(self) -> QuerySet[SolitaireBoard]:
        return past_boards()

    @describe(
        "List daily solitaire boards, today's first",
        response=list[BoardJson],
        response_example=BOARD_EXAMPLE,
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request, *args, **kwargs)


class Solitaire(PlayView):
    @describe(
        "Get a solitaire board with its leaderboard; `today` and `open` are valid slugs",
        response=SolitaireJson,
        response_example=SOLITAIRE_EXAMPLE,
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response(read_board(slug=slug, viewer=request.user))


class Positions(PlayView):
    """Open to all: nothing is stored."""

    permission_classes = ANYBODY

    @describe(
        "Get the position after these steps, with its legal steps",
        request=StepsInput,
        request_example=STEPS_EXAMPLE,
        response=SolitaireStateJson,
        response_example={**FACE_EXAMPLE, "turns": 2},
    )
    def post(self, request: Request, slug: str) -> Response:
        return Response(face_after(find_board(slug), checked(StepsInput, request)["steps"]))


class Attempts(PlayView):
    """Open to visitors, whose solutions are checked and not stored."""

    permission_classes = VISITORS_TOO

    @describe(
        "Submit a solitaire solution",
        request=StepsInput,
        request_example=STEPS_EXAMPLE,
        response=FinishedJson,
        response_example=FINISHED_EXAMPLE,
        status=201,
    )
    def post(self, request: Request, slug: str) -> Response:
        user = request.user if isinstance(request.user, User) else None
        return Response(finish_solitaire(slug=slug, user=user, **checked(StepsInput, request)), status=201)
