"""Taking one's data along."""

import json
from collections.abc import Callable

import pytest
from django.test import Client

from accounts import export
from accounts.export import register_export
from accounts.models import User
from accounts.services.tokens import create_token

Browser = Callable[[User], Client]


def test_the_download_holds_what_is_theirs_and_no_secret(mira: User, stranger: User, browser_of: Browser) -> None:
    _token, secret = create_token(user=mira, name="script", scopes=["play"], days=3)
    response = browser_of(mira).get("/settings/data/download/")
    text = response.content.decode()
    data = json.loads(text)
    assert response["Content-Disposition"] == 'attachment; filename="asterism-mira.json"'
    assert data["account"]["display_name"] == "Mira Kovač"
    assert [token["name"] for token in data["tokens"]] == ["script"]
    assert [word for word in (secret, "stranger", mira.password) if word in text] == []


def test_the_api_gives_the_same(mira: User, browser_of: Browser) -> None:
    browser = browser_of(mira)
    assert browser.get("/api/v1/me/export/").json() == browser.get("/settings/data/download/").json()


def test_an_app_adds_its_part(mira: User, browser_of: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "_exporters", dict(export._exporters))
    register_export("stones", lambda user: [user.username])
    assert browser_of(mira).get("/settings/data/download/").json()["stones"] == ["mira"]


def test_two_parts_of_one_name_are_a_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "_exporters", {})
    register_export("stones", str)
    with pytest.raises(ValueError, match="Two exports are called 'stones'"):
        register_export("stones", repr)


def test_a_stranger_gets_nothing(client: Client, mira: User) -> None:
    assert client.get("/settings/data/download/").status_code == 302
    assert client.get("/api/v1/me/export/").status_code == 401
