"""API views for muting, blocking and reporting users."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.drf.base import ApiView, checked
from accounts.drf.permissions import HasScope
from accounts.drf.schema import describe
from accounts.enums import RelationshipKind, ReportReason
from accounts.http.requests import person_of
from accounts.models import Report
from accounts.selectors import (
    RelationshipJson,
    ReportJson,
    get_person,
    relationship_json,
    relationships_of,
    report_json,
)
from accounts.services.blocks import remove_relationship, set_relationship
from accounts.services.reports import report_person

TIE_EXAMPLE = {"username": "pavel", "kind": "mute", "created_at": "2026-03-01T18:05:00.000Z"}
REPORT_REQUEST = {"reason": "abuse", "words": "He insults everybody he loses to.", "path": "/games/12/"}
REPORT_EXAMPLE = {"id": 3, "username": "pavel", **REPORT_REQUEST, "created_at": "2026-03-01T18:05:00.000Z"}


class RelationshipInput(serializers.Serializer[Any]):
    """`mute`: you do not see their messages. `block`: no challenges and no chat between you either."""

    kind = serializers.ChoiceField(RelationshipKind.choices)


class ReportInput(serializers.Serializer[Any]):
    """`path` is the page of this site where it happened."""

    reason = serializers.ChoiceField(ReportReason.choices)
    words = serializers.CharField(max_length=Report.MAX_LENGTH, allow_blank=True, default="")
    path = serializers.CharField(max_length=200, allow_blank=True, default="")


class Relationships(ApiView):
    permission_classes: list[Any] = [HasScope("read")]

    @describe("List the users you muted or blocked", response=list[RelationshipJson], response_example=TIE_EXAMPLE)
    def get(self, request: Request) -> Response:
        return Response([relationship_json(one) for one in relationships_of(person_of(request))])


class RelationshipWith(ApiView):
    permission_classes: list[Any] = [HasScope("play")]

    @describe(
        "Mute or block a user, without notifying them",
        request=RelationshipInput,
        request_example={"kind": "mute"},
        response=RelationshipJson,
        response_example=TIE_EXAMPLE,
    )
    def put(self, request: Request, username: str) -> Response:
        kind = RelationshipKind(checked(RelationshipInput, request)["kind"])
        relationship = set_relationship(owner=person_of(request), other=get_person(username), kind=kind)
        return Response(relationship_json(relationship))

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
        response=ReportJson,
        response_example=REPORT_EXAMPLE,
        status=201,
    )
    def post(self, request: Request, username: str) -> Response:
        given = checked(ReportInput, request)
        report = report_person(reporter=person_of(request), person=get_person(username), **given)
        return Response(report_json(report), status=201)
