"""Logging in, and its rate limits, also for parallel attempts and for the admin."""

from collections import Counter
from collections.abc import Callable

import pytest
from django.test import Client
from django.utils.html import escape

from accounts.login.adapter import AccountAdapter
from accounts.models import User
from tests.accounts.people import PASSWORD, at_once

LOGIN = "/accounts/login/"
WRONG, ENOUGH = "username_password_mismatch", "too_many_login_attempts"


def try_password(
    password: str, *, login: str = "mira", address: str = "192.0.2.1", path: str = LOGIN, host: str = "testserver"
) -> str:
    """Return "in" or the error code, read from the page: `response.context` mixes up pages of parallel threads."""
    client = Client(REMOTE_ADDR=address, HTTP_HOST=host)
    response = client.post(path, {"login": login, "password": password})
    if response.status_code == 302:
        return "in"
    page = response.content.decode()
    (code,) = [code for code in (WRONG, ENOUGH) if escape(str(AccountAdapter.error_messages[code])) in page]
    return code


@pytest.mark.parametrize("login", ["mira", "MIRA", "mira@example.org"])
def test_username_in_any_case_or_email_address_logs_in(mira: User, login: str) -> None:
    assert try_password(PASSWORD, login=login) == "in"


def test_a_wrong_password_and_an_unknown_name_give_the_same_error(mira: User) -> None:
    assert [try_password("wrong"), try_password("wrong", login="nobody")] == [WRONG, WRONG]


def test_after_five_failures_even_the_right_password_is_refused(mira: User) -> None:
    assert [try_password("wrong") for _ in range(6)] == [WRONG] * 5 + [ENOUGH]
    assert try_password(PASSWORD) == ENOUGH


def test_the_limit_counts_per_account_across_ip_addresses(mira: User, stranger: User) -> None:
    answers = [try_password("wrong", address=f"192.0.2.{number}") for number in range(7)]
    assert answers == [WRONG] * 5 + [ENOUGH] * 2
    assert try_password(PASSWORD, login="stranger") == "in"


def test_the_limit_per_account_does_not_depend_on_the_host_header(mira: User) -> None:
    tries = [try_password("wrong", address=f"192.0.2.{n}", host=f"testserver:{8000 + n}") for n in range(16)]
    assert tries == [WRONG] * 5 + [ENOUGH] * 11


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_of_twenty_parallel_attempts_five_are_checked(mira: User) -> None:
    answers = at_once(20, lambda number: try_password("wrong", address=f"192.0.2.{number}"))
    assert Counter(answers) == {WRONG: 5, ENOUGH: 15}


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_one_ip_address_trying_many_accounts_is_limited_too(mira: User) -> None:
    answers = at_once(20, lambda number: try_password("wrong", login=f"person{number}"))
    assert Counter(answers) == {WRONG: 10, ENOUGH: 10}


def test_the_admin_uses_the_login_page_of_the_site(client: Client, administrator: User) -> None:
    assert client.get("/admin/")["Location"] == "/admin/login/?next=/admin/"
    posted = client.post("/admin/login/?next=/admin/", {"username": "keeper", "password": PASSWORD})
    assert (posted.status_code, posted["Location"]) == (302, f"{LOGIN}?next=%2Fadmin%2F")
    assert client.get("/admin/").status_code == 302


def test_the_limits_apply_to_administrators(administrator: User) -> None:
    assert [try_password("wrong", login="keeper", path=f"{LOGIN}?next=/admin/") for _ in range(6)] == [WRONG] * 5 + [
        ENOUGH
    ]


def test_a_member_gets_403_in_the_admin_without_a_redirect_loop(
    mira: User, browser_of: Callable[[User], Client]
) -> None:
    response = browser_of(mira).get("/admin/", follow=True)
    assert response.status_code == 403


def test_the_administrator_may_open_the_admin(administrator: User, browser_of: Callable[[User], Client]) -> None:
    assert browser_of(administrator).get("/admin/").status_code == 200


@pytest.mark.parametrize("change", [{"is_ai": True}, {"is_active": False}])
def test_ai_and_deactivated_accounts_can_not_log_in_even_with_the_right_password(
    mira: User, change: dict[str, bool]
) -> None:
    User.objects.filter(pk=mira.pk).update(**change)
    client = Client()
    client.post(LOGIN, {"login": "mira", "password": PASSWORD})
    assert client.get("/api/v1/me/").status_code == 401


def test_a_session_ends_when_the_account_is_deactivated(mira: User, browser_of: Callable[[User], Client]) -> None:
    client = browser_of(mira)
    assert client.get("/api/v1/me/").status_code == 200
    User.objects.filter(pk=mira.pk).update(is_active=False)
    assert client.get("/api/v1/me/").status_code == 401


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example/", "javascript:alert(1)"])
def test_log_in_never_redirects_to_another_site(client: Client, mira: User, elsewhere: str) -> None:
    response = client.post(LOGIN, {"login": "mira", "password": PASSWORD, "next": elsewhere})
    assert response["Location"] == "/"


def test_logging_out_requires_post(mira: User, browser_of: Callable[[User], Client]) -> None:
    client = browser_of(mira)
    client.get("/accounts/logout/")
    assert client.get("/api/v1/me/").status_code == 200
    client.post("/accounts/logout/")
    assert client.get("/api/v1/me/").status_code == 401
