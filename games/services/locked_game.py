"""A game under its lock, and the one way of writing it back.

The lock (a row lock on PostgreSQL, the database's on SQLite) serialises requests. Behind it are an optimistic lock
(compare-and-set on ply and event number) and the unique constraint on the record.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet
from django.dispatch import Signal
from django.utils.translation import gettext as _

from accounts.errors import Conflict, Forbidden, NotFound
from accounts.models import User
from games.analysis.fair_play import key_while_played
from games.enums import Audience, EventKind, GameStatus
from games.models import ConditionalMoves, Game, GameEvent, Seat, Step
from games.rules.core import Result
from games.rules.match import Match
from games.rules.points import points
from games.selectors.game_json import GameJson, can_see, clock_json, get_game, match_of, seat_of, seats_of, view_for
from games.selectors.position_json import Json, face_of
from games.signals import game_finished, publish, setup_awaited, turn_began
from games.streams.listen_notify import wake_listeners
from games.timing import NO_TIME, time_spent_since
from games.vacations.time_off import awaited_of, deadline_of, times_off

FEED = "game"

Entry = tuple[int | None, str]

_GAME_COLUMNS = (
    "status",
    "ply",
    "turn",
    "snapshot",
    "face",
    "position_key",
    "to_move",
    "since",
    "deadline",
    "ends_at",
    "event_seq",
    "takeback_to",
    "reason",
    "by_tally",
    "started_at",
    "finished_at",
)
_SEAT_COLUMNS = (
    "bank",
    "secret_setup",
    "wants_draw",
    "draw_offered_turn",
    "wants_takeback",
    "left",
    "rank",
    "points_numerator",
    "points_denominator",
)


@dataclass
class LockedGame:
    """A locked game with its seats, and what is to be written beside them. Only inside a transaction."""

    game: Game
    seats: list[Seat]
    now: datetime
    steps: list[Step] = field(default_factory=list)
    events: list[GameEvent] = field(default_factory=list)
    signals: list[tuple[Signal, dict[str, Any]]] = field(default_factory=list)
    arrived_at: datetime | None = None  # when the request arrived; for a clock being settled, when it must be due
    player: User | None = None  # who acts; a stale request is answered with the game as this user sees it
    version: tuple[int, int] = field(init=False)  # ply and event number as they were read
    known_seats: list[tuple[Any, ...]] = field(init=False)

    def __post_init__(self) -> None:
        self.version = self.game.ply, self.game.event_seq
        self.known_seats = [_columns(seat) for seat in self.seats]

    @property
    def judged_at(self) -> datetime:
        """The time that counts for the clock of the seat to move; new turns and records are dated `now`."""
        return self.arrived_at or self.now

    @property
    def match(self) -> Match:
        return match_of(self.game)

    def view(self, viewer: User) -> GameJson:
        return view_for(self.game, self.seats, viewer)

    def seats_in_play(self) -> list[Seat]:
        placed = self.game.face["placed"]
        return [seat for seat in self.seats if not placed[seat.index]]


# -- locking ------------------------------------------------------------------------------------------------------


def lock_game(*, game_id: int, now: datetime, arrived_at: datetime | None = None) -> LockedGame:
    """Lock the row of the game until the end of the transaction; raises NotFound."""
    game = next(iter(Game.objects.select_for_update(no_key=True).filter(pk=game_id).order_by()), None)
    if game is None:
        raise NotFound(_("Game not found."))
    return LockedGame(game, seats_of(game), now, arrived_at=arrived_at)


def lock_games(games: QuerySet[Game]) -> list[int]:
    """Lock many games at once, in the order of their ids, so that two transactions never deadlock."""
    return list(games.order_by("pk").select_for_update(no_key=True).values_list("pk", flat=True))


def check_seat(locked: LockedGame, user: User) -> Seat:
    """Return the user's seat; raises Forbidden, or NotFound where the user may not even see the game."""
    seat = seat_of(locked.seats, user, locked.game)
    if seat is not None:
        locked.player = user
        return seat
    if can_see(locked.game, locked.seats, user):
        raise Forbidden(_("You are not playing in this game."), code="not_a_player")
    raise NotFound(_("This game doesn't exist, or it isn't open to spectators."))


def check_in_play(locked: LockedGame, user: User) -> Seat:
    """Return the user's seat in a game in progress; raises where the seat is already out of it."""
    seat = check_seat(locked, user)
    check_in_progress(locked, user)
    in_play = own_seats_in_play(locked, user)
    if not in_play:
        raise Forbidden(_("You are out of this game. You can still watch it."), code="out_of_play")
    return seat if seat in in_play else in_play[0]


def own_seats_in_play(locked: LockedGame, user: User) -> list[Seat]:
    """The seats of the user that are still in play: one for a person, perhaps several for an AI."""
    return [seat for seat in locked.seats_in_play() if seat.user_id == user.pk]


def check_in_progress(locked: LockedGame, user: User) -> None:
    """Raise Conflict, with the game as the user sees it, if the game is over."""
    if not locked.game.is_in_progress:
        raise Conflict(_("The game is over."), code="game_over", payload={"game": locked.view(user)})


def check_running_at(locked: LockedGame, user: User, ply: int) -> None:
    """Raise Conflict if the request is stale: it was about another position than the present one."""
    if locked.game.status != GameStatus.RUNNING or locked.game.ply != ply:
        raise stale_conflict(locked, user)


def stale_conflict(locked: LockedGame, user: User) -> Conflict:
    """The error for a stale request; it carries the game as it is now."""
    message = _("The game has changed. Reload it and try again.")
    return Conflict(message, code="stale", payload={"game": locked.view(user)})


# -- changing -----------------------------------------------------------------------------------------------------


def add_event(locked: LockedGame, kind: EventKind, *, audience: Audience = Audience.ALL, **payload: Any) -> GameEvent:
    """Add an event with the next number to the game's stream; it is sent once the game is saved."""
    game = locked.game
    game.event_seq += 1
    event = GameEvent(game=game, seq=game.event_seq, kind=kind, audience=audience, payload=payload, at=locked.now)
    locked.events.append(event)
    return event


def queue_signal(locked: LockedGame, signal: Signal, **facts: Any) -> None:
    """Queue a signal that is sent after the game is saved and the transaction committed."""
    locked.signals.append((signal, facts))


def record_entries(
    locked: LockedGame, match: Match, entries: Sequence[Entry], *, spent: timedelta | None = None
) -> None:
    """Record entries that were played in the match, with the position and, if it ended, the result."""
    game = locked.game
    for offset, (seat, text) in enumerate(entries):
        step = Step(game=game, ply=game.ply + offset, turn=game.turn, seat=seat, text=text, at=locked.now)
        step.spent = spent if offset == 0 else None
        locked.steps.append(step)
    game.ply += len(entries)
    game.turn += 1
    set_position(locked, match)
    if match.result is not None:
        finish(locked, match.result)


def set_position(locked: LockedGame, match: Match) -> None:
    """Store the position of the match on the game row: snapshot, what pages show, and the key for fair play."""
    locked.game.snapshot = match.snapshot()
    locked.game.face = face_of(match, is_limited=locked.game.is_limited)
    locked.game.position_key = key_while_played(locked.game, locked.seats, match)


def begin_turn(locked: LockedGame) -> None:
    """Start the clock of the seat whose turn it is now."""
    game = locked.game
    seat = locked.seats[game.face["seat"]]
    game.status, game.to_move = GameStatus.RUNNING, seat.index
    # No clock runs before its round begins, and none runs backwards where machines differ.
    game.since = max(locked.now, game.since or locked.now)
    game.started_at = min(locked.now, game.started_at or locked.now)
    # A game arranged for a round has its own end.
    game.ends_at = game.ends_at or (None if game.time_limit is None else game.since + game.time_limit)
    set_deadline(locked)
    queue_signal(locked, turn_began, is_ai=seat.is_ai)


def await_setups(locked: LockedGame) -> None:
    """Start the clocks of a game whose players hand in their set-ups first."""
    game = locked.game
    game.status, game.to_move, game.since = GameStatus.SETUP, None, locked.now
    set_deadline(locked)
    queue_signal(locked, setup_awaited)


def set_deadline(locked: LockedGame) -> None:
    """Set the deadline, after a turn began, a set-up came in, or a player's time off changed."""
    assert locked.game.since is not None
    locked.game.deadline = deadline_of(locked.game, locked.seats, since=locked.game.since)


def finish(locked: LockedGame, result: Result) -> None:
    """End the game with a result and signal it."""
    give_result(locked, result)
    close(locked, GameStatus.OVER)
    queue_signal(locked, game_finished)


def give_result(locked: LockedGame, result: Result) -> None:
    """Set each seat's rank and points, and the game's reason and tally."""
    locked.game.reason, locked.game.by_tally = result.reason, list(result.by_tally)
    for seat, rank, share in zip(locked.seats, result.ranks, points(result), strict=True):
        seat.rank, seat.points_numerator, seat.points_denominator = rank, share.numerator, share.denominator


def close(locked: LockedGame, status: GameStatus) -> None:
    """End the game with this status: stop its clocks, clear offers, secret set-ups and conditional moves."""
    stop_clock(locked)
    game = locked.game
    game.status, game.finished_at = status, locked.now
    game.to_move = game.since = game.deadline = game.ends_at = game.takeback_to = game.position_key = None
    for seat in locked.seats:
        seat.secret_setup = ""  # nosec B105 # a set-up, no password
    clear_offers(locked)
    if not game.is_live:
        ConditionalMoves.objects.filter(seat__game=game).delete()


def clear_offers(locked: LockedGame) -> None:
    """Remove draw offers and take-back requests."""
    locked.game.takeback_to = None
    for seat in locked.seats:
        seat.wants_draw = seat.wants_takeback = False


def charge(locked: LockedGame, seat: Seat, spent: timedelta) -> None:
    """Charge a turn that was played to the seat's bank, with its increment."""
    seat.bank = locked.game.control.bank_after(seat.bank, max(spent, NO_TIME))
    _restart_clock(locked)


def stop_clock(locked: LockedGame) -> None:
    """Charge a turn that ends without being played (flag, resignation, agreement) to its bank: no increment."""
    game = locked.game
    if game.status != GameStatus.RUNNING or not game.control.has_bank:
        return
    assert game.since is not None
    [seat] = awaited_of(game, locked.seats)
    [off] = times_off([seat], since=game.since)
    seat.bank = max(seat.bank - time_spent_since(game.since, locked.judged_at, off), NO_TIME)
    _restart_clock(locked)


def _restart_clock(locked: LockedGame) -> None:
    """Count from now on, so that no time is charged twice."""
    assert locked.game.since is not None
    locked.game.since = max(locked.now, locked.game.since)


def position_payload(locked: LockedGame) -> Json:
    """The payload of every event that changes the position: enough for clients to keep clocks and status right."""
    game = locked.game
    return {
        "ply": game.ply,
        "turn": game.turn,
        "status": game.status,
        "clock": clock_json(game, locked.seats),
        "draw": [seat.index for seat in locked.seats if seat.wants_draw],
    }


# -- writing ------------------------------------------------------------------------------------------------------


def save(locked: LockedGame) -> None:
    """Write the game, its new steps and events, and changed seats; raises Conflict if another writer was first."""
    game, (ply, event_seq) = locked.game, locked.version
    columns = {name: getattr(game, name) for name in _GAME_COLUMNS}
    if not Game.objects.filter(pk=game.pk, ply=ply, event_seq=event_seq).update(**columns):
        raise _overtaken(locked)
    Step.objects.bulk_create(locked.steps)
    for seat, columns_before in zip(locked.seats, locked.known_seats, strict=True):
        if _columns(seat) != columns_before:
            seat.save(update_fields=_SEAT_COLUMNS)
    _publish(locked)


def _overtaken(locked: LockedGame) -> Conflict:
    payload: Json = {}
    if locked.player is not None:
        game, seats = get_game(locked.game.pk, locked.player)
        payload = {"game": view_for(game, seats, locked.player)}
    return Conflict(_("Another action came first. Reload the game and try again."), code="stale", payload=payload)


def create(locked: LockedGame) -> None:
    """Write a new game with its seats and events."""
    locked.game.save(force_insert=True)
    Seat.objects.bulk_create(locked.seats)
    _publish(locked)


def _publish(locked: LockedGame) -> None:
    GameEvent.objects.bulk_create(locked.events)
    wake_listeners(FEED, locked.game.pk)
    for signal, facts in locked.signals:
        publish(signal, game_id=locked.game.pk, **facts)


def _columns(seat: Seat) -> tuple[Any, ...]:
    return tuple(getattr(seat, name) for name in _SEAT_COLUMNS)
