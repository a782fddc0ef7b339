"""A seat leaves the game by flag or resignation. For services; the caller holds the game's lock."""

from games.enums import EventKind, GameStatus, LeftReason
from games.models import Seat
from games.services.locked_game import LockedGame
from games.services.stored_conditional_moves import delete_all_conditional_moves


def remove_seat(locked: LockedGame, seat: Seat, reason: LeftReason) -> None:
    """Remove a seat from play; the others play on while two or more are left."""
    game = locked.game
    had_the_turn = game.to_move == seat.index
    if had_the_turn:
        locked.stop_clock()
    seat.left = reason
    locked.clear_offers()
    match = locked.match.remove_seat(seat.index, reason=reason.value)
    locked.record_entries(match, [(seat.index, f"#{reason.value}:{seat.index}")])
    if game.status == GameStatus.RUNNING and (had_the_turn or match.state.seat != game.to_move):
        locked.begin_turn()
    delete_all_conditional_moves(locked)
    locked.add_position_event(EventKind.LEFT, seat=seat.index, reason=reason.value)
    if game.status == GameStatus.OVER:
        locked.add_position_event(EventKind.OVER)
