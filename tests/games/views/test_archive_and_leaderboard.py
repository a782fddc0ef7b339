"""The archive on page and by API; lists need the same number of queries with 10 and 1,000 games."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.enums import EndReason, GameStatus
from games.lobby.services.terms import read_terms
from games.models import Game, Rating, RatingPool, Seat
from games.services.endings import resign
from games.timing import TimeControl
from tests.games.playing import client_of, make_people
from tests.games.rated import finished_row
from tests.games.views.queries import queries_of
from tests.tournaments.playing import make_club, next_round, running_tournament
from tournaments.enums import Venue

pytestmark = pytest.mark.slow


def found(query: str, user: User | None = None) -> list[list[int]]:
    """What the page and the API find."""
    page = Client().get(f"/games/?{query}").context["page"]
    api = client_of(user).get(f"/api/v1/games/?{query}&status=over&order=finished").json()["results"]
    return [[game.pk for game in page], [game["id"] for game in api]]


def test_page_and_api_find_the_same(people: list[User]) -> None:
    ada, ben, cleo = people[:3]
    first = finished_row([ada, ben], [1, 2]).pk
    second = finished_row([cleo, ada], [1, 2], variant="lyra-2").pk
    drawn = finished_row([ada, ben], [1, 1]).pk
    now = timezone.now()
    Game.objects.filter(pk=second).update(finished_at=now - timedelta(days=10), reason=EndReason.TIMEOUT)
    day = (now - timedelta(days=20)).date().isoformat()
    for query, expected in {
        "player=ada": [second, drawn, first],
        "player=ADA&result=won": [first],
        "player=ada&result=lost": [second],
        "player=ben&result=drawn": [drawn],
        "player=ada&opponent=ben": [drawn, first],
        "variant=nonaga": [drawn, first],
        "reason=timeout": [second],
        f"since={day}": [second],
        f"until={day}": [drawn, first],
        "player=nobody": [],
    }.items():
        assert found(query) == [expected, expected], query
    assert client_of(None).get("/api/v1/games/?result=won").json()["count"] == 0
    assert client_of(None).get("/api/v1/games/?result=lucky").status_code == 400
    assert client_of(None).get("/api/v1/games/?since=yesterday").status_code == 400


def test_the_games_of_a_tournament_are_found_by_its_name_or_number(people: list[User]) -> None:
    tournament = running_tournament(make_club(people[0]), people[0], 4, venue=Venue.CORRESPONDENCE)
    next_round(tournament, people[0])
    arranged = sorted(Game.objects.exclude(arranged_by="").values_list("pk", flat=True))
    assert len(arranged) == 2
    finished_row(people[:2], [1, 2])
    for seat in Seat.objects.filter(game__in=arranged, index=0).select_related("user"):
        resign(game_id=seat.game_id, user=seat.user)
    for words in ("spring", "Spring+Open", str(tournament.pk)):
        assert [sorted(ids) for ids in found(f"tournament={words}")] == [arranged, arranged]
    assert found("tournament=autumn") == [[], []]


def test_a_draft_tournament_is_not_found_by_its_name(people: list[User]) -> None:
    tournament = running_tournament(make_club(people[0]), people[0], 4, venue=Venue.CORRESPONDENCE)
    next_round(tournament, people[0])
    for seat in Seat.objects.filter(index=0).select_related("user"):
        resign(game_id=seat.game_id, user=seat.user)
    type(tournament).objects.update(status="draft")
    assert found("tournament=spring") == [[], []]


def many_games(players: list[User], count: int) -> None:
    """Insert rows of finished games."""
    terms = read_terms(variant="nonaga", control=TimeControl.days(3), rated=True)
    now = timezone.now()
    games = [
        Game(**terms.columns(), status=GameStatus.OVER, reason=EndReason.GOAL, started_at=now, finished_at=now)
        for _ in range(count)
    ]
    Game.objects.bulk_create(games, batch_size=200)
    points = {"points_numerator": 2, "points_denominator": 1, "bank": terms.control.allowance}
    seats = [
        Seat(game=game, index=index, user=players[(number + index) % len(players)], rank=index + 1, **points)
        for number, game in enumerate(games)
        for index in (0, 1)
    ]
    Seat.objects.bulk_create(seats, batch_size=500)


def many_ratings(people: list[User]) -> None:
    pool, _ = RatingPool.objects.get_or_create(family="nonaga", is_live=False)
    row = {"pool": pool, "sigma": 2.0, "games": 20, "changed_at": timezone.now()}
    Rating.objects.bulk_create([Rating(user=user, mu=20 + number % 30, **row) for number, user in enumerate(people)])


@pytest.mark.slow
def test_lists_need_the_same_queries_with_10_and_1_000_games(db: None) -> None:
    paths = (
        "/games/",
        "/games/?player=few&result=won&opponent=other",
        "/ratings/nonaga/",
        "/people/few/against/other/",
        "/api/v1/games/?status=over",
        "/api/v1/ratings/?family=nonaga",
    )
    few, other = make_people("few", "other")
    browser = Client()
    browser.force_login(few)
    many_games([few, other], 10)
    many_ratings([few, other])
    with_ten = {path: queries_of(browser, path) for path in paths}
    with_ten = {path: queries_of(browser, path) for path in paths}
    people = User.objects.bulk_create([User(username=f"player{number}") for number in range(500)])
    many_games([few, other, *people], 990)
    many_ratings(people)
    assert Game.objects.count() == 1000
    assert {path: queries_of(browser, path) for path in paths} == with_ten
