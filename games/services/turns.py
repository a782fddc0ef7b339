"""Write one turn of a game, or a seat that leaves, and what either does to conditional moves.

The caller holds the game's lock.
"""

from collections.abc import Sequence
from datetime import timedelta

from django.utils.translation import gettext as _

from accounts.errors import Unprocessable
from games.analysis.fair_play import check_not_in_play
from games.conditional_moves import ConditionalMoves as Branches
from games.conditional_moves import conditional_json
from games.enums import EventKind, GameStatus, LeftReason
from games.models import ConditionalMoves, Seat
from games.notifications.services.notices import notify_lost_conditional_moves
from games.rules import IllegalStep
from games.rules.match import Match, position_key
from games.services.locked_game import LockedGame
from games.translation import error_words


def play_whole_turn(match: Match, steps: Sequence[str]) -> Match:
    """The match after exactly one whole turn; raises Unprocessable with the rules' message."""
    for number, step in enumerate(steps, start=1):
        try:
            match = match.play(step)
        except IllegalStep as error:
            raise Unprocessable(error_words(error), code="illegal_step", payload={"step": number - 1}) from error
        is_done = match.result is not None or match.state.turn_begins()
        if is_done and number < len(steps):
            raise Unprocessable(
                _("The turn ends with “%(step)s”. Remove what follows.") % {"step": step}, code="turn_too_long"
            )
    if not steps or not is_done:
        raise Unprocessable(_("The turn is not complete. Send all its steps together."), code="turn_unfinished")
    return match


def write_turn(locked: LockedGame, seat: Seat, steps: Sequence[str], *, spent: timedelta) -> None:
    """Write a turn: record, clocks, declined offers, stream event and signals."""
    match = play_whole_turn(locked.match, steps)
    if locked.game.played_on_ply is not None and not seat.is_ai:
        # Otherwise an AI could be led, from a turn earlier, to a position that people are playing, and show its move
        # there.
        check_not_in_play(locked.game.variant, [position_key(match.state)])
    locked.charge(seat, spent)
    if not seat.wants_draw or locked.game.takeback_to is not None:
        locked.clear_offers()  # playing on declines offers; one's own draw offer stays open
    locked.record_entries(match, [(seat.index, step) for step in steps], spent=spent)
    if match.result is None:
        locked.begin_turn()
    locked.add_position_event(EventKind.TURN, seat=seat.index, steps=list(steps))
    if match.result is not None:
        locked.add_position_event(EventKind.OVER)


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


def conditional_moves_at(locked: LockedGame) -> list[ConditionalMoves]:
    """The conditional moves of a game, each with its seat of the locked game. Live games have none."""
    if locked.game.is_live or not any(seat.had_conditional_moves for seat in locked.seats):
        return []
    conditionals = list(ConditionalMoves.objects.filter(seat__game=locked.game).order_by("seat__index"))
    seats = {seat.pk: seat for seat in locked.seats}
    for conditional in conditionals:
        conditional.seat = seats[conditional.seat_id]
    return conditionals


def keep_rest(locked: LockedGame, conditional: ConditionalMoves, rest: Branches) -> None:
    """Store the remaining conditional moves, or delete them if they are used up."""
    if rest:
        conditional.tree, conditional.ply = conditional_json(rest), locked.game.ply
        conditional.save(update_fields=["tree", "ply"])
    else:
        conditional.delete()


def delete_conditional_moves_of(locked: LockedGame, conditional: ConditionalMoves, *, is_known: bool) -> None:
    """Delete conditional moves that no longer apply; notify the owner unless it was their own doing."""
    seat = conditional.seat
    conditional.delete()
    if not is_known and locked.game.is_in_progress and not seat.left:
        notify_lost_conditional_moves(seat=seat)


def delete_all_conditional_moves(locked: LockedGame) -> None:
    """Delete all conditional moves: a seat left the game, or turns were taken back."""
    for conditional in conditional_moves_at(locked):
        delete_conditional_moves_of(locked, conditional, is_known=False)
