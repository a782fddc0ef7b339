"""Resigning."""

from accounts.models import User
from games.enums import LeftReason
from games.selectors.faces import Json
from games.services.clock import settled_table
from games.services.leaving import leave
from games.services.table import require_in_play, save


def resign(*, game_id: int, user: User) -> Json:
    """Give the game up; at tables of three and four the others play on."""
    with settled_table(game_id) as table:
        leave(table, require_in_play(table, user), LeftReason.RESIGNATION)
        save(table)
        return table.view(user)
