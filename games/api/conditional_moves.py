"""Conditional moves of a player, visible to that player only."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.drf.base import checked
from accounts.drf.parsers import StrictJSONParser
from accounts.drf.schema import describe
from accounts.drf.shapes import described
from accounts.http.requests import person_of
from games.api.base import PersonalView
from games.conditional_moves import MAX_DEPTH
from games.selectors.conditional_moves import Branch, ConditionalMovesJson, conditional_moves_json
from games.services.conditional_moves import delete_conditional_moves, save_conditional_moves
from games.services.settled_reads import get_own_seat


class TreeParser(StrictJSONParser):
    """JSON nests two levels per turn of a line."""

    max_depth = 2 * MAX_DEPTH + 10


@extend_schema_field(described(list[Branch]))
class Branches(serializers.ListField):
    """Conditional moves are validated by `games.conditional_moves`; this field only describes them."""

    child = serializers.DictField()


class ConditionalMovesInput(serializers.Serializer):
    """`ply` is the game's, as last seen. A branch is one turn (`seat`, `steps`) and what may follow (`then`).

    Alternatives of the opponents are siblings; your own answer is one branch, or an act: `resign`, `accept_draw`.
    """

    ply = serializers.IntegerField(min_value=0, max_value=10**6)
    tree = Branches(max_length=300)


class Own(PersonalView):
    parser_classes = [TreeParser]

    @describe("Get your conditional moves in a game", response=ConditionalMovesJson)
    def get(self, request: Request, game_id: int) -> Response:
        return Response(conditional_moves_json(*get_own_seat(game_id, person_of(request))))

    @describe(
        "Set your conditional moves; only you can see them",
        request=ConditionalMovesInput,
        response=ConditionalMovesJson,
    )
    def put(self, request: Request, game_id: int) -> Response:
        return Response(
            save_conditional_moves(game_id=game_id, user=person_of(request), **checked(ConditionalMovesInput, request))
        )

    @describe("Delete your conditional moves", status=204)
    def delete(self, request: Request, game_id: int) -> Response:
        delete_conditional_moves(game_id=game_id, user=person_of(request))
        return Response(status=204)
