"""Vacations: the budget, the announced ones, announcing and ending one."""

from datetime import date
from typing import Any

from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.drf.schema import describe
from games.api.base import PersonalView, checked, player
from games.vacations.selectors import leave_json, leave_overview
from games.vacations.services import announce_leave, end_leave

LEAVE_EXAMPLE = {"id": 7, "from": "2026-03-01T20:00:00.000Z", "until": "2026-03-08T23:00:00.000Z", "days": 8}
OVERVIEW_EXAMPLE = {
    "days_a_year": 30,
    "years": [
        {"year": 2026, "days_taken": 8, "days_left": 22},
        {"year": 2027, "days_taken": 0, "days_left": 30},
    ],
    "leaves": [LEAVE_EXAMPLE],
}


class LeaveInput(serializers.Serializer):
    """Days of your own time zone, the last one included. Without `from` the vacation begins now.

    Every day that has begun counts as a whole one, today too; the `days` of the response are those of this vacation.
    """

    until = serializers.DateField()

    def get_fields(self) -> dict[str, serializers.Field]:
        return {"from": serializers.DateField(allow_null=True, default=None), **super().get_fields()}


class LeaveOutput(serializers.Serializer):
    id = serializers.IntegerField()
    until = serializers.DateTimeField()
    days = serializers.IntegerField()

    def get_fields(self) -> dict[str, serializers.Field]:
        return {"from": serializers.DateTimeField(), **super().get_fields()}


class YearOfLeaveOutput(serializers.Serializer):
    year = serializers.IntegerField()
    days_taken = serializers.IntegerField()
    days_left = serializers.IntegerField()


class LeaveOverviewOutput(serializers.Serializer):
    """`leaves` are current and future vacations."""

    days_a_year = serializers.IntegerField()
    years = YearOfLeaveOutput(many=True)
    leaves = LeaveOutput(many=True)


class Leaves(PersonalView):
    @describe("Your leave, and how many days are left", response=LeaveOverviewOutput, response_example=OVERVIEW_EXAMPLE)
    def get(self, request: Request) -> Response:
        return Response(leave_overview(player(request), timezone.now()))

    @describe(
        "Announce leave: your correspondence clocks stand still meanwhile, and your opponents see it",
        request=LeaveInput,
        request_example={"from": "2026-03-01", "until": "2026-03-08"},
        response=LeaveOutput,
        response_example=LEAVE_EXAMPLE,
        status=201,
    )
    def post(self, request: Request) -> Response:
        given: dict[str, Any] = checked(LeaveInput, request)
        start: date | None = given["from"]
        leave = announce_leave(user=player(request), start=start, until=given["until"])
        return Response(leave_json(leave), status=201)


class Leave(PersonalView):
    @describe("Come back early, or call leave off; unused days come back", status=204)
    def delete(self, request: Request, leave_id: int) -> Response:
        end_leave(user=player(request), leave_id=leave_id)
        return Response(status=204)
