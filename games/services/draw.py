"""Draw offers: all in play must agree."""

from django.utils.translation import gettext as _

from accounts.errors import Unprocessable
from accounts.models import User
from accounts.services.standing import require_good_standing
from games.enums import EventKind
from games.events import draw_offered
from games.models import Seat, Step
from games.selectors.faces import Json
from games.services.clock import settled_table
from games.services.plans import accept_by_plan
from games.services.table import (
    Table,
    enter,
    moved_on,
    note,
    own_seats_in_play,
    position_payload,
    require_in_play,
    require_running_at,
    save,
    tell,
)


def offer_draw(*, game_id: int, user: User, ply: int, is_answer: bool = False) -> Json:
    """Offer a draw, or accept the one that stands: it is agreed when all in play want it.

    An answer to an offer that was taken back meanwhile is no offer of its own.
    """
    require_good_standing(user)
    with settled_table(game_id) as table:
        seat = require_in_play(table, user)
        require_running_at(table, user, ply)
        if seat.wants_draw:
            return table.view(user)
        if is_answer and not any(other.wants_draw for other in table.seats):
            raise moved_on(table, user)
        _require_news_since_last_offer(table, seat)
        for own in own_seats_in_play(table, user):
            own.wants_draw, own.draw_offered_turn = True, table.game.turn
        if all(other.wants_draw for other in table.seats_in_play()):
            enter(table, table.match.agree(), [(None, "#agreement")])
            note(table, EventKind.OVER, **position_payload(table))
        else:
            note(table, EventKind.DRAW_OFFERED, seat=seat.index)
            if not accept_by_plan(table):
                tell(table, draw_offered)
        save(table)
        return table.view(user)


def decline_draw(*, game_id: int, user: User) -> Json:
    """Take back the own offer, or decline another's. With none there, nothing changes."""
    with settled_table(game_id) as table:
        seat = require_in_play(table, user)
        if any(other.wants_draw for other in table.seats):
            for other in table.seats:
                other.wants_draw = False
            note(table, EventKind.DRAW_DECLINED, seat=seat.index)
            save(table)
        return table.view(user)


def _require_news_since_last_offer(table: Table, seat: Seat) -> None:
    """Nobody is pestered: one offer for each turn of one's own, but another's offer may always be accepted."""
    if seat.draw_offered_turn is None or any(other.wants_draw for other in table.seats):
        return
    if not Step.objects.filter(game=table.game, seat=seat.index, turn__gte=seat.draw_offered_turn).exists():
        raise Unprocessable(_("Your offer was declined. Make a turn before you offer again."), code="offered_already")
