"""Which responses are compressed, and which never are."""

import gzip
import re

import pytest
from django.test import Client

from accounts.models import User
from tests.games.playing import make_people, start

ACCEPTING = {"host": "localhost", "accept-encoding": "gzip, br"}

pytestmark = pytest.mark.django_db


def without_secrets(page: str) -> str:
    """Remove the CSRF token and the nonce, which differ in every response."""
    return re.sub(r'(csrfmiddlewaretoken" value|nonce)="[^"]*"', "", page)


def test_a_page_is_compressed_for_clients_that_accept_it() -> None:
    plain = Client(headers={"host": "localhost"}).get("/")
    small = Client(headers=ACCEPTING).get("/")
    assert small["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in small["Vary"]
    assert len(small.content) < len(plain.content) / 2
    assert without_secrets(gzip.decompress(small.content).decode()) == without_secrets(plain.content.decode())


def test_an_api_response_keeps_its_etag_when_compressed() -> None:
    client = Client(headers=ACCEPTING)
    answer = client.get("/api/v1/variants/")
    assert answer["Content-Encoding"] == "gzip"
    assert client.get("/api/v1/variants/", headers={"if-none-match": answer["ETag"]}).status_code == 304


def test_an_event_stream_is_not_compressed() -> None:
    game = start("nonaga", make_people("ada", "ben"))
    client = Client(headers=ACCEPTING)
    client.force_login(User.objects.get(username="ada"))
    answer = client.get(f"/api/v1/games/{game.pk}/events/")
    assert answer.streaming
    assert "Content-Encoding" not in answer.headers
    answer.close()
