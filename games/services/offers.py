"""Offers that all in play must agree to: draws, and take-backs in casual games."""

from django.utils.translation import gettext as _

from accounts.errors import Forbidden, Unprocessable
from accounts.models import User
from accounts.services.checks import check_good_standing
from games.enums import EventKind
from games.models import Seat, Step
from games.notifications.services.notices import forget_turns
from games.rules.match import Match
from games.selectors.game_json import GameJson
from games.services.clock import lock_settled_game
from games.services.conditional_moves import accept_by_condition
from games.services.locked_game import LockedGame
from games.services.turns import delete_all_conditional_moves
from games.signals import draw_offered, takeback_asked


def offer_draw(*, game_id: int, user: User, ply: int, is_answer: bool = False) -> GameJson:
    """Offer a draw, or accept the one offered: it is agreed when all players in play want it.

    An answer to an offer that was withdrawn meanwhile raises Conflict instead of becoming an offer.
    """
    check_good_standing(user)
    with lock_settled_game(game_id) as locked:
        seat = locked.check_in_play(user)
        locked.check_running_at(ply)
        if seat.wants_draw:
            return locked.view(user)
        if is_answer and not any(other.wants_draw for other in locked.seats):
            raise locked.stale_conflict()
        _check_news_since_last_offer(locked, seat)
        for own in locked.seats_in_play(user):
            own.wants_draw, own.draw_offered_turn = True, locked.game.turn
        if all(other.wants_draw for other in locked.seats_in_play()):
            locked.record_entries(locked.match.agree(), [(None, "#agreement")])
            locked.add_position_event(EventKind.OVER)
        else:
            locked.add_event(EventKind.DRAW_OFFERED, seat=seat.index)
            if not accept_by_condition(locked):
                locked.queue_signal(draw_offered)
        locked.save()
        return locked.view(user)


def decline_draw(*, game_id: int, user: User) -> GameJson:
    """Withdraw the own offer, or decline another's. Idempotent."""
    with lock_settled_game(game_id) as locked:
        seat = locked.check_in_play(user)
        if any(other.wants_draw for other in locked.seats):
            for other in locked.seats:
                other.wants_draw = False
            locked.add_event(EventKind.DRAW_DECLINED, seat=seat.index)
            locked.save()
        return locked.view(user)


def _check_news_since_last_offer(locked: LockedGame, seat: Seat) -> None:
    """Raise after one draw offer per own turn; accepting another player's offer is always allowed."""
    if seat.draw_offered_turn is None or any(other.wants_draw for other in locked.seats):
        return
    if not Step.objects.filter(game=locked.game, seat=seat.index, turn__gte=seat.draw_offered_turn).exists():
        raise Unprocessable(
            _("Your draw offer was declined. Play a move before offering again."), code="offered_already"
        )


def ask_takeback(*, game_id: int, user: User, ply: int, is_answer: bool = False) -> GameJson:
    """Ask to take back the user's last turn, or agree to a request; with `is_answer` it only agrees."""
    check_good_standing(user)
    with lock_settled_game(game_id) as locked:
        seat = locked.check_in_play(user)
        locked.check_running_at(ply)
        _check_casual(locked)
        if seat.wants_takeback:
            return locked.view(user)
        if locked.game.takeback_to is None:
            if is_answer:
                raise locked.stale_conflict()
            locked.game.takeback_to = _begin_of_last_turn(locked, seat)
        for own in locked.seats_in_play(user):
            own.wants_takeback = True
        if all(other.wants_takeback for other in locked.seats_in_play()):
            _take_back(locked)
        else:
            locked.add_event(EventKind.TAKEBACK_ASKED, seat=seat.index, to=locked.game.takeback_to)
            locked.queue_signal(takeback_asked)
        locked.save()
        return locked.view(user)


def decline_takeback(*, game_id: int, user: User) -> GameJson:
    """Decline or withdraw a take-back request. Idempotent."""
    with lock_settled_game(game_id) as locked:
        seat = locked.check_in_play(user)
        if locked.game.takeback_to is not None:
            locked.game.takeback_to = None
            for other in locked.seats:
                other.wants_takeback = False
            locked.add_event(EventKind.TAKEBACK_DECLINED, seat=seat.index)
            locked.save()
        return locked.view(user)


def _check_casual(locked: LockedGame) -> None:
    if locked.game.rated or locked.game.arranged_by:
        raise Forbidden(_("Take-backs are only possible in casual games."), code="not_casual")


def _begin_of_last_turn(locked: LockedGame, seat: Seat) -> int:
    """The ply at which the seat's last turn began.

    Set-ups, a position played on from and departures can't be taken back.
    """
    begun_at = locked.game.played_on_ply or 0
    turns = Step.objects.filter(game=locked.game, ply__gte=begun_at).exclude(text__startswith="=")
    last = turns.filter(seat=seat.index).exclude(text__startswith="#").order_by("ply").last()
    if last is None:
        raise Unprocessable(_("You have not moved yet."), code="nothing_to_take_back")
    if turns.filter(ply__gte=last.ply, text__startswith="#").exists():
        raise Unprocessable(
            _("A player has left since then, so this move can't be taken back."), code="nothing_to_take_back"
        )
    first = turns.filter(turn=last.turn).order_by("ply").first()
    assert first is not None
    return first.ply


def _take_back(locked: LockedGame) -> None:
    """Replay the record up to there. The time banks stay as they are; the turn starts again."""
    game = locked.game
    assert game.takeback_to is not None
    record = Step.objects.filter(game=game).order_by("ply")
    kept = list(record.filter(ply__lt=game.takeback_to))
    record.filter(ply__gte=game.takeback_to).delete()
    game.ply, game.turn = len(kept), kept[-1].turn + 1 if kept else 0
    locked.set_position(Match.replay(game.engine, (step.text for step in kept), game.turn_limit))
    locked.clear_offers()
    delete_all_conditional_moves(locked)
    forget_turns(game_id=game.pk, ply=game.ply)
    for seat in locked.seats:
        seat.draw_offered_turn = None  # the turn it was counted from may be gone
    locked.begin_turn()
    locked.add_position_event(EventKind.TAKEN_BACK)
