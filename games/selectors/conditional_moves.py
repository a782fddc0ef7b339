"""Conditional moves, for their owners only. Nothing else on the site reads them."""

from games.models import ConditionalMoves, Game, Seat
from games.selectors.position_json import Json


def conditional_moves_json(game: Game, seat: Seat) -> Json:
    """A seat's conditional moves; the caller has checked that the seat is the viewer's."""
    conditional = ConditionalMoves.objects.filter(seat=seat).first()
    return {"ply": game.ply, "seat": seat.index, "tree": [] if conditional is None else conditional.tree}
