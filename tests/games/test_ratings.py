"""A rated game changes each rating once, however often it is retried, and can be undone exactly."""

import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client

from accounts.errors import Conflict, Forbidden, Invalid, Unprocessable
from accounts.models import User
from games import tasks
from games.enums import GameStatus
from games.lobby.services.create import create_challenge, create_seek, start_game
from games.lobby.services.join import join_proposal
from games.lobby.services.terms import read_terms
from games.models import Game, Rating, RatingChange
from games.ratings import services as ratings
from games.ratings.models import START_MU, START_SIGMA, Skill
from games.ratings.selectors import skills_of, value_of
from games.ratings.services import rate_finished_games, rate_game, rate_table
from games.selectors.game_json import get_game, view_for
from games.services.endings import annul_game, correct_result, resign, strike_result
from tests.accounts.people import at_once
from tests.games.playing import THREE_DAYS, client_of, make_people, start
from tests.games.rated import LIVE, finished_row, rating_changes, won_by


def standing(user: User, *, family: str = "nonaga", is_live: bool = False) -> tuple[int, int, int]:
    rating = Rating.objects.get(user=user, pool__family=family, pool__is_live=is_live)
    return rating.skill.value, rating.skill.uncertainty, rating.games


# -- one game -----------------------------------------------------------------------------------------------------


def test_the_winner_gains_what_the_loser_loses(people: list[User]) -> None:
    ada, ben, *_ = people
    game = won_by(ada, ben)
    assert rate_game(game_id=game.pk) == 2
    assert standing(ada) == (1605, 323, 1)
    assert standing(ben) == (1395, 323, 1)


def test_rating_a_game_is_idempotent(people: list[User]) -> None:
    game = won_by(people[0], people[1])
    assert [
        tasks.rate_game(game.pk),
        tasks.rate_game(game.pk),
        tasks.rate_finished_games(),
        tasks.rate_finished_games(),
    ] == [2, 0, 0, 0]
    assert len(rating_changes()) == 2


def test_the_sweep_rates_a_game_whose_task_was_lost(people: list[User]) -> None:
    won_by(people[0], people[1])
    assert [tasks.rate_finished_games(), tasks.rate_finished_games()] == [2, 0]
    assert standing(people[0])[2] == 1


def test_finishing_a_game_enqueues_its_rating(
    people: list[User], monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: object
) -> None:
    enqueued: list[int] = []
    monkeypatch.setattr(tasks.rate_game, "delay", enqueued.append)
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        game = won_by(people[0], people[1])
    assert enqueued == [game.pk]


def test_casual_running_and_aborted_games_are_not_rated(people: list[User]) -> None:
    casual = start("nonaga", people[:2])
    resign(game_id=casual.pk, user=people[0])
    start("nonaga", people[:2], rated=True)
    annulled = start("nonaga", people[:2], rated=True)
    annul_game(game_id=annulled.pk)
    assert [rate_game(game_id=game.pk) for game in (casual, annulled)] == [0, 0]
    assert rate_finished_games() == 0
    assert rate_game(game_id=10**6) == 0


def test_ratings_are_separate_per_family_and_pace(people: list[User]) -> None:
    ada, ben, *_ = people
    won_by(ada, ben)
    won_by(ada, ben, control=LIVE)
    won_by(ben, ada, variant="lyra-2")
    assert rate_finished_games() == 6
    assert standing(ada) == standing(ada, is_live=True) == standing(ben, family="vega")
    assert sorted(Rating.objects.filter(user=ada).values_list("pool__family", "pool__is_live")) == [
        ("nonaga", False),
        ("nonaga", True),
        ("vega", False),
    ]


def test_games_of_three_and_four_are_rated_by_ranks(people: list[User]) -> None:
    finished_row(people[:3], [1, 3, 2], variant="bataille-3")
    assert rate_finished_games() == 3
    assert [standing(user, family="vega")[0] for user in people[:3]] == [1615, 1357, 1529]
    RatingChange.objects.all().delete()
    Rating.objects.all().delete()
    Game.objects.update(rated=False)
    finished_row(people[:4], [1, 2, 2, 4], variant="lyra-4")
    assert rate_finished_games() == 4
    values = [standing(user, family="vega")[0] for user in people[:4]]
    assert values[0] > values[1] == values[2] > values[3]


def test_ais_have_ratings(people: list[User]) -> None:
    ai = User.objects.filter(is_ai=True).order_by("pk")[0]
    won_by(people[0], ai)
    assert rate_finished_games() == 2
    assert standing(ai)[0] == 1395


def test_a_draw_between_equals_changes_no_rating() -> None:
    after = rate_table([Skill(), Skill()], [1, 1])
    assert [skill.value for skill in after] == [1500, 1500]
    assert after[0].sigma < START_SIGMA
    assert rate_table([Skill()], [1]) == [Skill()]


def test_a_rating_is_provisional_until_it_is_settled() -> None:
    assert (Skill().value, Skill().uncertainty, Skill().is_provisional) == (1500, 333, True)
    assert not Skill(START_MU, 5.0).is_provisional
    assert (Skill(-40, 1).value, Skill(400, 1).value) == (100, 9999)
    skill, settled = Skill(), Skill(START_MU, 3.0)
    games = 0
    while skill.is_provisional:
        skill = rate_table([skill, settled], [1 + games % 2, 2 - games % 2])[0]
        games += 1
    assert games == 12


def test_the_database_prevents_a_second_rating_change(people: list[User]) -> None:
    won_by(people[0], people[1])
    rate_finished_games()
    change = RatingChange.objects.first()
    assert change is not None
    change.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        change.save(force_insert=True)


# -- order, corrections, annulments -------------------------------------------------------------------------------


def many_games(people: list[User], number: int, seed: int = 7) -> list[Game]:
    rng = random.Random(seed)
    games = []
    for _ in range(number):
        players = rng.sample(people, rng.choice([2, 2, 3]))
        variant = "lyra-2" if len(players) == 2 else "bataille-3"
        games.append(finished_row(players, rng.sample(range(1, len(players) + 1), len(players)), variant=variant))
    return games


@pytest.mark.slow
def test_ratings_do_not_depend_on_the_order_of_processing(people: list[User]) -> None:
    """Rated one by one backwards, each time recomputing the later ones: the same changes as in order."""
    games = many_games(people, 20)
    rate_finished_games()
    expected = rating_changes()
    RatingChange.objects.all().delete()
    Rating.objects.all().delete()
    Game.objects.update(rated=False)
    for game in reversed(games):
        Game.objects.filter(pk=game.pk).update(rated=True)
        rate_game(game_id=game.pk)
    assert rating_changes() == expected


def test_an_annulled_game_is_undone_exactly(people: list[User]) -> None:
    games = many_games(people, 20)
    annulled = games.pop(8)
    Game.objects.filter(pk=annulled.pk).update(rated=False)
    rate_finished_games()
    expected, ratings_expected = (
        rating_changes(),
        list(Rating.objects.order_by("user").values_list("user", "mu", "games")),
    )
    Game.objects.filter(pk=annulled.pk).update(rated=True)
    rate_finished_games()
    assert rating_changes() != expected
    strike_result(game_id=annulled.pk)
    strike_result(game_id=annulled.pk)
    assert [tasks.rate_game(annulled.pk) > 0, tasks.rate_game(annulled.pk)] == [True, 0]
    assert rating_changes() == expected
    assert list(Rating.objects.order_by("user").values_list("user", "mu", "games")) == ratings_expected
    annulled.refresh_from_db()
    assert (annulled.status, annulled.reason) == (GameStatus.ANNULLED, "")


def test_a_correction_gives_the_same_ratings_as_if_it_had_been_the_result(people: list[User]) -> None:
    games = many_games(people, 20)
    before = [seat.rank or 0 for seat in games[5].seats.order_by("index")]
    rate_finished_games()
    as_played = rating_changes()
    correct_result(game_id=games[5].pk, ranks=before[::-1])
    assert [tasks.rate_game(games[5].pk) > 0, tasks.rate_game(games[5].pk)] == [True, 0]
    corrected = rating_changes()
    assert corrected != as_played
    RatingChange.objects.all().delete()
    Rating.objects.all().delete()
    rate_finished_games()
    assert rating_changes() == corrected
    correct_result(game_id=games[5].pk, ranks=before)
    rate_finished_games()
    assert rating_changes() == as_played


def test_a_correction_leaves_other_players_unchanged(people: list[User]) -> None:
    ada, ben, cleo, dan, _ = people
    first = finished_row([ada, ben], [1, 2])
    finished_row([cleo, dan], [1, 2])
    finished_row([ben, ada], [1, 2])
    rate_finished_games()
    untouched = sorted(RatingChange.objects.filter(user__in=[cleo, dan]).values_list("pk", flat=True))
    correct_result(game_id=first.pk, ranks=[2, 1])
    assert rate_finished_games() == 4
    assert sorted(RatingChange.objects.filter(user__in=[cleo, dan]).values_list("pk", flat=True)) == untouched


def test_a_player_whose_only_game_is_annulled_has_no_rating(people: list[User]) -> None:
    game = won_by(people[0], people[1])
    rate_finished_games()
    strike_result(game_id=game.pk)
    rate_finished_games()
    assert not Rating.objects.exists()
    assert not RatingChange.objects.exists()


def test_only_finished_games_can_be_corrected_or_annulled(people: list[User]) -> None:
    game = start("nonaga", people[:2], rated=True)
    with pytest.raises(Conflict):
        strike_result(game_id=game.pk)
    with pytest.raises(Conflict):
        correct_result(game_id=game.pk, ranks=[1, 2])
    resign(game_id=game.pk, user=people[0])
    for ranks in ([1], [1, 3], [0, 1], [2, 2]):
        with pytest.raises(Invalid):
            correct_result(game_id=game.pk, ranks=ranks)
    correct_result(game_id=game.pk, ranks=[1, 1])
    assert [seat.points for seat in game.seats.order_by("index")] == [2, 2]


def test_only_staff_may_annul_a_result(people: list[User]) -> None:
    game = won_by(people[0], people[1])
    running = start("nonaga", people[:2], rated=True)
    action = {"action": "strike", "_selected_action": [game.pk, running.pk]}
    client = Client()
    client.force_login(people[0])
    assert client.post("/admin/games/game/", action).status_code == 302
    assert Game.objects.get(pk=game.pk).status == GameStatus.OVER
    User.objects.filter(pk=people[0].pk).update(is_staff=True, is_superuser=True)
    assert client.post("/admin/games/game/", action).status_code == 302
    assert [Game.objects.get(pk=each.pk).status for each in (game, running)] == ["annulled", "running"]


def test_a_failing_rating_pool_does_not_stop_the_others(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    won_by(people[0], people[1], variant="lyra-2")
    won_by(people[0], people[1])
    sound = ratings.count_pool

    def fail_for_nonaga(*, family: str, is_live: bool) -> int:
        if family == "nonaga":
            raise RuntimeError
        return sound(family=family, is_live=is_live)

    monkeypatch.setattr(ratings, "count_pool", fail_for_nonaga)
    assert rate_finished_games() == 2
    assert standing(people[0], family="vega")[2] == 1


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_twenty_concurrent_workers_rate_a_game_once() -> None:
    ada, ben = make_people("ada", "ben")
    games = [won_by(ada, ben) for _ in range(3)]
    written = at_once(20, lambda number: rate_game(game_id=games[number % 3].pk))
    assert sorted(written)[-1] == 6
    assert sum(written) == 6
    assert [(line[0], line[2]) for line in rating_changes() if line[1] == "ada"] == [
        (game.pk, number) for number, game in enumerate(games, start=1)
    ]


# -- in games -----------------------------------------------------------------------------------------------------


def test_a_seat_shows_the_players_rating_at_the_start(people: list[User]) -> None:
    won_by(people[0], people[1])
    rate_finished_games()
    game = start("nonaga", [people[0], people[2]])
    row, seats = get_game(game.pk, None)
    shown = [(seat["rating"], seat["rating_is_provisional"]) for seat in view_for(row, seats, None)["seats"]]
    assert shown == [(1605, True), (None, False)]


def test_a_seek_accepts_only_ratings_in_its_range(people: list[User]) -> None:
    ada, ben, cleo, dan, _ = people
    won_by(ada, ben)
    rate_finished_games()
    terms = read_terms(variant="nonaga", control=THREE_DAYS)
    seek = create_seek(user=cleo, terms=terms, lowest_rating=1550, highest_rating=1700)
    for too_low in (ben, dan):
        with pytest.raises(Forbidden) as refusal:
            join_proposal(proposal_id=seek.pk, user=too_low)
        assert refusal.value.code == "outside_rating_range"
    assert re.findall(r"\d+", str(_refusal(seek.pk, ben))) == ["1550", "1700", "1395"]
    assert join_proposal(proposal_id=seek.pk, user=ada).game is not None
    up_to = create_seek(user=cleo, terms=terms, highest_rating=1500)
    assert client_of(ada).post(f"/api/v1/seeks/{up_to.pk}/join/").status_code == 403
    assert client_of(dan).post(f"/api/v1/seeks/{up_to.pk}/join/").status_code == 200


def _refusal(proposal_id: int, user: User) -> Forbidden:
    with pytest.raises(Forbidden) as refusal:
        join_proposal(proposal_id=proposal_id, user=user)
    return refusal.value


def test_the_range_refers_to_the_rating_pool_of_the_game(people: list[User]) -> None:
    ada, ben, cleo, *_ = people
    won_by(ada, ben, control=LIVE)
    rate_finished_games()
    assert value_of(ada, family="nonaga", is_live=True) == 1605
    assert value_of(ada, family="nonaga", is_live=False) == 1500
    assert skills_of([ada], family="vega", is_live=True) == {}
    terms = read_terms(variant="nonaga", control=THREE_DAYS)
    seek = create_seek(user=cleo, terms=terms, lowest_rating=1550)
    with pytest.raises(Forbidden):
        join_proposal(proposal_id=seek.pk, user=ada)


def test_a_rated_game_has_no_player_twice(people: list[User]) -> None:
    ai = User.objects.filter(is_ai=True).order_by("pk")[0]
    terms = read_terms(variant="bataille-3", control=THREE_DAYS, rated=True)
    with pytest.raises(Unprocessable):
        create_challenge(user=people[0], terms=terms, opponents=[ai, ai])
    with pytest.raises(Unprocessable):
        start_game(terms=terms, players=[people[0], ai, ai])
    casual = read_terms(variant="bataille-3", control=THREE_DAYS)
    assert start_game(terms=casual, players=[people[0], ai, ai]).pk


def test_games_that_end_at_the_same_time_are_rated_in_order_of_id(people: list[User]) -> None:
    games = [finished_row(people[:2], [1, 2]) for _ in range(2)]
    Game.objects.update(finished_at=games[0].finished_at)
    rate_finished_games()
    assert [(line[0], line[2]) for line in rating_changes() if line[1] == "ada"] == [(games[0].pk, 1), (games[1].pk, 2)]
    assert games[0].finished_at is not None
    earlier = finished_row(people[:2], [2, 1])
    Game.objects.filter(pk=earlier.pk).update(finished_at=games[0].finished_at - timedelta(days=1))
    assert rate_finished_games() == 6
    assert [line[0] for line in rating_changes() if line[1] == "ada"] == [earlier.pk, games[0].pk, games[1].pk]


@pytest.mark.slow
@pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite counts the rows that its statements go through")
def test_rating_a_game_costs_the_same_with_any_length_of_history(people: list[User]) -> None:
    ada, ben, *_ = people

    def cost_of_one_more() -> int:
        game = won_by(ada, ben)
        with counted_work() as work:
            assert rate_game(game_id=game.pk) == 2
        return work()

    won_by(ada, ben)
    rate_finished_games()
    early = cost_of_one_more()
    for _number in range(300):
        finished_row([ada, ben], [1, 2])
    rate_finished_games()
    assert cost_of_one_more() < 2 * early


@contextmanager
def counted_work() -> Iterator[Callable[[], int]]:
    """The number of SQLite instructions run so far, which grows with each row that a statement visits."""
    ran = 0

    def count() -> int:
        nonlocal ran
        ran += 1
        return 0

    connection.ensure_connection()
    connection.connection.set_progress_handler(count, 1)
    try:
        yield lambda: ran
    finally:
        connection.connection.set_progress_handler(None, 1)
