"""API views of a club's webhooks and their delivery log, for its organisers."""

from typing import Any

from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.drf.base import JsonListView, checked
from accounts.drf.schema import describe
from accounts.http.requests import person_of
from tournaments.api import inputs
from tournaments.api.base import PEOPLE_ONLY, ClubView
from tournaments.clubs.selectors.clubs import get_club
from tournaments.models import Webhook, WebhookDelivery
from tournaments.webhooks import services as webhooks
from tournaments.webhooks.selectors import DeliveryJson, NewWebhookJson, WebhookJson, delivery_json, webhook_json


class Webhooks(ClubView):
    permission_classes = PEOPLE_ONLY

    @describe("List a club's webhooks, without secrets", response=list[WebhookJson])
    def get(self, request: Request, slug: str) -> Response:
        return Response([webhook_json(hook) for hook in webhooks.webhooks_of(self.club(slug), person_of(request))])

    @describe(
        "Create a webhook for rounds, results and final standings; the secret is shown only once",
        request=inputs.WebhookInput,
        response=NewWebhookJson,
        status=201,
    )
    def post(self, request: Request, slug: str) -> Response:
        given = checked(inputs.WebhookInput, request)
        hook = webhooks.create_webhook(club_id=self.club(slug).pk, user=person_of(request), **given)
        created: NewWebhookJson = {**webhook_json(hook), "secret": hook.secret}
        return Response(created, status=201)


class OneWebhook(ClubView):
    permission_classes = PEOPLE_ONLY

    @describe("Delete a webhook", status=204)
    def delete(self, request: Request, slug: str, webhook_id: int) -> Response:
        webhooks.delete_webhook(club_id=self.club(slug).pk, webhook_id=webhook_id, user=person_of(request))
        return Response(status=204)


class Deliveries(JsonListView):
    permission_classes = PEOPLE_ONLY
    row_json = staticmethod(delivery_json)

    def get_queryset(self) -> QuerySet[WebhookDelivery]:
        if getattr(self, "swagger_fake_view", False):
            return WebhookDelivery.objects.none()
        hook: Webhook = webhooks.get_webhook(
            get_club(self.kwargs["slug"]), self.kwargs["webhook_id"], person_of(self.request)
        )
        return WebhookDelivery.objects.filter(webhook=hook).select_related("event").order_by("-id")

    @describe("List a webhook's deliveries, newest first", response=list[DeliveryJson])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request, *args, **kwargs)
