"""Reads that write: a game is returned after its expired clocks were applied."""

from django.utils.translation import gettext as _

from accounts.errors import Forbidden
from accounts.models import User
from games.models import Game, Seat
from games.selectors.game_json import Viewer, get_game, seat_of
from games.services.clock import settle_if_due
from games.services.request_times import request_time
from games.timing import due


def get_own_seat(game_id: int, user: User) -> tuple[Game, Seat]:
    """The game and the user's seat in it, for what is theirs alone."""
    game, seats = get_settled_game(game_id, user)
    seat = seat_of(seats, user, game)
    if seat is None:
        raise Forbidden(_("You are not playing in this game."), code="not_a_player")
    return game, seat


def get_settled_game(game_id: int, viewer: Viewer) -> tuple[Game, list[Seat]]:
    """The game and its seats, after expired clocks were applied."""
    game, seats = get_game(game_id, viewer)
    now = request_time()
    if game.ticking is None or due(game.ticking, now) is None or not settle_if_due(game_id=game_id, now=now):
        return game, seats
    return get_game(game_id, viewer)
