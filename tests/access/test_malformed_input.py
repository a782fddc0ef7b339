"""Bodies too large or too deep, numbers beyond every column, text that no database stores: refused, never a 500."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from games.streams import sse
from tests.access.endpoints import Endpoint, all_endpoints, ask, body_of, fields_of, operation_of
from tests.access.scene import Scene, form_of
from tests.access.sweeping import some_of, undone

REFUSALS = (400, 404, 413, 429)
HUGE = 2**63
THREE_MEGABYTES = b'{"text": "' + b"x" * 3_000_000 + b'"}'
FIFTY_THOUSAND_DEEP = b"[" * 50_000 + b"]" * 50_000
FORM_TYPE = "application/x-www-form-urlencoded"
NOT_TO_BE_KEPT = ("a\x00b", "\ud800")
# Numbers of five million digits in ten characters, and both ends of the calendar.
HUGE_NUMBERS = ("1e5000000", "1e-5000000", "1/1e5000000", "Infinity", "NaN")
EXTREME_MOMENTS = ("9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z", "9999-12-31", "0001-01-01")
EXTREMES = (*HUGE_NUMBERS, *EXTREME_MOMENTS)
CHOICES = ("username", "role", "answer", "attempt", "kind", "result", "venue", "variant", "starts_at", "deadline")
QUERY_VALUES = ("10" * 40, "-1", "%ED%A0%80", "%F0%9F%8C%9F", *EXTREMES)

# PostgreSQL refuses more than SQLite: NUL in text, integers beyond a column.
pytestmark = [pytest.mark.slow, pytest.mark.once(on="postgresql"), pytest.mark.timeout(900)]


def writing() -> list[Endpoint]:
    """Return the endpoints that take a body."""
    return [one for one in all_endpoints() if one.is_api and "requestBody" in operation_of(one)]


def send(client: Client, endpoint: Endpoint, address: str, body: bytes) -> Any:
    return undone(lambda: client.generic(endpoint.method, address, body, content_type="application/json"))


def swapped(value: Any, old: type, new: Any) -> Iterator[Any]:
    """Yield the value with one leaf of a type replaced, one leaf at a time."""
    if type(value) is old:
        yield new
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from ({**value, key: other} for other in swapped(inner, old, new))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from ([*value[:place], other, *value[place + 1 :]] for other in swapped(inner, old, new))


def test_a_body_too_large_or_too_deep_is_refused_everywhere(scene: Scene) -> None:
    for endpoint in all_endpoints():
        if endpoint.is_api and endpoint.method != "GET":
            address = endpoint.address(scene.places)
            client = scene.client("owner", address)
            assert send(client, endpoint, address, THREE_MEGABYTES).status_code == 413, endpoint
            if "requestBody" in operation_of(endpoint):
                assert send(client, endpoint, address, FIFTY_THOUSAND_DEEP).status_code in (400, 404), endpoint


def test_text_that_no_database_stores_is_refused_everywhere(scene: Scene) -> None:
    for endpoint in writing():
        address = endpoint.address(scene.places)
        client = scene.client("owner", address)
        for text in NOT_TO_BE_KEPT:
            for body in swapped(body_of(endpoint), str, text):
                answer = send(client, endpoint, address, json.dumps(body).encode())
                assert answer.status_code in (400, 404), (endpoint, body)


def test_a_number_beyond_every_column_causes_no_500(scene: Scene) -> None:
    """In a body, in a URL and in a query: a number that fits no column is refused or not found."""
    for endpoint in writing():
        address = endpoint.address(scene.places)
        client = scene.client("owner", address)
        for number in some_of((HUGE, -HUGE), endpoint):
            for body in swapped(body_of(endpoint), int, number):
                answer = send(client, endpoint, address, json.dumps(body).encode())
                assert answer.status_code in (*REFUSALS, 403, 409, 422), (endpoint, body, answer.content)


def with_value(body: Any, path: tuple[str, ...], value: Any) -> Any:
    """Return the body with one field set; `[]` in a path is the first item of a list."""
    if not path:
        return value
    if path[0] == "[]":
        return [with_value(None, path[1:], value)]
    inner = body if isinstance(body, dict) else {}
    return {**inner, path[0]: with_value(inner.get(path[0]), path[1:], value)}


def test_a_huge_number_in_any_declared_field_costs_no_cpu_time(scene: Scene) -> None:
    """Also in fields that the example lacks: everything that the schema declares can be sent."""
    for endpoint in writing():
        address = endpoint.address(scene.places)
        client = scene.client("owner", address)
        for path, _schema in fields_of(endpoint):
            # The first is the one that would hang; of the others each field gets one.
            for number in (HUGE_NUMBERS[0], *some_of(HUGE_NUMBERS[1:], endpoint, path)):
                body = with_value(body_of(endpoint), path, number)
                answer = send(client, endpoint, address, json.dumps(body).encode())
                assert answer.status_code < 500, (endpoint, path, number, answer.content)


def test_a_moment_at_the_end_of_the_calendar_is_refused(scene: Scene) -> None:
    """Adding a duration to such a date later would overflow in every sweep."""
    moments = 0
    for endpoint in writing():
        address = endpoint.address(scene.places)
        client = scene.client("owner", address)
        for path, schema in fields_of(endpoint):
            if schema.get("format") not in ("date", "date-time"):
                continue
            for moment in EXTREME_MOMENTS:
                # A single-field change is sent alone, or it would be refused for another field.
                body = with_value({} if endpoint.method == "PATCH" else body_of(endpoint), path, moment)
                answer = send(client, endpoint, address, json.dumps(body).encode())
                assert answer.status_code in REFUSALS, (endpoint, path, moment, answer.content)
                moments += 1
    assert moments


def test_a_url_with_a_number_beyond_every_column_is_not_found(scene: Scene) -> None:
    numbers = {name: HUGE for name, value in scene.places.items() if isinstance(value, int)}
    for endpoint in all_endpoints():
        address = endpoint.address({**scene.places, **numbers})
        if str(HUGE) in address and (endpoint.is_api or endpoint.method in ("GET", "POST")):
            cache.clear()
            body = body_of(endpoint) if endpoint.is_api else form_of(scene)
            answer = ask(scene.client("owner", address), endpoint, address, body)
            assert answer.status_code in (400, 403, 404, 405), (endpoint, answer.status_code)


def test_no_extreme_query_value_causes_a_500(scene: Scene) -> None:
    """Every parameter that the schema names, with extreme numbers and texts."""
    for endpoint in all_endpoints():
        if not endpoint.is_api or endpoint.method != "GET" or endpoint.is_stream:
            continue
        address = endpoint.address(scene.places)
        client = scene.client("owner", address)
        for parameter in operation_of(endpoint).get("parameters", []):
            if parameter["in"] == "query":
                for value in (str(HUGE), "%00", *some_of(QUERY_VALUES, endpoint, parameter["name"])):
                    joint = "&" if "?" in address else "?"
                    answer = send(client, endpoint, f"{address}{joint}{parameter['name']}={value}", b"")
                    assert answer.status_code in (200, 400, 404), (endpoint, parameter["name"], value)


def test_a_page_size_of_a_thousand_million_is_refused(scene: Scene) -> None:
    lists = [
        one
        for one in all_endpoints()
        if one.is_api and any(it["name"] == "page_size" for it in operation_of(one).get("parameters", []))
    ]
    assert len(lists) > 5
    for endpoint in lists:
        address = endpoint.address(scene.places)
        asked = f"{address}{'&' if '?' in address else '?'}page_size={10**9}"
        answer = send(scene.client("owner", address), endpoint, asked, b"")
        assert (answer.status_code, answer.json()["fields"].keys()) == (400, {"page_size"}), endpoint


def test_streams_beyond_the_limit_per_user_are_refused_everywhere(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With as many open as a user may have, at each endpoint; parallel ones are in tests/games/test_stream.py."""
    monkeypatch.setattr(sse, "MAX_STREAMS_PER_USER", 0)
    streams = [one for one in all_endpoints() if one.is_stream]
    assert len(streams) == 3
    for endpoint in streams:
        address = endpoint.address(scene.places)
        answer = ask(scene.client("owner", address), endpoint, address, None)
        assert (answer.status_code, answer["Retry-After"]) == (429, "30"), endpoint


def test_forms_refuse_text_that_no_database_stores(scene: Scene) -> None:
    """NUL in any field of any form."""
    form = {name: "a\x00b" if isinstance(value, str) else value for name, value in form_of(scene).items()}
    for endpoint in all_endpoints():
        if not endpoint.is_api and endpoint.method == "POST" and endpoint.route != "/api/":
            cache.clear()
            address = endpoint.address(scene.places)
            client = scene.client("owner", address)
            assert ask(client, endpoint, address, form).status_code in (400, 405), endpoint


def malformed_forms(whole: dict[str, Any], endpoint: Endpoint) -> Iterator[dict[str, Any]]:
    """Yield forms that no page would send: one value for every field, or an unknown choice in one field."""
    for value in ("", HUGE_NUMBERS[0], *some_of(("-1", "9" * 20, *EXTREMES[1:]), endpoint)):
        yield dict.fromkeys(whole, value)
    for name in CHOICES:
        yield {**whole, name: "emperor"}


def test_no_form_causes_a_500_for_an_unknown_choice(scene: Scene) -> None:
    buttons = [one for one in all_endpoints() if "/do/" in one.route and one.method == "POST"]
    assert len(buttons) > 40
    for endpoint in buttons:
        address = endpoint.address(scene.places)
        client = scene.client("owner", address)
        for form in malformed_forms(form_of(scene), endpoint):
            answer = undone(lambda who=client, what=endpoint, where=address, sent=form: ask(who, what, where, sent))
            assert answer.status_code < 500, (endpoint, form)


def test_a_form_of_three_megabytes_is_refused_everywhere(scene: Scene) -> None:
    """As a browser sends it: with the cookie that makes the site look for the CSRF token in the form."""
    form = b"about=" + b"x" * 3_000_000
    for endpoint in all_endpoints():
        if endpoint.is_api or endpoint.method != "POST" or endpoint.route == "/notices/unsubscribe/<token>/":
            continue
        address = endpoint.address(scene.places)
        client = scene.client("owner", address)
        client.handler.enforce_csrf_checks = True
        client.cookies["csrftoken"] = "x" * 32
        answer = undone(lambda who=client, where=address: who.post(where, form, content_type=FORM_TYPE))
        assert answer.status_code in (400, 405, 413), (endpoint, answer.status_code)
