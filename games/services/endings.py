"""End a game otherwise than by play or clock: resign, abort, annul; and corrections of results by organisers."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import Conflict, Forbidden, Invalid
from accounts.models import User
from games.enums import EventKind, GameStatus, LeftReason
from games.models import AiTurn
from games.rules.core import Result
from games.selectors.game_json import GameJson
from games.services.clock import lock_settled_game
from games.services.locked_game import LockedGame, lock_game
from games.services.turns import remove_seat
from games.signals import game_dropped, game_finished


def resign(*, game_id: int, user: User, ply: int | None = None) -> GameJson:
    """Resign, at the present position or only at this ply; with three or four players the others play on."""
    with lock_settled_game(game_id) as locked:
        seat = locked.check_in_play(user)
        if ply is not None:
            locked.check_running_at(ply)
        remove_seat(locked, seat, LeftReason.RESIGNATION)
        locked.save()
        return locked.view(user)


def abort_game(*, game_id: int, user: User) -> GameJson:
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


def correct_result(*, game_id: int, ranks: Sequence[int], by_tally: Sequence[int] = ()) -> None:
    """Give a finished game other ranks, seat by seat; points and ratings follow. The record stays as it was."""
    with transaction.atomic():
        locked = lock_game(game_id=game_id, now=timezone.now())
        _check_over(locked)
        _check_given_ranks(locked, ranks)
        locked.give_result(Result(tuple(ranks), locked.game.reason, tuple(by_tally)))
        locked.add_position_event(EventKind.OVER)
        locked.queue_signal(game_finished)
        locked.save()


def strike_result(*, game_id: int) -> None:
    """Annul a finished game. Idempotent."""
    with transaction.atomic():
        locked = lock_game(game_id=game_id, now=timezone.now())
        if locked.game.status == GameStatus.ANNULLED:
            return
        _check_over(locked)
        locked.game.status, locked.game.reason, locked.game.by_tally = GameStatus.ANNULLED, "", []
        for seat in locked.seats:
            seat.rank = seat.points_numerator = seat.points_denominator = None
        locked.add_event(EventKind.ANNULLED)
        locked.queue_signal(game_dropped)
        locked.save()


def _check_over(locked: LockedGame) -> None:
    if locked.game.status != GameStatus.OVER:
        raise Conflict(_("The game has no result to correct."), code="not_over")


def _check_given_ranks(locked: LockedGame, ranks: Sequence[int]) -> None:
    ordered = sorted(ranks)
    is_ranking = all(rank == ordered.index(rank) + 1 for rank in ordered)
    if len(ranks) != len(locked.seats) or not is_ranking:
        message = _("Give each seat a rank, 1 being the best; tied seats share the better rank, as in 1, 1, 3.")
        raise Invalid.at("ranks", message)
