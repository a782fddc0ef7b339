"""API views of moderation: reports, actions, the log. For staff; 404 for all others."""

from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.drf.base import ApiView, JsonListView, checked
from accounts.drf.permissions import HasScope
from accounts.drf.schema import describe
from accounts.enums import ModerationAction
from accounts.http.requests import person_of
from accounts.models import ModerationEntry, Report
from accounts.selectors import (
    ModerationEntryJson,
    OpenReportJson,
    get_person,
    moderation_entry_json,
    moderation_log,
    open_report_json,
    open_reports,
)
from accounts.services.moderation import check_moderator, dismiss_report, moderate


class WhyInput(serializers.Serializer[Any]):
    why = serializers.CharField(max_length=ModerationEntry.MAX_LENGTH)


class ModerationActionInput(WhyInput):
    """`days` goes with `mute` and `suspend`; a `report` it answers is closed with it."""

    action = serializers.ChoiceField([(one.value, one.label) for one in ModerationAction if one != "dismiss"])
    days = serializers.IntegerField(min_value=1, max_value=3660, allow_null=True, default=None)
    report = serializers.IntegerField(min_value=1, max_value=2**62, allow_null=True, default=None)


class StaffView(ApiView):
    permission_classes: list[Any] = [HasScope("organise")]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        check_moderator(person_of(request))


class Reports(StaffView, JsonListView):
    row_json = staticmethod(open_report_json)
    queryset = Report.objects.none()

    def get_queryset(self) -> QuerySet[Report]:
        return open_reports()

    @describe("List open reports, oldest first", response=list[OpenReportJson])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request, *args, **kwargs)


class Close(StaffView):
    @describe("Close a report without further action", request=WhyInput, response=ModerationEntryJson)
    def post(self, request: Request, report_id: int) -> Response:
        given = checked(WhyInput, request)
        entry = dismiss_report(moderator=person_of(request), report_id=report_id, **given)
        return Response(moderation_entry_json(entry))


class Log(StaffView, JsonListView):
    row_json = staticmethod(moderation_entry_json)
    queryset = ModerationEntry.objects.none()

    def get_queryset(self) -> QuerySet[ModerationEntry]:
        return moderation_log()

    @describe("List moderation log entries, newest first", response=list[ModerationEntryJson])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request, *args, **kwargs)


class Actions(StaffView):
    @describe(
        "Warn, mute or suspend a user, or lift a restriction",
        request=ModerationActionInput,
        response=ModerationEntryJson,
        status=201,
    )
    def post(self, request: Request, username: str) -> Response:
        given = checked(ModerationActionInput, request)
        entry = moderate(
            moderator=person_of(request),
            person=get_person(username),
            action=ModerationAction(given["action"]),
            why=given["why"],
            days=given["days"],
            report_id=given["report"],
        )
        return Response(moderation_entry_json(entry), status=201)
