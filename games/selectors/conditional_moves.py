"""Conditional moves, for their owners only. Nothing else on the site reads them."""

from typing import Any

from accounts.models import User
from games.models import ConditionalMoves, Game, Seat
from games.selectors.position_json import Json


def conditional_moves_json(game: Game, seat: Seat) -> Json:
    """A seat's conditional moves; the caller has checked that the seat is the viewer's."""
    conditional = ConditionalMoves.objects.filter(seat=seat).first()
    return {"ply": game.ply, "seat": seat.index, "tree": [] if conditional is None else conditional.tree}


def export_conditional_moves(user: User) -> list[Any]:
    return list(ConditionalMoves.objects.filter(seat__user=user).values("seat__game_id", "ply", "tree", "changed_at"))
