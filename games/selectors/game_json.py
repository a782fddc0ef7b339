"""A game as JSON for one viewer. Secrets leave only through `view_for`.

A set-up is shown to its own player alone until all are in; then it is part of the record like everything else.
"""

from collections.abc import Sequence
from datetime import timedelta
from operator import attrgetter
from typing import Annotated, TypedDict, overload

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from accounts.errors import NotFound
from accounts.json_types import DateTime, time_text
from accounts.models import User
from games.enums import EndReason, GameStatus, LeftReason, ProposalStatus
from games.models import AiTurn, Game, Proposal, Seat, Step, Terms, Vacation
from games.rules.match import Match
from games.selectors.position_json import StateJson, fraction_text
from games.selectors.result_text import result_words
from games.timing import ControlKind
from games.translation import in_words
from games.vacations.time_off import add_vacation, vacation_of

Viewer = User | AnonymousUser | None
REASONS_OF_RESULTS = (*EndReason.values, GameStatus.ABORTED.value, GameStatus.ANNULLED.value)


class PlayerJson(TypedDict):
    username: str
    name: str
    is_ai: bool


class ControlJson(TypedDict):
    kind: Annotated[str, ControlKind]
    allowance: float
    increment: float
    cap: float | None


class ConditionsJson(TypedDict):
    """The terms of a game without its name."""

    options: dict[str, str]
    rated: bool
    turn_limit: int | None
    time_limit: float | None
    spectators: bool
    chat: bool
    weekends_off: bool
    vacation_allowed: bool
    is_live: bool
    control: ControlJson


class TermsJson(ConditionsJson):
    variant: str
    family: str
    name: str


_From = TypedDict("_From", {"from": DateTime})


class VacationShownJson(_From):
    """A current or announced vacation of a player, during which the clock is stopped."""

    until: DateTime


class SeatJson(PlayerJson):
    index: int
    colour: str
    rating: int | None
    rating_is_provisional: bool
    setup_in: bool
    wants_draw: bool
    wants_takeback: bool
    left: Annotated[str, LeftReason] | None
    vacation: VacationShownJson | None
    rank: int | None
    points: str | None


class ClockJson(TypedDict):
    """Points in time, to be counted down from the server's time (the `Server-Time` header); banks in seconds."""

    seat: int | None
    since: DateTime | None
    deadline: DateTime | None
    ends_at: DateTime | None
    banks: list[float | None]


class GameResultJson(TypedDict):
    reason: Annotated[str, REASONS_OF_RESULTS]
    ranks: list[int | None]
    points: list[str | None]
    by_tally: list[int]
    words: str


class RematchJson(TypedDict):
    """The seat that asked for a rematch, the seats that accepted it, and the game once it has started."""

    seat: int
    accepted: list[int]
    game: int | None


class PlayedOnJson(TypedDict):
    """The game and the ply that a game was played on from; no game if it was an imported one."""

    game: int | None
    ply: int


class GameJson(TermsJson):
    id: int
    status: Annotated[str, GameStatus]
    ply: int
    turn: int
    to_move: int | None
    event: int
    seats: list[SeatJson]
    you: int | None
    your_setup: str | None
    clock: ClockJson
    state: StateJson
    takeback_to: int | None
    ai_stuck: bool
    result: GameResultJson | None
    rematch_of: int | None
    rematch: RematchJson | None
    played_on: PlayedOnJson | None
    created_at: DateTime
    started_at: DateTime | None
    finished_at: DateTime | None


class TurnJson(TypedDict):
    """One turn of the record; a marker between turns (`#resignation:1`) counts as one."""

    turn: int
    ply: int
    seat: int | None
    steps: list[str]
    at: DateTime
    spent: float | None


def get_game(game_id: int, viewer: Viewer) -> tuple[Game, list[Seat]]:
    """The game with its seats; raises NotFound for viewers who may not see it."""
    game = next(iter(Game.objects.filter(pk=game_id).order_by()), None)
    seats = [] if game is None else seats_of(game)
    if game is None or not can_see(game, seats, viewer):
        raise NotFound(_("This game doesn't exist, or it isn't open to spectators."))
    return game, seats


def seats_of(game: Game) -> list[Seat]:
    # Sorting two to four rows here is cheaper than building it into the query each time.
    rows = Seat.objects.filter(game=game).select_related("user").order_by()
    seats = sorted(rows, key=attrgetter("index"))
    if not game.is_live:
        add_vacation(seats)
    for seat in seats:
        seat.game = game
    return seats


def can_see(game: Game, seats: Sequence[Seat], viewer: Viewer) -> bool:
    """Whether the viewer may see the game: its players always, others if it allows spectators or is over."""
    return game.spectators or game.status == GameStatus.OVER or seat_of(seats, viewer, game) is not None


def seat_of(seats: Sequence[Seat], viewer: Viewer, game: Game) -> Seat | None:
    """The viewer's seat; of several (an AI may have more than one) the one to move, or whose set-up is awaited."""
    own = [seat for seat in seats if viewer is not None and seat.user_id == viewer.pk]
    awaited = [seat for seat in own if game.status == GameStatus.SETUP and not seat.secret_setup]
    return next((seat for seat in own if seat.index == game.to_move), next(iter(awaited or own), None))


def view_for(game: Game, seats: Sequence[Seat], viewer: Viewer) -> GameJson:
    """The game as JSON, with everything that this viewer may see."""
    own = seat_of(seats, viewer, game)
    return {
        "id": game.pk,
        **terms_json(game.terms),
        "status": game.status,
        "ply": game.ply,
        "turn": game.turn,
        "to_move": game.to_move,
        "event": game.event_seq,
        "seats": [_seat_json(seat, game) for seat in seats],
        "you": None if own is None else own.index,
        "your_setup": own.secret_setup or None if own is not None and game.status == GameStatus.SETUP else None,
        "clock": clock_json(game, seats),
        "state": game.face,
        "takeback_to": game.takeback_to,
        "ai_stuck": _is_ai_stuck(game, seats),
        "result": _result_json(game, seats, own),
        "rematch_of": game.rematch_of_id,
        "rematch": _rematch_json(game, seats, own),
        "played_on": _played_on_json(game),
        "created_at": time_text(game.created_at),
        "started_at": time_text(game.started_at),
        "finished_at": time_text(game.finished_at),
    }


def rematch_of(game: Game) -> Proposal | None:
    """The rematch proposal that is open or has started, if any."""
    return Proposal.objects.filter(rematch_of=game, status__in=[ProposalStatus.OPEN, ProposalStatus.STARTED]).first()


def _rematch_json(game: Game, seats: Sequence[Seat], own: Seat | None) -> RematchJson | None:
    """The rematch as JSON: creator, acceptances, game. Until it starts, only players see it."""
    asked = rematch_of(game) if game.status == GameStatus.OVER else None
    if asked is None or (own is None and asked.game_id is None):
        return None
    agreed = set(asked.places.exclude(user=None).values_list("user", flat=True))
    return {
        "seat": next(seat.index for seat in seats if seat.user_id == asked.creator_id),
        "accepted": [seat.index for seat in seats if seat.user_id in agreed],
        "game": asked.game_id,
    }


def _played_on_json(game: Game) -> PlayedOnJson | None:
    """Where a game was played on from; `game` is None for an imported file."""
    return None if game.played_on_ply is None else {"game": game.played_on_from_id, "ply": game.played_on_ply}


def _is_ai_stuck(game: Game, seats: Sequence[Seat]) -> bool:
    """Whether the game waits for an AI that failed too often; its players may then retry it, or abort the game."""
    if not game.is_in_progress or not any(seat.is_ai for seat in seats):
        return False
    return AiTurn.objects.filter(game=game, ply=game.ply, is_stuck=True).exists()


def terms_json(terms: Terms) -> TermsJson:
    engine = terms.engine
    return {
        "variant": terms.variant,
        "family": engine.family,
        "name": in_words(engine.name),
        **conditions_json(terms),
    }


def conditions_json(terms: Terms) -> ConditionsJson:
    control = terms.control
    return {
        "options": {**terms.engine.options},
        "rated": terms.rated,
        "turn_limit": terms.turn_limit,
        "time_limit": seconds(terms.time_limit),
        "spectators": terms.spectators,
        "chat": terms.chat,
        "weekends_off": terms.weekends_off,
        "vacation_allowed": terms.vacation_allowed,
        "is_live": control.is_live,
        "control": {
            "kind": control.kind.value,
            "allowance": seconds(control.allowance),
            "increment": seconds(control.increment),
            "cap": seconds(control.cap),
        },
    }


def clock_json(game: Game, seats: Sequence[Seat]) -> ClockJson:
    """The clocks as points in time, for clients to count down by the server's time."""
    return {
        "seat": game.to_move,
        "since": time_text(game.since),
        "deadline": time_text(game.deadline),
        "ends_at": time_text(game.ends_at),
        "banks": [_bank_seconds(seat, game) for seat in seats],
    }


def _bank_seconds(seat: Seat, game: Game) -> float | None:
    """What a stopped clock shows: 0 for a seat that ran out of time, in every time control."""
    if seat.left == LeftReason.TIMEOUT:
        return 0.0
    return seconds(seat.bank) if game.control.has_bank else None


def record_json(game: Game) -> list[TurnJson]:
    """The record, turn by turn."""
    turns: list[TurnJson] = []
    for step in Step.objects.filter(game=game).order_by("ply"):
        if not turns or turns[-1]["turn"] != step.turn:
            turns.append(_turn_json(step))
        turns[-1]["steps"].append(step.text)
    return turns


def match_of(game: Game) -> Match:
    """The `Match` (rules state) of a game."""
    return Match.resume(game.engine, game.snapshot, game.turn_limit)


@overload
def seconds(duration: timedelta) -> float: ...
@overload
def seconds(duration: timedelta | None) -> float | None: ...
def seconds(duration: timedelta | None) -> float | None:
    return None if duration is None else round(duration.total_seconds(), 3)


def _turn_json(step: Step) -> TurnJson:
    return {
        "turn": step.turn,
        "ply": step.ply,
        "seat": step.seat,
        "steps": [],
        "at": time_text(step.at),
        "spent": seconds(step.spent),
    }


def away_json(vacation: Vacation | None) -> VacationShownJson | None:
    """A current or announced vacation, as opponents see it."""
    return None if vacation is None else {"from": time_text(vacation.starts_at), "until": time_text(vacation.ends_at)}


def _seat_json(seat: Seat, game: Game) -> SeatJson:
    return {
        "index": seat.index,
        "colour": seat.colour,
        "username": seat.user.username,
        "name": seat.user.public_name,
        "is_ai": seat.is_ai,
        "rating": seat.rating,
        "rating_is_provisional": seat.rating_is_provisional,
        "setup_in": game.status != GameStatus.SETUP or bool(seat.secret_setup),
        "wants_draw": seat.wants_draw,
        "wants_takeback": seat.wants_takeback,
        "left": seat.left or None,
        "vacation": away_json(vacation_of(seat)),
        "rank": seat.rank,
        "points": fraction_text(seat.points),
    }


def _result_json(game: Game, seats: Sequence[Seat], own: Seat | None) -> GameResultJson | None:
    words = result_words(game, seats, own)
    if not words:
        return None
    return {
        "reason": game.reason or game.status,
        "ranks": [seat.rank for seat in seats],
        "points": [fraction_text(seat.points) for seat in seats],
        "by_tally": game.by_tally,
        "words": words,
    }
