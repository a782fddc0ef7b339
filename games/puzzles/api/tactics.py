"""Tactics puzzles, where one turn forces the win: the list, one puzzle, tries, and giving up."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.drf.base import JsonListView, checked
from accounts.drf.schema import describe
from games.api.base import PLAY_TO_WRITE, VISITORS_TOO, PlayView, ServerTimeMixin, visitor
from games.api.serializers import STEP_LENGTH, Text
from games.models import Tactic
from games.puzzles.selectors.tactics import (
    GivenUpJson,
    TacticJson,
    TacticLineJson,
    VerdictJson,
    get_tactic,
    tactic_json,
    tactic_line,
    tactics,
)
from games.puzzles.services.tactics import give_up, try_tactic
from games.ratings.selectors import families


class TurnsInput(serializers.Serializer):
    """Your own turns from the start, each with its steps; the server adds the answers between them."""

    turns = serializers.ListField(
        child=serializers.ListField(child=Text(max_length=STEP_LENGTH), min_length=1, max_length=60),
        min_length=1,
        max_length=2,
    )


class TacticsFilter(serializers.Serializer):
    family = serializers.ChoiceField([], required=False, default="")
    turns = serializers.IntegerField(min_value=1, max_value=2, required=False, default=None)

    def get_fields(self) -> dict[str, serializers.Field]:
        fields = super().get_fields()
        fields["family"] = serializers.ChoiceField(families(), required=False, default="")
        return fields


class Tactics(ServerTimeMixin, JsonListView):
    permission_classes = PLAY_TO_WRITE
    row_json = staticmethod(tactic_line)
    queryset = Tactic.objects.none()

    def get_queryset(self) -> QuerySet[Tactic]:
        wanted = TacticsFilter(data=self.request.query_params)
        wanted.is_valid(raise_exception=True)
        return tactics(**wanted.validated_data)

    @describe(
        "List tactics, easiest first",
        response=list[TacticLineJson],
        parameters=[
            OpenApiParameter("family", str, description="vega, vaeva, galax, sirius or nonaga"),
            OpenApiParameter("turns", int, description="Number of turns to the win: 1 or 2"),
        ],
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request, *args, **kwargs)


class OneTactic(PlayView):
    @describe("Get a tactic", response=TacticJson)
    def get(self, request: Request, tactic_id: int) -> Response:
        return Response(tactic_json(get_tactic(tactic_id), request.user))


class TacticAttempts(PlayView):
    """Open to visitors and guests, whose tries are not rated."""

    permission_classes = VISITORS_TOO

    @describe(
        "Try a tactic with your turns so far; the first decided try is rated",
        request=TurnsInput,
        response=VerdictJson,
        status=201,
    )
    def post(self, request: Request, tactic_id: int) -> Response:
        answer = try_tactic(tactic_id=tactic_id, user=visitor(request), **checked(TurnsInput, request))
        return Response(answer, status=201)


class TacticSolution(PlayView):
    permission_classes = VISITORS_TOO

    @describe("Give up and get the solution; without an earlier try, it counts as a failed one", response=GivenUpJson)
    def post(self, request: Request, tactic_id: int) -> Response:
        return Response(give_up(tactic_id=tactic_id, user=visitor(request)))
