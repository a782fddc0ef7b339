"""API views of accounts: the own user, other users, tokens, personal data."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from accounts import selectors
from accounts.api import examples
from accounts.api.serializers import (
    BoardTasteInput,
    BoardTasteOutput,
    MeOutput,
    NewTokenOutput,
    PersonOutput,
    ProfileInput,
    TokenInput,
    TokenOutput,
)
from accounts.boards import BoardTaste
from accounts.drf.base import ApiView
from accounts.drf.permissions import HasScope, SessionOnly
from accounts.drf.schema import describe
from accounts.http.requests import person_of
from accounts.selectors import export_data
from accounts.services.profile import change_board, change_profile
from accounts.services.tokens import create_token, revoke_token


class Me(ApiView):
    def get_permissions(self) -> list[Any]:
        return [SessionOnly()] if self.request.method == "PATCH" else [HasScope("read")]

    @describe("Get the authenticated user", response=MeOutput, response_example=examples.ME)
    def get(self, request: Request) -> Response:
        return Response(MeOutput(person_of(request)).data)

    @describe(
        "Update your profile",
        request=ProfileInput,
        request_example=examples.PROFILE_REQUEST,
        response=MeOutput,
        response_example=examples.ME,
    )
    def patch(self, request: Request) -> Response:
        given = ProfileInput(data=request.data)
        given.is_valid(raise_exception=True)
        return Response(MeOutput(change_profile(user=person_of(request), **given.validated_data)).data)


class Board(ApiView):
    def get_permissions(self) -> list[Any]:
        return [SessionOnly()] if self.request.method == "PATCH" else [HasScope("read")]

    @describe("Get your board preferences", response=BoardTasteOutput, response_example=examples.BOARD)
    def get(self, request: Request) -> Response:
        return Response(BoardTasteOutput(BoardTaste.read(person_of(request).board)).data)

    @describe(
        "Update your board preferences",
        request=BoardTasteInput,
        request_example=examples.BOARD_REQUEST,
        response=BoardTasteOutput,
        response_example=examples.BOARD,
    )
    def patch(self, request: Request) -> Response:
        given = BoardTasteInput(data=request.data)
        given.is_valid(raise_exception=True)
        return Response(BoardTasteOutput(change_board(user=person_of(request), **given.validated_data)).data)


class Person(ApiView):
    @describe("Get a user's public profile", response=PersonOutput, response_example=examples.PERSON)
    def get(self, request: Request, username: str) -> Response:
        return Response(PersonOutput(selectors.get_person(username)).data)


class Tokens(ApiView):
    permission_classes = [SessionOnly]

    @describe("List your tokens, without secrets", response=TokenOutput(many=True), response_example=examples.TOKEN)
    def get(self, request: Request) -> Response:
        return Response(TokenOutput(selectors.listed_tokens(person_of(request)), many=True).data)

    @describe(
        "Create a token; the secret is shown only once",
        request=TokenInput,
        request_example=examples.TOKEN_REQUEST,
        response=NewTokenOutput,
        response_example=examples.NEW_TOKEN,
        status=201,
    )
    def post(self, request: Request) -> Response:
        given = TokenInput(data=request.data)
        given.is_valid(raise_exception=True)
        token, secret = create_token(user=person_of(request), **given.validated_data)
        return Response({**TokenOutput(token).data, "secret": secret}, status=201)


class Token(ApiView):
    permission_classes = [SessionOnly]

    @describe("Revoke a token", status=204)
    def delete(self, request: Request, token_id: int) -> Response:
        revoke_token(user=person_of(request), token_id=token_id)
        return Response(status=204)


class Export(ApiView):
    permission_classes = [SessionOnly]

    @describe(
        "Export your personal data as one file",
        response={"type": "object", "additionalProperties": {}},
        response_example=examples.EXPORT,
    )
    def get(self, request: Request) -> Response:
        return Response(export_data(person_of(request)))
