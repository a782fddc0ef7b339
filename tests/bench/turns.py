"""Reading a game and posting a turn by API, compared with hand-written views."""

import json
import random
from dataclasses import dataclass, field

from django.db import connection

from accounts.models import User
from games.models import Game, GameEvent
from games.selectors.game_json import match_of
from games.services.turns import play_whole_turn
from tests.bench.figures import Figure, ratio
from tests.bench.measuring import alternate, cpu
from tests.bench.reference import TURNS
from tests.bench.visits import Visitor, token_of
from tests.games.playing import make_people, next_turn, play, start

VARIANTS = ("lyra-2", "vaeva", "galax", "nonaga")
"""One of each kind of board. A round of a measurement includes them all."""
TURNS_PLAYED = 20
ROUNDS = 25
CHANGED_BY_A_TURN = ("ply", "turn", "snapshot", "face", "to_move", "since", "deadline", "event_seq")
FAR_OFF = 100_000
DATABASES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


def measure() -> list[Figure]:
    people = make_people("ada", "ben")
    database = DATABASES[connection.vendor]
    return [measure_reading(people, database), measure_writing(people, database)]


def middle_game(variant: str, people: list[User], seed: int = 7) -> Game:
    """Return a game with some turns played; seeds with which it ends earlier are skipped."""
    game = start(variant, people)
    for _ in range(TURNS_PLAYED):
        play(game, 1, seed)
        if not game.is_in_progress:
            return middle_game(variant, people, seed + 1)
    return game


# -- reading ------------------------------------------------------------------------------------------------------


def measure_reading(people: list[User], database: str) -> Figure:
    visitor = Visitor(token=token_of(people[0]))
    ours = [f"/api/v1/games/{middle_game(variant, people).pk}/" for variant in VARIANTS]
    plain = [f"/reference/rows/{row_holding(visitor.get(path))}/" for path in ours]
    assert [len(visitor.get(path)) for path in ours] == [len(visitor.get(path)) for path in plain]

    def read(paths: list[str]) -> float:
        return sum(cpu(lambda path=path: visitor.get(path)) for path in paths) / len(paths)  # type: ignore[misc]

    label = f"reading a game, {database}"
    cost, beside = alternate(lambda _: read(ours), lambda _: read(plain), rounds=ROUNDS, label=label)
    return ratio(label, cost, beside, than="one row by hand", limit=1.5)


def row_holding(answer: bytes) -> int:
    """Return the id of a row whose one JSON column is this response, for the reference view."""
    holder = Game.objects.earliest("pk")
    seq = FAR_OFF + GameEvent.objects.filter(game=holder).count()
    return GameEvent.objects.create(game=holder, seq=seq, kind="chat", payload=json.loads(answer)).pk


# -- writing ------------------------------------------------------------------------------------------------------


@dataclass
class Player:
    """Plays turns in one game of each variant through the site, and writes the same rows through the reference view."""

    people: list[User]
    games: dict[str, Game] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.visitors = [Visitor(token=token_of(person)) for person in self.people]
        for variant in VARIANTS:
            self.games[variant] = middle_game(variant, self.people)
        self.doubles = {variant: self._double(variant) for variant in VARIANTS}

    def play(self, number: int) -> float:
        """Return the site's cost of a turn, without that of the rules engine."""
        return sum(self._play_one(variant, number) for variant in VARIANTS) / len(VARIANTS)

    def write(self, number: int) -> float:
        return sum(self._write_one(variant, number) for variant in VARIANTS) / len(VARIANTS)

    def _play_one(self, variant: str, number: int) -> float:
        game = self._game(variant)
        steps = next_turn(game, number)
        visitor = self.visitors[game.to_move or 0]
        engine = cpu(lambda: think(game, steps))
        return cpu(visitor.posts(f"/api/v1/games/{game.pk}/turns/", {"ply": game.ply, "steps": steps})) - engine

    def _write_one(self, variant: str, number: int) -> float:
        steps = next_turn(self._game(variant), number)
        double = self.doubles[variant]
        return cpu(self.visitors[0].posts(f"/reference/games/{double.pk}/turns/", {"ply": 0, "steps": steps}))

    def _game(self, variant: str) -> Game:
        game = self.games[variant]
        game.refresh_from_db()
        if not game.is_in_progress:
            game = self.games[variant] = middle_game(variant, self.people, seed=random.randrange(1000))
        return game

    def _double(self, variant: str) -> Game:
        game = middle_game(variant, self.people)
        last = GameEvent.objects.filter(game=game).order_by("seq").last()
        assert last is not None
        TURNS[game.pk] = {name: getattr(game, name) for name in CHANGED_BY_A_TURN}, last.payload
        return game


def measure_writing(people: list[User], database: str) -> Figure:
    player = Player(people)
    label = f"posting a turn, {database}"
    cost, beside = alternate(player.play, player.write, rounds=ROUNDS, label=label)
    return ratio(label, cost, beside, than="the same rows by hand", limit=2.0)


def think(game: Game, steps: list[str]) -> None:
    """Do what the engine does for a turn: load the position, play, find legal steps, place the pieces."""
    match = play_whole_turn(match_of(game), steps)
    match.snapshot()
    match.scene()
    match.state.choices()
    match.ranked_by_tally()
