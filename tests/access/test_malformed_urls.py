"""Malformed URLs, queries, headers and files are refused at once, never with a 500."""

import json
from collections.abc import Iterator
from urllib.parse import quote

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client

from tests.access.endpoints import all_endpoints, ask, body_of, operation_of
from tests.access.scene import IMPORTED, Scene, form_of
from tests.access.sweeping import some_of, undone
from tests.access.test_malformed_input import FIFTY_THOUSAND_DEEP, HUGE
from tests.access.test_matrix import PROBES

# PostgreSQL refuses more than SQLite: NUL in text, integers beyond a column.
pytestmark = [pytest.mark.slow, pytest.mark.once(on="postgresql"), pytest.mark.timeout(900)]

# Invalid names and query values: NUL, a lone surrogate, very long text, path traversal.
NAMES = ("a\x00b", "\ud800", "x" * 5000, "..", "\u202e")
VALUES = (str(HUGE), "-1", "9" * 5000, *NAMES)


def encoded(text: str) -> str:
    return quote(text.encode("utf-8", "surrogatepass"), safe="")


def test_no_malformed_name_in_a_url_causes_a_500(scene: Scene) -> None:
    texts = [name for name, value in scene.places.items() if isinstance(value, str)]
    for endpoint in all_endpoints():
        if endpoint.is_stream or endpoint.method not in ("GET", "POST"):
            continue
        for name in ("a\x00b", *some_of(NAMES[1:], endpoint)):
            address = endpoint.address(scene.places | dict.fromkeys(texts, encoded(name)))
            if encoded(name) not in address:
                continue
            client = scene.client("owner", address)
            body = body_of(endpoint) if endpoint.is_api else form_of(scene)
            answer = undone(lambda who=client, what=endpoint, where=address, sent=body: ask(who, what, where, sent))
            assert answer.status_code < 500, (endpoint, name[:9], answer.status_code)


def query_names() -> set[str]:
    """Return every query parameter of the API, and those that only pages have."""
    operations = [operation_of(one) for one in all_endpoints() if one.is_api and not one.is_stream]
    known = [it["name"] for operation in operations for it in operation.get("parameters", []) if it["in"] == "query"]
    return {*known, "page", "next", "q", "from", "to", "day", "ply", "turn", "opponent", "code", "words", "lang"}


def test_no_malformed_query_causes_a_500(scene: Scene) -> None:
    names = sorted(query_names())
    for endpoint in all_endpoints():
        if endpoint.is_api or endpoint.method != "GET" or endpoint.route in ("/accounts/logout/", *PROBES):
            continue
        address = endpoint.address(scene.places).partition("?")[0]
        client = scene.client("owner", address)
        for value in some_of(VALUES, endpoint):
            query = "&".join(f"{name}={encoded(value)}" for name in names)
            answer = undone(lambda who=client, where=f"{address}?{query}": who.get(where))
            assert answer.status_code < 500, (endpoint, value[:9])


@pytest.mark.parametrize("name", ["authorization", "cookie", "accept-language", "if-none-match", "accept", "origin"])
def test_no_malformed_header_causes_a_500(scene: Scene, name: str) -> None:
    texts = ("\x00", "é" * 2000, "\udc80", "Bearer ast_\x00", "sessionid=\x00; csrftoken=" + "x" * 4000, "9" * 5000)
    for address in ("/", "/games/", "/api/v1/games/", "/api/v1/me/", f"/api/v1/games/{scene.places['game_id']}/"):
        for text in texts:
            # As a server passes headers on: any bytes, one character each.
            header = text.encode("utf-8", "surrogateescape").decode("latin-1")
            answer = undone(lambda where=address, value=header: Client().get(where, headers={name: value}))
            assert answer.status_code < 500, (address, text)


def malformed_game_files() -> Iterator[bytes]:
    """Yield files that are JSON but not a valid game, each with one fault."""
    for field in IMPORTED:
        for value in (5, HUGE, -1.5, True, None, "a\x00b", "\ud800", [], [5], {}, {"a": 1}, [[]], "x" * 4000):
            yield json.dumps(IMPORTED | {field: value}).encode()
    for name in ("a\x00b", "\ud800", "", 5, None, "x" * 4000):
        yield json.dumps(IMPORTED | {"players": [{"name": name}, {"name": "Pavel"}]}).encode()
        yield json.dumps(IMPORTED | {"record": [name]}).encode()
    yield from (FIFTY_THOUSAND_DEEP, b"\xff\xfe", b"", b"9" * 100_000, b"[" * 400_000)


def test_a_malformed_game_file_is_refused_and_breaks_no_later_page(scene: Scene) -> None:
    client = scene.client("owner")
    for record in malformed_game_files():
        saved = transaction.savepoint()
        file = SimpleUploadedFile("game.json", record, content_type="application/json")
        answer = undone(lambda sent=file: client.post("/my/imports/", {"record": sent}))
        assert answer.status_code in (200, 302, 400, 422), (record[:300], answer.status_code)
        program = client.post("/api/v1/imports/", record, content_type="application/json")
        assert program.status_code in (200, 201, 400, 413, 422), (record[:300], program.status_code)
        assert client.get("/my/imports/").status_code == 200, record[:300]
        transaction.savepoint_rollback(saved)
