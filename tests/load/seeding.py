"""Store hundreds of thousands of games in seconds: copies of one played game, written by COPY.

They are finished games between the given players, in turn, so that all their lists grow alike.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from itertools import chain
from typing import Any

from django.db import connection
from django.db.models import Field, JSONField, Max, Model

from accounts.models import User
from games.models import Game, Seat, Step
from games.services.endings import resign
from tests.games.playing import play, start

TURNS_OF_A_SAMPLE = 12
BATCH = 5000
Row = dict[str, Any]


def finished_game(players: Sequence[User]) -> Game:
    """Play a game to be copied."""
    game = play(start("lyra-2", list(players)), TURNS_OF_A_SAMPLE)
    resign(game_id=game.pk, user=players[0])
    game.refresh_from_db()
    return game


def store_games(sample: Game, players: Sequence[User], *, count: int) -> None:
    """Store so many copies of a finished game, with their seats and records."""
    first = (Game.objects.aggregate(last=Max("pk"))["last"] or 0) + 1
    for at in range(0, count, BATCH):
        numbers = range(first + at, first + min(at + BATCH, count))
        copy_in(Game, game_rows(sample, numbers))
        copy_in(Seat, seat_rows(sample, numbers, [player.pk for player in players]))
        copy_in(Step, step_rows(sample, numbers))
    with connection.cursor() as cursor:
        # Ids were assigned here: update the sequence, and the statistics for the planner.
        cursor.execute("SELECT setval(pg_get_serial_sequence('games_game', 'id'), (SELECT max(id) FROM games_game))")
        cursor.execute("ANALYZE")


def game_rows(sample: Game, numbers: Iterable[int]) -> Iterator[Row]:
    """One per minute, going back: the newest is as old as the sample."""
    known = _columns(sample)
    assert sample.finished_at is not None
    for number in numbers:
        at = sample.finished_at - timedelta(minutes=number % 500_000)
        yield {**known, "id": number, "created_at": at, "started_at": at, "finished_at": at}


def seat_rows(sample: Game, numbers: Iterable[int], players: Sequence[int]) -> Iterator[Row]:
    """All players meet: the distance between the two grows from round to round."""
    seats = [_columns(seat) for seat in Seat.objects.filter(game=sample).order_by("index")]
    for number in numbers:
        one = number % len(players)
        other = (one + 1 + number // len(players) % (len(players) - 1)) % len(players)
        for seat, player in zip(seats, (one, other), strict=True):
            yield {**_without_id(seat), "game_id": number, "user_id": players[player]}


def step_rows(sample: Game, numbers: Iterable[int]) -> Iterator[Row]:
    steps = [_without_id(_columns(step)) for step in Step.objects.filter(game=sample).order_by("ply")]
    for number in numbers:
        for step in steps:
            yield {**step, "game_id": number}


def copy_in(model: type[Model], rows: Iterable[Row]) -> None:
    """Write rows by PostgreSQL's COPY, with values as Django would write them."""
    fields = {field.attname: field for field in model._meta.concrete_fields}
    coming = iter(rows)
    first = next(coming)
    columns = ", ".join(f'"{fields[name].column}"' for name in first)
    known: Row = {}
    written: Row = {}
    with (
        connection.cursor() as cursor,
        cursor.copy(f'COPY "{model._meta.db_table}" ({columns}) FROM STDIN') as copy,
    ):
        for row in chain([first], coming):
            for name, value in row.items():
                if name not in known or known[name] is not value:  # most values are as in the previous copy
                    known[name], written[name] = value, _written(fields[name], value)
            copy.write_row([written[name] for name in first])


def _written(field: "Field[Any, Any]", value: Any) -> Any:
    return json.dumps(value) if isinstance(field, JSONField) else field.get_db_prep_save(value, connection)


def _columns(row: Model) -> Row:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def _without_id(row: Row) -> Row:
    return {name: value for name, value in row.items() if name != "id"}
