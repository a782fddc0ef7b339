"""A game under its lock, and the one way of writing it back.

The lock (a row lock on PostgreSQL, the database's on SQLite) puts requests in a row; the compare-and-set on ply and
event number refuses whoever slipped past it, and the unique constraint on the record stands behind both.
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
from games.enums import Audience, EventKind, GameStatus
from games.events import game_finished, publish, setup_awaited, turn_began
from games.models import Game, GameEvent, Plan, Seat, Step
from games.rules.core import Result
from games.rules.match import Match
from games.rules.points import points
from games.selectors.faces import Json, face_of
from games.selectors.fair_play import key_while_played
from games.selectors.time_off import awaited_of, deadline_of, times_off
from games.selectors.views import can_see, clock_json, get_game, match_of, seat_of, seats_of, view_for
from games.services.waking import wake_listeners
from games.timing import NO_TIME, time_spent_since

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
class Table:
    """A locked game with its seats, and what is to be written beside them. Only inside a transaction."""

    game: Game
    seats: list[Seat]
    now: datetime
    steps: list[Step] = field(default_factory=list)
    events: list[GameEvent] = field(default_factory=list)
    news: list[tuple[Signal, dict[str, Any]]] = field(default_factory=list)
    arrived_at: datetime | None = None  # the request that asks for it; for a clock being settled, when it must be due
    player: User | None = None  # who acts, to be told the present state if somebody else was faster
    known_game: dict[str, Any] = field(init=False)
    known_seats: list[tuple[Any, ...]] = field(init=False)

    def __post_init__(self) -> None:
        self.known_game = {name: getattr(self.game, name) for name in _GAME_COLUMNS}
        self.known_seats = [_columns(seat) for seat in self.seats]

    @property
    def judged_at(self) -> datetime:
        """The moment that counts for the seat to move; for whatever begins or is recorded it is `now`."""
        return self.arrived_at or self.now

    @property
    def match(self) -> Match:
        return match_of(self.game)

    def view(self, viewer: User) -> Json:
        return view_for(self.game, self.seats, viewer)

    def seats_in_play(self) -> list[Seat]:
        placed = self.game.face["placed"]
        return [seat for seat in self.seats if not placed[seat.index]]


# -- opening ------------------------------------------------------------------------------------------------------


def open_table(*, game_id: int, now: datetime, arrived_at: datetime | None = None) -> Table:
    game = next(iter(Game.objects.select_for_update(no_key=True).filter(pk=game_id).order_by()), None)
    if game is None:
        raise NotFound(_("There is no such game."))
    return Table(game, seats_of(game), now, arrived_at=arrived_at)


def lock_games(games: QuerySet[Game]) -> list[int]:
    """Lock many games at once, in the order of their numbers, so that two who do it never wait for each other."""
    return list(games.order_by("pk").select_for_update(no_key=True).values_list("pk", flat=True))


def require_seat(table: Table, user: User) -> Seat:
    """The user's seat. A stranger is told no more than he could see."""
    seat = seat_of(table.seats, user, table.game)
    if seat is not None:
        table.player = user
        return seat
    if can_see(table.game, table.seats, user):
        raise Forbidden(_("You are not playing in this game."), code="not_a_player")
    raise NotFound(_("There is no such game, or it is not open to spectators."))


def require_in_play(table: Table, user: User) -> Seat:
    """The user's seat in a game that is being played and that it has not left."""
    seat = require_seat(table, user)
    require_in_progress(table, user)
    in_play = own_seats_in_play(table, user)
    if not in_play:
        raise Forbidden(_("You are out of this game; watch how it ends."), code="out_of_play")
    return seat if seat in in_play else in_play[0]


def own_seats_in_play(table: Table, user: User) -> list[Seat]:
    """One seat for a person; an AI may have several, and speaks for all of them."""
    return [seat for seat in table.seats_in_play() if seat.user_id == user.pk]


def require_in_progress(table: Table, user: User) -> None:
    if not table.game.is_in_progress:
        raise Conflict(_("The game is over."), code="game_over", payload={"game": table.view(user)})


def require_running_at(table: Table, user: User, ply: int) -> None:
    """What is said of one position is not said of another that has followed it."""
    if table.game.status != GameStatus.RUNNING or table.game.ply != ply:
        raise moved_on(table, user)


def moved_on(table: Table, user: User) -> Conflict:
    message = _("The game has moved on. Look at it again.")
    return Conflict(message, code="stale", payload={"game": table.view(user)})


# -- changing -----------------------------------------------------------------------------------------------------


def note(table: Table, kind: EventKind, *, audience: Audience = Audience.ALL, **payload: Any) -> GameEvent:
    """Number what happened; streams send it once it is written."""
    game = table.game
    game.event_seq += 1
    event = GameEvent(game=game, seq=game.event_seq, kind=kind, audience=audience, payload=payload, at=table.now)
    table.events.append(event)
    return event


def tell(table: Table, signal: Signal, **facts: Any) -> None:
    """Have listeners told once the table is written and committed."""
    table.news.append((signal, facts))


def enter(table: Table, match: Match, entries: Sequence[Entry], *, spent: timedelta | None = None) -> None:
    """Take over a match that went on by these entries: record, position, result."""
    game = table.game
    for offset, (seat, text) in enumerate(entries):
        step = Step(game=game, ply=game.ply + offset, turn=game.turn, seat=seat, text=text, at=table.now)
        step.spent = spent if offset == 0 else None
        table.steps.append(step)
    game.ply += len(entries)
    game.turn += 1
    stand_at(table, match)
    if match.result is not None:
        finish(table, match.result)


def stand_at(table: Table, match: Match) -> None:
    table.game.snapshot = match.snapshot()
    table.game.face = face_of(match, is_limited=table.game.is_limited)
    table.game.position_key = key_while_played(table.game, table.seats, match)


def begin_turn(table: Table) -> None:
    """Start the clock of the seat whose turn it is now."""
    game = table.game
    seat = table.seats[game.face["seat"]]
    game.status, game.to_move = GameStatus.RUNNING, seat.index
    # No clock runs before the round it was arranged for begins, and none runs backwards where machines differ.
    game.since = max(table.now, game.since or table.now)
    game.started_at = min(table.now, game.started_at or table.now)
    # A game arranged for a round brings its own end along.
    game.ends_at = game.ends_at or (None if game.time_limit is None else game.since + game.time_limit)
    set_deadline(table)
    tell(table, turn_began, is_ai=seat.is_ai)


def await_setups(table: Table) -> None:
    game = table.game
    game.status, game.to_move, game.since = GameStatus.SETUP, None, table.now
    set_deadline(table)
    tell(table, setup_awaited)


def set_deadline(table: Table) -> None:
    """Until when the game waits now: after a turn began, a set-up came in, or somebody's time off changed."""
    assert table.game.since is not None
    table.game.deadline = deadline_of(table.game, table.seats, since=table.game.since)


def finish(table: Table, result: Result) -> None:
    give_result(table, result)
    close(table, GameStatus.OVER)
    tell(table, game_finished)


def give_result(table: Table, result: Result) -> None:
    """Each seat its rank and its points, and the game what they follow from."""
    table.game.reason, table.game.by_tally = result.reason, list(result.by_tally)
    for seat, rank, share in zip(table.seats, result.ranks, points(result), strict=True):
        seat.rank, seat.points_numerator, seat.points_denominator = rank, share.numerator, share.denominator


def close(table: Table, status: GameStatus) -> None:
    """Stop the clocks and clear the table, whatever the end is."""
    stop_clock(table)
    game = table.game
    game.status, game.finished_at = status, table.now
    game.to_move = game.since = game.deadline = game.ends_at = game.takeback_to = game.position_key = None
    for seat in table.seats:
        seat.secret_setup = ""  # nosec B105 # a set-up, no password
    clear_offers(table)
    if not game.is_live:
        Plan.objects.filter(seat__game=game).delete()


def clear_offers(table: Table) -> None:
    table.game.takeback_to = None
    for seat in table.seats:
        seat.wants_draw = seat.wants_takeback = False


def charge(table: Table, seat: Seat, spent: timedelta) -> None:
    """Charge a turn that was played to the seat's bank, with its increment."""
    seat.bank = table.game.control.bank_after(seat.bank, max(spent, NO_TIME))
    _restart_clock(table)


def stop_clock(table: Table) -> None:
    """Charge a turn that ends without being played (flag, resignation, agreement) to its bank: no increment."""
    game = table.game
    if game.status != GameStatus.RUNNING or not game.control.has_bank:
        return
    assert game.since is not None
    [seat] = awaited_of(game, table.seats)
    [off] = times_off([seat], since=game.since)
    seat.bank = max(seat.bank - time_spent_since(game.since, table.judged_at, off), NO_TIME)
    _restart_clock(table)


def _restart_clock(table: Table) -> None:
    """Count from now on, so that no time is charged twice."""
    assert table.game.since is not None
    table.game.since = max(table.now, table.game.since)


def position_payload(table: Table) -> Json:
    """What a stream tells with every change of position: enough to keep clocks and status right."""
    game = table.game
    return {
        "ply": game.ply,
        "turn": game.turn,
        "status": game.status,
        "clock": clock_json(game, table.seats),
        "draw": [seat.index for seat in table.seats if seat.wants_draw],
    }


# -- writing ------------------------------------------------------------------------------------------------------


def save(table: Table) -> None:
    """Write all that changed, if nobody else wrote first."""
    game, known = table.game, table.known_game
    # What changes is set anew, never changed in place: another object is another value. One column is written always:
    # an update of nothing finds no row, and would look like somebody who was faster.
    columns = {name: getattr(game, name) for name in _GAME_COLUMNS if getattr(game, name) is not known[name]}
    columns["event_seq"] = game.event_seq
    unchanged = Game.objects.filter(pk=game.pk, ply=known["ply"], event_seq=known["event_seq"])
    if not unchanged.update(**columns):
        raise _overtaken(table)
    Step.objects.bulk_create(table.steps)
    for seat, columns_before in zip(table.seats, table.known_seats, strict=True):
        if _columns(seat) != columns_before:
            seat.save(update_fields=_SEAT_COLUMNS)
    _publish(table)


def _overtaken(table: Table) -> Conflict:
    payload: Json = {}
    if table.player is not None:
        game, seats = get_game(table.game.pk, table.player)
        payload = {"game": view_for(game, seats, table.player)}
    return Conflict(_("Somebody was faster. Look at the game again."), code="stale", payload=payload)


def lay(table: Table) -> None:
    """Write a new table."""
    table.game.save(force_insert=True)
    Seat.objects.bulk_create(table.seats)
    _publish(table)


def _publish(table: Table) -> None:
    GameEvent.objects.bulk_create(table.events)
    wake_listeners(FEED, table.game.pk)
    for signal, facts in table.news:
        publish(signal, game_id=table.game.pk, **facts)


def _columns(seat: Seat) -> tuple[Any, ...]:
    return tuple(getattr(seat, name) for name in _SEAT_COLUMNS)
