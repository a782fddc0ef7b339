"""Conditional moves, for their owners only. Nothing else on the site reads them."""

from typing import Any

from accounts.models import User
from games.models import Game, Plan, Seat
from games.selectors.position_json import Json


def plan_view(game: Game, seat: Seat) -> Json:
    """A seat's conditional moves; the caller has checked that the seat is the viewer's."""
    plan = Plan.objects.filter(seat=seat).first()
    return {"ply": game.ply, "seat": seat.index, "tree": [] if plan is None else plan.tree}


def export_plans(user: User) -> list[Any]:
    return list(Plan.objects.filter(seat__user=user).values("seat__game_id", "ply", "tree", "changed_at"))
