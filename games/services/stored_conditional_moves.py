"""Store or delete the conditional moves of a game as it goes on. For services; the caller holds the game's lock."""

from games.conditional_moves import ConditionalMoves as Branches
from games.conditional_moves import conditional_json
from games.models import ConditionalMoves
from games.notifications.services.notices import notify_lost_conditional_moves
from games.services.locked_game import LockedGame


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
