"""Web push subscriptions of browsers: created, deleted, and kept in step with log-in, log-out and password."""

import ipaddress
import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from django.db import connection, transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.errors import Conflict, Invalid, NotFound
from accounts.http.browsers import program_of, system_of
from accounts.models import User
from accounts.services.checks import lock_person
from games.models import PushSubscription
from games.notifications.services.webpush_encryption import are_keys, site_key

MAX_BROWSERS = 10
# How the site recognises a browser: stored in its session, and in a cookie that outlives it.
SESSION_KEY = "push_subscription"
COOKIE = "push"
COOKIE_SALT = "games.push.browser"


def subscribe_browser(
    *,
    user: User,
    endpoint: str,
    p256dh: str,
    auth: str,
    user_agent: str = "",
    replaces: int | None = None,
    renews: str = "",
) -> PushSubscription:
    """Create the push subscription of this browser; another user's, or the one it `replaces`, is deleted.

    A browser that `renews` its endpoint by itself must belong to the same user.
    """
    if not site_key():
        raise Conflict(_("Push notifications are disabled on this site."), code="push_is_off")
    _check(endpoint, p256dh, auth)
    facts = {
        "user": user,
        "p256dh": p256dh,
        "auth": auth,
        "program": program_of(user_agent),
        "system": system_of(user_agent),
        "log_in": user.get_session_auth_hash(),
        "rests_until": None,
        "refusals": 0,
    }
    with transaction.atomic():
        lock_person(user)
        others = PushSubscription.objects.exclude(user=user, endpoint=endpoint)
        if renews and not others.filter(user=user, endpoint=renews).exists():
            raise _no_browser()
        forget_browsers(others.filter(Q(endpoint__in=[endpoint, renews]) | Q(pk=replaces)))
        if others.filter(user=user).count() >= MAX_BROWSERS:
            message = _("You already get notifications in %(most)s browsers. Remove one first.")
            raise Conflict(message % {"most": MAX_BROWSERS}, code="too_many")
        return PushSubscription.objects.update_or_create(endpoint=endpoint, defaults=facts)[0]


def hold_browsers(user_ids: Iterable[int]) -> list[tuple[int, int]]:
    """The (user, subscription) pairs of these people, locked against deletion until the transaction ends.

    Queued pushes refer to them: a subscription deleted meanwhile would roll back the notices and what they are about.
    The lock (FOR KEY SHARE) still allows updates and other pushes.
    """
    browsers = PushSubscription.objects.filter(user__in=set(user_ids)).order_by("pk").values_list("user_id", "pk")
    if connection.vendor != "postgresql":
        return list(browsers)
    sql, params = browsers.query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(f"{sql} FOR KEY SHARE", params)
        return list(cursor.fetchall())


def forget_browsers(browsers: QuerySet[PushSubscription]) -> int:
    """Delete subscriptions; returns how many. They are locked first, so that pushes queued right now go with them."""
    with transaction.atomic():
        held = list(browsers.select_for_update().order_by("pk").values_list("pk", flat=True))
        PushSubscription.objects.filter(pk__in=held).delete()
    return len(held)


def forget_browser(*, user: User, subscription_id: int) -> None:
    """Delete one push subscription of a user."""
    if not forget_browsers(PushSubscription.objects.filter(user=user, pk=subscription_id)):
        raise _no_browser()


def greet_on_log_in(*, user: User, subscription_id: int) -> bool:
    """Whether this browser has a subscription of the user who logs in; another user's is deleted."""
    forget_browsers(PushSubscription.objects.filter(pk=subscription_id).exclude(user=user))
    own = PushSubscription.objects.filter(pk=subscription_id)
    return own.update(log_in=user.get_session_auth_hash()) == 1


def keep_after_new_password(*, user: User, subscription_id: int) -> None:
    """Keep the subscription of the browser in which the password was changed: it stays logged in."""
    own = PushSubscription.objects.filter(user=user, pk=subscription_id)
    own.update(log_in=user.get_session_auth_hash())


def _no_browser() -> NotFound:
    return NotFound(_("Browser not found; it may have been removed."))


def _check(endpoint: str, p256dh: str, auth: str) -> None:
    if not _is_endpoint(endpoint):
        message = _("Send the full endpoint URL from the browser's push subscription.")
        raise Invalid.at("endpoint", message)
    if not are_keys(p256dh, auth):
        message = _("Send both keys of the browser's push subscription unchanged.")
        raise Invalid.at("keys", message)


def _is_endpoint(url: str) -> bool:
    """Whether this is an HTTPS URL with a host name. Its address is checked when connecting (SSRF guard)."""
    if len(url) > PushSubscription.ENDPOINT_LENGTH or not re.fullmatch(r"[!-~]+", url):
        return False
    try:
        parts = urlsplit(url)
        is_usable = parts.scheme == "https" and not parts.username and parts.port != 0
    except ValueError:
        return False
    host = parts.hostname or ""
    return is_usable and "." in host and not host.endswith(".localhost") and not _is_in_figures(host)


def _is_in_figures(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
