"""Time controls and deadlines: moments and durations in, moments and durations out. Nothing here reads a clock.

A control gives each turn a time of its own (`days`, `seconds`), or each seat a bank that turns are taken from and an
increment is added to (`bank`). Time off (leave, weekends) is a list of intervals in which no clock runs.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

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
    """A time control nobody can play by; its message says what would do."""


@dataclass(frozen=True)
class TimeControl:
    """How time is given. `allowance` is a turn's time or the bank at the start; a bank never grows over `cap`."""

    kind: ControlKind
    allowance: timedelta
    increment: timedelta = NO_TIME
    cap: timedelta | None = None

    @staticmethod
    def days(days: int) -> "TimeControl":
        if days not in DAYS_A_TURN:
            raise BadControl(f"Choose one of {', '.join(map(str, DAYS_A_TURN))} days a turn.")
        return TimeControl(ControlKind.DAYS, timedelta(days=days))

    @staticmethod
    def seconds(seconds: int) -> "TimeControl":
        least, most = SECONDS_A_TURN
        if not least <= seconds <= most:
            raise BadControl(f"Choose {least} to {most} seconds a turn.")
        return TimeControl(ControlKind.SECONDS, timedelta(seconds=seconds))

    @staticmethod
    def bank(allowance: timedelta, increment: timedelta = NO_TIME, cap: timedelta | None = None) -> "TimeControl":
        """A bank of minutes (live) or of days (correspondence)."""
        is_live = LIVE_BANK[0] <= allowance <= LIVE_BANK[1]
        if not is_live and not CORRESPONDENCE_BANK[0] <= allowance <= CORRESPONDENCE_BANK[1]:
            raise BadControl("Choose a bank of 1 minute to 3 hours (live) or of 1 to 60 days (correspondence).")
        if not NO_TIME <= increment <= (LIVE_INCREMENT if is_live else CORRESPONDENCE_INCREMENT):
            raise BadControl("Choose an increment of up to 5 minutes (live) or up to 7 days (correspondence).")
        if cap is not None and not allowance <= cap <= (2 * LIVE_BANK[1] if is_live else 2 * CORRESPONDENCE_BANK[1]):
            raise BadControl("Choose a cap of at least the bank, of up to 6 hours (live) or 120 days (correspondence).")
        return TimeControl(ControlKind.BANK, allowance, increment, cap)

    @staticmethod
    def of(
        kind: str, allowance: timedelta, increment: timedelta = NO_TIME, cap: timedelta | None = None
    ) -> "TimeControl":
        """A control as it comes from outside, checked."""
        if kind == ControlKind.BANK:
            return TimeControl.bank(allowance, increment, cap)
        if increment or cap is not None:
            raise BadControl("Only a bank has an increment and a cap. Leave them out.")
        if kind == ControlKind.SECONDS:
            return TimeControl.seconds(int(allowance / SECOND))
        if kind == ControlKind.DAYS:
            return TimeControl.days(0 if allowance % DAY else allowance // DAY)
        raise BadControl(f"Choose one of {', '.join(ControlKind)}.")

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
        """How long the next turn of a seat may take that has so much left in its bank."""
        return left if self.has_bank else self.allowance

    def bank_after(self, left: timedelta, spent: timedelta) -> timedelta:
        """What a bank holds after a turn."""
        if not self.has_bank:
            return left
        filled = max(left - spent, NO_TIME) + self.increment
        # A cap never takes time away that was there: a bank over it only stops growing.
        return filled if self.cap is None else min(filled, max(self.cap, left - spent))


@dataclass(frozen=True)
class Ticking:
    """The clocks of a game in progress: since when the turn runs, until when it may, and the whole game's end."""

    since: datetime
    deadline: datetime
    ends_at: datetime | None = None

    def shifted(self, gap: timedelta) -> "Ticking":
        ends_at = None if self.ends_at is None else self.ends_at + gap
        return Ticking(self.since + gap, self.deadline + gap, ends_at)


class Due(StrEnum):
    """What a clock has to say."""

    TIMEOUT = "timeout"
    LIMIT = "limit"


def due(ticking: Ticking, now: datetime) -> Due | None:
    """What is overdue, the earlier first: at the same moment the whole game's end goes before a flag."""
    if ticking.ends_at is not None and ticking.ends_at <= now and ticking.ends_at <= ticking.deadline:
        return Due.LIMIT
    return Due.TIMEOUT if ticking.deadline <= now else None


def gap_since(beaten_at: datetime | None, now: datetime, tolerance: timedelta) -> timedelta:
    """For how long nobody watched the clocks: nothing while the sweep beats, and nothing before its first beat."""
    if beaten_at is None or now - beaten_at <= tolerance:
        return NO_TIME
    return now - beaten_at


def without_gap(ticking: Ticking, beaten_at: datetime, now: datetime) -> Ticking:
    """The clocks with the outage from `beaten_at` to `now` given back; a turn begun in it begins anew."""
    return ticking.shifted(max(now - max(beaten_at, ticking.since), NO_TIME))


def add_working_time(start: datetime, duration: timedelta, off: Iterable[Interval] = ()) -> datetime:
    """The moment at which so much time has passed outside the intervals off."""
    moment, left = start, duration
    for begin, end in sorted(off):
        if end <= moment:
            continue
        if begin >= moment + left:
            break
        left -= max(begin - moment, NO_TIME)
        moment = end
    return moment + left


def working_time(start: datetime, end: datetime, off: Iterable[Interval] = ()) -> timedelta:
    """How much time passed between two moments outside the intervals off."""
    total, moment = NO_TIME, start
    for begin, finish in sorted(off):
        if finish <= moment:
            continue
        if begin >= end:
            break
        total += max(begin - moment, NO_TIME)
        moment = max(moment, finish)
    return total + max(end - moment, NO_TIME)
