"""Time off (vacations and weekends) of players, and the deadlines of games, for the rules in `games.timing`."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet, prefetch_related_objects
from django.utils import timezone

from accounts.models import FormerTimeZone, User
from games.enums import GameStatus
from games.models import Game, Seat, Vacation
from games.timing import Interval, TimeOff, Zones, deadline_after

# -- clocks -------------------------------------------------------------------------------------------------------


def times_off(seats: Sequence[Seat], *, since: datetime) -> list[TimeOff]:
    """Per seat, what stops its clock since a moment. Two queries for any number of games, none for live ones."""
    resting = [seat for seat in seats if not seat.game.is_live]
    vacations = _vacations(
        {seat.user_id for seat in resting if seat.game.vacation_allowed and _may_have_vacation(seat)}, since
    )
    zones = _zones([seat.user for seat in resting if seat.game.weekends_off])
    return [
        TimeOff(
            vacations=vacations.get(seat.user_id, ()) if seat.game.vacation_allowed and not seat.game.is_live else (),
            zones=zones.get(seat.user_id) if seat.game.weekends_off else None,
        )
        for seat in seats
    ]


def deadline_of(game: Game, seats: Sequence[Seat], *, since: datetime) -> datetime:
    """The deadline of a game in progress whose clock runs since then.

    While set-ups are awaited each seat has its own time, and the earliest of these is the game's deadline.
    """
    awaited = awaited_of(game, seats)
    return min(
        deadline_after(since, allowance_of(game, seat), off)
        for seat, off in zip(awaited, times_off(awaited, since=since), strict=True)
    )


def awaited_of(game: Game, seats: Sequence[Seat]) -> list[Seat]:
    """The seats whose clock runs: the one to move, or those without a set-up."""
    if game.status == GameStatus.SETUP:
        return [seat for seat in seats if not seat.secret_setup and not seat.left]
    assert game.to_move is not None, "a running game has a seat to move"
    return [seats[game.to_move]]


def allowance_of(game: Game, seat: Seat) -> timedelta:
    if game.status == GameStatus.SETUP:
        return game.control.setup_allowance
    return game.control.turn_allowance(seat.bank)


def may_rest(*, since: datetime) -> Q:
    """Filter games whose clocks may have been stopped since then, so that their deadline is more than a sum."""
    on_vacation = Vacation.objects.filter(ends_at__gt=since, user__seats__game=OuterRef("pk"))
    return Q(weekends_off=True) | Q(Exists(on_vacation), is_live=False, vacation_allowed=True)


def _may_have_vacation(seat: Seat) -> bool:
    """Whether to query vacations: always in a new game, whose players were read before its transaction."""
    return seat.pk is None or seat.user.has_taken_vacation


def _vacations(user_ids: set[int], since: datetime) -> dict[int, tuple[Interval, ...]]:
    found: dict[int, tuple[Interval, ...]] = {}
    rows = Vacation.objects.filter(user__in=user_ids, ends_at__gt=since) if user_ids else []
    for vacation in rows:
        found[vacation.user_id] = (*found.get(vacation.user_id, ()), vacation.interval)
    return found


def _zones(users: Iterable[User]) -> dict[int, Zones]:
    people = {user.pk: user for user in users}
    former: dict[int, list[tuple[datetime, ZoneInfo]]] = {}
    rows = FormerTimeZone.objects.filter(user__in=people.keys()) if people else []
    for row in rows:
        former.setdefault(row.user_id, []).append((row.until, ZoneInfo(row.time_zone)))
    return {pk: Zones(ZoneInfo(user.time_zone), tuple(former.get(pk, ()))) for pk, user in people.items()}


# -- display ------------------------------------------------------------------------------------------------------


def with_vacation(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    """The seats of many games with their players' vacations, for `vacation_of`."""
    return seats.select_related("user").prefetch_related(_coming())


def add_vacation(seats: Sequence[Seat]) -> None:
    """Add the vacations of one game's players, for `vacation_of`; no query if none of them ever had one."""
    if asked := [seat for seat in seats if seat.user.has_taken_vacation]:
        prefetch_related_objects(asked, _coming())


def coming_vacation(user: User) -> Vacation | None:
    """The user's current or next vacation; no query if they never had one."""
    return _not_over().filter(user=user).first() if user.has_taken_vacation else None


def _coming() -> Prefetch:
    return Prefetch("user__vacations", _not_over(), to_attr="coming_vacations")


def _not_over() -> QuerySet[Vacation]:
    return Vacation.objects.filter(ends_at__gt=timezone.now()).order_by("starts_at")


def vacation_of(seat: Seat) -> Vacation | None:
    """A player's current or next vacation, if it stops the clock of this game in progress."""
    game: Game = seat.game
    if game.is_live or not game.vacation_allowed or not game.is_in_progress:
        return None
    return next(iter(getattr(seat.user, "coming_vacations", ())), None)
