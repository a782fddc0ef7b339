"""CORS: pages of other origins read anonymously or with a token, never with the visitor's cookies."""

import pytest
from django.test import Client

from accounts.models import User
from accounts.services.tokens import create_token

pytestmark = pytest.mark.django_db
ELSEWHERE = {"origin": "https://club.example"}


def test_any_origin_may_read_public_data() -> None:
    answer = Client().get("/api/v1/variants/", headers=ELSEWHERE)
    assert (answer.status_code, answer.headers["Access-Control-Allow-Origin"]) == (200, "*")
    assert "ETag" in answer.headers["Access-Control-Expose-Headers"]


def test_no_other_origin_may_read_with_cookies(mira: User) -> None:
    browser = Client()
    browser.force_login(mira)
    answers = [
        browser.get("/api/v1/me/", headers=ELSEWHERE),
        browser.options("/api/v1/me/", headers={**ELSEWHERE, "access-control-request-method": "GET"}),
    ]
    # The server answers the cookie, but without allowing credentials: the browser withholds the response from the page.
    assert [answer.headers["Access-Control-Allow-Origin"] for answer in answers] == ["*", "*"]
    assert not any("Access-Control-Allow-Credentials" in answer.headers for answer in answers)


def test_a_preflight_allows_tokens_and_json(mira: User) -> None:
    asked = {**ELSEWHERE, "access-control-request-method": "PATCH"}
    answer = Client().options("/api/v1/me/", headers=asked)
    allowed = answer.headers["Access-Control-Allow-Headers"].split(", ")
    assert (answer.status_code, {"Authorization", "Content-Type"} <= set(allowed)) == (204, True)
    _token, secret = create_token(user=mira, name="page", scopes=["read"], days=1)
    answer = Client().get("/api/v1/me/", headers={**ELSEWHERE, "authorization": f"Bearer {secret}"})
    assert (answer.json()["username"], answer.headers["Access-Control-Allow-Origin"]) == ("mira", "*")


def test_api_errors_are_readable_and_pages_are_not() -> None:
    assert Client().get("/api/v1/nothing/", headers=ELSEWHERE).headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Origin" not in Client().get("/", headers=ELSEWHERE).headers


def test_options_lists_the_allowed_methods() -> None:
    answer = Client().options("/api/v1/variants/")
    assert (answer.status_code, answer.headers["Allow"], answer.content) == (204, "GET, HEAD, OPTIONS", b"")


def test_a_304_has_the_server_time_and_rate_limit_headers_too() -> None:
    first = Client().get("/api/v1/games/")
    again = Client().get("/api/v1/games/", headers={"if-none-match": first.headers["ETag"]})
    assert again.status_code == 304
    assert {"Server-Time", "RateLimit-Remaining", "ETag"} <= set(again.headers)
