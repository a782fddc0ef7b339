"""Rate limits count a request's cost: a request with many steps counts as many requests."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from rest_framework.settings import api_settings

from accounts.drf.throttling import STEPS_PER_REQUEST
from accounts.models import User
from tests.games.playing import client_of

POSITIONS, IMPORTS = "/api/v1/variants/lyra-2/positions/", "/api/v1/imports/"


@pytest.fixture(autouse=True)
def limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accounts.drf.throttling.window_time", lambda: 1_800_000_000.0)
    rates = {**api_settings.DEFAULT_THROTTLE_RATES, "anonymous": "20/min", "user": "20/min", "address": "1000/min"}
    monkeypatch.setattr(api_settings, "DEFAULT_THROTTLE_RATES", rates)


def post(client: Any, address: str, **body: Any) -> Any:
    return client.post(address, json.dumps(body), content_type="application/json")


def record(entries: int) -> dict[str, Any]:
    return {"format": "asterism", "version": 1, "variant": "lyra-2", "players": [], "record": ["a1"] * entries}


@pytest.mark.django_db
def test_a_position_after_many_steps_counts_as_many_requests() -> None:
    first = post(Client(), POSITIONS, steps=["no step"] * (10 * STEPS_PER_REQUEST))
    assert (first.status_code, first["RateLimit-Remaining"]) == (422, "9")
    refused = post(Client(), POSITIONS, steps=["no step"] * (10 * STEPS_PER_REQUEST))
    assert (refused.status_code, refused.json()["code"], refused["Retry-After"]) == (429, "throttled", "60")


@pytest.mark.django_db
def test_a_few_steps_count_as_one_request() -> None:
    answers = [post(Client(), POSITIONS, steps=["no step"] * (STEPS_PER_REQUEST - 1)) for _ in range(21)]
    assert [answer.status_code for answer in answers] == [422] * 20 + [429]


def test_an_import_counts_by_its_entries(people: list[User]) -> None:
    client = client_of(people[0])
    answers = [post(client, IMPORTS, **record(10 * STEPS_PER_REQUEST)) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [400, 429]


def test_an_import_on_the_page_counts_too(people: list[User]) -> None:
    browser = Client()
    browser.force_login(people[0])

    def upload() -> int:
        text = json.dumps(record(15 * STEPS_PER_REQUEST)).encode()
        return int(browser.post("/my/imports/", {"record": SimpleUploadedFile("game.json", text)}).status_code)

    assert [upload(), upload()] == [400, 429]
