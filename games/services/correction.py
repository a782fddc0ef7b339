"""Corrections of finished games by organisers: another result, or annulled."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import Conflict, Invalid
from games.enums import EventKind, GameStatus
from games.rules.core import Result
from games.services.locked_game import LockedGame, lock_game
from games.signals import game_dropped, game_finished


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
