"""Shared helpers for tests of playing: people, games, and random turns."""

import random
from collections.abc import Sequence
from typing import Any

from rest_framework.test import APIClient

from accounts.models import User
from games import rules
from games.lobby.services.create import start_game
from games.lobby.services.terms import read_terms
from games.models import Game
from games.selectors.game_json import match_of
from games.services.play import submit_turn
from games.services.setup import submit_setup
from games.timing import TimeControl

SETUPS = {
    "vaeva": "=BDFHJLNPR",
    "galax": "=SMTSMTSMTS/MTSMTSMTSM/TSMTSMTSMT",
    "sirius": "=SMTSMTSMTS/MTSMTSMTSM/TSMTSMTSMT",
}
THREE_DAYS = TimeControl.days(3)


def make_people(*names: str) -> list[User]:
    return [User.objects.create_user(username=name, email=f"{name}@example.org") for name in names]


def client_of(user: User | None) -> APIClient:
    client = APIClient()
    if user is not None:
        client.force_authenticate(user)
    return client


def start(
    variant: str, players: Sequence[User], *, control: TimeControl = THREE_DAYS, set_up: bool = True, **terms: Any
) -> Game:
    """Start a game, with the set-ups submitted unless `set_up` is false."""
    game = start_game(terms=read_terms(variant=variant, control=control, **terms), players=players)
    if set_up and game.engine.has_setup:
        for player in players:
            submit_setup(game_id=game.pk, user=player, setup=SETUPS[variant])
    game.refresh_from_db()
    return game


def random_turn(state: rules.State, rng: random.Random) -> list[str]:
    """One whole turn of legal steps."""
    steps: list[str] = []
    while not steps or not (state.result is not None or state.turn_begins()):
        steps.append(rng.choice(state.steps()))
        state = state.play(steps[-1])
    return steps


def next_turn(game: Game, seed: int = 0) -> list[str]:
    return random_turn(match_of(game).state, random.Random(seed))


def play(game: Game, turns: int, seed: int = 0) -> Game:
    """Play that many turns, each by the seat to move."""
    rng = random.Random(seed)
    for _ in range(turns):
        mover = game.seats.select_related("user").get(index=game.to_move).user
        submit_turn(game_id=game.pk, user=mover, ply=game.ply, steps=random_turn(match_of(game).state, rng))
        game.refresh_from_db()
    return game
