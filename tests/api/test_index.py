"""The root of the API says where to begin, and nothing it names leads nowhere."""

import re

import pytest
from django.test import Client
from django.urls import resolve

from config.urls import API_DOORS

pytestmark = pytest.mark.django_db


def test_the_root_names_the_main_addresses_of_this_site(client: Client) -> None:
    answer = client.get("/api/v1/", headers={"host": "localhost"})
    told = answer.json()
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")
    assert told["documentation"] == "http://localhost/api/docs/"
    assert told["schema"] == "http://localhost/api/schema/"
    assert told["addresses"]["clubs"] == "http://localhost/api/v1/clubs/"
    assert told["addresses"]["person"] == "http://localhost/api/v1/people/{username}/"
    assert list(told["addresses"]) == list(API_DOORS)


@pytest.mark.parametrize("door", API_DOORS.values())
def test_every_address_leads_somewhere(door: str) -> None:
    path = re.sub(r"\{\w+\}", "1", door).partition("?")[0]
    assert resolve(f"/api/v1/{path}").namespace.endswith("-api")


def test_nothing_is_written_there(client: Client) -> None:
    assert client.post("/api/v1/").status_code == 401


def test_a_token_that_opens_nothing_opens_not_even_the_root(client: Client) -> None:
    assert client.get("/api/v1/", headers={"authorization": "Bearer ast_nothing"}).status_code == 401
