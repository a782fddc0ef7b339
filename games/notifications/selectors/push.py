"""A user's web push subscriptions."""

from django.db.models import QuerySet

from accounts.http.browsers import browser_words
from accounts.models import User
from games.models import PushSubscription
from games.selectors.game_json import time_text
from games.selectors.position_json import Json


def browsers_of(user: User) -> QuerySet[PushSubscription]:
    return PushSubscription.objects.filter(user=user)


def browser_name(browser: PushSubscription) -> str:
    return browser_words(program=browser.program, system=browser.system)


def browser_json(browser: PushSubscription, *, this_one: int | None) -> Json:
    return {
        "id": browser.pk,
        "browser": browser_name(browser),
        "created_at": time_text(browser.created_at),
        "last_success_at": time_text(browser.last_success_at),
        "is_this": browser.pk == this_one,
    }
