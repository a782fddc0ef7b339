"""Playing a turn."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from accounts.errors import Conflict, Forbidden
from accounts.models import User
from accounts.services.standing import require_good_standing
from games.enums import EventKind, GameStatus
from games.models import GameEvent, Seat, Step
from games.selectors.faces import Json, face_of
from games.selectors.replay import match_at
from games.selectors.views import view_for
from games.services.clock import settled_table, time_spent
from games.services.plans import follow_plans
from games.services.table import Table, moved_on, require_in_progress, require_seat, save
from games.services.turns import write_turn


def submit_turn(*, game_id: int, user: User, ply: int, steps: Sequence[str]) -> Json:
    """Play one whole turn; the answer is the game as the player sees it after it.

    `ply` is the entry of the record that the first step will be. The same turn sent again gets the same answer.
    """
    require_good_standing(user)
    with settled_table(game_id) as table:
        seat = require_seat(table, user)
        if _is_played(table, seat, ply, steps):
            return _stored_answer(table, user, ply, len(steps))
        _require_turn(table, seat, user, ply)
        write_turn(table, seat, steps, spent=time_spent(table))
        follow_plans(table, seat, steps)
        save(table)
        return table.view(user)


def _require_turn(table: Table, seat: Seat, user: User, ply: int) -> None:
    game = table.game
    require_in_progress(table, user)
    if game.status == GameStatus.SETUP:
        raise Conflict(_("The set-ups are not all in."), code="setups_awaited", payload={"game": table.view(user)})
    if game.ply != ply:
        raise moved_on(table, user)
    if game.to_move != seat.index:
        raise Forbidden(_("It is not your turn."), code="not_your_turn")


def _is_played(table: Table, seat: Seat, ply: int, steps: Sequence[str]) -> bool:
    """Whether the record has exactly this turn, by this seat, at this ply: from its first step to its last."""
    if ply >= table.game.ply or not steps:
        return False
    rows = Step.objects.filter(game=table.game, ply__gte=ply - 1, ply__lte=ply + len(steps)).order_by("ply")
    known = list(rows.values_list("ply", "seat", "text", "turn"))
    number = next(turn for at, _, _, turn in known if at == ply)
    whole = [(at, by, text) for at, by, text, turn in known if turn == number]
    return whole == [(ply + offset, seat.index, step) for offset, step in enumerate(steps)]


def _stored_answer(table: Table, user: User, ply: int, length: int) -> Json:
    """What was answered when the turn was played: the position from the record, the clocks from its event.

    What plans answered in the same moment belongs to it.
    """
    game = table.game
    events = GameEvent.objects.filter(game=game, kind__in=(EventKind.TURN, EventKind.LEFT)).order_by("seq")
    own = events.filter(kind=EventKind.TURN, payload__ply=ply + length).last()
    event = own and events.filter(at=own.at, seq__gte=own.seq).last()
    if event is None or event.payload["status"] == GameStatus.OVER:
        return table.view(user)
    played = event.payload["ply"]
    match = match_at(game, played)
    game.face = face_of(match, is_limited=game.is_limited)
    game.status, game.reason, game.finished_at = event.payload["status"], "", None
    game.ply, game.turn, game.event_seq = played, event.payload["turn"], event.seq
    game.to_move, game.takeback_to = match.state.seat, None
    for seat in table.seats:
        seat.wants_draw, seat.wants_takeback = seat.index in event.payload["draw"], False
        seat.rank = seat.points_numerator = seat.points_denominator = None
        seat.left = seat.left if match.state.placed[seat.index] else ""
    return view_for(game, table.seats, user) | {"clock": event.payload["clock"]}
