"""Resigning."""

from accounts.models import User
from games.enums import LeftReason
from games.selectors.faces import Json
from games.services.clock import settled_table
from games.services.leaving import leave
from games.services.table import require_in_play, require_running_at, save


def resign(*, game_id: int, user: User, ply: int | None = None) -> Json:
    """Give the game up, as it stands or at this very ply; at tables of three and four the others play on."""
    with settled_table(game_id) as table:
        seat = require_in_play(table, user)
        if ply is not None:
            require_running_at(table, user, ply)
        leave(table, seat, LeftReason.RESIGNATION)
        save(table)
        return table.view(user)
