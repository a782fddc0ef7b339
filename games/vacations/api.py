"""Vacations: the budget, the announced ones, announcing and ending one."""

from datetime import date
from typing import Any

from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.drf.base import checked
from accounts.drf.schema import describe
from accounts.http.requests import person_of
from games.api.base import PersonalView
from games.vacations.selectors import VacationJson, VacationOverviewJson, vacation_json, vacation_overview
from games.vacations.services import announce_vacation, end_vacation


class VacationInput(serializers.Serializer):
    """Days of your own time zone, the last one included. Without `from` the vacation begins now.

    Every day that has begun counts as a whole one, today too; the `days` of the response are those of this vacation.
    """

    until = serializers.DateField()

    def get_fields(self) -> dict[str, serializers.Field]:
        return {"from": serializers.DateField(allow_null=True, default=None), **super().get_fields()}


class Vacations(PersonalView):
    @describe("Get your vacations and the days left", response=VacationOverviewJson)
    def get(self, request: Request) -> Response:
        return Response(vacation_overview(person_of(request), timezone.now()))

    @describe(
        "Announce a vacation, which stops your correspondence clocks; opponents can see it",
        request=VacationInput,
        response=VacationJson,
        status=201,
    )
    def post(self, request: Request) -> Response:
        given: dict[str, Any] = checked(VacationInput, request)
        start: date | None = given["from"]
        vacation = announce_vacation(user=person_of(request), start=start, until=given["until"])
        return Response(vacation_json(vacation), status=201)


class Vacation(PersonalView):
    @describe("End a vacation early or cancel it; unused days are returned", status=204)
    def delete(self, request: Request, vacation_id: int) -> Response:
        end_vacation(user=person_of(request), vacation_id=vacation_id)
        return Response(status=204)
