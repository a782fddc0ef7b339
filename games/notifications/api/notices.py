"""Notifications: the list, marking as read, and the settings for mail and push."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.drf.base import JsonListView, checked
from accounts.drf.schema import describe
from accounts.http.requests import person_of
from games.api.base import PEOPLE_ONLY, PersonalView, ServerTimeMixin
from games.enums import Delivery
from games.models import Notice
from games.notifications.selectors.notices import (
    NoticeJson,
    NoticeSettingsJson,
    UnreadJson,
    count_unread,
    notice_json,
    notices_for,
    settings_json,
    settings_of,
)
from games.notifications.services.notices import choose_deliveries, read_notices

UNREAD = OpenApiParameter("unread", bool, description="Only unread notifications")


class UnreadInput(serializers.Serializer):
    unread = serializers.BooleanField(default=False)


class ReadInput(serializers.Serializer):
    """Ids of the notifications to mark as read; all if omitted."""

    ids = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2**62), max_length=500, default=None
    )


class NoticeSettingsInput(serializers.Serializer):
    """Omitted fields stay unchanged.

    `pushes` applies to the browsers that you subscribed (`me/push/`). The hour is in your time zone.
    """

    deliveries = serializers.DictField(child=serializers.ChoiceField(Delivery.choices), required=False)
    pushes = serializers.DictField(child=serializers.BooleanField(), required=False)
    digest_hour = serializers.IntegerField(min_value=0, max_value=23, required=False)


class Notices(ServerTimeMixin, JsonListView):
    permission_classes = PEOPLE_ONLY
    row_json = staticmethod(notice_json)
    queryset = Notice.objects.none()

    def get_queryset(self) -> QuerySet[Notice]:
        given = UnreadInput(data=self.request.query_params)
        given.is_valid(raise_exception=True)
        notices = notices_for(person_of(self.request))
        return notices.filter(read_at=None) if given.validated_data["unread"] else notices

    @describe("List your current notifications, newest first", response=list[NoticeJson], parameters=[UNREAD])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request, *args, **kwargs)


class Read(PersonalView):
    @describe("Mark notifications as read; returns the unread count", request=ReadInput, response=UnreadJson)
    def post(self, request: Request) -> Response:
        read_notices(user=person_of(request), notice_ids=checked(ReadInput, request)["ids"])
        unread: UnreadJson = {"unread": count_unread(person_of(request))}
        return Response(unread)


class Settings(PersonalView):
    @describe("Get your notification settings for email and push", response=NoticeSettingsJson)
    def get(self, request: Request) -> Response:
        return Response(settings_json(settings_of(person_of(request))))

    @describe(
        "Update your notification settings for email and push", request=NoticeSettingsInput, response=NoticeSettingsJson
    )
    def patch(self, request: Request) -> Response:
        given = checked(NoticeSettingsInput, request)
        return Response(settings_json(choose_deliveries(user=person_of(request), **given)))
