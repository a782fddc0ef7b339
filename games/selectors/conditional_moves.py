"""Conditional moves, for their owners only. Nothing else on the site reads them."""

from typing import Annotated, NotRequired, TypedDict

from games.conditional_moves import Act
from games.models import ConditionalMoves, Game, Seat


class Branch(TypedDict):
    """One turn of a seat with the possible replies, or an action of your own."""

    seat: int
    steps: NotRequired[list[str]]
    act: NotRequired[Annotated[str, Act]]
    then: "NotRequired[list[Branch]]"


class ConditionalMovesJson(TypedDict):
    """The branches from the position after `ply` entries on; empty without conditional moves."""

    ply: int
    seat: int
    tree: list[Branch]


def conditional_moves_json(game: Game, seat: Seat) -> ConditionalMovesJson:
    """A seat's conditional moves; the caller has checked that the seat is the viewer's."""
    conditional = ConditionalMoves.objects.filter(seat=seat).first()
    return {"ply": game.ply, "seat": seat.index, "tree": [] if conditional is None else conditional.tree}
