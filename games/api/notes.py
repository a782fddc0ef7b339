"""Private notes, and reports of chat messages."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.blocks import ReportInput
from accounts.drf.base import checked
from accounts.drf.schema import describe
from accounts.http.requests import person_of
from accounts.selectors import ReportJson, get_person, report_json
from games.api.base import PersonalView
from games.models import Note
from games.selectors.game_json import get_game
from games.selectors.notes import NoteJson, note_json, note_on
from games.services.chat import report_message
from games.services.notes import keep_note_on_game, keep_note_on_person


class NoteInput(serializers.Serializer):
    """An empty text deletes the note."""

    text = serializers.CharField(max_length=Note.MAX_LENGTH, allow_blank=True)


class GameNote(PersonalView):
    @describe("Get your private note on a game", response=NoteJson)
    def get(self, request: Request, game_id: int) -> Response:
        game, _ = get_game(game_id, request.user)
        return Response(note_json(note_on(request.user, game=game)))

    @describe("Set your private note on a game", request=NoteInput, response=NoteJson)
    def put(self, request: Request, game_id: int) -> Response:
        text = checked(NoteInput, request)["text"]
        return Response(note_json(keep_note_on_game(author=person_of(request), game_id=game_id, text=text)))


class PersonNote(PersonalView):
    @describe("Get your private note on a user", response=NoteJson)
    def get(self, request: Request, username: str) -> Response:
        return Response(note_json(note_on(request.user, person=get_person(username))))

    @describe("Set your private note on a user", request=NoteInput, response=NoteJson)
    def put(self, request: Request, username: str) -> Response:
        text = checked(NoteInput, request)["text"]
        return Response(
            note_json(keep_note_on_person(author=person_of(request), person=get_person(username), text=text))
        )


class MessageReport(PersonalView):
    @describe("Report a chat message; moderators see its text", request=ReportInput, response=ReportJson, status=201)
    def post(self, request: Request, game_id: int, message_id: int) -> Response:
        given = checked(ReportInput, request)
        report = report_message(
            game_id=game_id,
            message_id=message_id,
            reporter=person_of(request),
            reason=given["reason"],
            words=given["words"],
        )
        return Response(report_json(report), status=201)
