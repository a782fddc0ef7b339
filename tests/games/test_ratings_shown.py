"""Leaderboards, histories and head-to-head scores on pages and by API, with the same queries for 10 and 1,000 games."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.models import Rating
from games.ratings.selectors import chart_points
from games.ratings.services import rate_finished_games
from tests.games.playing import client_of, make_people
from tests.games.rated import finished_row

LEADERBOARD = "/api/v1/ratings/?family=nonaga&pool=correspondence"


@contextmanager
def counting() -> Iterator[CaptureQueriesContext]:
    with CaptureQueriesContext(connection) as queries:
        yield queries


def play_many(people: list[User], number: int) -> None:
    rng = random.Random(3)
    for _ in range(number):
        finished_row(rng.sample(people, 2), rng.sample([1, 2], 2))
    rate_finished_games()


def settle(*users: User) -> None:
    Rating.objects.filter(user__in=users).update(sigma=3.0)


# -- the API ------------------------------------------------------------------------------------------------------


def test_the_leaderboard_lists_settled_ratings_best_first(people: list[User]) -> None:
    ada, ben, cleo, *_ = people
    finished_row([ada, ben], [1, 2])
    finished_row([ada, cleo], [1, 2])
    rate_finished_games()
    settle(ada, ben)
    answer = client_of(None).get(LEADERBOARD).json()
    assert [line["player"]["username"] for line in answer["results"]] == ["ada", "ben"]
    assert answer["results"][0]["uncertainty"] == 120
    assert answer["results"][0]["games"] == 2
    assert answer["results"][0]["is_provisional"] is False
    assert client_of(None).get("/api/v1/ratings/?family=nonaga&pool=live").json()["results"] == []


@pytest.mark.parametrize("query", ["", "?family=chess", "?family=nonaga&pool=blitz", "?family[]=nonaga"])
def test_an_unknown_pool_is_a_bad_request(query: str, db: None) -> None:
    answer = client_of(None).get(f"/api/v1/ratings/{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")


def test_ratings_and_history_of_a_person(people: list[User]) -> None:
    ada, ben, *_ = people
    games = [finished_row([ada, ben], [1, 2]), finished_row([ada, ben], [2, 1])]
    rate_finished_games()
    (rating,) = client_of(None).get("/api/v1/people/ada/ratings/").json()
    assert (rating["family"], rating["pool"], rating["games"], rating["is_provisional"]) == (
        "nonaga",
        "correspondence",
        2,
        True,
    )
    history = client_of(None).get("/api/v1/people/ada/ratings/history/?family=nonaga").json()["results"]
    assert [(step["game"], step["rank"]) for step in history] == [(games[0].pk, 1), (games[1].pk, 2)]
    assert [step["before"] for step in history] == [1500, history[0]["rating"]]
    assert history[1]["rating"] == rating["rating"]
    assert client_of(None).get("/api/v1/people/nobody/ratings/").status_code == 404
    assert client_of(None).get("/api/v1/people/ada/ratings/history/").status_code == 400


def test_head_to_head_counts_who_finished_above_whom(people: list[User]) -> None:
    ada, ben, cleo, *_ = people
    finished_row([ada, ben], [1, 2])
    finished_row([ada, ben], [1, 1])
    finished_row([cleo, ben, ada], [1, 2, 3], variant="bataille-3")
    finished_row([ada, cleo], [1, 2])
    answer = client_of(None).get("/api/v1/people/ada/against/ben/").json()
    assert answer["scores"] == [
        {"family": "nonaga", "games": 2, "won": 1, "drawn": 1, "lost": 0},
        {"family": "vega", "games": 1, "won": 0, "drawn": 0, "lost": 1},
    ]
    assert client_of(None).get("/api/v1/people/ada/against/ada/").json()["scores"] == []
    assert client_of(None).get("/api/v1/people/ada/against/dan/").json()["scores"] == []
    assert client_of(None).get("/api/v1/people/ada/against/nobody/").status_code == 404


def test_an_ai_in_two_seats_counts_as_one_opponent(people: list[User]) -> None:
    ada, ai = people[0], User.objects.get(username="nova")
    finished_row([ada, ai, ai], [1, 2, 3], variant="bataille-3")
    finished_row([ai, ada, ai], [3, 2, 1], variant="bataille-3")
    finished_row([ai, ai, ada], [1, 1, 1], variant="bataille-3")
    line = {"family": "vega", "games": 3, "won": 1, "drawn": 1, "lost": 1}
    for way in ("ada/against/nova", "nova/against/ada"):
        assert client_of(None).get(f"/api/v1/people/{way}/").json()["scores"] == [line]


def test_closed_accounts_are_not_on_leaderboards(people: list[User]) -> None:
    ada, ben, *_ = people
    finished_row([ada, ben], [1, 2])
    rate_finished_games()
    settle(ada, ben)
    User.objects.filter(pk=ada.pk).update(departed_at=timezone.now())
    results = client_of(None).get(LEADERBOARD).json()["results"]
    assert [line["player"]["username"] for line in results] == ["ben"]


EMPTY = '<div class="empty">'


# -- pages --------------------------------------------------------------------------------------------------------


def test_the_leaderboard_page_numbers_its_players(people: list[User], client: Client) -> None:
    finished_row(people[:2], [1, 2])
    rate_finished_games()
    settle(*people[:2])
    page = client.get("/ratings/nonaga/").content.decode()
    assert page.index("ada") < page.index("ben")
    assert "± 120" in page
    assert EMPTY in client.get("/ratings/nonaga/?pool=live").content.decode()
    assert EMPTY not in page
    assert client.get("/ratings/", follow=True).status_code == 200
    assert client.get("/ratings/chess/").status_code == 404
    assert client.get("/ratings/nonaga/?pool=blitz").status_code == 404


def test_a_players_page_charts_each_rating(people: list[User], client: Client) -> None:
    for _ in range(3):
        finished_row(people[:2], [1, 2])
    rate_finished_games()
    client.force_login(people[1])
    page = client.get("/people/ada/").content.decode()
    assert page.count("<polyline") == 1
    assert '">?</abbr>' in page
    assert "/people/ada/against/ben/" in page
    assert "<polyline" not in client.get("/people/cleo/").content.decode()


def test_two_players_have_a_head_to_head_page(people: list[User], client: Client) -> None:
    game = finished_row(people[:2], [1, 2])
    page = client.get("/people/ada/against/ben/").content.decode()
    assert f"/games/{game.pk}/" in page
    assert EMPTY not in page
    assert EMPTY in client.get("/people/ada/against/cleo/").content.decode()
    assert client.get("/people/ada/against/nobody/").status_code == 404


def test_a_chart_fills_its_width_and_samples_long_histories() -> None:
    assert chart_points([], width=100, height=50) == []
    assert chart_points([1500], width=100, height=50) == [(0, 50)]
    assert chart_points([1500, 1600, 1550], width=100, height=50) == [(0, 50), (50, 0), (100, 25)]
    long = chart_points(list(range(1000)), width=100, height=50)
    assert len(long) <= 201
    assert (long[0], long[-1]) == ((0, 50), (100, 0))


# -- query counts -------------------------------------------------------------------------------------------------

PAGES = [
    "/ratings/nonaga/",
    LEADERBOARD,
    "/people/p0/",
    "/people/p0/against/p1/",
    "/api/v1/people/p0/ratings/",
    "/api/v1/people/p0/ratings/history/?family=nonaga",
    "/api/v1/people/p0/against/p1/",
]


@pytest.fixture
def costs(db: None) -> Callable[[], list[int]]:
    def measure() -> list[int]:
        numbers = []
        for address in PAGES:
            with counting() as queries:
                assert Client().get(address).status_code == 200
            numbers.append(len(queries))
        return numbers

    return measure


@pytest.mark.slow
def test_pages_need_the_same_queries_with_10_and_1_000_games(costs: Callable[[], list[int]]) -> None:
    people = make_people(*(f"p{number}" for number in range(30)))
    play_many(people[:4], 10)
    settle(*people)
    few = costs()
    play_many(people, 990)
    settle(*people)
    assert costs() == few
