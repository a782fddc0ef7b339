"""Demo data: games, played turn by turn through the services, with turns chosen by the AI."""

import time
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.ai import Budget, choose_setup, choose_turn, level
from games.lobby.services.create import create_seek, start_game
from games.lobby.services.terms import read_terms
from games.models import Game
from games.rules import State, variant, variant_ids
from games.selectors.game_json import match_of, seats_of
from games.services.conditional_moves import save_conditional_moves
from games.services.play import submit_turn
from games.services.setup import submit_setup
from games.timing import TimeControl
from games.vacations.services import announce_vacation

# Small enough to create all demo data within a minute.
QUICK = Budget(nodes=400)
LAST_TURN = 14


def finished_and_running_games(members: Sequence[User]) -> None:
    """Play one game to its end and start another, in every variant."""
    for number, variant_id in enumerate(variant_ids()):
        seats = variant(variant_id).seats
        around = [members[(number + offset) % len(members)] for offset in range(seats)]
        finished = _start(variant_id, around, turn_limit=LAST_TURN)
        play_on(finished, turns=LAST_TURN * seats)
        running = _start(variant_id, around[::-1])
        play_on(running, turns=seats * 3 + number % seats)


def games_that_wait(members: Sequence[User]) -> None:
    """Create games in which the secretary is to move, shown first on their front page."""
    secretary = members[0]
    for variant_id, opponent in (("galax", members[5]), ("lyra-2", members[9]), ("vaeva", members[2])):
        play_on(_start(variant_id, [secretary, opponent]), turns=8)


def people_who_are_away(members: Sequence[User]) -> None:
    """Put one member on vacation in a running game, and give the secretary conditional moves in another.

    Both variants can't end within so few turns, so a player is still to move.
    """
    away, secretary, opponent = members[7], members[0], members[3]
    play_on(_start("ligne-2", [away, secretary]), turns=4)
    announce_vacation(user=away, until=timezone.localdate() + timedelta(days=6))
    planned = _start("lyra-2", [opponent, secretary])
    play_on(planned, turns=4)
    planned.refresh_from_db()
    save_conditional_moves(game_id=planned.pk, user=secretary, ply=planned.ply, tree=_likely_line(planned))


def _likely_line(game: Game) -> list[dict[str, Any]]:
    """Return conditional moves: a probable turn of the player to move, and a reply."""
    match = match_of(game)
    expected = _think(game, match.state)
    match = match.enter_all(expected)
    answer = {"seat": int(match.state.seat), "steps": _think(game, match.state), "then": []}
    return [{"seat": game.to_move, "steps": expected, "then": [answer]}]


def seeks(members: Sequence[User]) -> None:
    for user, variant_id, days in ((members[2], "vaeva", 3), (members[4], "nonaga", 1), (members[1], "bataille-3", 7)):
        create_seek(user=user, terms=read_terms(variant=variant_id, control=TimeControl.days(days)))


def play_on(game: Game, *, turns: int) -> None:
    """Submit missing set-ups, then play up to `turns` turns, stopping when the game ends."""
    for seat in seats_of(game):
        if game.engine.has_setup and not seat.secret_setup and not game.ply:
            setup = choose_setup(game.engine, seat.index, level=level("nova"), seed=game.pk + seat.index)
            submit_setup(game_id=game.pk, user=seat.user, setup=setup)
    for _ in range(turns):
        game.refresh_from_db()
        if not game.is_in_progress:
            return
        _play_turn(game)


def _think(game: Game, state: State) -> list[str]:
    seed = game.pk * 1000 + game.ply
    thought = choose_turn(game.engine, state, level=level("nova"), seed=seed, now=time.monotonic, budget=QUICK)
    return list(thought.steps)


def _play_turn(game: Game) -> None:
    steps = _think(game, match_of(game).state)
    mover = next(seat.user for seat in seats_of(game) if seat.index == game.to_move)
    submit_turn(game_id=game.pk, user=mover, ply=game.ply, steps=steps)


def _start(variant_id: str, players: Sequence[User], *, turn_limit: int | None = None) -> Game:
    limit = turn_limit or variant(variant_id).turn_limit
    terms = read_terms(variant=variant_id, control=TimeControl.days(3), rated=True, turn_limit=limit)
    return start_game(terms=terms, players=players)
