"""Conditional moves: entered by a player, played by the server in the transaction of the move they answer.

Every turn played uses up a part of them, so two players' conditional moves that answer each other come to an end.
"""

import logging
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from accounts.errors import Conflict, Refused, Unprocessable
from accounts.models import User
from accounts.services.checks import check_good_standing
from games.conditional_moves import (
    Act,
    BadConditionalMoves,
    Branch,
    advance,
    answer_of,
    conditional_json,
    read_conditional_moves,
    tree_from_json,
)
from games.enums import EventKind, GameStatus, LeftReason
from games.models import ConditionalMoves, Seat
from games.selectors.conditional_moves import ConditionalMovesJson, conditional_moves_json
from games.services.clock import lock_settled_game
from games.services.locked_game import LockedGame
from games.services.turns import (
    conditional_moves_at,
    delete_conditional_moves_of,
    keep_rest,
    play_whole_turn,
    remove_seat,
    write_turn,
)
from games.timing import NO_TIME
from games.translation import error_words

logger = logging.getLogger("asterism.games")


def save_conditional_moves(*, game_id: int, user: User, ply: int, tree: Any) -> ConditionalMovesJson:
    """Replace the user's conditional moves from the position after `ply` entries on; an empty tree deletes them."""
    check_good_standing(user)
    with lock_settled_game(game_id) as locked:
        seat = locked.check_in_play(user)
        _check_can_plan(locked, seat, ply)
        try:
            conditional = read_conditional_moves(tree, owner=seat.index, match=locked.match, play=play_whole_turn)
        except BadConditionalMoves as error:
            raise Unprocessable(error_words(error), code="bad_conditional_moves") from error
        ConditionalMoves.objects.filter(seat=seat).delete()
        if conditional:
            ConditionalMoves.objects.create(seat=seat, ply=locked.game.ply, tree=conditional_json(conditional))
            Seat.objects.filter(pk=seat.pk).update(had_conditional_moves=True)
        return conditional_moves_json(locked.game, seat)


def delete_conditional_moves(*, game_id: int, user: User) -> None:
    """Delete the user's conditional moves. Idempotent."""
    with lock_settled_game(game_id) as locked:
        ConditionalMoves.objects.filter(seat=locked.check_in_play(user)).delete()


def play_conditional_moves(locked: LockedGame, seat: Seat, steps: Sequence[str]) -> None:
    """Advance all conditional moves past a played turn, then play those that answer. Before the game is saved."""
    if not conditional_moves_at(locked):
        return
    _move_on(locked, seat, steps)
    while (answered := _play_next_answer(locked)) is not None:
        _move_on(locked, *answered)


def accept_by_condition(locked: LockedGame) -> bool:
    """Accept a draw that all others offer, if the conditional moves of the last player say so; returns whether."""
    silent = [seat for seat in locked.seats_in_play() if not seat.wants_draw]
    for conditional in conditional_moves_at(locked) if len(silent) == 1 else ():
        answer = answer_of(tree_from_json(conditional.tree), conditional.seat.index)
        if (
            conditional.seat in silent
            and answer is not None
            and answer.act == Act.ACCEPT_DRAW
            and _may_play(conditional)
        ):
            conditional.seat.wants_draw = True
            locked.record_entries(locked.match.agree(), [(None, "#agreement")])
            locked.add_position_event(EventKind.OVER)
            return True
    return False


def _check_can_plan(locked: LockedGame, seat: Seat, ply: int) -> None:
    game = locked.game
    if game.is_live:
        raise Unprocessable(_("Conditional moves are only available in correspondence games."), code="live_game")
    if game.status != GameStatus.RUNNING or game.ply != ply:
        message = _("The game has changed. Reload it and enter your conditional moves again.")
        raise locked.conflict(message, code="stale")
    if game.to_move == seat.index:
        raise Conflict(_("It is your turn. Play your move, then enter conditional moves."), code="your_turn")


def _move_on(locked: LockedGame, seat: Seat, steps: Sequence[str]) -> None:
    """Advance each player's conditional moves past the turn, or delete those that don't have it."""
    for conditional in conditional_moves_at(locked):
        rest = advance(tree_from_json(conditional.tree), seat.index, steps)
        if rest is None:
            delete_conditional_moves_of(locked, conditional, is_known=conditional.seat.index == seat.index)
        else:
            keep_rest(locked, conditional, rest)


def _play_next_answer(locked: LockedGame) -> tuple[Seat, Sequence[str]] | None:
    """Play the conditional answer of the seat to move; returns the turn, None if there is none."""
    for conditional in conditional_moves_at(locked) if locked.game.status == GameStatus.RUNNING else ():
        answer = answer_of(tree_from_json(conditional.tree), conditional.seat.index)
        if conditional.seat.index == locked.game.to_move and answer is not None and _may_play(conditional):
            return _answer(locked, conditional, answer)
    return None


def _may_play(conditional: ConditionalMoves) -> bool:
    """Whether conditional moves may be played: not for a suspended player, whose clock runs on."""
    return not conditional.seat.user.is_suspended


def _answer(locked: LockedGame, conditional: ConditionalMoves, answer: Branch) -> tuple[Seat, Sequence[str]] | None:
    if answer.act == Act.ACCEPT_DRAW:
        accept_by_condition(locked)
        return None
    if answer.act == Act.RESIGN:
        remove_seat(locked, conditional.seat, LeftReason.RESIGNATION)
        return None
    try:
        write_turn(locked, conditional.seat, answer.steps, spent=NO_TIME)
    except Refused as refusal:
        logger.warning("Conditional moves in game %s can't be played: %s", locked.game.pk, refusal.message)
        delete_conditional_moves_of(locked, conditional, is_known=False)
        return None
    return conditional.seat, answer.steps
