"""Dropping a game that has hardly begun, or that must not count."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import Conflict, Forbidden
from accounts.models import User
from games.enums import EventKind, GameStatus
from games.events import game_dropped
from games.models import AiTurn
from games.selectors.faces import Json
from games.services.clock import settled_table
from games.services.table import Table, close, note, open_table, require_in_play, save, tell


def abort_game(*, game_id: int, user: User) -> Json:
    """Call the game off before every seat has moved, or when its AI fails; it counts for nothing."""
    with settled_table(game_id) as table:
        seat = require_in_play(table, user)
        _require_abortable(table, user)
        close(table, GameStatus.ABORTED)
        note(table, EventKind.ABORTED, seat=seat.index)
        tell(table, game_dropped)
        save(table)
        return table.view(user)


def annul_game(*, game_id: int) -> None:
    """Strike a game in progress, for whoever arranged it; annulling twice changes nothing."""
    with transaction.atomic():
        table = open_table(game_id=game_id, now=timezone.now())
        if not table.game.is_in_progress:
            return
        close(table, GameStatus.ANNULLED)
        note(table, EventKind.ANNULLED)
        tell(table, game_dropped)
        save(table)


def _require_abortable(table: Table, user: User) -> None:
    if table.game.arranged_by:
        raise Forbidden(_("Only its organisers can call this game off."), code="arranged")
    if AiTurn.objects.filter(game=table.game, ply=table.game.ply, is_stuck=True).exists():
        return
    turns = table.game.face["turns"]
    if table.game.status == GameStatus.RUNNING and all(turns[seat.index] for seat in table.seats_in_play()):
        message = _("Everybody has moved. Resign, or offer a draw.")
        raise Conflict(message, code="too_late_to_abort", payload={"game": table.view(user)})
