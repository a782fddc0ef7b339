"""The root of the API lists entry points, and every one of them exists."""

import re

import pytest
from django.test import Client
from django.urls import resolve

from config.urls import API_DOORS

pytestmark = pytest.mark.django_db


def test_the_root_lists_the_main_urls(client: Client) -> None:
    answer = client.get("/api/v1/", headers={"host": "localhost"})
    body = answer.json()
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")
    assert body["documentation"] == "http://localhost/api/docs/"
    assert body["schema"] == "http://localhost/api/schema/"
    assert body["addresses"]["clubs"] == "http://localhost/api/v1/clubs/"
    assert body["addresses"]["person"] == "http://localhost/api/v1/people/{username}/"
    assert list(body["addresses"]) == list(API_DOORS)


@pytest.mark.parametrize("door", API_DOORS.values())
def test_every_listed_url_exists(door: str) -> None:
    path = re.sub(r"\{\w+\}", "1", door).partition("?")[0]
    assert resolve(f"/api/v1/{path}").namespace.endswith("-api")


def test_the_root_is_read_only(client: Client) -> None:
    assert client.post("/api/v1/").status_code == 401


def test_an_invalid_token_is_refused_at_the_root_too(client: Client) -> None:
    assert client.get("/api/v1/", headers={"authorization": "Bearer ast_nothing"}).status_code == 401
