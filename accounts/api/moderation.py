"""API views of moderation: reports, actions, the log. For staff; 404 for all others."""

from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.blocks import REPORT_EXAMPLE, ReportOutput
from accounts.drf.base import ApiMixin, ApiView
from accounts.drf.fields import RowOutput
from accounts.drf.permissions import HasScope
from accounts.drf.schema import describe
from accounts.enums import ModerationAction
from accounts.http.requests import person_of
from accounts.models import ModerationEntry, Report
from accounts.selectors import get_person, moderation_log, open_reports
from accounts.services.moderation import check_moderator, dismiss_report, moderate

OPEN_REPORT_EXAMPLE = {**REPORT_EXAMPLE, "reporter": "mira", "quote": "You play like a sack of flour."}
ENTRY_EXAMPLE = {
    "id": 17,
    "username": "pavel",
    "moderator": "keeper",
    "action": "mute",
    "why": "Insults in three games.",
    "until": "2026-03-08T18:05:00.000Z",
    "report": 3,
    "at": "2026-03-01T18:05:00.000Z",
}


class OpenReportOutput(ReportOutput):
    reporter = serializers.CharField(source="reporter.username")

    class Meta:
        model = Report
        fields = [*ReportOutput.Meta.fields, "reporter", "quote"]


class ModerationEntryOutput(RowOutput[ModerationEntry]):
    username = serializers.CharField(source="person.username")
    moderator = serializers.CharField(source="moderator.username")

    class Meta:
        model = ModerationEntry
        fields = ["id", "username", "moderator", "action", "why", "until", "report", "at"]


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


class Reports(StaffView, ApiMixin, ListAPIView[Report]):
    serializer_class = OpenReportOutput
    queryset = Report.objects.none()

    def get_queryset(self) -> QuerySet[Report]:
        return open_reports()

    @describe(
        "List open reports, oldest first", response=OpenReportOutput(many=True), response_example=OPEN_REPORT_EXAMPLE
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request, *args, **kwargs)


class Close(StaffView):
    @describe(
        "Close a report without further action",
        request=WhyInput,
        request_example={"why": "A friendly joke; both say so."},
        response=ModerationEntryOutput,
        response_example={**ENTRY_EXAMPLE, "action": "dismiss", "until": None},
    )
    def post(self, request: Request, report_id: int) -> Response:
        given = WhyInput(data=request.data)
        given.is_valid(raise_exception=True)
        entry = dismiss_report(moderator=person_of(request), report_id=report_id, **given.validated_data)
        return Response(ModerationEntryOutput(entry).data)


class Log(StaffView, ApiMixin, ListAPIView[ModerationEntry]):
    serializer_class = ModerationEntryOutput
    queryset = ModerationEntry.objects.none()

    def get_queryset(self) -> QuerySet[ModerationEntry]:
        return moderation_log()

    @describe(
        "List moderation log entries, newest first",
        response=ModerationEntryOutput(many=True),
        response_example=ENTRY_EXAMPLE,
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request, *args, **kwargs)


class Actions(StaffView):
    @describe(
        "Warn, mute or suspend a user, or lift a restriction",
        request=ModerationActionInput,
        request_example={"action": "mute", "days": 7, "why": "Insults in three games.", "report": 3},
        response=ModerationEntryOutput,
        response_example=ENTRY_EXAMPLE,
        status=201,
    )
    def post(self, request: Request, username: str) -> Response:
        given = ModerationActionInput(data=request.data)
        given.is_valid(raise_exception=True)
        data = given.validated_data
        entry = moderate(
            moderator=person_of(request),
            person=get_person(username),
            action=ModerationAction(data["action"]),
            why=data["why"],
            days=data["days"],
            report_id=data["report"],
        )
        return Response(ModerationEntryOutput(entry).data, status=201)
