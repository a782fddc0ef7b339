"""End a game otherwise than by play or clock: resign, abort, annul."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import Forbidden
from accounts.models import User
from games.enums import GameStatus, LeftReason
from games.models import AiTurn
from games.selectors.position_json import Json
from games.services.clock import lock_settled_game
from games.services.locked_game import LockedGame, lock_game
from games.services.seat_removal import remove_seat


def resign(*, game_id: int, user: User, ply: int | None = None) -> Json:
    """Resign, at the present position or only at this ply; with three or four players the others play on."""
    with lock_settled_game(game_id) as locked:
        seat = locked.check_in_play(user)
        if ply is not None:
            locked.check_running_at(ply)
        remove_seat(locked, seat, LeftReason.RESIGNATION)
        locked.save()
        return locked.view(user)


def abort_game(*, game_id: int, user: User) -> Json:
    """Abort the game before every seat has moved, or when its AI is stuck; it has no result."""
    with lock_settled_game(game_id) as locked:
        seat = locked.check_in_play(user)
        _check_abortable(locked)
        locked.close_without_result(GameStatus.ABORTED, seat=seat.index)
        locked.save()
        return locked.view(user)


def annul_game(*, game_id: int) -> None:
    """Annul a game in progress, for the tournament that arranged it. Idempotent."""
    with transaction.atomic():
        locked = lock_game(game_id=game_id, now=timezone.now())
        if not locked.game.is_in_progress:
            return
        locked.close_without_result(GameStatus.ANNULLED)
        locked.save()


def _check_abortable(locked: LockedGame) -> None:
    if locked.game.arranged_by:
        raise Forbidden(_("Only the tournament's organisers can abort this game."), code="arranged")
    if AiTurn.objects.filter(game=locked.game, ply=locked.game.ply, is_stuck=True).exists():
        return
    turns = locked.game.face["turns"]
    if locked.game.status == GameStatus.RUNNING and all(turns[seat.index] for seat in locked.seats_in_play()):
        message = _("Every player has moved, so the game can't be aborted. Resign, or offer a draw.")
        raise locked.conflict(message, code="too_late_to_abort")
