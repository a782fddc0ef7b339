"""Imported games, and games played on from a position."""

from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.drf.base import JsonListView, checked
from accounts.drf.schema import describe
from accounts.drf.throttling import charge_for_work
from accounts.http.requests import person_of
from accounts.selectors import get_person
from games.api.base import PEOPLE_ONLY, OwnTableView, PersonalView, ServerTimeMixin
from games.imports.play_on import play_on, play_on_import
from games.imports.selectors import ImportJson, get_import, import_json, imports_of
from games.imports.services import LARGEST_FILE, delete_import, import_record
from games.models import Game, ImportedGame
from games.selectors.game_json import GameJson, get_game, view_for


class RecordInput(serializers.Serializer):
    """A game as returned by `games/{id}/record/`; only what the engine needs of it."""

    format = serializers.CharField(max_length=40)
    version = serializers.IntegerField()
    variant = serializers.CharField(max_length=20)
    options = serializers.DictField(child=serializers.CharField(max_length=40), default=dict)
    turn_limit = serializers.IntegerField(allow_null=True, default=None)
    players = serializers.ListField(child=serializers.DictField(), max_length=4)
    record = serializers.ListField(child=serializers.CharField(max_length=120), allow_empty=True, max_length=5000)


class PlayOnInput(serializers.Serializer):
    """The position, as a number of entries of the record, and the AI to play against."""

    ply = serializers.IntegerField(min_value=0, max_value=999_999)
    ai = serializers.CharField(max_length=30)


def begun(game: Game, request: Request) -> Response:
    fresh, seats = get_game(game.pk, request.user)
    return Response(view_for(fresh, seats, request.user), status=201)


class PlayOn(OwnTableView):
    @describe(
        "Play on from a position of a finished game against an AI", request=PlayOnInput, response=GameJson, status=201
    )
    def post(self, request: Request, game_id: int) -> Response:
        given = checked(PlayOnInput, request)
        ai = get_person(given["ai"])
        return begun(play_on(user=person_of(request), game_id=game_id, ply=given["ply"], ai=ai), request)


class Imports(ServerTimeMixin, JsonListView):
    permission_classes = PEOPLE_ONLY
    row_json = staticmethod(import_json)
    queryset = ImportedGame.objects.none()
    max_body_bytes = LARGEST_FILE

    def get_queryset(self) -> QuerySet[ImportedGame]:
        return imports_of(person_of(self.request))

    @describe("List your imported games", response=list[ImportJson])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request, *args, **kwargs)

    @describe(
        "Import a game from its JSON record; an error names the first illegal entry",
        request=RecordInput,
        response=ImportJson,
        status=201,
    )
    def post(self, request: Request) -> Response:
        given = checked(RecordInput, request)
        charge_for_work(request, steps=len(given["record"]))
        return Response(import_json(import_record(owner=person_of(request), data=given)), status=201)


class Import(PersonalView):
    @describe("Get one of your imported games", response=ImportJson)
    def get(self, request: Request, import_id: int) -> Response:
        return Response(import_json(get_import(import_id, person_of(request))))

    @describe("Delete an imported game", status=204)
    def delete(self, request: Request, import_id: int) -> Response:
        delete_import(owner=person_of(request), import_id=import_id)
        return Response(status=204)


class ImportPlayOn(PersonalView):
    @describe(
        "Play on from a position of an imported game against an AI", request=PlayOnInput, response=GameJson, status=201
    )
    def post(self, request: Request, import_id: int) -> Response:
        given = checked(PlayOnInput, request)
        imported = get_import(import_id, person_of(request))
        ai = get_person(given["ai"])
        return begun(play_on_import(user=person_of(request), imported=imported, ply=given["ply"], ai=ai), request)
