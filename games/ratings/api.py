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

    @describe("List established ratings, highest first", response=list[RankedJson], parameters=POOL_PARAMETERS)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request, *args, **kwargs)


class Ratings(PlayView):
    @describe("Get a player's ratings", response=list[RatingJson])
    def get(self, request: Request, username: str) -> Response:
        return Response([rating_json(rating) for rating in ratings_of(get_person(username))])


class History(ServerTimeMixin, JsonListView):
    permission_classes = PLAY_TO_WRITE
    row_json = staticmethod(change_json)
    queryset = RatingChange.objects.none()

    def get_queryset(self) -> QuerySet[RatingChange]:
        return history_of(get_person(self.kwargs["username"]), **read_pool(self.request))

    @describe(
        "List a player's rating changes, oldest first", response=list[RatingChangeJson], parameters=POOL_PARAMETERS
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request, *args, **kwargs)


class Against(PlayView):
    @describe("Get the head-to-head score of two players", response=AgainstJson)
    def get(self, request: Request, username: str, other: str) -> Response:
        person, opponent = get_person(username), get_person(other)
        return Response(against_json(person, opponent))
