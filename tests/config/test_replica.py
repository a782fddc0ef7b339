"""Which database is asked: lists the replica, everything else and whoever has just written the primary.

The whole site over a standby of PostgreSQL that lags behind is `make fire CASES=replica`.
"""

from typing import Any

import pytest
from django.core.cache import cache
from django.db import OperationalError, connection, transaction
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.urls import get_resolver

from accounts.models import User
from config import replica as module
from config.replica import AWAY_SECONDS, OWN_WRITES_SECONDS, ROUTES, ReplicaMiddleware, ReplicaRouter
from games.models import Game
from tests.access.endpoints import _routes, shown_route


class Server:
    """The standby, as far as it is asked whether it is there."""

    def __init__(self) -> None:
        self.is_away = False
        self.calls = 0

    def ensure_connection(self) -> None:
        self.calls += 1
        if self.is_away:
            raise OperationalError("connection refused")


@pytest.fixture(autouse=True)
def standby(monkeypatch: pytest.MonkeyPatch) -> Server:
    server = Server()
    monkeypatch.setattr(module, "connections", {"default": connection, "replica": server})
    monkeypatch.setattr(module.replica, "away_until", 0.0)
    return server


ADA, BEN = "Bearer ast_ada", "Bearer ast_ben"


def asked(method: str, path: str, *, model: Any = Game, token: str = "") -> str:
    """The database that a view at this address would read this model from."""
    found = []

    def view(request: HttpRequest) -> HttpResponse:
        found.append(ReplicaRouter().db_for_read(model))
        return HttpResponse()

    headers = {"authorization": token} if token else {}
    ReplicaMiddleware(view)(RequestFactory().generic(method, path, headers=headers))
    return str(found[0])


def test_lists_tables_and_archives_are_read_from_the_replica() -> None:
    for path in ("/games/", "/tournaments/1/", "/api/v1/tournaments/1/standings/", "/ratings/nonaga/"):
        assert asked("GET", path) == "replica", path


def test_games_and_who_is_signed_in_are_read_from_the_primary() -> None:
    for path in ("/games/1/", "/my/games/", "/api/v1/games/1/", "/", "/nowhere/"):
        assert asked("GET", path) == "default", path
    assert asked("GET", "/games/", model=User) == "default"


def test_who_has_written_reads_the_own_writes() -> None:
    assert asked("POST", "/api/v1/games/1/turns/", token=ADA) == "default"
    assert asked("GET", "/games/", token=ADA) == "default"
    assert [asked("GET", "/games/", token=token) for token in (BEN, "")] == ["replica", "replica"]
    cache.clear()  # as after so many seconds
    assert OWN_WRITES_SECONDS > 0
    assert asked("GET", "/games/", token=ADA) == "replica"


def test_while_the_replica_is_away_the_primary_answers_and_it_is_looked_for_now_and_then(
    standby: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    standby.is_away = True
    assert [asked("GET", "/games/") for _ in range(3)] == ["default"] * 3
    assert (standby.calls, len(caplog.records)) == (1, 1)
    standby.is_away = False
    monkeypatch.setattr(module.replica, "away_until", module.replica.away_until - AWAY_SECONDS)  # so long after
    assert [asked("GET", "/games/") for _ in range(2)] == ["replica"] * 2


def test_games_are_read_without_asking_for_the_replica(standby: Server) -> None:
    asked("GET", "/games/1/")
    assert standby.calls == 0


@pytest.mark.django_db
def test_a_transaction_is_of_one_database() -> None:
    with transaction.atomic():
        assert asked("GET", "/games/") == "default"


def test_nothing_is_written_to_a_replica_and_no_table_made_there() -> None:
    router = ReplicaRouter()
    assert (router.db_for_write(Game), router.allow_migrate("replica", "games")) == ("default", False)


def test_every_route_is_one_of_the_site() -> None:
    known = {route for route, _view in _routes(get_resolver())}
    assert {f"/{shown_route(route)}" for route in ROUTES} <= known
