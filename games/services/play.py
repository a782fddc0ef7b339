"""Playing a turn."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from accounts.errors import Conflict, Forbidden, Unprocessable
from accounts.models import User
from accounts.services.standing import require_good_standing
from games.enums import EventKind, GameStatus
from games.events import turn_played
from games.models import GameEvent, Seat, Step
from games.rules import IllegalStep
from games.rules.match import Match
from games.selectors.faces import Json, face_of
from games.selectors.views import view_for
from games.services.clock import settle_if_due, time_spent
from games.services.table import (
    Table,
    begin_turn,
    charge,
    clear_offers,
    enter,
    note,
    open_table,
    position_payload,
    require_in_progress,
    require_seat,
    save,
    tell,
)


def submit_turn(*, game_id: int, user: User, ply: int, steps: Sequence[str]) -> Json:
    """Play one whole turn; the answer is the game as the player sees it after it.

    `ply` is the entry of the record that the first step will be. The same turn sent again gets the same answer.
    """
    require_good_standing(user)
    now = timezone.now()
    settle_if_due(game_id=game_id, now=now)
    with transaction.atomic():
        table = open_table(game_id=game_id, now=now)
        seat = require_seat(table, user)
        if _is_played(table, seat, ply, steps):
            return _stored_answer(table, user, ply, len(steps))
        _require_turn(table, seat, user, ply)
        match = play_whole_turn(table.match, steps)
        _write_turn(table, seat, match, steps)
        tell(table, turn_played, ply=table.game.ply)
        save(table)
        return table.view(user)


def play_whole_turn(match: Match, steps: Sequence[str]) -> Match:
    """The match after exactly one turn; the rules' own sentence says what is wrong with anything else."""
    for number, step in enumerate(steps, start=1):
        try:
            match = match.play(step)
        except IllegalStep as error:
            raise Unprocessable(str(error), code="illegal_step", payload={"step": number - 1}) from error
        is_done = match.result is not None or match.state.turn_begins()
        if is_done and number < len(steps):
            raise Unprocessable(f"The turn ends with “{step}”. Leave out what follows.", code="turn_too_long")
    if not steps or not is_done:
        raise Unprocessable("The turn is not finished. Send all its steps at once.", code="turn_unfinished")
    return match


def _require_turn(table: Table, seat: Seat, user: User, ply: int) -> None:
    game = table.game
    require_in_progress(table, user)
    if game.status == GameStatus.SETUP:
        raise Conflict("The set-ups are not all in.", code="setups_awaited", payload={"game": table.view(user)})
    if game.ply != ply:
        message = "The game has moved on. Look at it again."
        raise Conflict(message, code="stale", payload={"game": table.view(user)})
    if game.to_move != seat.index:
        raise Forbidden("It is not your turn.", code="not_your_turn")


def _write_turn(table: Table, seat: Seat, match: Match, steps: Sequence[str]) -> None:
    spent = time_spent(table)
    charge(table, seat, spent)
    _answer_offers(table, seat)
    enter(table, match, [(seat.index, step) for step in steps], spent=spent)
    if match.result is None:
        begin_turn(table)
    note(table, EventKind.TURN, seat=seat.index, steps=list(steps), **position_payload(table))
    if match.result is not None:
        note(table, EventKind.OVER, **position_payload(table))


def _answer_offers(table: Table, seat: Seat) -> None:
    """To play on is to decline; an own offer of a draw stands while the others think about it."""
    if not seat.wants_draw or table.game.takeback_to is not None:
        clear_offers(table)


def _is_played(table: Table, seat: Seat, ply: int, steps: Sequence[str]) -> bool:
    """Whether the record has exactly this turn, by this seat, at this ply."""
    if ply >= table.game.ply or not steps:
        return False
    rows = Step.objects.filter(game=table.game, ply__gte=ply, ply__lte=ply + len(steps)).order_by("ply")
    known = list(rows.values_list("seat", "text", "turn"))
    turn = [(row[0], row[1]) for row in known if row[2] == known[0][2]]
    return turn == [(seat.index, step) for step in steps]


def _stored_answer(table: Table, user: User, ply: int, length: int) -> Json:
    """What was answered when the turn was played: the position from the record, the clocks from its event."""
    game, played = table.game, ply + length
    event = GameEvent.objects.filter(game=game, kind=EventKind.TURN, payload__ply=played).order_by("seq").last()
    if event is None or event.payload["status"] == GameStatus.OVER:
        return table.view(user)
    record = Step.objects.filter(game=game, ply__lt=played).order_by("ply").values_list("text", flat=True)
    match = Match.replay(game.engine, record, game.turn_limit)
    game.face = face_of(match)
    game.status, game.reason, game.finished_at = event.payload["status"], "", None
    game.ply, game.turn, game.event_seq = played, event.payload["turn"], event.seq
    game.to_move, game.takeback_to = match.state.seat, None
    for seat in table.seats:
        seat.wants_draw, seat.wants_takeback = seat.index in event.payload["draw"], False
        seat.rank = seat.points_numerator = seat.points_denominator = None
        seat.left = seat.left if match.state.placed[seat.index] else ""
    return view_for(game, table.seats, user) | {"clock": event.payload["clock"]}
