"""Web push: the site's public key, the subscribed browsers, subscribing and unsubscribing one."""

from typing import Any

from django.conf import settings
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.drf.base import checked
from accounts.drf.permissions import SessionOnly
from accounts.drf.schema import describe
from accounts.http.requests import person_of
from games.api.base import PersonalView
from games.models import PushSubscription
from games.notifications.selectors.push import BrowserJson, PushJson, browser_json, browsers_of
from games.notifications.services.push_subscriptions import (
    COOKIE,
    COOKIE_SALT,
    SESSION_KEY,
    forget_browser,
    subscribe_browser,
)
from games.notifications.services.webpush_encryption import site_key

A_YEAR = 365 * 24 * 3600


class KeysInput(serializers.Serializer):
    p256dh = serializers.CharField(max_length=100)
    auth = serializers.CharField(max_length=40)


class SubscriptionInput(serializers.Serializer):
    """The result of the browser's `PushSubscription.toJSON()`; other fields are ignored.

    If the push service changed the endpoint, `replaces` is the previous one, and must be yours.
    """

    endpoint = serializers.CharField(max_length=PushSubscription.ENDPOINT_LENGTH)
    keys = KeysInput()
    replaces = serializers.CharField(max_length=PushSubscription.ENDPOINT_LENGTH, required=False)


class PushBrowsers(PersonalView):
    permission_classes = [SessionOnly]

    @describe("List your push subscriptions, with the site's public key", response=PushJson)
    def get(self, request: Request) -> Response:
        this_one = request.session.get(SESSION_KEY)
        browsers = [browser_json(each, this_one=this_one) for each in browsers_of(person_of(request))]
        push: PushJson = {"key": site_key(), "browsers": browsers}
        return Response(push)

    @describe(
        "Subscribe this browser to push notifications", request=SubscriptionInput, response=BrowserJson, status=201
    )
    def post(self, request: Request) -> Response:
        given = checked(SubscriptionInput, request)
        agent = request.headers.get("User-Agent", "")
        browser = subscribe_browser(
            user=person_of(request),
            endpoint=given["endpoint"],
            user_agent=agent,
            replaces=request.session.get(SESSION_KEY),
            renews=given.get("replaces", ""),
            **given["keys"],
        )
        response = Response(browser_json(browser, this_one=browser.pk), status=201)
        _remember(request, response, browser)
        return response


class PushBrowser(PersonalView):
    permission_classes = [SessionOnly]

    @describe("Unsubscribe this browser from push notifications", status=204)
    def delete(self, request: Request, browser_id: int) -> Response:
        forget_browser(user=person_of(request), subscription_id=browser_id)
        return Response(status=204)


def _remember(request: Request, response: Response, browser: PushSubscription) -> None:
    """Remember the subscription in session and cookie, so that logging out deletes it even after another session."""
    request.session[SESSION_KEY] = browser.pk
    flags: dict[str, Any] = {"secure": settings.SESSION_COOKIE_SECURE, "httponly": True, "samesite": "Lax"}
    response.set_signed_cookie(COOKIE, str(browser.pk), salt=COOKIE_SALT, max_age=A_YEAR, **flags)
