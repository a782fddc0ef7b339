"""Fields that are not the caller's to set, sent to whatever writes: ignored or a 400, and the rows the same."""

import random
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
import time_machine
from django.apps import apps
from django.core.cache import cache
from django.db import connection, models, transaction
from django.utils import timezone

from games.models import Game
from tests.access.endpoints import API, Endpoint, all_endpoints, ask, body_of, operation_of, read_schema
from tests.access.scene import Scene, form_of
from tests.games.playing import next_turn
from tournaments.api.examples import ATTEMPT
from tournaments.services.desk import Seen
from tournaments.services.publishing import publish_round

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
    "outcome": "aim",
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
# A form takes some of these by right, each where it is asked for; the rest no form asks for.
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
OUR_APPS = ("accounts", "games", "tournaments", "account")


def columns_of(model: type[models.Model]) -> list[str]:
    """All that could be set: of another row only how it can be told apart, as numbers differ from try to try."""
    return [
        field.name
        for field in model._meta.concrete_fields
        if not field.primary_key and not isinstance(field, models.ForeignKey)
    ] + [
        f"{field.name}__username"
        for field in model._meta.concrete_fields
        if isinstance(field, models.ForeignKey) and field.remote_field.model._meta.model_name == "user"
    ]


def all_rows() -> dict[str, list[str]]:
    """Every row of ours as text, by model."""
    ours = (model for app in OUR_APPS for model in apps.get_app_config(app).get_models())
    return {
        model._meta.label: sorted(str(row) for row in model._default_manager.order_by().values_list(*columns_of(model)))
        for model in ours
    }


@contextmanager
def undone() -> Iterator[None]:
    """Nothing of it stays, and what is drawn by lot comes out the same each time: secrets and seeds can be compared."""
    cache.clear()
    numbers = read_sequences()
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
    put_back(numbers)


def read_sequences() -> list[tuple[str, int]]:
    """The numbers that PostgreSQL has given out: it does not take them back with what is undone, SQLite does."""
    if connection.vendor == "sqlite":
        return []
    with connection.cursor() as cursor:
        cursor.execute("SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = current_schema()")
        return list(cursor.fetchall())


def put_back(numbers: list[tuple[str, int]]) -> None:
    if numbers:
        calls = ", ".join("setval(quote_ident(%s)::regclass, %s, %s)" for _ in numbers)
        values = [part for name, last in numbers for part in (name, last or 1, last is not None)]
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {calls}", values)


def accepted_names(endpoint: Endpoint) -> set[str]:
    """The fields that the schema says an endpoint takes."""
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


def rows_after(scene: Scene, endpoint: Endpoint, body: dict[str, Any]) -> tuple[int, dict[str, list[str]]]:
    address = endpoint.address(scene.places)
    client = scene.client("whose it is", address)
    with undone():
        status = ask(client, endpoint, address, body).status_code
        return status, all_rows()


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.timeout(900)
@pytest.mark.parametrize("api", [True, False], ids=["the API", "forms"])
def test_what_is_not_the_callers_to_set_is_ignored_or_refused(scene: Scene, api: bool) -> None:
    with time_machine.travel(timezone.now(), tick=False):
        for endpoint in all_endpoints():
            if endpoint.is_api != api or endpoint.method == "GET" or not (api or endpoint.method == "POST"):
                continue
            plain = (body_of(endpoint) or {}) if api else form_of(scene)
            status, rows = rows_after(scene, endpoint, plain)
            told_status, told_rows = rows_after(scene, endpoint, foreign_to(endpoint) | plain)
            assert told_status in (status, 400), endpoint
            if told_status == status:
                assert told_rows == rows, endpoint


def see_nothing_more(scene: Scene, method: str, route: str, body: dict[str, Any]) -> None:
    endpoint = Endpoint(API + route, method)
    assert endpoint in all_endpoints()
    status, rows = rows_after(scene, endpoint, body)
    told_status, told_rows = rows_after(scene, endpoint, foreign_to(endpoint) | body)
    assert status in (200, 201), (endpoint, status)
    assert told_status in (status, 400), endpoint
    assert told_status == 400 or told_rows == rows, endpoint


@pytest.mark.slow
def test_a_deed_that_succeeds_sets_nothing_more(scene: Scene) -> None:
    """The schema's examples are not meant for these rows, and many are refused; these are done."""
    game = Game.objects.get(pk=scene.places["game_id"])
    day = (timezone.now() + timedelta(days=15)).date().isoformat()
    terms = {"variant": "nonaga", "control": {"kind": "days", "allowance": 86400}}
    deeds: list[tuple[str, str, dict[str, Any]]] = [
        ("POST", "games/<game_id>/turns/", {"ply": game.ply, "steps": next_turn(game)}),
        ("POST", "games/<game_id>/draw/", {"ply": game.ply}),
        ("POST", "games/<game_id>/resign/", {}),
        ("POST", "games/<game_id>/chat/", {"text": "Well played."}),
        ("POST", "seeks/", terms),
        ("POST", "challenges/", terms | {"opponents": ["pavel"]}),
        ("PATCH", "me/", {"display_name": "Mira"}),
        ("POST", "leave/", {"from": day, "until": day}),
        ("POST", "clubs/", {"name": "Night Owls"}),
        ("PATCH", "clubs/<slug>/", {"description": "We meet on Mondays."}),
        ("POST", "clubs/<slug>/seasons/", {"name": "2027"}),
        ("POST", "tournaments/<tournament_id>/rounds/<number>/publish/", {"attempt": ATTEMPT}),
    ]
    with time_machine.travel(timezone.now(), tick=False):
        for deed in deeds:
            see_nothing_more(scene, *deed)
        publish_round(tournament_id=scene.places["tournament_id"], user=scene.users["mira"], seen=Seen(1, ATTEMPT))
        result = {"outcome": "aim", "ranks": [1, 2], "reason": "On the sheet."}
        see_nothing_more(scene, "POST", "tournaments/<tournament_id>/tables/<table_id>/result/", result)
