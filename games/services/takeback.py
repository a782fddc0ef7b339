"""Take-backs, by agreement of all in play, in casual games."""

from django.utils.translation import gettext as _

from accounts.errors import Forbidden, Unprocessable
from accounts.models import User
from accounts.services.standing import require_good_standing
from games.enums import EventKind
from games.events import takeback_asked
from games.models import Seat, Step
from games.rules.match import Match
from games.selectors.faces import Json
from games.services.clock import settled_table
from games.services.notices import forget_turns
from games.services.plan_keeping import drop_all_plans
from games.services.table import (
    Table,
    begin_turn,
    clear_offers,
    moved_on,
    note,
    own_seats_in_play,
    position_payload,
    require_in_play,
    require_running_at,
    save,
    stand_at,
    tell,
)


def ask_takeback(*, game_id: int, user: User, ply: int, is_answer: bool = False) -> Json:
    """Ask to take back the own last turn, or agree to what another asked; an answer only agrees."""
    require_good_standing(user)
    with settled_table(game_id) as table:
        seat = require_in_play(table, user)
        require_running_at(table, user, ply)
        _require_casual(table)
        if seat.wants_takeback:
            return table.view(user)
        if table.game.takeback_to is None:
            if is_answer:
                raise moved_on(table, user)
            table.game.takeback_to = _begin_of_last_turn(table, seat)
        for own in own_seats_in_play(table, user):
            own.wants_takeback = True
        if all(other.wants_takeback for other in table.seats_in_play()):
            _take_back(table)
        else:
            note(table, EventKind.TAKEBACK_ASKED, seat=seat.index, to=table.game.takeback_to)
            tell(table, takeback_asked)
        save(table)
        return table.view(user)


def decline_takeback(*, game_id: int, user: User) -> Json:
    """Say no, or give up asking. With nothing asked, nothing changes."""
    with settled_table(game_id) as table:
        seat = require_in_play(table, user)
        if table.game.takeback_to is not None:
            table.game.takeback_to = None
            for other in table.seats:
                other.wants_takeback = False
            note(table, EventKind.TAKEBACK_DECLINED, seat=seat.index)
            save(table)
        return table.view(user)


def _require_casual(table: Table) -> None:
    if table.game.rated or table.game.arranged_by:
        raise Forbidden(_("Turns are taken back in casual games only."), code="not_casual")


def _begin_of_last_turn(table: Table, seat: Seat) -> int:
    """The ply to go back to; set-ups stay, what was played on from, and whoever left."""
    begun_at = table.game.played_on_ply or 0
    turns = Step.objects.filter(game=table.game, ply__gte=begun_at).exclude(text__startswith="=")
    last = turns.filter(seat=seat.index).exclude(text__startswith="#").order_by("ply").last()
    if last is None:
        raise Unprocessable(_("You have not made a turn yet."), code="nothing_to_take_back")
    if turns.filter(ply__gte=last.ply, text__startswith="#").exists():
        raise Unprocessable(_("Somebody left since; that turn stays."), code="nothing_to_take_back")
    first = turns.filter(turn=last.turn).order_by("ply").first()
    assert first is not None
    return first.ply


def _take_back(table: Table) -> None:
    """Replay the record up to there. The clocks stay as they are; the turn begins anew."""
    game = table.game
    assert game.takeback_to is not None
    record = Step.objects.filter(game=game).order_by("ply")
    kept = list(record.filter(ply__lt=game.takeback_to))
    record.filter(ply__gte=game.takeback_to).delete()
    game.ply, game.turn = len(kept), kept[-1].turn + 1 if kept else 0
    stand_at(table, Match.replay(game.engine, (step.text for step in kept), game.turn_limit))
    clear_offers(table)
    drop_all_plans(table)
    forget_turns(game_id=game.pk, ply=game.ply)
    for seat in table.seats:
        seat.draw_offered_turn = None  # the turn it was counted from may be gone
    begin_turn(table)
    note(table, EventKind.TAKEN_BACK, **position_payload(table))
