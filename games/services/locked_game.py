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
from games.signals import game_dropped, game_finished, publish, setup_awaited, turn_began
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

    def seats_in_play(self, user: User | None = None) -> list[Seat]:
        """The seats still in play; of one user: one for a person, perhaps several for an AI."""
        placed = self.game.face["placed"]
        return [seat for seat in self.seats if not placed[seat.index] and (user is None or seat.user_id == user.pk)]

    # -- checks ---------------------------------------------------------------------------------------------------

    def check_seat(self, user: User) -> Seat:
        """Return the user's seat; raises Forbidden, or NotFound where the user may not even see the game."""
        seat = seat_of(self.seats, user, self.game)
        if seat is not None:
            self.player = user
            return seat
        if can_see(self.game, self.seats, user):
            raise Forbidden(_("You are not playing in this game."), code="not_a_player")
        raise NotFound(_("This game doesn't exist, or it isn't open to spectators."))

    def check_in_play(self, user: User) -> Seat:
        """Return the user's seat in a game in progress; raises where the seat is already out of it."""
        seat = self.check_seat(user)
        self.check_in_progress()
        in_play = self.seats_in_play(user)
        if not in_play:
            raise Forbidden(_("You are out of this game. You can still watch it."), code="out_of_play")
        return seat if seat in in_play else in_play[0]

    def check_in_progress(self) -> None:
        if not self.game.is_in_progress:
            raise self.conflict(_("The game is over."), code="game_over")

    def check_running_at(self, ply: int) -> None:
        """Raise Conflict if the request is stale: it was about another position than the present one."""
        if self.game.status != GameStatus.RUNNING or self.game.ply != ply:
            raise self.stale_conflict()

    def conflict(self, message: str, *, code: str) -> Conflict:
        """An error that carries the game as the acting player sees it now."""
        assert self.player is not None, "only a player's action conflicts"
        return Conflict(message, code=code, payload={"game": self.view(self.player)})

    def stale_conflict(self) -> Conflict:
        return self.conflict(_("The game has changed. Reload it and try again."), code="stale")

    # -- changes --------------------------------------------------------------------------------------------------

    def add_event(self, kind: EventKind, *, audience: Audience = Audience.ALL, **payload: Any) -> None:
        """Add an event with the next number to the game's stream; it is sent once the game is saved."""
        game = self.game
        game.event_seq += 1
        event = GameEvent(game=game, seq=game.event_seq, kind=kind, audience=audience, payload=payload, at=self.now)
        self.events.append(event)

    def add_position_event(self, kind: EventKind, **payload: Any) -> None:
        """Add an event that changes the position, with enough for clients to keep clocks and status right."""
        game = self.game
        self.add_event(
            kind,
            **payload,
            ply=game.ply,
            turn=game.turn,
            status=game.status,
            clock=clock_json(game, self.seats),
            draw=[seat.index for seat in self.seats if seat.wants_draw],
        )

    def queue_signal(self, signal: Signal, **facts: Any) -> None:
        """Queue a signal that is sent after the game is saved and the transaction committed."""
        self.signals.append((signal, facts))

    def record_entries(self, match: Match, entries: Sequence[Entry], *, spent: timedelta | None = None) -> None:
        """Record entries that were played in the match, with the position and, if it ended, the result."""
        game = self.game
        for offset, (seat, text) in enumerate(entries):
            step = Step(game=game, ply=game.ply + offset, turn=game.turn, seat=seat, text=text, at=self.now)
            step.spent = spent if offset == 0 else None
            self.steps.append(step)
        game.ply += len(entries)
        game.turn += 1
        self.set_position(match)
        if match.result is not None:
            self.give_result(match.result)
            self.close(GameStatus.OVER)
            self.queue_signal(game_finished)

    def set_position(self, match: Match) -> None:
        """Store the position of the match on the game row: snapshot, what pages show, and the key for fair play."""
        self.game.snapshot = match.snapshot()
        self.game.face = face_of(match, is_limited=self.game.is_limited)
        self.game.position_key = key_while_played(self.game, self.seats, match)

    def begin_turn(self) -> None:
        """Start the clock of the seat whose turn it is now."""
        game = self.game
        seat = self.seats[game.face["seat"]]
        game.status, game.to_move = GameStatus.RUNNING, seat.index
        # No clock runs before its round begins, and none runs backwards where machines differ.
        game.since = max(self.now, game.since or self.now)
        game.started_at = min(self.now, game.started_at or self.now)
        # A game arranged for a round has its own end.
        game.ends_at = game.ends_at or (None if game.time_limit is None else game.since + game.time_limit)
        self.set_deadline()
        self.queue_signal(turn_began, is_ai=seat.is_ai)

    def await_setups(self) -> None:
        """Start the clocks of a game whose players hand in their set-ups first."""
        self.game.status, self.game.to_move, self.game.since = GameStatus.SETUP, None, self.now
        self.set_deadline()
        self.queue_signal(setup_awaited)

    def set_deadline(self) -> None:
        """Set the deadline, after a turn began, a set-up came in, or a player's time off changed."""
        assert self.game.since is not None
        self.game.deadline = deadline_of(self.game, self.seats, since=self.game.since)

    def give_result(self, result: Result) -> None:
        """Set each seat's rank and points, and the game's reason and tally."""
        self.game.reason, self.game.by_tally = result.reason, list(result.by_tally)
        for seat, rank, share in zip(self.seats, result.ranks, points(result), strict=True):
            seat.rank, seat.points_numerator, seat.points_denominator = rank, share.numerator, share.denominator

    def close(self, status: GameStatus) -> None:
        """End the game with this status: stop its clocks, clear offers, secret set-ups and conditional moves."""
        self.stop_clock()
        game = self.game
        game.status, game.finished_at = status, self.now
        game.to_move = game.since = game.deadline = game.ends_at = game.takeback_to = game.position_key = None
        for seat in self.seats:
            seat.secret_setup = ""  # nosec B105 # a set-up, no password
        self.clear_offers()
        if not game.is_live:
            ConditionalMoves.objects.filter(seat__game=game).delete()

    def close_without_result(self, status: GameStatus, **payload: Any) -> None:
        """Abort or annul the game, with its event and signal."""
        self.close(status)
        self.add_event(EventKind(status), **payload)
        self.queue_signal(game_dropped)

    def clear_offers(self) -> None:
        """Remove draw offers and take-back requests."""
        self.game.takeback_to = None
        for seat in self.seats:
            seat.wants_draw = seat.wants_takeback = False

    def charge(self, seat: Seat, spent: timedelta) -> None:
        """Charge a turn that was played to the seat's bank, with its increment."""
        seat.bank = self.game.control.bank_after(seat.bank, max(spent, NO_TIME))
        self._restart_clock()

    def stop_clock(self) -> None:
        """Charge a turn that ends without being played (flag, resignation, agreement) to its bank: no increment."""
        game = self.game
        if game.status != GameStatus.RUNNING or not game.control.has_bank:
            return
        assert game.since is not None
        [seat] = awaited_of(game, self.seats)
        [off] = times_off([seat], since=game.since)
        seat.bank = max(seat.bank - time_spent_since(game.since, self.judged_at, off), NO_TIME)
        self._restart_clock()

    def _restart_clock(self) -> None:
        """Count from now on, so that no time is charged twice."""
        assert self.game.since is not None
        self.game.since = max(self.now, self.game.since)

    # -- writing --------------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Write the game, its new steps and events, and changed seats; raises Conflict if another writer was first."""
        game, (ply, event_seq) = self.game, self.version
        columns = {name: getattr(game, name) for name in _GAME_COLUMNS}
        if not Game.objects.filter(pk=game.pk, ply=ply, event_seq=event_seq).update(**columns):
            raise self._overtaken()
        Step.objects.bulk_create(self.steps)
        for seat, columns_before in zip(self.seats, self.known_seats, strict=True):
            if _columns(seat) != columns_before:
                seat.save(update_fields=_SEAT_COLUMNS)
        self._publish()

    def create(self) -> None:
        """Write a new game with its seats, steps and events."""
        self.game.save(force_insert=True)
        Seat.objects.bulk_create(self.seats)
        Step.objects.bulk_create(self.steps)
        self._publish()

    def _overtaken(self) -> Conflict:
        payload: Json = {}
        if self.player is not None:
            game, seats = get_game(self.game.pk, self.player)
            payload = {"game": view_for(game, seats, self.player)}
        return Conflict(_("Another action came first. Reload the game and try again."), code="stale", payload=payload)

    def _publish(self) -> None:
        GameEvent.objects.bulk_create(self.events)
        wake_listeners(FEED, self.game.pk)
        for signal, facts in self.signals:
            publish(signal, game_id=self.game.pk, **facts)


def _columns(seat: Seat) -> tuple[Any, ...]:
    return tuple(getattr(seat, name) for name in _SEAT_COLUMNS)


def lock_game(*, game_id: int, now: datetime, arrived_at: datetime | None = None) -> LockedGame:
    """Lock the row of the game until the end of the transaction; raises NotFound."""
    game = next(iter(Game.objects.select_for_update(no_key=True).filter(pk=game_id).order_by()), None)
    if game is None:
        raise NotFound(_("Game not found."))
    return LockedGame(game, seats_of(game), now, arrived_at=arrived_at)


def lock_games(games: QuerySet[Game]) -> list[int]:
    """Lock many games at once, in the order of their ids, so that two transactions never deadlock."""
    return list(games.order_by("pk").select_for_update(no_key=True).values_list("pk", flat=True))
