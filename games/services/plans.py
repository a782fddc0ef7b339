"""Plans: laid down by a player, followed by the server the moment they apply, in the transaction of what they answer.

Every turn played by a plan uses up a part of it, so two players' plans that answer each other come to an end.
"""

import logging
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from accounts.errors import Conflict, Refused, Unprocessable
from accounts.models import User
from accounts.services.standing import require_good_standing
from games.enums import EventKind, GameStatus, LeftReason
from games.models import Plan, Seat
from games.planning import Act, BadPlan, Branch, advance, answer_of, plan_from_json, plan_json, read_plan
from games.selectors.plans import plan_view
from games.selectors.position_json import Json
from games.services.clock import lock_settled_game
from games.services.leaving import leave
from games.services.locked_game import LockedGame, add_event, position_payload, record_entries, require_in_play
from games.services.plan_keeping import drop_plan_of, keep_rest, plans_at
from games.services.turns import play_whole_turn, write_turn
from games.timing import NO_TIME
from games.translation import error_words

logger = logging.getLogger("asterism.games")


def save_plan(*, game_id: int, user: User, ply: int, tree: Any) -> Json:
    """Lay down a plan from the position after `ply` entries on, in the place of any other; an empty one is none."""
    require_good_standing(user)
    with lock_settled_game(game_id) as locked:
        seat = require_in_play(locked, user)
        _require_plannable(locked, seat, user, ply)
        try:
            plan = read_plan(tree, owner=seat.index, match=locked.match, play=play_whole_turn)
        except BadPlan as error:
            raise Unprocessable(error_words(error), code="bad_plan") from error
        Plan.objects.filter(seat=seat).delete()
        if plan:
            Plan.objects.create(seat=seat, ply=locked.game.ply, tree=plan_json(plan))
            Seat.objects.filter(pk=seat.pk).update(had_plan=True)
        return plan_view(locked.game, seat)


def drop_plan(*, game_id: int, user: User) -> None:
    """Give a plan up. With none there, nothing changes."""
    with lock_settled_game(game_id) as locked:
        Plan.objects.filter(seat=require_in_play(locked, user)).delete()


def follow_plans(locked: LockedGame, seat: Seat, steps: Sequence[str]) -> None:
    """A turn was played: every plan moves on with it, then those answer that can. Before the table is saved."""
    if not plans_at(locked):
        return
    _move_on(locked, seat, steps)
    while (answered := _play_next_answer(locked)) is not None:
        _move_on(locked, *answered)


def accept_by_plan(locked: LockedGame) -> bool:
    """Accept a draw that all others offer, if the plan of the one who has not answered says so."""
    silent = [seat for seat in locked.seats_in_play() if not seat.wants_draw]
    for plan in plans_at(locked) if len(silent) == 1 else ():
        answer = answer_of(plan_from_json(plan.tree), plan.seat.index)
        if plan.seat in silent and answer is not None and answer.act == Act.ACCEPT_DRAW and _may_play(plan):
            plan.seat.wants_draw = True
            record_entries(locked, locked.match.agree(), [(None, "#agreement")])
            add_event(locked, EventKind.OVER, **position_payload(locked))
            return True
    return False


def _require_plannable(locked: LockedGame, seat: Seat, user: User, ply: int) -> None:
    game = locked.game
    if game.is_live:
        raise Unprocessable(_("Conditional moves are only available in correspondence games."), code="live_game")
    if game.status != GameStatus.RUNNING or game.ply != ply:
        message = _("The game has changed. Reload it and enter your conditional moves again.")
        raise Conflict(message, code="stale", payload={"game": locked.view(user)})
    if game.to_move == seat.index:
        raise Conflict(_("It is your turn. Play your move, then enter conditional moves."), code="your_turn")


def _move_on(locked: LockedGame, seat: Seat, steps: Sequence[str]) -> None:
    """Each plan stands after the turn now, or was not made for it."""
    for plan in plans_at(locked):
        rest = advance(plan_from_json(plan.tree), seat.index, steps)
        if rest is None:
            drop_plan_of(locked, plan, is_known=plan.seat.index == seat.index)
        else:
            keep_rest(locked, plan, rest)


def _play_next_answer(locked: LockedGame) -> tuple[Seat, Sequence[str]] | None:
    """What the plan of the seat to move answers: the turn that was played, or None if that was all."""
    for plan in plans_at(locked) if locked.game.status == GameStatus.RUNNING else ():
        answer = answer_of(plan_from_json(plan.tree), plan.seat.index)
        if plan.seat.index == locked.game.to_move and answer is not None and _may_play(plan):
            return _answer(locked, plan, answer)
    return None


def _may_play(plan: Plan) -> bool:
    """Whether conditional moves may be played: not for a suspended player, whose clock runs on."""
    return not plan.seat.user.is_suspended


def _answer(locked: LockedGame, plan: Plan, answer: Branch) -> tuple[Seat, Sequence[str]] | None:
    if answer.act == Act.ACCEPT_DRAW:
        accept_by_plan(locked)
        return None
    if answer.act == Act.RESIGN:
        leave(locked, plan.seat, LeftReason.RESIGNATION)
        return None
    try:
        write_turn(locked, plan.seat, answer.steps, spent=NO_TIME)
    except Refused as refusal:
        logger.warning("A plan in game %s cannot be played: %s", locked.game.pk, refusal.message)
        drop_plan_of(locked, plan, is_known=False)
        return None
    return plan.seat, answer.steps
