"""Rate limits per user and per IP address, and limits of page sizes."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from pytest_django import Settings
from rest_framework.settings import api_settings

from accounts.drf.errors import default_error
from accounts.models import User
from accounts.services.tokens import create_token
from tests.accounts.people import at_once

Browser = Callable[[User], Client]
pytestmark = pytest.mark.usefixtures("sample", "steady_clock")
ECHO = "/api/v1/echo/"


@pytest.fixture
def steady_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fix the clock, so that no window ends in the middle of a test."""
    monkeypatch.setattr("accounts.drf.throttling.window_time", lambda: 1_800_000_000.0)


@pytest.fixture
def rates(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The limits in force; a test may change them."""
    rates = dict.fromkeys(api_settings.DEFAULT_THROTTLE_RATES, "1000/min")
    monkeypatch.setattr(api_settings, "DEFAULT_THROTTLE_RATES", rates)
    return rates


def codes(client: Client, count: int, **extra: Any) -> list[int]:
    return [client.get(ECHO, **extra).status_code for _ in range(count)]


def test_a_user_is_limited_across_sessions_and_tokens(
    mira: User, stranger: User, browser_of: Browser, rates: dict[str, str]
) -> None:
    rates["user"] = "3/min"
    _token, secret = create_token(user=mira, name="program", scopes=[], days=1)
    assert codes(browser_of(mira), 2) == [200, 200]
    assert codes(Client(headers={"authorization": f"Bearer {secret}"}), 2) == [200, 429]
    assert codes(browser_of(stranger), 1) == [200]


def test_every_response_says_what_is_left_of_the_nearest_limit(
    mira: User, browser_of: Browser, rates: dict[str, str]
) -> None:
    rates["user"], rates["address"] = "2/min", "30/min"
    browser = browser_of(mira)
    answers = [browser.get(ECHO) for _ in range(3)]
    headers = [[answer.headers[f"RateLimit-{name}"] for name in ("Limit", "Remaining", "Reset")] for answer in answers]
    assert headers == [["2", "1", "60"], ["2", "0", "60"], ["2", "0", "60"]]
    assert [answer.status_code for answer in answers] == [200, 200, 429]


def test_an_ip_address_is_limited_across_users(
    mira: User, stranger: User, browser_of: Browser, rates: dict[str, str]
) -> None:
    rates["address"] = "2/min"
    assert codes(browser_of(mira), 1) + codes(browser_of(stranger), 2) == [200, 200, 429]
    assert codes(browser_of(mira), 1, REMOTE_ADDR="192.0.2.9") == [200]


def test_anonymous_users_have_lower_limits(db: None, rates: dict[str, str]) -> None:
    rates["anonymous"] = "2/min"
    assert codes(Client(), 3) == [200, 200, 429]


def test_an_ipv6_network_counts_as_one_address(db: None, rates: dict[str, str]) -> None:
    rates["anonymous"] = "2/min"
    addresses = ["2001:db8:1:1::1", "2001:db8:1:1::2", "2001:db8:1:1:ffff::3", "2001:db8:1:2::1"]
    answers = [codes(Client(), 1, REMOTE_ADDR=address)[0] for address in addresses]
    assert answers == [200, 200, 429, 200]


def test_a_forged_forwarding_header_is_ignored(settings: Settings, db: None, rates: dict[str, str]) -> None:
    rates["anonymous"] = "2/min"
    answers = [codes(Client(), 1, headers={"x-forwarded-for": f"192.0.2.{number}"})[0] for number in range(3)]
    assert answers == [200, 200, 429]


def test_behind_a_proxy_the_forwarded_address_counts(settings: Settings, db: None, rates: dict[str, str]) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    rates["anonymous"] = "1/min"
    forwarded = ["192.0.2.1", "spoofed, 192.0.2.1", "192.0.2.2"]
    answers = [codes(Client(), 1, headers={"x-forwarded-for": value})[0] for value in forwarded]
    assert answers == [200, 429, 200]


def test_a_429_says_when_to_retry(db: None, rates: dict[str, str]) -> None:
    rates["anonymous"] = "1/min"
    codes(Client(), 1)
    response = Client().get(ECHO)
    assert (response.status_code, response["Retry-After"]) == (429, "61")
    assert response.json() == default_error(429)


def test_the_limit_resets_after_its_window(db: None, rates: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    rates["anonymous"] = "1/min"
    assert codes(Client(), 2) == [200, 429]
    monkeypatch.setattr("accounts.drf.throttling.window_time", lambda: 1_800_000_060.0)
    assert codes(Client(), 1) == [200]


def test_refused_requests_count_too(db: None, rates: dict[str, str]) -> None:
    rates["anonymous"] = "2/min"
    answers = [Client().get("/api/v1/members/").status_code for _ in range(3)]
    assert answers == [401, 401, 429]


def test_invalid_tokens_are_limited_by_ip_address(db: None, rates: dict[str, str]) -> None:
    rates["bad_token"] = "2/min"
    wrong = {"authorization": "Bearer ast_wrong"}
    assert codes(Client(), 3, headers=wrong) == [401, 401, 429]
    assert codes(Client(), 1, headers=wrong, REMOTE_ADDR="192.0.2.9") == [401]


@pytest.mark.django_db(transaction=True)
def test_of_thirty_parallel_requests_ten_are_answered_where_ten_are_allowed(rates: dict[str, str]) -> None:
    rates["anonymous"] = "10/min"
    answers = at_once(30, lambda _number: Client().get(ECHO).status_code)
    assert Counter(answers) == {200: 10, 429: 20}


@pytest.fixture
def many_groups(db: None) -> None:
    Group.objects.bulk_create([Group(name=f"group {number:03}") for number in range(120)])


@pytest.mark.parametrize(
    ("query", "shown"),
    [("", 25), ("?page_size=7", 7), ("?page_size=100", 100)],
)
def test_the_page_size_is_limited(client: Client, many_groups: None, query: str, shown: int) -> None:
    answer = client.get(f"/api/v1/groups/{query}").json()
    assert (answer["count"], len(answer["results"])) == (120, shown)


@pytest.mark.parametrize("size", ["0", "-1", "101", "1000000000", "9" * 40, "x", ""])
def test_a_page_size_over_the_limit_is_a_400(client: Client, many_groups: None, size: str) -> None:
    response = client.get(f"/api/v1/groups/?page_size={size}")
    assert (response.status_code, list(response.json()["fields"])) == (400, ["page_size"])


@pytest.mark.parametrize("page", ["0", "6", "x", "-1", "9" * 40])
def test_a_page_beyond_the_last_is_a_404(client: Client, many_groups: None, page: str) -> None:
    response = client.get(f"/api/v1/groups/?page={page}")
    assert (response.status_code, response.json()["code"]) == (404, "not_found")
