"""Access to the API: a session may do all its user may, a token what its scopes allow, anonymous users only read."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.drf.errors import default_error
from accounts.models import ApiToken, User

Browser = Callable[[User], Client]
Program = Callable[..., Client]
pytestmark = pytest.mark.usefixtures("sample")


def statuses(client: Client) -> dict[str, int]:
    """Return the status of each request to the sample API."""
    calls = [("get", "echo"), ("post", "echo"), ("get", "members"), ("post", "members"), ("post", "browsers")]
    answers = [
        getattr(client, method)(f"/api/v1/{path}/", "{}", content_type="application/json")
        if method == "post"
        else client.get(f"/api/v1/{path}/")
        for method, path in calls
    ]
    return {f"{method} {path}": answer.status_code for (method, path), answer in zip(calls, answers, strict=True)}


def test_anonymous_users_read_what_is_public_and_nothing_else(client: Client, db: None) -> None:
    assert statuses(client) == {
        "get echo": 200,
        "post echo": 401,
        "get members": 401,
        "post members": 401,
        "post browsers": 401,
    }
    response = client.get("/api/v1/members/")
    assert (response.json(), response["WWW-Authenticate"]) == (default_error(401), "Bearer")


def test_a_session_may_do_everything(mira: User, browser_of: Browser) -> None:
    assert list(statuses(browser_of(mira)).values()) == [200, 201, 200, 204, 204]


@pytest.mark.parametrize(
    ("scopes", "expected"),
    [
        ((), [200, 403, 200, 403, 403]),
        (("play",), [200, 201, 200, 403, 403]),
        (("organise",), [200, 403, 200, 204, 403]),
        (("read", "play", "organise"), [200, 201, 200, 204, 403]),
    ],
)
def test_a_token_may_do_what_its_scopes_allow(
    mira: User, program_of: Program, scopes: tuple[str, ...], expected: list[int]
) -> None:
    assert list(statuses(program_of(mira, *scopes)).values()) == expected


def test_a_missing_scope_is_named(mira: User, program_of: Program) -> None:
    response = program_of(mira).post("/api/v1/echo/", "{}", content_type="application/json")
    assert response.json()["code"] == "missing_scope"
    assert "“play”" in response.json()["message"]


def test_a_token_acts_for_its_owner(mira: User, stranger: User, program_of: Program) -> None:
    assert program_of(mira).get("/api/v1/members/").json() == {"who": "mira"}
    assert program_of(stranger).get("/api/v1/members/").json() == {"who": "stranger"}


def test_a_token_needs_no_csrf_token(mira: User, program_of: Program) -> None:
    client = program_of(mira, "play")
    client.handler.enforce_csrf_checks = True
    assert client.post("/api/v1/echo/", "{}", content_type="application/json").status_code == 201


@pytest.mark.parametrize("secret", ["ast_wrong", "", "ast_ä", "x" * 5000, "ast_a b"])
def test_a_wrong_token_is_an_error_even_where_reading_is_public(db: None, secret: str) -> None:
    client = Client(headers={"authorization": f"Bearer {secret}"})
    response = client.get("/api/v1/echo/")
    assert (response.status_code, response.json()["code"]) == (401, "authentication_failed")


def test_a_wrong_token_is_not_rescued_by_a_session(mira: User, browser_of: Browser) -> None:
    response = browser_of(mira).get("/api/v1/members/", headers={"authorization": "Bearer ast_wrong"})
    assert response.status_code == 401


def test_an_expired_and_a_revoked_token_are_refused(mira: User, program_of: Program) -> None:
    program = program_of(mira)
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        assert program.get("/api/v1/members/").status_code == 401
    assert program.get("/api/v1/members/").status_code == 200
    ApiToken.objects.update(revoked_at=timezone.now())
    assert program.get("/api/v1/members/").status_code == 401


def test_using_a_token_is_noted(mira: User, program_of: Program) -> None:
    program = program_of(mira)
    assert ApiToken.objects.get().last_used_at is None
    program.get("/api/v1/members/")
    used_at = ApiToken.objects.get().last_used_at
    assert used_at is not None
    assert timezone.now() - used_at < timedelta(minutes=1)


def test_a_view_that_says_nothing_of_writing_allows_none(mira: User, browser_of: Browser) -> None:
    assert browser_of(mira).post("/api/v1/unguarded/").status_code == 403
