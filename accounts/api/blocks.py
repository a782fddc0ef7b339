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

    @describe("List the users you muted or blocked", response=list[RelationshipJson])
    def get(self, request: Request) -> Response:
        return Response([relationship_json(one) for one in relationships_of(person_of(request))])


class RelationshipWith(ApiView):
    permission_classes: list[Any] = [HasScope("play")]

    @describe("Mute or block a user, without notifying them", request=RelationshipInput, response=RelationshipJson)
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

    @describe("Report a user to the moderators", request=ReportInput, response=ReportJson, status=201)
    def post(self, request: Request, username: str) -> Response:
        given = checked(ReportInput, request)
        report = report_person(reporter=person_of(request), person=get_person(username), **given)
        return Response(report_json(report), status=201)
