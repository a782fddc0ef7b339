"""Export of whole games by API: exports can be imported again, and contain only what the user may see."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Game
from games.services.endings import resign
from tests.games.playing import SETUPS, client_of, make_people, play, start

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[User]:
    return make_people("mira", "pavel", "stranger")


def finished(variant: str, players: list[User], turns: int = 2) -> Game:
    game = play(start(variant, players), turns)
    resign(game_id=game.pk, user=players[1])
    return game


@pytest.mark.slow
def test_a_record_contains_the_whole_game_and_can_be_imported(people: list[User]) -> None:
    game = finished("galax", people[:2])
    record = client_of(None).get(f"/api/v1/games/{game.pk}/record/").json()
    assert record["record"][:2] == [SETUPS["galax"], SETUPS["galax"]]
    assert record["record"][-1] == "#resignation:1"
    assert (record["id"], record["status"], record["reason"], record["ranks"]) == (
        game.pk,
        "over",
        "resignation",
        [1, 2],
    )
    assert [(player["username"], player["is_ai"]) for player in record["players"]] == [
        ("mira", False),
        ("pavel", False),
    ]
    kept = client_of(people[2]).post("/api/v1/imports/", record)
    assert (kept.status_code, kept.json()["result"]["ranks"]) == (201, [1, 2])


def test_a_players_games_are_paginated(people: list[User]) -> None:
    games = [finished("nonaga", people[:2], turns) for turns in (2, 3)]
    finished("nonaga", people[1:])
    page = client_of(None).get("/api/v1/games/records/?player=mira&page_size=1").json()
    assert (page["count"], [one["id"] for one in page["results"]]) == (2, [games[1].pk])
    rest = client_of(None).get(page["next"]).json()
    assert [one["id"] for one in rest["results"]] == [games[0].pk]
    assert rest["results"] == [client_of(None).get(f"/api/v1/games/{games[0].pk}/record/").json()]


def test_private_games_and_secret_set_ups_are_not_exported(people: list[User]) -> None:
    closed = start("nonaga", people[:2], spectators=False)
    open_to_all = start("galax", people[:2], set_up=False)
    client_of(people[0]).post(f"/api/v1/games/{open_to_all.pk}/setup/", {"setup": SETUPS["galax"]})
    ids = {user: exported(user) for user in (None, people[2], people[0])}
    assert ids == {None: {open_to_all.pk: []}, people[2]: {open_to_all.pk: []}, people[0]: ids[people[0]]}
    assert ids[people[0]] == {open_to_all.pk: [], closed.pk: []}
    assert client_of(people[2]).get(f"/api/v1/games/{closed.pk}/record/").status_code == 404


def exported(user: User | None) -> dict[int, Any]:
    results = client_of(user).get("/api/v1/games/records/").json()["results"]
    return {one["id"]: one["record"] for one in results}


def test_exporting_a_hundred_games_needs_the_same_queries_as_one(people: list[User]) -> None:
    counts = []
    for _ in range(2):
        finished("nonaga", people[:2])
        with CaptureQueriesContext(connection) as queries:
            assert client_of(None).get("/api/v1/games/records/").status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]
