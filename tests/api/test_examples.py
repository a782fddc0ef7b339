"""The examples of the schema: real requests and responses of every operation, at a fixed moment, with fixed secrets."""

import json
import os
import random
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from string import ascii_letters
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.db import transaction

from accounts.drf.schema import EXAMPLES
from games.notifications.api import push
from tests.access.endpoints import Endpoint, all_endpoints, ask
from tests.access.scene import Scene, make_scene
from tests.access.valid_requests import READS, Valid, client_for, valid_request

NOW = datetime(2026, 3, 1, 18, tzinfo=UTC)
SITE = "https://play.example.org"
COMMAND = "ASTERISM_WRITE_EXAMPLES=1 pytest tests/api/test_examples.py"
SHEET = "?format=csv"
SITE_KEY = "BDd3_hVL9fZi9Ybo2UUzA284WG5FZR30_95YeZJsiApwXKpNcF1rRPF3foIiBHXRdJI2Qhumhf6_LFTeZaNndIo"
# Enough to show what it is, and not a whole board.
MAX_ITEMS, MAX_VALUES = 2, 4


def record() -> dict[str, Any]:
    scene = make_scene()
    for address in ("/", "/moderation/"):
        scene.client("owner", address)  # logged in before anything is undone
    return {
        f"{endpoint.method} {endpoint.route.replace('<', '{').replace('>', '}')}": recorded(scene, endpoint)
        for endpoint in all_endpoints()
        if endpoint.is_api and not endpoint.is_stream
    }


def recorded(scene: Scene, endpoint: Endpoint) -> dict[str, Any]:
    """The request and the response of one operation, which is undone."""
    cache.clear()
    saved = transaction.savepoint()
    make = READS.get(f"{endpoint.method} {endpoint.route}")
    valid = valid_request(scene, endpoint) if make is None else make(scene)
    found: dict[str, Any] = {"request": valid.body} if valid.body else {}
    responses = [answer_to(scene, endpoint, valid)]
    if endpoint.route.endswith("/standings/"):
        responses.append(answer_to(scene, endpoint, valid, SHEET))
    transaction.savepoint_rollback(saved)
    found["status"] = str(responses[0].status_code)
    contents = {one["Content-Type"].partition(";")[0]: content_of(one) for one in responses if one.content}
    return found | ({"responses": contents} if contents else {})


def answer_to(scene: Scene, endpoint: Endpoint, valid: Valid, query: str = "") -> Any:
    address = endpoint.address(scene.places | valid.places) + query
    answer = ask(client_for(scene, valid, address), endpoint, address, valid.body or None)
    assert answer.status_code < 300, (endpoint, answer.content)
    return answer


def content_of(answer: Any) -> Any:
    """Of a list the first item: the schema adds the list and its page around it."""
    text = answer.content.decode().replace("http://testserver", SITE)
    if answer["Content-Type"] != "application/json":
        return text
    content = json.loads(text)
    if isinstance(content, dict) and {"count", "results"} <= content.keys():
        content = content["results"]
    if isinstance(content, list):
        assert content, f"{answer.request['PATH_INFO']}: an empty list shows nothing"
        content = content[0]
    return shortened(content)


def shortened(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: shortened(one) for name, one in value.items()}
    if isinstance(value, list):
        most = MAX_ITEMS if value and isinstance(value[0], dict) else MAX_VALUES
        return [shortened(one) for one in value[:most]]
    return value


@contextmanager
def fixed_secrets() -> Iterator[None]:
    dice = random.Random(1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "token_urlsafe", lambda size: "".join(dice.choices(ascii_letters, k=size)))
        patch.setattr(os, "urandom", dice.randbytes)
        patch.setattr(push, "site_key", lambda: SITE_KEY)
        patch.setattr(secrets, "randbelow", dice.randrange)
        patch.setattr(secrets, "choice", dice.choice)
        patch.setattr(secrets, "SystemRandom", partial(random.Random, 1))
        yield


def shape_of(value: Any) -> Any:
    """What must stay the same: names and kinds; a list by its first item."""
    if isinstance(value, dict):
        return {name: shape_of(one) for name, one in value.items()}
    return [shape_of(one) for one in value[:1]] if isinstance(value, list) else type(value).__name__


@pytest.mark.slow
@pytest.mark.once
def test_the_examples_are_what_the_api_answers(db: None) -> None:
    with time_machine.travel(NOW, tick=False), fixed_secrets():
        found = record()
    if os.environ.get("ASTERISM_WRITE_EXAMPLES"):
        EXAMPLES.write_text(json.dumps(found, indent=1, ensure_ascii=False, sort_keys=False) + "\n")
    kept = json.loads(EXAMPLES.read_text())
    different = [name for name in {**found, **kept} if shape_of(found.get(name)) != shape_of(kept.get(name))]
    assert different == [], f"Record them again: {COMMAND}"
