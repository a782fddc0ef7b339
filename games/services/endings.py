"""End a game otherwise than by play or clock: resign, abort, annul."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import Conflict, Forbidden
from accounts.models import User
from games.enums import EventKind, GameStatus, LeftReason
from games.models import AiTurn
from games.selectors.game_json import GameJson
from games.services.clock import lock_settled_game
from games.services.locked_game import (
    LockedGame,
    add_event,
    check_in_play,
    check_running_at,
    close,
    lock_game,
    queue_signal,
    save,
)
from games.services.seat_removal import remove_seat
from games.signals import game_dropped


def resign(*, game_id: int, user: User, ply: int | None = None) -> GameJson:
    """Resign, at the present position or only at this ply; with three or four players the others play on."""
    with lock_settled_game(game_id) as locked:
        seat = check_in_play(locked, user)
        if ply is not None:
            check_running_at(locked, user, ply)
        remove_seat(locked, seat, LeftReason.RESIGNATION)
        save(locked)
        return locked.view(user)


def abort_game(*, game_id: int, user: User) -> GameJson:
    """Abort the game before every seat has moved, or when its AI is stuck; it has no result."""
    with lock_settled_game(game_id) as locked:
        seat = check_in_play(locked, user)
        _check_abortable(locked, user)
        close(locked, GameStatus.ABORTED)
        add_event(locked, EventKind.ABORTED, seat=seat.index)
        queue_signal(locked, game_dropped)
        save(locked)
        return locked.view(user)


def annul_game(*, game_id: int) -> None:
    """Annul a game in progress, for the tournament that arranged it. Idempotent."""
    with transaction.atomic():
        locked = lock_game(game_id=game_id, now=timezone.now())
        if not locked.game.is_in_progress:
            return
        close(locked, GameStatus.ANNULLED)
        add_event(locked, EventKind.ANNULLED)
        queue_signal(locked, game_dropped)
        save(locked)


def _check_abortable(locked: LockedGame, user: User) -> None:
    if locked.game.arranged_by:
        raise Forbidden(_("Only the tournament's organisers can abort this game."), code="arranged")
    if AiTurn.objects.filter(game=locked.game, ply=locked.game.ply, is_stuck=True).exists():
        return
    turns = locked.game.face["turns"]
    if locked.game.status == GameStatus.RUNNING and all(turns[seat.index] for seat in locked.seats_in_play()):
        message = _("Every player has moved, so the game can't be aborted. Resign, or offer a draw.")
        raise Conflict(message, code="too_late_to_abort", payload={"game": locked.view(user)})
