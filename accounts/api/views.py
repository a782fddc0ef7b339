"""API views of accounts: the own user, other users, tokens, personal data."""

from dataclasses import asdict
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from accounts import selectors
from accounts.api.serializers import BoardTasteInput, ProfileInput, TokenInput
from accounts.boards import BoardTaste
from accounts.drf.base import ApiView, checked
from accounts.drf.permissions import HasScope, SessionOnly
from accounts.drf.schema import describe
from accounts.http.requests import person_of
from accounts.selectors import export_data
from accounts.services.profile import change_board, change_profile
from accounts.services.tokens import create_token, revoke_token


class Me(ApiView):
    def get_permissions(self) -> list[Any]:
        return [SessionOnly()] if self.request.method == "PATCH" else [HasScope("read")]

    @describe("Get the authenticated user", response=selectors.MeJson)
    def get(self, request: Request) -> Response:
        return Response(selectors.me_json(person_of(request)))

    @describe("Update your profile", request=ProfileInput, response=selectors.MeJson)
    def patch(self, request: Request) -> Response:
        user = change_profile(user=person_of(request), **checked(ProfileInput, request))
        return Response(selectors.me_json(user))


class Board(ApiView):
    def get_permissions(self) -> list[Any]:
        return [SessionOnly()] if self.request.method == "PATCH" else [HasScope("read")]

    @describe("Get your board preferences", response=BoardTaste)
    def get(self, request: Request) -> Response:
        return Response(asdict(BoardTaste.read(person_of(request).board)))

    @describe("Update your board preferences", request=BoardTasteInput, response=BoardTaste)
    def patch(self, request: Request) -> Response:
        return Response(asdict(change_board(user=person_of(request), **checked(BoardTasteInput, request))))


class Person(ApiView):
    @describe("Get a user's public profile", response=selectors.PersonJson)
    def get(self, request: Request, username: str) -> Response:
        return Response(selectors.person_json(selectors.get_person(username)))


class Tokens(ApiView):
    permission_classes = [SessionOnly]

    @describe("List your tokens, without secrets", response=list[selectors.TokenJson])
    def get(self, request: Request) -> Response:
        return Response([selectors.token_json(token) for token in selectors.listed_tokens(person_of(request))])

    @describe(
        "Create a token; the secret is shown only once", request=TokenInput, response=selectors.NewTokenJson, status=201
    )
    def post(self, request: Request) -> Response:
        token, secret = create_token(user=person_of(request), **checked(TokenInput, request))
        created: selectors.NewTokenJson = {**selectors.token_json(token), "secret": secret}
        return Response(created, status=201)


class Token(ApiView):
    permission_classes = [SessionOnly]

    @describe("Revoke a token", status=204)
    def delete(self, request: Request, token_id: int) -> Response:
        revoke_token(user=person_of(request), token_id=token_id)
        return Response(status=204)


class Export(ApiView):
    permission_classes = [SessionOnly]

    @describe("Export your personal data as one file", response={"type": "object", "additionalProperties": {}})
    def get(self, request: Request) -> Response:
        return Response(export_data(person_of(request)))
