"""Take-backs, by agreement of all in play, in casual games."""

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
from games.services.locked_game import (
    LockedGame,
    add_event,
    begin_turn,
    check_in_play,
    check_running_at,
    clear_offers,
    own_seats_in_play,
    position_payload,
    queue_signal,
    save,
    set_position,
    stale_conflict,
)
from games.services.stored_conditional_moves import delete_all_conditional_moves
from games.signals import takeback_asked


def ask_takeback(*, game_id: int, user: User, ply: int, is_answer: bool = False) -> GameJson:
    """Ask to take back the user's last turn, or agree to a request; with `is_answer` it only agrees."""
    check_good_standing(user)
    with lock_settled_game(game_id) as locked:
        seat = check_in_play(locked, user)
        check_running_at(locked, user, ply)
        _check_casual(locked)
        if seat.wants_takeback:
            return locked.view(user)
        if locked.game.takeback_to is None:
            if is_answer:
                raise stale_conflict(locked, user)
            locked.game.takeback_to = _begin_of_last_turn(locked, seat)
        for own in own_seats_in_play(locked, user):
            own.wants_takeback = True
        if all(other.wants_takeback for other in locked.seats_in_play()):
            _take_back(locked)
        else:
            add_event(locked, EventKind.TAKEBACK_ASKED, seat=seat.index, to=locked.game.takeback_to)
            queue_signal(locked, takeback_asked)
        save(locked)
        return locked.view(user)


def decline_takeback(*, game_id: int, user: User) -> GameJson:
    """Decline or withdraw a take-back request. Idempotent."""
    with lock_settled_game(game_id) as locked:
        seat = check_in_play(locked, user)
        if locked.game.takeback_to is not None:
            locked.game.takeback_to = None
            for other in locked.seats:
                other.wants_takeback = False
            add_event(locked, EventKind.TAKEBACK_DECLINED, seat=seat.index)
            save(locked)
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
    set_position(locked, Match.replay(game.engine, (step.text for step in kept), game.turn_limit))
    clear_offers(locked)
    delete_all_conditional_moves(locked)
    forget_turns(game_id=game.pk, ply=game.ply)
    for seat in locked.seats:
        seat.draw_offered_turn = None  # the turn it was counted from may be gone
    begin_turn(locked)
    add_event(locked, EventKind.TAKEN_BACK, **position_payload(locked))
