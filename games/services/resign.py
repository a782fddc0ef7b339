"""Resigning."""

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.enums import LeftReason
from games.selectors.faces import Json
from games.services.clock import settle_if_due
from games.services.leaving import leave
from games.services.table import open_table, require_in_play, save


def resign(*, game_id: int, user: User) -> Json:
    """Give the game up; at tables of three and four the others play on."""
    now = timezone.now()
    settle_if_due(game_id=game_id, now=now)
    with transaction.atomic():
        table = open_table(game_id=game_id, now=now)
        leave(table, require_in_play(table, user), LeftReason.RESIGNATION)
        save(table)
        return table.view(user)
