"""Time controls and deadlines: pure functions of times and durations. Nothing here reads a clock.

A control gives each turn its own time (`days`, `seconds`), or each seat a time bank with an increment (`bank`). Time
off (vacations, weekends) is a sequence of intervals in which no clock runs.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from enum import StrEnum
from heapq import merge
from itertools import count

from games.rules.sentences import say

SECOND = timedelta(seconds=1)
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
NO_TIME = timedelta(0)

DAYS_A_TURN = (1, 2, 3, 5, 7, 14)
SECONDS_A_TURN = (10, 600)
LIVE_BANK = (MINUTE, 3 * HOUR)
CORRESPONDENCE_BANK = (DAY, 60 * DAY)
LIVE_INCREMENT = 5 * MINUTE
CORRESPONDENCE_INCREMENT = 7 * DAY
LIVE_SETUP = 5 * MINUTE
LONGEST_SETUP = 7 * DAY

Interval = tuple[datetime, datetime]


class ControlKind(StrEnum):
    DAYS = "days"
    SECONDS = "seconds"
    BANK = "bank"


class BadControl(ValueError):
    """An invalid time control; the message says what to change."""


@dataclass(frozen=True)
class TimeControl:
    """A time control. `allowance` is a turn's time or the initial bank; increments never fill a bank over `cap`."""

    kind: ControlKind
    allowance: timedelta
    increment: timedelta = NO_TIME
    cap: timedelta | None = None

    @staticmethod
    def days(days: int) -> "TimeControl":
        if days not in DAYS_A_TURN:
            raise BadControl(say("Choose {known} days per turn.", known=", ".join(map(str, DAYS_A_TURN))))
        return TimeControl(ControlKind.DAYS, timedelta(days=days))

    @staticmethod
    def seconds(seconds: int) -> "TimeControl":
        least, most = SECONDS_A_TURN
        if not least <= seconds <= most:
            raise BadControl(say("Choose {least} to {most} seconds per turn.", least=least, most=most))
        return TimeControl(ControlKind.SECONDS, timedelta(seconds=seconds))

    @staticmethod
    def bank(allowance: timedelta, increment: timedelta = NO_TIME, cap: timedelta | None = None) -> "TimeControl":
        """A bank of minutes (live) or of days (correspondence)."""
        is_live = LIVE_BANK[0] <= allowance <= LIVE_BANK[1]
        if not is_live and not CORRESPONDENCE_BANK[0] <= allowance <= CORRESPONDENCE_BANK[1]:
            raise BadControl(say("Choose a bank of 1 minute to 3 hours (live) or of 1 to 60 days (correspondence)."))
        if not NO_TIME <= increment <= (LIVE_INCREMENT if is_live else CORRESPONDENCE_INCREMENT):
            raise BadControl(say("Choose an increment of up to 5 minutes (live) or up to 7 days (correspondence)."))
        if cap is not None and not allowance <= cap <= (2 * LIVE_BANK[1] if is_live else 2 * CORRESPONDENCE_BANK[1]):
            raise BadControl(
                say("Choose a maximum not below the bank, of up to 6 hours (live) or 120 days (correspondence).")
            )
        return TimeControl(ControlKind.BANK, allowance, increment, cap)

    @staticmethod
    def of(
        kind: str, allowance: timedelta, increment: timedelta = NO_TIME, cap: timedelta | None = None
    ) -> "TimeControl":
        """A validated control from input; raises BadControl."""
        if kind == ControlKind.BANK:
            return TimeControl.bank(allowance, increment, cap)
        if increment or cap is not None:
            raise BadControl(say("Only a time bank has an increment and a maximum. Remove them."))
        if kind == ControlKind.SECONDS:
            return TimeControl.seconds(int(allowance / SECOND))
        if kind == ControlKind.DAYS:
            return TimeControl.days(0 if allowance % DAY else allowance // DAY)
        raise BadControl(say("Choose one of {known}.", known=", ".join(ControlKind)))

    @property
    def is_live(self) -> bool:
        return self.allowance < DAY

    @property
    def has_bank(self) -> bool:
        return self.kind == ControlKind.BANK

    @property
    def setup_allowance(self) -> timedelta:
        """How long the secret set-ups may take; no bank is charged for them."""
        return max(self.allowance, LIVE_SETUP) if self.is_live else min(self.allowance, LONGEST_SETUP)

    def turn_allowance(self, left: timedelta) -> timedelta:
        """The time for the next turn of a seat with so much left in its bank."""
        return left if self.has_bank else self.allowance

    def bank_after(self, left: timedelta, spent: timedelta) -> timedelta:
        """What a bank has after a turn."""
        if not self.has_bank:
            return left
        filled = max(left - spent, NO_TIME) + self.increment
        # A cap never reduces a bank that is already over it: the bank only stops growing.
        return filled if self.cap is None else min(filled, max(self.cap, left - spent))


@dataclass(frozen=True)
class Ticking:
    """The clock of a game in progress: the turn's start and deadline, and the whole game's end."""

    since: datetime
    deadline: datetime
    ends_at: datetime | None = None

    def shifted(self, gap: timedelta) -> "Ticking":
        ends_at = None if self.ends_at is None else self.ends_at + gap
        return Ticking(self.since + gap, self.deadline + gap, ends_at)


class Due(StrEnum):
    """What has expired."""

    TIMEOUT = "timeout"
    LIMIT = "limit"


def due(ticking: Ticking, now: datetime) -> Due | None:
    """What has expired, if anything: the earlier; at the same time the whole game's end goes before a flag."""
    if ticking.ends_at is not None and ticking.ends_at <= now and ticking.ends_at <= ticking.deadline:
        return Due.LIMIT
    return Due.TIMEOUT if ticking.deadline <= now else None


def without_gap(ticking: Ticking, beaten_at: datetime, now: datetime) -> Ticking:
    """The clocks with the outage from `beaten_at` to `now` given back; a turn begun in it is restarted."""
    return ticking.shifted(max(now - max(beaten_at, ticking.since), NO_TIME))


# -- time off -----------------------------------------------------------------------------------------------------

# Nowhere on Earth does a day begin earlier: the zone of a weekend is fixed before it begins anywhere.
EARLIEST_MIDNIGHT = 14 * HOUR
SATURDAY, WEEK, WEEKEND = 5, 7 * DAY, 2 * DAY


@dataclass(frozen=True)
class Zones:
    """A player's time zone, and former ones with the time until which each was valid."""

    present: tzinfo
    former: tuple[tuple[datetime, tzinfo], ...] = ()

    def at(self, moment: datetime) -> tzinfo:
        former = sorted(self.former, key=lambda zone: zone[0])
        return next((zone for until, zone in former if moment < until), self.present)


@dataclass(frozen=True)
class TimeOff:
    """When a player's clock is stopped: on vacation and, if `zones` are given, at weekends in their zone."""

    vacations: tuple[Interval, ...] = ()
    zones: Zones | None = None

    def __bool__(self) -> bool:
        return bool(self.vacations) or self.zones is not None

    def after(self, start: datetime) -> Iterator[Interval]:
        """The intervals that end after a moment, in order; an infinite iterator with weekends."""
        vacations = (vacation for vacation in sorted(self.vacations) if vacation[1] > start)
        return vacations if self.zones is None else merge(vacations, weekends(self.zones, start))


NEVER_OFF = TimeOff()


def weekends(zones: Zones, start: datetime) -> Iterator[Interval]:
    """The weekends that end after a moment, each from midnight to midnight in the player's zone.

    A weekend belongs to a date, and its zone is the one valid before that date began anywhere. So there is one weekend
    per date, whatever zones are chosen during it.
    """
    first = start.astimezone(UTC).date() - WEEKEND - DAY
    saturday = first + timedelta(days=(SATURDAY - first.weekday()) % 7)
    for number in count():
        weekend = _weekend(zones, saturday + number * WEEK)
        if weekend[1] > start:
            yield weekend


def _weekend(zones: Zones, saturday: date) -> Interval:
    zone = zones.at(datetime.combine(saturday, time(0), UTC) - EARLIEST_MIDNIGHT)
    return local_midnight(saturday, zone), local_midnight(saturday + WEEKEND, zone)


def local_midnight(day: date, zone: tzinfo) -> datetime:
    """When a day begins; where a clock change skips midnight, the time of the change."""
    return datetime.combine(day, time(0), zone).astimezone(UTC)


def local_days(interval: Interval, zone: tzinfo) -> set[date]:
    """The calendar days that an interval touches."""
    first, last = interval[0].astimezone(zone).date(), (interval[1] - timedelta.resolution).astimezone(zone).date()
    return {first + timedelta(days=number) for number in range((last - first).days + 1)}


def deadline_after(since: datetime, allowance: timedelta, off: TimeOff = NEVER_OFF) -> datetime:
    """When a clock that runs since then has used its allowance: the one rule of every deadline."""
    moment, left = since, allowance
    for begin, end in off.after(since):
        if end <= moment:
            continue
        if begin >= moment + left:
            break
        left -= max(begin - moment, NO_TIME)
        moment = end
    return moment + left


def time_spent_since(since: datetime, now: datetime, off: TimeOff = NEVER_OFF) -> timedelta:
    """The time that passed from then until now outside the time off."""
    total, moment = NO_TIME, since
    for begin, end in off.after(since):
        if end <= moment:
            continue
        if begin >= now:
            break
        total += max(begin - moment, NO_TIME)
        moment = end
    return total + max(now - moment, NO_TIME)
