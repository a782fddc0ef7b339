"""Play a turn in a game."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from accounts.errors import Forbidden
from accounts.models import User
from accounts.services.checks import check_good_standing
from games.enums import GameStatus
from games.models import Seat, Step
from games.selectors.game_json import GameJson
from games.services.clock import lock_settled_game, time_spent
from games.services.conditional_moves import play_conditional_moves
from games.services.locked_game import LockedGame
from games.services.turns import write_turn


def submit_turn(*, game_id: int, user: User, ply: int, steps: Sequence[str]) -> GameJson:
    """Play one whole turn; returns the game as the player now sees it.

    `ply` is the entry of the record that the first step will be. Idempotent: a turn that was played already is not
    played again, and gets the game as it is now.
    """
    check_good_standing(user)
    with lock_settled_game(game_id) as locked:
        seat = locked.check_seat(user)
        if _is_played(locked, seat, ply, steps):
            return locked.view(user)
        _check_turn(locked, seat, ply)
        write_turn(locked, seat, steps, spent=time_spent(locked))
        play_conditional_moves(locked, seat, steps)
        locked.save()
        return locked.view(user)


def _check_turn(locked: LockedGame, seat: Seat, ply: int) -> None:
    game = locked.game
    locked.check_in_progress()
    if game.status == GameStatus.SETUP:
        raise locked.conflict(_("Some set-ups are still missing."), code="setups_awaited")
    if game.ply != ply:
        raise locked.stale_conflict()
    if game.to_move != seat.index:
        raise Forbidden(_("It is not your turn."), code="not_your_turn")


def _is_played(locked: LockedGame, seat: Seat, ply: int, steps: Sequence[str]) -> bool:
    """Whether the record has exactly this turn, by this seat, at this ply: from its first step to its last."""
    if ply >= locked.game.ply or not steps:
        return False
    rows = Step.objects.filter(game=locked.game, ply__gte=ply - 1, ply__lte=ply + len(steps)).order_by("ply")
    known = list(rows.values_list("ply", "seat", "text", "turn"))
    number = next(turn for at, _, _, turn in known if at == ply)
    whole = [(at, by, text) for at, by, text, turn in known if turn == number]
    return whole == [(ply + offset, seat.index, step) for offset, step in enumerate(steps)]
