"""Resign a game."""

from accounts.models import User
from games.enums import LeftReason
from games.selectors.position_json import Json
from games.services.clock import lock_settled_game
from games.services.leaving import remove_seat
from games.services.locked_game import check_in_play, check_running_at, save


def resign(*, game_id: int, user: User, ply: int | None = None) -> Json:
    """Resign, at the present position or only at this ply; with three or four players the others play on."""
    with lock_settled_game(game_id) as locked:
        seat = check_in_play(locked, user)
        if ply is not None:
            check_running_at(locked, user, ply)
        remove_seat(locked, seat, LeftReason.RESIGNATION)
        save(locked)
        return locked.view(user)
