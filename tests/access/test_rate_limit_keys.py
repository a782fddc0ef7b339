"""No rate limit is keyed by anything that the client chooses: a header, a cookie, the port in `Host`, the query."""

import re
from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP
from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from accounts.models import User
from tests.accounts.people import PASSWORD, signed_in_by_form
from tests.accounts.test_second_factor import SECOND, SECRET, with_password

COUNTER = re.compile(r"allauth:rl:[\w.]+:(?P<limit>\w+):|throttle:(?P<scope>\w+):")
Attempt = Callable[[Client, str], object]
"""A request by this client, with this query, that raises a counter."""


def disguise(number: int) -> dict[str, str]:
    """Return different values of everything a client can send each time. `REMOTE_ADDR` is set by the server."""
    address = f"203.0.113.{number}"
    return {
        "HTTP_HOST": f"{('localhost', '127.0.0.1')[number % 2]}:{8000 + number}",
        "HTTP_X_FORWARDED_FOR": address,
        "HTTP_X_FORWARDED_HOST": f"host{number}.example",
        "HTTP_X_FORWARDED_PORT": str(8000 + number),
        "HTTP_X_REAL_IP": address,
        "HTTP_FORWARDED": f"for={address};host=host{number}.example",
        "HTTP_CLIENT_IP": address,
        "HTTP_USER_AGENT": f"browser {number}",
        "HTTP_ACCEPT_LANGUAGE": ("fr", "cs")[number % 2],
        "HTTP_REFERER": f"http://localhost:{8000 + number}/",
        "SERVER_PORT": str(8000 + number),
    }


def post(path: str, **form: str) -> Attempt:
    return lambda client, query: client.post(path + query, form)


def wrong_code(client: Client, query: str) -> object:
    TOTP.activate(User.objects.get(username="guarded"), SECRET)
    return with_password(client, "guarded").post(SECOND + query, {"code": "000000"})


def wrong_token(client: Client, query: str) -> object:
    return client.get("/api/v1/me/" + query, headers={"Authorization": "Bearer ast_wrong"})


# Requests by sender: anonymous, or logged in a moment ago.
ANONYMOUS: list[Attempt] = [
    post("/accounts/login/", login="mira", password="wrong"),
    post("/accounts/login/", login="mira@example.org", password="wrong"),
    post("/accounts/login/", login="no-account", password="wrong"),
    post("/accounts/signup/", username="newcomer"),
    post("/accounts/password/reset/", email="mira@example.org"),
    post("/accounts/password/reset/key/1-set-password/", password1="short"),
    post("/play/ai/", variant="nonaga"),
    post("/check-in/wrong/", player="1"),
    wrong_code,
    wrong_token,
    lambda client, query: client.get("/api/v1/" + query),
    lambda client, query: client.get("/previews/site.png" + query),
]
SIGNED_IN: list[Attempt] = [
    post("/accounts/password/change/", oldpassword="wrong"),
    post("/accounts/email/", email="other@example.org", action_add=""),
    post("/accounts/reauthenticate/", password="wrong"),
    lambda client, query: client.get("/api/v1/me/" + query),
]


def counted(attempt: Attempt, client: Client, number: int) -> set[str]:
    """Return the counters that one request raises, without the time window in their keys; roll its rows back."""
    client.defaults |= disguise(number)
    client.cookies["asked"] = str(number)
    cache.clear()
    with transaction.atomic():
        attempt(client, f"?asked={number}")
        transaction.set_rollback(True)
    return {key.rpartition(":")[0] if "throttle:" in key else key for key in cache._cache if COUNTER.search(key)}


OF_ALLAUTH = {
    "login", "login_failed", "signup", "reset_password", "reset_password_from_key", "change_password", "manage_email",
    "reauthenticate",
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.django_db
def test_the_same_rate_limit_counters_are_raised_whatever_the_client_sends() -> None:
    for name in ("mira", "guarded"):
        person = User.objects.create_user(name, f"{name}@example.org", PASSWORD)
        EmailAddress.objects.create(user=person, email=person.email, primary=True, verified=True)
    limits: set[str] = set()
    for attempt, make_client in [(attempt, Client) for attempt in ANONYMOUS] + [
        (attempt, signed_in) for attempt in SIGNED_IN
    ]:
        first, second = (counted(attempt, make_client(), number) for number in (1, 2))
        assert first == second
        assert first
        limits |= {found["limit"] or found["scope"] for key in first if (found := COUNTER.search(key))}
    named = OF_ALLAUTH | set(settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"])
    assert named <= limits, "add a request that raises each of them"


def signed_in() -> Client:
    return signed_in_by_form("mira")
