"""Draw offers: all in play must agree."""

from django.utils.translation import gettext as _

from accounts.errors import Unprocessable
from accounts.models import User
from accounts.services.checks import check_good_standing
from games.enums import EventKind
from games.models import Seat, Step
from games.selectors.game_json import GameJson
from games.services.clock import lock_settled_game
from games.services.conditional_moves import accept_by_condition
from games.services.locked_game import (
    LockedGame,
    add_event,
    check_in_play,
    check_running_at,
    own_seats_in_play,
    position_payload,
    queue_signal,
    record_entries,
    save,
    stale_conflict,
)
from games.signals import draw_offered


def offer_draw(*, game_id: int, user: User, ply: int, is_answer: bool = False) -> GameJson:
    """Offer a draw, or accept the one offered: it is agreed when all players in play want it.

    An answer to an offer that was withdrawn meanwhile raises Conflict instead of becoming an offer.
    """
    check_good_standing(user)
    with lock_settled_game(game_id) as locked:
        seat = check_in_play(locked, user)
        check_running_at(locked, user, ply)
        if seat.wants_draw:
            return locked.view(user)
        if is_answer and not any(other.wants_draw for other in locked.seats):
            raise stale_conflict(locked, user)
        _check_news_since_last_offer(locked, seat)
        for own in own_seats_in_play(locked, user):
            own.wants_draw, own.draw_offered_turn = True, locked.game.turn
        if all(other.wants_draw for other in locked.seats_in_play()):
            record_entries(locked, locked.match.agree(), [(None, "#agreement")])
            add_event(locked, EventKind.OVER, **position_payload(locked))
        else:
            add_event(locked, EventKind.DRAW_OFFERED, seat=seat.index)
            if not accept_by_condition(locked):
                queue_signal(locked, draw_offered)
        save(locked)
        return locked.view(user)


def decline_draw(*, game_id: int, user: User) -> GameJson:
    """Withdraw the own offer, or decline another's. Idempotent."""
    with lock_settled_game(game_id) as locked:
        seat = check_in_play(locked, user)
        if any(other.wants_draw for other in locked.seats):
            for other in locked.seats:
                other.wants_draw = False
            add_event(locked, EventKind.DRAW_DECLINED, seat=seat.index)
            save(locked)
        return locked.view(user)


def _check_news_since_last_offer(locked: LockedGame, seat: Seat) -> None:
    """Raise after one draw offer per own turn; accepting another player's offer is always allowed."""
    if seat.draw_offered_turn is None or any(other.wants_draw for other in locked.seats):
        return
    if not Step.objects.filter(game=locked.game, seat=seat.index, turn__gte=seat.draw_offered_turn).exists():
        raise Unprocessable(
            _("Your draw offer was declined. Play a move before offering again."), code="offered_already"
        )
