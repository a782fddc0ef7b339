"""Pages of other origins: they read as nobody, or by a token; never as the visitor."""

import pytest
from django.test import Client

from accounts.models import User
from accounts.services.tokens import create_token

pytestmark = pytest.mark.django_db
ELSEWHERE = {"origin": "https://club.example"}


def test_any_page_may_read_what_anybody_may() -> None:
    answer = Client().get("/api/v1/variants/", headers=ELSEWHERE)
    assert (answer.status_code, answer.headers["Access-Control-Allow-Origin"]) == (200, "*")
    assert "ETag" in answer.headers["Access-Control-Expose-Headers"]


def test_no_page_may_read_with_the_visitors_cookies(mira: User) -> None:
    browser = Client()
    browser.force_login(mira)
    answers = [
        browser.get("/api/v1/me/", headers=ELSEWHERE),
        browser.options("/api/v1/me/", headers={**ELSEWHERE, "access-control-request-method": "GET"}),
    ]
    # Recognised by cookies, and marked for nobody who sent them: the browser keeps the answer from the page.
    assert [answer.headers["Access-Control-Allow-Origin"] for answer in answers] == ["*", "*"]
    assert not any("Access-Control-Allow-Credentials" in answer.headers for answer in answers)


def test_a_browser_that_asks_beforehand_may_send_a_token_and_json(mira: User) -> None:
    asked = {**ELSEWHERE, "access-control-request-method": "PATCH"}
    answer = Client().options("/api/v1/me/", headers=asked)
    allowed = answer.headers["Access-Control-Allow-Headers"].split(", ")
    assert (answer.status_code, {"Authorization", "Content-Type"} <= set(allowed)) == (204, True)
    _token, secret = create_token(user=mira, name="page", scopes=["read"], days=1)
    answer = Client().get("/api/v1/me/", headers={**ELSEWHERE, "authorization": f"Bearer {secret}"})
    assert (answer.json()["username"], answer.headers["Access-Control-Allow-Origin"]) == ("mira", "*")


def test_errors_can_be_read_and_pages_cannot() -> None:
    assert Client().get("/api/v1/nothing/", headers=ELSEWHERE).headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Origin" not in Client().get("/", headers=ELSEWHERE).headers


def test_options_tells_what_may_be_done() -> None:
    answer = Client().options("/api/v1/variants/")
    assert (answer.status_code, answer.headers["Allow"], answer.content) == (204, "GET, HEAD, OPTIONS", b"")


def test_the_servers_time_and_the_limit_are_told_with_what_has_not_changed_too() -> None:
    first = Client().get("/api/v1/games/")
    again = Client().get("/api/v1/games/", headers={"if-none-match": first.headers["ETag"]})
    assert again.status_code == 304
    assert {"Server-Time", "RateLimit-Remaining", "ETag"} <= set(again.headers)
