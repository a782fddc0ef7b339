"""A seat leaves before the end: the same for a flag and a resignation. For services; the caller holds the table."""

from games.enums import EventKind, GameStatus, LeftReason
from games.models import Seat
from games.services.plan_keeping import drop_all_plans
from games.services.table import Table, begin_turn, clear_offers, enter, note, position_payload, stop_clock


def leave(table: Table, seat: Seat, reason: LeftReason) -> None:
    """Put a seat out of the game; the others play on while two or more are left."""
    game = table.game
    had_the_turn = game.to_move == seat.index
    if had_the_turn:
        stop_clock(table)
    seat.left = reason
    clear_offers(table)
    match = table.match.leave(seat.index, reason=reason.value)
    enter(table, match, [(seat.index, f"#{reason.value}:{seat.index}")])
    if game.status == GameStatus.RUNNING and (had_the_turn or match.state.seat != game.to_move):
        begin_turn(table)
    drop_all_plans(table)
    note(table, EventKind.LEFT, seat=seat.index, reason=reason.value, **position_payload(table))
    if game.status == GameStatus.OVER:
        note(table, EventKind.OVER, **position_payload(table))
