"""Ratings: leaderboards, a user's ratings and their history, and head-to-head scores."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.drf.base import JsonListView
from accounts.drf.schema import describe
from accounts.selectors import get_person
from games.api.base import PLAY_TO_WRITE, PlayView, ServerTimeMixin
from games.models import Rating, RatingChange
from games.ratings.selectors import (
    POOLS,
    AgainstJson,
    RankedJson,
    RatingChangeJson,
    RatingJson,
    against_json,
    change_json,
    families,
    history_of,
    leaderboard,
    ranked_json,
    rating_json,
    ratings_of,
)

SKILL_EXAMPLE = {"rating": 1684, "uncertainty": 148, "is_provisional": False}
RATING_EXAMPLE = {
    "family": "nonaga",
    "pool": "correspondence",
    **SKILL_EXAMPLE,
    "games": 31,
    "changed_at": "2026-03-01T18:05:00.000Z",
}
MIRA = {"username": "mira", "name": "Mira", "is_ai": False}
RANKED_EXAMPLE = {**RATING_EXAMPLE, "player": MIRA}
PAVEL = {"username": "pavel", "name": "Pavel", "is_ai": False}
CHANGE_EXAMPLE = {"game": 12, "finished_at": "2026-03-01T18:05:00.000Z", "rank": 1, "before": 1671, **SKILL_EXAMPLE}
AGAINST_EXAMPLE = {
    "player": MIRA,
    "other": PAVEL,
    "scores": [{"family": "nonaga", "games": 9, "won": 5, "drawn": 1, "lost": 3}],
}


class PoolInput(serializers.Serializer):
    """The pool of ratings: family and pace."""

    family = serializers.ChoiceField([])
    pool = serializers.ChoiceField(list(POOLS), default="correspondence")

    def get_fields(self) -> dict[str, serializers.Field]:
        fields = super().get_fields()
        fields["family"] = serializers.ChoiceField(families())
        return fields


POOL_PARAMETERS = [
    OpenApiParameter("family", str, required=True, description="vega, vaeva, galax, sirius or nonaga"),
    OpenApiParameter("pool", str, enum=list(POOLS), default="correspondence", description="Pace of the rating pool"),
]


def read_pool(request: Request) -> dict[str, Any]:
    given = PoolInput(data=request.query_params)
    given.is_valid(raise_exception=True)
    return {"family": given.validated_data["family"], "is_live": POOLS[given.validated_data["pool"]]}


class Leaderboard(ServerTimeMixin, JsonListView):
    permission_classes = PLAY_TO_WRITE
    row_json = staticmethod(ranked_json)
    queryset = Rating.objects.none()

    def get_queryset(self) -> QuerySet[Rating]:
        return leaderboard(**read_pool(self.request))

    @describe(
        "List established ratings, highest first",
        response=list[RankedJson],
        response_example=RANKED_EXAMPLE,
        parameters=POOL_PARAMETERS,
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request, *args, **kwargs)


class Ratings(PlayView):
    @describe("Get a player's ratings", response=list[RatingJson], response_example=RATING_EXAMPLE)
    def get(self, request: Request, username: str) -> Response:
        return Response([rating_json(rating) for rating in ratings_of(get_person(username))])


class History(ServerTimeMixin, JsonListView):
    permission_classes = PLAY_TO_WRITE
    row_json = staticmethod(change_json)
    queryset = RatingChange.objects.none()

    def get_queryset(self) -> QuerySet[RatingChange]:
        return history_of(get_person(self.kwargs["username"]), **read_pool(self.request))

    @describe(
        "List a player's rating changes, oldest first",
        response=list[RatingChangeJson],
        response_example=CHANGE_EXAMPLE,
        parameters=POOL_PARAMETERS,
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request, *args, **kwargs)


class Against(PlayView):
    @describe("Get the head-to-head score of two players", response=AgainstJson, response_example=AGAINST_EXAMPLE)
    def get(self, request: Request, username: str, other: str) -> Response:
        person, opponent = get_person(username), get_person(other)
        return Response(against_json(person, opponent))
