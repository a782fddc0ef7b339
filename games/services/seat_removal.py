"""A seat leaves the game by flag or resignation. For services; the caller holds the game's lock."""

from games.enums import EventKind, GameStatus, LeftReason
from games.models import Seat
from games.services.locked_game import (
    LockedGame,
    add_event,
    begin_turn,
    clear_offers,
    position_payload,
    record_entries,
    stop_clock,
)
from games.services.stored_conditional_moves import delete_all_conditional_moves


def remove_seat(locked: LockedGame, seat: Seat, reason: LeftReason) -> None:
    """Remove a seat from play; the others play on while two or more are left."""
    game = locked.game
    had_the_turn = game.to_move == seat.index
    if had_the_turn:
        stop_clock(locked)
    seat.left = reason
    clear_offers(locked)
    match = locked.match.remove_seat(seat.index, reason=reason.value)
    record_entries(locked, match, [(seat.index, f"#{reason.value}:{seat.index}")])
    if game.status == GameStatus.RUNNING and (had_the_turn or match.state.seat != game.to_move):
        begin_turn(locked)
    delete_all_conditional_moves(locked)
    add_event(locked, EventKind.LEFT, seat=seat.index, reason=reason.value, **position_payload(locked))
    if game.status == GameStatus.OVER:
        add_event(locked, EventKind.OVER, **position_payload(locked))
