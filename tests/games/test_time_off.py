"""Arithmetic of weekends and vacations, compared with a slow reference that looks at every minute."""

import itertools
from datetime import UTC, date, datetime, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.timing import DAY, HOUR, MINUTE, TimeOff, Zones, deadline_after, local_days, time_spent_since, weekends

pytestmark = pytest.mark.slow

# Offsets of whole hours and others; clock changes at night, at midnight (Beirut, Asuncion), by 30 minutes (Lord Howe).
PLACES = [
    "UTC",
    "Europe/Vienna",
    "America/New_York",
    "America/Asuncion",
    "Asia/Beirut",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Pacific/Kiritimati",
    "Pacific/Pago_Pago",
]
# The weeks in which clocks are changed, north and south.
STARTS = st.sampled_from([date(2025, 3, 5), date(2025, 3, 27), date(2025, 10, 1), date(2025, 10, 23), date(2025, 7, 1)])
MOMENTS = st.builds(
    lambda day, minutes: datetime(day.year, day.month, day.day, tzinfo=UTC) + minutes * MINUTE,
    STARTS,
    st.integers(0, 9 * 1440),
)
ZONES = st.sampled_from(PLACES).map(ZoneInfo)


def is_off(minute: datetime, off: TimeOff) -> bool:
    """The slow reference: on vacation, or Saturday or Sunday in the time zone set before that weekend."""
    if any(begin <= minute < end for begin, end in off.vacations):
        return True
    if off.zones is None:
        return False
    around = [minute.date() + timedelta(days=days) for days in range(-3, 4)]
    return any(_is_weekend_of(minute, saturday, off.zones) for saturday in around if saturday.weekday() == 5)


def _is_weekend_of(minute: datetime, saturday: date, zones: Zones) -> bool:
    settled = datetime(saturday.year, saturday.month, saturday.day, tzinfo=UTC) - 14 * HOUR
    zone = next((zone for until, zone in zones.former if settled < until), zones.present)
    return minute.astimezone(zone).date() in (saturday, saturday + timedelta(days=1))


def slow_deadline(since: datetime, minutes: int, off: TimeOff) -> datetime:
    """The start of the first minute before which that many minutes have run."""
    moment = since
    while minutes:
        minutes -= not is_off(moment, off)
        moment += MINUTE
    return moment


@st.composite
def times_off(draw: st.DrawFn) -> TimeOff:
    begins = draw(st.lists(MOMENTS, max_size=2, unique=True))
    vacations = tuple((begin, begin + draw(st.integers(1, 4000)) * MINUTE) for begin in begins)
    moves = sorted(draw(st.lists(MOMENTS, max_size=2, unique=True)))
    former = tuple((until, draw(ZONES)) for until in moves)
    return TimeOff(vacations, draw(st.none() | ZONES.map(lambda zone: Zones(zone, former))))


@given(since=MOMENTS, minutes=st.integers(1, 2 * 1440), off=times_off())
@example(datetime(2025, 3, 28, 12, tzinfo=UTC), 1440, TimeOff(zones=Zones(ZoneInfo("Europe/Vienna"))))
@example(datetime(2025, 10, 3, 12, tzinfo=UTC), 1440, TimeOff(zones=Zones(ZoneInfo("Australia/Lord_Howe"))))
def test_a_deadline_agrees_with_counting_minutes(since: datetime, minutes: int, off: TimeOff) -> None:
    deadline = deadline_after(since, minutes * MINUTE, off)
    slow = slow_deadline(since, minutes, off)
    # Both count until the last minute has run.
    assert deadline == slow
    assert time_spent_since(since, deadline, off) == minutes * MINUTE


@pytest.mark.parametrize(
    ("friday", "weekend"),
    [(date(2025, 3, 28), 47 * HOUR), (date(2025, 10, 24), 49 * HOUR), (date(2025, 7, 4), 48 * HOUR)],
)
def test_the_length_of_a_weekend_follows_daylight_saving_changes(friday: date, weekend: timedelta) -> None:
    vienna = ZoneInfo("Europe/Vienna")
    noon = datetime(friday.year, friday.month, friday.day, 12, tzinfo=vienna)
    begin, end = next(weekends(Zones(vienna), noon))
    assert (begin.astimezone(vienna).hour, end.astimezone(vienna).hour, end - begin) == (0, 0, weekend)
    assert deadline_after(noon, DAY, TimeOff(zones=Zones(vienna))) - noon == DAY + weekend


def test_moving_across_the_date_line_gives_no_second_weekend() -> None:
    """Sunday night in Kiritimati is Saturday night in Pago Pago; the weekend that began stays as it was."""
    kiritimati, pago_pago = ZoneInfo("Pacific/Kiritimati"), ZoneInfo("Pacific/Pago_Pago")
    friday = datetime(2026, 3, 6, 9, tzinfo=UTC)
    moved_at = datetime(2026, 3, 8, 9, tzinfo=UTC)
    stayed = deadline_after(friday, DAY, TimeOff(zones=Zones(kiritimati)))
    moved = deadline_after(friday, DAY, TimeOff(zones=Zones(pago_pago, ((moved_at, kiritimati),))))
    assert moved == stayed == friday + 3 * DAY
    first, second = islice(weekends(Zones(pago_pago, ((moved_at, kiritimati),)), friday), 2)
    assert first == (datetime(2026, 3, 6, 10, tzinfo=UTC), datetime(2026, 3, 8, 10, tzinfo=UTC))
    assert second == (datetime(2026, 3, 14, 11, tzinfo=UTC), datetime(2026, 3, 16, 11, tzinfo=UTC))


@given(start=MOMENTS, zones=st.builds(lambda *all: Zones(all[0], ((all[1], all[2]),)), ZONES, MOMENTS, ZONES))
def test_weekends_occur_once_per_week_and_never_touch(start: datetime, zones: Zones) -> None:
    found = list(islice(weekends(zones, start), 4))
    assert all(end > start for _, end in found)
    assert all(46 * HOUR < end - begin < 50 * HOUR for begin, end in found)
    assert all(one[1] < other[0] for one, other in itertools.pairwise(found))


def test_vacation_days_are_all_days_touched() -> None:
    vienna = ZoneInfo("Europe/Vienna")
    evening = datetime(2026, 3, 2, 22, 30, tzinfo=UTC)  # half past eleven in Vienna
    assert local_days((evening, evening + MINUTE), vienna) == {date(2026, 3, 2)}
    assert local_days((evening, evening + HOUR), vienna) == {date(2026, 3, 2), date(2026, 3, 3)}
    assert local_days((evening, evening + HOUR / 2), vienna) == {date(2026, 3, 2)}
