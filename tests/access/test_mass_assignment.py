"""Mass assignment: fields that the caller may not set, sent with a valid request, are ignored or refused with 400.

The SQL statements that write rows are compared, with their values, between the request with and without such fields.
"""

import random
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import pytest
import time_machine
from django.apps import apps
from django.core.cache import cache
from django.core.files.base import File
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from tests.access.endpoints import Endpoint, all_endpoints, ask, operation_of, read_schema
from tests.access.scene import Scene
from tests.access.valid_requests import MAKERS, client_for, valid_request

FOREIGN: dict[str, Any] = {
    "winner": 0,
    "rating": 2999,
    "mu": 99.0,
    "sigma": 0.1,
    "role": "owner",
    "ply": 99,
    "deadline": "2031-01-01T00:00:00Z",
    "is_staff": True,
    "is_superuser": True,
    "is_active": False,
    "is_ai": True,
    "is_live": True,
    "user": 1,
    "user_id": 1,
    "owner": 1,
    "owner_id": 1,
    "author": "keeper",
    "creator": 1,
    "created_by": 1,
    "actor": 1,
    "moderator": 1,
    "reporter": 1,
    "status": "over",
    "result": [1, 2],
    "ranks": [1, 2],
    "rank": 1,
    "points": 6,
    "bank": 1,
    "to_move": 1,
    "seats": [],
    "rated": True,
    "scopes": ["organise"],
    "expires_at": "2031-01-01T00:00:00Z",
    "revoked_at": None,
    "closed_at": None,
    "departed_at": "2026-01-01T00:00:00Z",
    "muted_until": None,
    "suspended_until": None,
    "verified": True,
    "primary": True,
    "arranged_by": "tournament:1",
    "outcome": "goal",
    "revision": 99,
    "secret": "whs_x",
    "invitation": "mine",
    "token": "x",
    "id": 99,
    "pk": 99,
    "slug": "mine",
    "email": "other@example.org",
    "password": "glass-orbit-78",
    "room": "players",
    "finished_at": "2026-01-01T00:00:00Z",
    "engine": "x",
    "seed": 1,
    "at": "2020-01-01T00:00:00Z",
}
# Some of these are legitimate fields of single forms; these are in no form.
NEVER_IN_A_FORM = (
    "winner",
    "mu",
    "sigma",
    "ply",
    "is_staff",
    "is_superuser",
    "is_active",
    "is_ai",
    "user",
    "user_id",
    "owner",
    "owner_id",
    "author",
    "creator",
    "created_by",
    "actor",
    "moderator",
    "reporter",
    "status",
    "points",
    "bank",
    "to_move",
    "expires_at",
    "revoked_at",
    "departed_at",
    "verified",
    "primary",
    "arranged_by",
    "revision",
    "id",
    "pk",
    "slug",
    "finished_at",
)
OUR_APPS = ("accounts", "games", "tournaments", "account", "mfa", "usersessions")
WRITE = re.compile(r'(?:INSERT(?: OR IGNORE)? INTO|UPDATE|DELETE FROM) "(\w+)"')
FERNET = re.compile(r"gAAAAA[\w-]+=*")  # the same text is encrypted differently each time
SHARES = 3
# These succeed without writing a row of ours.
WRITES_NOTHING = {
    "POST /api/v1/clubs/<slug>/people/import/preview/": "a preview",
    "POST /clubs/<slug>/people/import/": "a preview",
    "POST /accounts/logout/": "the session ends",
    "POST /accounts/password/reset/": "a mail is sent",
    "POST /accounts/reauthenticate/": "the session remembers it",
    "POST /admin/": "the index of Django's own pages takes any method",
    "POST /api/v1/puzzles/solitaire/<slug>/positions/": "a position is worked out",
    "POST /api/v1/variants/<variant_id>/positions/": "a position is worked out",
    "POST /theme/": "a cookie is set",
}
# No request to these can succeed.
NO_VALID_EXAMPLE = {
    "POST /accounts/login/code/confirm/": "log-in by code is switched off",
    "POST /api/": "an unknown URL, for every method",
}

Writes = list[tuple[str, str]]


@contextmanager
def recorded_writes() -> Iterator[Writes]:
    """Record every statement that writes a row of ours, with its values."""
    ours = {
        model._meta.db_table
        for app in OUR_APPS
        for model in apps.get_app_config(app).get_models(include_auto_created=True)
    }
    writes: Writes = []

    def record(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if (written := WRITE.match(sql)) and written[1] in ours:
            writes.append((sql, FERNET.sub("encrypted", str(params))))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(record):
        yield writes


@contextmanager
def undone() -> Iterator[None]:
    """Roll everything back, with a fixed random seed: secrets and seeds can be compared."""
    cache.clear()
    saved = transaction.savepoint()
    dice = random.Random(1)
    lots = {
        "SystemRandom": lambda: dice,
        "choice": dice.choice,
        "randbelow": dice.randrange,
        "token_bytes": lambda size=None: dice.randbytes(size or 32),
    }
    with patch.multiple(secrets, **lots):
        yield
    transaction.savepoint_rollback(saved)


def accepted_names(endpoint: Endpoint) -> set[str]:
    """Return the fields that the schema says an endpoint accepts."""
    content = operation_of(endpoint).get("requestBody", {}).get("content", {})
    schema = content.get("application/json", {}).get("schema", {})
    name = schema.get("$ref", "").rpartition("/")[2]
    schema = read_schema()["components"]["schemas"].get(name, schema)
    assert schema.get("type", "object") == "object", endpoint
    return set(schema.get("properties", {}))


def foreign_to(endpoint: Endpoint) -> dict[str, Any]:
    if endpoint.is_api:
        taken = accepted_names(endpoint)
        return {name: value for name, value in FOREIGN.items() if name not in taken}
    return {name: FOREIGN[name] for name in NEVER_IN_A_FORM}


def answer_to(scene: Scene, endpoint: Endpoint, more: dict[str, Any]) -> tuple[int, Writes]:
    """Return the status of a valid request with additional fields, and what it wrote."""
    with undone():
        request = valid_request(scene, endpoint)
        address = endpoint.address(scene.places | request.places)
        client = client_for(scene, request, address)
        with recorded_writes() as writes:
            return send(client, endpoint, address, more | request.body), writes


def send(client: Client, endpoint: Endpoint, address: str, body: dict[str, Any]) -> int:
    if any(isinstance(value, File) for value in body.values()):
        return client.post(address, {name: value for name, value in body.items() if value is not None}).status_code
    return int(ask(client, endpoint, address, body).status_code)


def fault_of(scene: Scene, endpoint: Endpoint) -> str:
    """Return what is wrong with an endpoint; empty if foreign fields make no difference to a valid request."""
    name = f"{endpoint.method} {endpoint.route}"
    status, writes = answer_to(scene, endpoint, {})
    if status == 405 and not endpoint.is_api:
        return ""
    is_done = status in (200, 201, 202, 204, 302)
    if name in NO_VALID_EXAMPLE:
        return f"{name}: succeeds after all" if is_done and writes else ""
    if not is_done or bool(writes) == (name in WRITES_NOTHING):
        return f"{name}: {status}, {len(writes)} writes"
    more_status, more_writes = answer_to(scene, endpoint, foreign_to(endpoint))
    if more_status == 400:
        return ""
    return "" if (more_status, more_writes) == (status, writes) else f"{name}: {more_status} {more_writes} not {writes}"


def writing_endpoints() -> list[Endpoint]:
    return [each for each in all_endpoints() if each.method != "GET" and (each.is_api or each.method == "POST")]


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.parametrize("share", range(SHARES))
def test_fields_that_the_caller_may_not_set_are_ignored_or_refused(scene: Scene, share: int) -> None:
    for address in ("/", "/moderation/"):
        scene.client("owner", address)  # logged in before anything is rolled back
    with time_machine.travel(timezone.now(), tick=False):
        faults = [fault_of(scene, endpoint) for endpoint in writing_endpoints()[share::SHARES]]
    assert not any(faults), "\n".join(filter(None, faults))


def test_every_exception_names_an_existing_endpoint() -> None:
    known = {f"{endpoint.method} {endpoint.route}" for endpoint in writing_endpoints()}
    assert {*MAKERS, *WRITES_NOTHING, *NO_VALID_EXAMPLE} <= known
