"""Games: the list, one game, and all actions of a player in it."""

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.drf.base import JsonListView, checked
from accounts.drf.schema import describe
from accounts.errors import Forbidden, NotFound
from accounts.http.requests import person_of
from games.api.base import PLAY_TO_WRITE, OpenTableView, OwnTableView, PlayView, ServerTimeMixin
from games.api.filters import GameFilter
from games.api.serializers import ChatInput, PlyInput, SetupInput, TurnInput
from games.enums import ProposalKind
from games.lobby.services.join import offer_rematch
from games.models import Game as GameRow
from games.selectors.game_json import GameJson, TurnJson, get_game, record_json, seat_of, view_for
from games.selectors.game_queries import (
    ChatJson,
    GameSummaryJson,
    OwnSetupFormJson,
    ProposalJson,
    chat_of,
    game_summary,
    get_proposal,
    message_json,
    proposal_json,
    saved_setups,
    setup_json,
    visible_games,
)
from games.selectors.position_json import setup_form_json
from games.services.chat import post_message
from games.services.endings import abort_game, resign
from games.services.offers import ask_takeback, decline_draw, decline_takeback, offer_draw
from games.services.play import submit_turn
from games.services.settled_reads import get_settled_game
from games.services.setup import submit_setup


class Games(ServerTimeMixin, JsonListView):
    permission_classes = PLAY_TO_WRITE
    filterset_class = GameFilter

    def get_queryset(self) -> QuerySet[GameRow]:
        return visible_games(self.request.user)

    def row_json(self, game: GameRow) -> GameSummaryJson:
        return game_summary(game, self.request.user)

    @describe("List games, newest first", response=list[GameSummaryJson])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request, *args, **kwargs)


class Game(PlayView):
    @describe("Get a game, as visible to you", response=GameJson)
    def get(self, request: Request, game_id: int) -> Response:
        game, seats = get_settled_game(game_id, request.user)
        return Response(view_for(game, seats, request.user))


class Turns(OpenTableView):
    @describe("List a game's turns", response=list[TurnJson])
    def get(self, request: Request, game_id: int) -> Response:
        game, _ = get_settled_game(game_id, request.user)
        return Response(record_json(game))

    @describe("Play a turn", request=TurnInput, response=GameJson, status=201)
    def post(self, request: Request, game_id: int) -> Response:
        given = checked(TurnInput, request)
        return Response(submit_turn(game_id=game_id, user=person_of(request), **given), status=201)


class Setup(OwnTableView):
    @describe("Get your set-up form", response=OwnSetupFormJson)
    def get(self, request: Request, game_id: int) -> Response:
        game, seats = get_settled_game(game_id, request.user)
        seat = seat_of(seats, request.user, game)
        if seat is None:
            raise Forbidden(_("You are not playing in this game."), code="not_a_player")
        form = game.engine.setup_form(seat.index)
        if form is None:
            raise NotFound(_("This game has no set-up phase. Play a move."))
        own: OwnSetupFormJson = {
            **setup_form_json(form),
            "saved": [setup_json(setup) for setup in saved_setups(person_of(request), game.variant)],
            "setup": view_for(game, seats, request.user)["your_setup"],
        }
        return Response(own)

    @describe(
        "Submit your set-up; hidden from the others until all are submitted",
        request=SetupInput,
        response=GameJson,
        status=201,
    )
    def post(self, request: Request, game_id: int) -> Response:
        given = checked(SetupInput, request)
        return Response(submit_setup(game_id=game_id, user=person_of(request), **given), status=201)


class Draw(OwnTableView):
    @describe("Offer a draw, or accept an offer", request=PlyInput, response=GameJson)
    def post(self, request: Request, game_id: int) -> Response:
        return Response(offer_draw(game_id=game_id, user=person_of(request), **checked(PlyInput, request)))

    @describe("Decline a draw offer, or cancel yours", response=GameJson)
    def delete(self, request: Request, game_id: int) -> Response:
        return Response(decline_draw(game_id=game_id, user=person_of(request)))


class Takeback(OwnTableView):
    @describe("Request a take-back of your last turn, or accept a request", request=PlyInput, response=GameJson)
    def post(self, request: Request, game_id: int) -> Response:
        return Response(ask_takeback(game_id=game_id, user=person_of(request), **checked(PlyInput, request)))

    @describe("Decline a take-back request, or cancel yours", response=GameJson)
    def delete(self, request: Request, game_id: int) -> Response:
        return Response(decline_takeback(game_id=game_id, user=person_of(request)))


class Resignation(OwnTableView):
    @describe("Resign a game", response=GameJson)
    def post(self, request: Request, game_id: int) -> Response:
        return Response(resign(game_id=game_id, user=person_of(request)))


class Abort(OwnTableView):
    @describe("Abort a game before every player has moved", response=GameJson)
    def post(self, request: Request, game_id: int) -> Response:
        return Response(abort_game(game_id=game_id, user=person_of(request)))


class Rematch(OwnTableView):
    @describe("Offer a rematch, or accept an offer", response=ProposalJson)
    def post(self, request: Request, game_id: int) -> Response:
        asked = offer_rematch(game_id=game_id, user=person_of(request))
        proposal = get_proposal(ProposalKind(asked.kind), request.user, proposal_id=asked.pk)
        return Response(proposal_json(proposal, request.user))


class Chat(PlayView):
    @describe("List chat messages in your room, newest last", response=list[ChatJson])
    def get(self, request: Request, game_id: int) -> Response:
        game, seats = get_game(game_id, request.user)
        latest = chat_of(game, seats, request.user).reverse()[:200]
        return Response([message_json(message) for message in reversed(latest)])

    @describe("Post a chat message", request=ChatInput, response=ChatJson, status=201)
    def post(self, request: Request, game_id: int) -> Response:
        message = post_message(game_id=game_id, user=person_of(request), **checked(ChatInput, request))
        return Response(message_json(message), status=201)
