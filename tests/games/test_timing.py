"""Time controls and deadlines, as pure arithmetic."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.timing import (
    DAY,
    HOUR,
    MINUTE,
    NO_TIME,
    SECOND,
    BadControl,
    Due,
    Ticking,
    TimeControl,
    TimeOff,
    deadline_after,
    due,
    time_spent_since,
    without_gap,
)

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
MOMENTS = st.integers(0, 10_000).map(lambda minutes: NOON + minutes * MINUTE)
DURATIONS = st.integers(0, 5_000).map(lambda minutes: minutes * MINUTE)


@st.composite
def times_off(draw: st.DrawFn) -> list[tuple[datetime, datetime]]:
    edges = sorted(draw(st.sets(MOMENTS, max_size=12)))
    return list(zip(edges[0::2], edges[1::2], strict=False))


@pytest.mark.parametrize("days", [1, 2, 3, 5, 7, 14])
def test_days_per_turn(days: int) -> None:
    control = TimeControl.days(days)
    assert (control.is_live, control.turn_allowance(NO_TIME)) == (False, days * DAY)


@pytest.mark.parametrize(
    ("kind", "allowance", "increment", "cap"),
    [
        ("days", 4 * DAY, NO_TIME, None),
        ("days", 36 * HOUR, NO_TIME, None),
        ("days", DAY, HOUR, None),
        ("seconds", 5 * SECOND, NO_TIME, None),
        ("seconds", HOUR, NO_TIME, None),
        ("bank", 12 * HOUR, NO_TIME, None),
        ("bank", 10 * MINUTE, HOUR, None),
        ("bank", 10 * MINUTE, SECOND, 5 * MINUTE),
        ("bank", 90 * DAY, NO_TIME, None),
        ("hourglass", MINUTE, NO_TIME, None),
    ],
)
def test_invalid_time_controls(kind: str, allowance: timedelta, increment: timedelta, cap: timedelta | None) -> None:
    with pytest.raises(BadControl):
        TimeControl.of(kind, allowance, increment, cap)


def test_a_bank_is_charged_and_then_refilled_up_to_its_maximum() -> None:
    control = TimeControl.bank(10 * MINUTE, 10 * SECOND, 10 * MINUTE)
    assert control.is_live
    assert control.bank_after(10 * MINUTE, MINUTE) == 9 * MINUTE + 10 * SECOND
    assert control.bank_after(10 * MINUTE, 2 * SECOND) == 10 * MINUTE
    assert control.bank_after(5 * SECOND, 6 * SECOND) == 10 * SECOND


def test_a_fixed_time_per_turn_does_not_change_the_bank() -> None:
    control = TimeControl.seconds(60)
    assert control.turn_allowance(5 * SECOND) == MINUTE
    assert control.bank_after(60 * SECOND, 50 * SECOND) == 60 * SECOND


def test_the_earlier_of_flag_and_end_decides() -> None:
    def verdict(deadline: timedelta, end: timedelta | None, now: timedelta) -> Due | None:
        return due(Ticking(NOON, NOON + deadline, None if end is None else NOON + end), NOON + now)

    assert verdict(MINUTE, None, 59 * SECOND) is None
    assert verdict(MINUTE, None, MINUTE) == Due.TIMEOUT
    assert verdict(MINUTE, 30 * SECOND, 2 * MINUTE) == Due.LIMIT
    assert verdict(MINUTE, MINUTE, 2 * MINUTE) == Due.LIMIT
    assert verdict(MINUTE, 90 * SECOND, 2 * MINUTE) == Due.TIMEOUT
    assert verdict(MINUTE, 30 * SECOND, 20 * SECOND) is None


def test_an_outage_is_compensated() -> None:
    running = Ticking(NOON - HOUR, NOON + HOUR, NOON + DAY)
    given_back = without_gap(running, NOON, NOON + 10 * MINUTE)
    assert given_back == Ticking(NOON - 50 * MINUTE, NOON + 70 * MINUTE, NOON + DAY + 10 * MINUTE)
    begun_in_it = Ticking(NOON + 4 * MINUTE, NOON + 64 * MINUTE)
    assert without_gap(begun_in_it, NOON, NOON + 10 * MINUTE) == Ticking(NOON + 10 * MINUTE, NOON + 70 * MINUTE)


def test_working_time_skips_a_weekend() -> None:
    weekend = (datetime(2026, 3, 7, tzinfo=UTC), datetime(2026, 3, 9, tzinfo=UTC))
    friday = datetime(2026, 3, 6, 12, tzinfo=UTC)
    off = TimeOff(vacations=(weekend,))
    assert deadline_after(friday, DAY, off) == datetime(2026, 3, 9, 12, tzinfo=UTC)
    assert deadline_after(friday, 12 * HOUR, off) == weekend[0]
    assert time_spent_since(friday, datetime(2026, 3, 9, 12, tzinfo=UTC), off) == DAY


@given(start=MOMENTS, duration=DURATIONS, off=times_off())
def test_added_time_equals_measured_time(
    start: datetime, duration: timedelta, off: list[tuple[datetime, datetime]]
) -> None:
    vacations = TimeOff(vacations=tuple(off))
    end = deadline_after(start, duration, vacations)
    assert end >= start + duration
    assert time_spent_since(start, end, vacations) == duration
