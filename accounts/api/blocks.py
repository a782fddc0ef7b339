"""API views for muting, blocking and reporting users."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.drf.base import ApiView
from accounts.drf.fields import RowOutput
from accounts.drf.permissions import HasScope
from accounts.drf.schema import describe
from accounts.enums import RelationshipKind, ReportReason
from accounts.http.requests import person_of
from accounts.models import Relationship, Report
from accounts.selectors import get_person, relationships_of
from accounts.services.blocks import remove_relationship, set_relationship
from accounts.services.reports import report_person

TIE_EXAMPLE = {"username": "pavel", "kind": "mute", "created_at": "2026-03-01T18:05:00.000Z"}
REPORT_REQUEST = {"reason": "abuse", "words": "He insults everybody he loses to.", "path": "/games/12/"}
REPORT_EXAMPLE = {"id": 3, "username": "pavel", **REPORT_REQUEST, "created_at": "2026-03-01T18:05:00.000Z"}


class RelationshipInput(serializers.Serializer[Any]):
    """`mute`: you do not see their messages. `block`: no challenges and no chat between you either."""

    kind = serializers.ChoiceField(RelationshipKind.choices)


class RelationshipOutput(RowOutput[Relationship]):
    username = serializers.CharField(source="other.username")

    class Meta:
        model = Relationship
        fields = ["username", "kind", "created_at"]


class ReportInput(serializers.Serializer[Any]):
    """`path` is the page of this site where it happened."""

    reason = serializers.ChoiceField(ReportReason.choices)
    words = serializers.CharField(max_length=Report.MAX_LENGTH, allow_blank=True, default="")
    path = serializers.CharField(max_length=200, allow_blank=True, default="")


class ReportOutput(RowOutput[Report]):
    username = serializers.CharField(source="person.username")

    class Meta:
        model = Report
        fields = ["id", "username", "reason", "words", "path", "created_at"]


class Relationships(ApiView):
    permission_classes: list[Any] = [HasScope("read")]

    @describe(
        "List the users you muted or blocked", response=RelationshipOutput(many=True), response_example=TIE_EXAMPLE
    )
    def get(self, request: Request) -> Response:
        return Response(RelationshipOutput(relationships_of(person_of(request)), many=True).data)


class RelationshipWith(ApiView):
    permission_classes: list[Any] = [HasScope("play")]

    @describe(
        "Mute or block a user, without notifying them",
        request=RelationshipInput,
        request_example={"kind": "mute"},
        response=RelationshipOutput,
        response_example=TIE_EXAMPLE,
    )
    def put(self, request: Request, username: str) -> Response:
        given = RelationshipInput(data=request.data)
        given.is_valid(raise_exception=True)
        kind = RelationshipKind(given.validated_data["kind"])
        return Response(
            RelationshipOutput(set_relationship(owner=person_of(request), other=get_person(username), kind=kind)).data
        )

    @describe("Unmute or unblock a user", status=204)
    def delete(self, request: Request, username: str) -> Response:
        remove_relationship(owner=person_of(request), other=get_person(username))
        return Response(status=204)


class Reports(ApiView):
    permission_classes: list[Any] = [HasScope("play")]

    @describe(
        "Report a user to the moderators",
        request=ReportInput,
        request_example=REPORT_REQUEST,
        response=ReportOutput,
        response_example=REPORT_EXAMPLE,
        status=201,
    )
    def post(self, request: Request, username: str) -> Response:
        given = ReportInput(data=request.data)
        given.is_valid(raise_exception=True)
        made = report_person(reporter=person_of(request), person=get_person(username), **given.validated_data)
        return Response(ReportOutput(made).data, status=201)
