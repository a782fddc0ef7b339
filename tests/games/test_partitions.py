"""Steps and events in partitions, made by docs/examples/partitions.sql: services still work, plies stay unique."""

import random
from collections.abc import Callable

import pytest
from django.db import IntegrityError, NotSupportedError, connection, transaction

from config.env import BASE_DIR
from games.models import Game, GameEvent, Step
from games.services.offers import ask_takeback
from tests.games.playing import make_people, play, start

SCRIPT = BASE_DIR / "docs" / "examples" / "partitions.sql"
A_MONTH = 1_000_000

pytestmark = [pytest.mark.postgres, pytest.mark.django_db]


def partition_tables() -> int:
    """Run the script within the test's transaction; return the first id of the new partition."""
    first = max(Game.objects.values_list("pk", flat=True), default=0) + 1
    words = "".join(line for line in SCRIPT.read_text().splitlines(True) if not line.startswith("--"))
    words = words.replace("BEGIN;", "").replace("COMMIT;", "")
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(words.replace(":first", str(first)).replace(":next", str(first + A_MONTH)))
    return first


def places_of(game: Game) -> set[str]:
    """The partitions that hold a game's steps and events."""
    with connection.cursor() as cursor:
        words = "SELECT tableoid::regclass::text FROM {} WHERE game_id = %s"
        for table in ("games_step", "games_gameevent"):
            cursor.execute(words.format(table), [game.pk])
        cursor.execute(f"{words.format('games_step')} UNION {words.format('games_gameevent')}", [game.pk] * 2)
        return {row[0] for row in cursor.fetchall()}


def test_games_in_the_old_and_the_new_partition_can_be_played() -> None:
    people = make_people("ada", "ben")
    before = play(start("nonaga", people), 3)
    first = partition_tables()
    after = play(start("nonaga", people), 3)
    assert after.pk >= first
    assert places_of(after) == {f"games_step_from_{first}", f"games_gameevent_from_{first}"}
    assert places_of(before) == {"games_step_until_now", "games_gameevent_until_now"}
    for game in (before, after):
        play(game, 2, seed=random.Random(1).randrange(99))
        assert list(Step.objects.filter(game=game).values_list("ply", flat=True)) == list(range(game.ply))
    for user in people:
        ask_takeback(game_id=after.pk, user=user, ply=after.ply)
    assert Step.objects.filter(game=after).count() < after.ply


@pytest.mark.parametrize("again", [lambda game: Step(**step_of(game)), lambda game: GameEvent(**tournament_data(game))])
def test_plies_and_event_numbers_stay_unique(again: Callable[[Game], Step | GameEvent]) -> None:
    people = make_people("ada", "ben")
    partition_tables()
    game = play(start("nonaga", people), 2)
    with pytest.raises(IntegrityError), transaction.atomic():
        again(game).save(force_insert=True)


def step_of(game: Game) -> dict[str, object]:
    step = Step.objects.filter(game=game).first()
    return {"game": game, "ply": step.ply, "turn": 9, "seat": 0, "text": "twice", "at": step.at}


def tournament_data(game: Game) -> dict[str, object]:
    return {"game": game, "seq": game.event_seq, "kind": "turn"}


def test_queries_about_a_game_read_one_partition() -> None:
    first = partition_tables()
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN SELECT * FROM games_step WHERE game_id = {first} ORDER BY ply")
        plan = "\n".join(row[0] for row in cursor.fetchall())
    assert f"games_step_from_{first}" in plan
    assert "games_step_until_now" not in plan


def test_partitions_by_time_would_allow_duplicate_plies() -> None:
    """Why not by the month of `at`: PostgreSQL could not enforce the unique key."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE by_month (LIKE games_step) PARTITION BY RANGE (at)")
        with pytest.raises(NotSupportedError, match="must include all partitioning columns"), transaction.atomic():
            cursor.execute("ALTER TABLE by_month ADD UNIQUE (game_id, ply)")
