"""A user's web push subscriptions."""

from typing import TypedDict

from django.db.models import QuerySet

from accounts.http.browsers import browser_words
from accounts.json_types import DateTime, time_text
from accounts.models import User
from games.models import PushSubscription


class BrowserJson(TypedDict):
    """`is_this` marks the browser of this request."""

    id: int
    browser: str
    created_at: DateTime
    last_success_at: DateTime | None
    is_this: bool


class PushJson(TypedDict):
    """`key` is the site's public key, in base64url; empty if the site sends no push notifications."""

    key: str
    browsers: list[BrowserJson]


def browsers_of(user: User) -> QuerySet[PushSubscription]:
    return PushSubscription.objects.filter(user=user)


def browser_name(browser: PushSubscription) -> str:
    return browser_words(program=browser.program, system=browser.system)


def browser_json(browser: PushSubscription, *, this_one: int | None) -> BrowserJson:
    return {
        "id": browser.pk,
        "browser": browser_name(browser),
        "created_at": time_text(browser.created_at),
        "last_success_at": time_text(browser.last_success_at),
        "is_this": browser.pk == this_one,
    }
