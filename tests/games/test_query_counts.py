"""Lists need the same number of queries at any length, and records with any number of turns."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.drf.pagination import BoundedPaginator
from accounts.models import User
from games.services.chat import post_message
from tests.games.playing import client_of, play, start

pytestmark = pytest.mark.slow


def queries(user: User, path: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert client_of(user).get(path).status_code == 200
    return len(asked)


@pytest.mark.parametrize("path", ["/api/v1/games/", "/api/v1/games/?mine=true&my_turn=true&order=deadline"])
def test_a_list_of_games_needs_the_same_queries_at_any_length(people: list[User], path: str) -> None:
    start("lyra-2", people[:2])
    few = queries(people[0], path)
    for variant in ("lyra-2", "nonaga", "vaeva", "lyra-2"):
        start(variant, people[:2])
    start("bataille-4", people[:4])
    assert client_of(people[0]).get("/api/v1/games/").json()["count"] == 6
    assert queries(people[0], path) == few


@pytest.mark.parametrize("part", ["turns/", "chat/", ""])
def test_a_long_game_needs_the_same_queries_as_a_short_one(people: list[User], part: str) -> None:
    def in_play(turns: int, messages: int) -> str:
        game = play(start("lyra-2", people[:2]), turns)
        for number in range(messages):
            post_message(game_id=game.pk, user=people[number % 2], text=f"line {number}")
        return f"/api/v1/games/{game.pk}/{part}"

    short, long = in_play(1, 1), in_play(12, 6)
    assert queries(people[0], long) == queries(people[0], short)


def test_pagination_does_not_count_all_rows(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BoundedPaginator, "counted", 2)
    monkeypatch.setattr("accounts.drf.pagination.MAX_COUNTED", 4)
    for _ in range(5):
        start("lyra-2", people[:2])
    pages = [client_of(people[0]).get(f"/api/v1/games/?page_size=1&page={number}") for number in range(1, 6)]
    assert [page.status_code for page in pages] == [200, 200, 200, 200, 404]
    assert [page.json()["count"] for page in pages[:4]] == [2, 3, 4, 4]
    assert [page.json()["next"] is None for page in pages[:4]] == [False, False, False, True]
