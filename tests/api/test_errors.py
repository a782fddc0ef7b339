"""One error shape for every error."""

import json
from collections.abc import Callable
from io import BytesIO

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.drf.errors import INVALID_FIELDS, default_error
from accounts.drf.parsers import BodyTooLarge, StrictJSONParser
from accounts.models import User
from tests.api.sample import RAISED

Browser = Callable[[User], Client]
pytestmark = pytest.mark.usefixtures("sample", "db")

SHAPES = {
    "invalid": (400, {"code": "invalid", "message": "Enter it again.", "fields": {"name": ["Too long."]}}),
    "forbidden": (403, {"code": "not_yours", "message": "Ask the owner."}),
    "not-found": (404, {"code": "not_found", "message": "Look elsewhere."}),
    "conflict": (409, {"code": "stale", "message": "Reload.", "state": {"ply": 4}}),
    "unprocessable": (422, {"code": "unprocessable", "message": "Not by the rules."}),
    "too-many": (429, {"code": "throttled", "message": "Wait."}),
    "http404": (404, default_error(404)),
    "permission": (403, default_error(403)),
    "model": (400, {"code": "invalid", "message": str(INVALID_FIELDS), "fields": {"name": ["Taken."]}}),
    "bug": (500, default_error(500)),
}


def post(client: Client, body: str | bytes, content_type: str = "application/json") -> tuple[int, dict[str, object]]:
    response = client.post("/api/v1/echo/", body, content_type=content_type)
    return response.status_code, response.json()


def test_every_kind_of_error_is_tested() -> None:
    assert list(SHAPES) == list(RAISED)


@pytest.mark.parametrize("name", SHAPES)
def test_errors_raised_by_services_and_views_have_the_shape(name: str) -> None:
    client = Client(raise_request_exception=False)
    response = client.get(f"/api/v1/raises/{name}/")
    assert (response.status_code, response.json()) == SHAPES[name]


def test_a_429_says_when_to_retry(client: Client) -> None:
    assert client.get("/api/v1/raises/too-many/")["Retry-After"] == "7"


def test_an_internal_error_is_logged_with_its_cause(caplog: pytest.LogCaptureFixture) -> None:
    Client(raise_request_exception=False).get("/api/v1/raises/bug/")
    causes = [record.exc_info[0] for record in caplog.records if record.name == "asterism.api" and record.exc_info]
    assert causes == [ZeroDivisionError]


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("get", "/api/v1/nothing/", 404, "not_found"),
        ("get", "/api/", 404, "not_found"),
        ("post", "/api/v1/me", 404, "not_found"),
        ("get", "/api/v2/games/", 404, "not_found"),
        ("put", "/api/v1/echo/", 401, "not_authenticated"),
        ("post", "/api/v1/people/mira/", 401, "not_authenticated"),
        ("get", "/api/v1/breaks/", 503, "unavailable"),
        ("get", "/api/v1/echo/?q=%00", 400, "bad_request"),
        ("get", "/api/v1/people/a%00b/", 400, "bad_request"),
    ],
)
def test_errors_before_a_view_have_the_shape_too(
    client: Client, method: str, path: str, status: int, code: str
) -> None:
    response = getattr(client, method)(path)
    body = response.json()
    assert (response.status_code, body["code"], sorted(body)) == (status, code, ["code", "message"])


def test_a_wrong_method_is_405_for_users_who_may_write(mira: User, browser_of: Browser) -> None:
    response = browser_of(mira).put("/api/v1/echo/")
    assert (response.status_code, response.json()["code"]) == (405, "method_not_allowed")


def test_post_to_an_unknown_url_is_a_404_without_a_csrf_token() -> None:
    response = Client(enforce_csrf_checks=True).post("/api/v1/nothing/")
    assert (response.status_code, response.json()["code"]) == (404, "not_found")


def test_an_unknown_host_gets_the_shape(client: Client) -> None:
    response = client.get("/api/v1/echo/", headers={"host": "evil.example"})
    assert (response.status_code, response.json()["code"]) == (400, "bad_request")


@pytest.mark.parametrize(
    "body",
    ["[" * 50_000, '{"a":' * 50_000, "[" * 50_000 + "]" * 50_000, "[" * 40 + "]" * 40],
    ids=["open lists", "open objects", "closed lists", "forty deep"],
)
def test_json_nested_too_deeply_is_a_400(mira: User, browser_of: Browser, body: str) -> None:
    status, answer = post(browser_of(mira), body)
    assert (status, answer["code"], sorted(answer)) == (400, "parse_error", ["code", "message"])


@pytest.mark.parametrize(
    "body",
    ["{", "nonsense", '{"a": NaN}', '{"a": Infinity}', "1" * 5000, b"\xff\xfe", b'{"a": "\xed\xa0\x80"}'],
)
def test_unreadable_json_is_a_400(mira: User, browser_of: Browser, body: str | bytes) -> None:
    status, answer = post(browser_of(mira), body)
    assert (status, answer["code"], sorted(answer)) == (400, "parse_error", ["code", "message"])


@pytest.mark.parametrize("text", ["a\x00b", "\ud800", "x\udfff"])
@pytest.mark.parametrize("place", ["value", "key", "deep"])
def test_text_that_no_database_stores_is_a_400(mira: User, browser_of: Browser, text: str, place: str) -> None:
    body = {"value": {"a": text}, "key": {text: 1}, "deep": [[{"a": [text]}]]}[place]
    status, answer = post(browser_of(mira), json.dumps(body))
    assert (status, answer["code"]) == (400, "parse_error")


@pytest.mark.parametrize("number", ["9223372036854775808", "-1000000000000000001", "1e400", "-1e19"])
def test_a_number_that_no_database_stores_is_a_400(mira: User, browser_of: Browser, number: str) -> None:
    status, answer = post(browser_of(mira), f'{{"a": [{number}]}}')
    assert (status, answer["code"], sorted(answer)) == (400, "parse_error", ["code", "message"])


def test_ordinary_unicode_text_is_accepted(mira: User, browser_of: Browser) -> None:
    body = {"name": "Ж 🌟 \u202e", "list": [1, 2.5, None, True]}
    assert post(browser_of(mira), json.dumps(body)) == (201, {"got": body})


def test_a_body_over_the_limit_is_a_413(settings: Settings, mira: User, browser_of: Browser) -> None:
    settings.API_MAX_BODY_BYTES = 100
    status, answer = post(browser_of(mira), json.dumps({"a": "x" * 200}))
    assert (status, answer["code"]) == (413, "too_large")


def test_a_body_longer_than_its_content_length_is_not_read_to_its_end(settings: Settings) -> None:
    settings.API_MAX_BODY_BYTES = 100
    stream = BytesIO(b" " * 10_000)
    with pytest.raises(BodyTooLarge):
        StrictJSONParser().parse(stream)
    assert stream.tell() == 101


def test_a_form_is_refused(mira: User, browser_of: Browser) -> None:
    assert post(browser_of(mira), "a=1", "application/x-www-form-urlencoded") == (415, default_error(415))


def test_field_errors_name_the_field(mira: User, browser_of: Browser) -> None:
    body = {"name": "", "scopes": ["rule"], "days": 0}
    response = browser_of(mira).post("/api/v1/tokens/", body, content_type="application/json")
    assert (response.status_code, sorted(response.json()["fields"])) == (400, ["days", "name", "scopes"])


@pytest.mark.parametrize("body", ["[]", '"text"', "7", "null"])
def test_json_other_than_an_object_is_a_400_where_an_object_is_expected(
    mira: User, browser_of: Browser, body: str
) -> None:
    response = browser_of(mira).post("/api/v1/tokens/", body, content_type="application/json")
    assert (response.status_code, response.json()["code"]) == (400, "invalid")


def test_a_browser_without_the_csrf_token_is_refused(mira: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(mira)
    response = client.post("/api/v1/echo/", "{}", content_type="application/json")
    assert (response.status_code, response.json()["code"]) == (403, "permission_denied")


@pytest.mark.urls("config.urls")
@pytest.mark.parametrize("method", ["get", "post"])
def test_a_missing_trailing_slash_is_named_in_the_error(client: Client, method: str) -> None:
    answer = getattr(client, method)("/api/v1/games?player=mira")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert "/api/v1/games/" in answer.json()["message"]
    assert getattr(client, method)("/api/v1/nothing").json() == default_error(404)


@pytest.mark.urls("config.urls")
def test_an_unknown_page_is_a_404_and_an_unknown_format_a_400(client: Client) -> None:
    beyond = client.get("/api/v1/games/?page=9")
    assert (beyond.status_code, beyond.json()["code"]) == (404, "not_found")
    unknown = client.get("/api/v1/tournaments/1/standings/?format=xml")
    assert (unknown.status_code, list(unknown.json()["fields"])) == (400, ["format"])
    assert "json, csv" in unknown.json()["fields"]["format"][0]
