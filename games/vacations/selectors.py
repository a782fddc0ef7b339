"""A user's vacations, and how much of the yearly budget is left."""

from collections import Counter
from collections.abc import Iterable
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import QuerySet

from accounts.models import User
from games.models import Leave
from games.selectors.game_json import time_text
from games.selectors.position_json import Json
from games.timing import local_days


def leaves_of(user: User) -> QuerySet[Leave]:
    return Leave.objects.filter(user=user).order_by("starts_at")


def coming_leaves(user: User, now: datetime) -> list[Leave]:
    """The user's current and future vacations."""
    return list(leaves_of(user).filter(ends_at__gt=now))


def days_taken(leaves: Iterable[Leave]) -> Counter[int]:
    """Vacation days per year; a day counts once, however often a vacation began or ended in it."""
    days: set[date] = set()
    for leave in leaves:
        days |= local_days(leave.interval, leave.zone)
    return Counter(day.year for day in days)


def leave_cost(leave: Leave) -> list[Json]:
    """The days that a new vacation would use per year, and how many would be left."""
    own = list(leaves_of(leave.user))
    before, after = days_taken(own), days_taken([*own, leave])
    return [
        {
            "year": year,
            "days": after[year] - before[year],
            "days_left": max(0, settings.LEAVE_DAYS_A_YEAR - after[year]),
        }
        for year in sorted(after)
        if after[year] > before[year]
    ]


def leave_json(leave: Leave) -> Json:
    return {
        "id": leave.pk,
        "from": time_text(leave.starts_at),
        "until": time_text(leave.ends_at),
        "days": len(local_days(leave.interval, leave.zone)),
    }


def leave_overview(user: User, now: datetime) -> Json:
    """The budget of this year and the next, and the announced vacations."""
    this_year = now.astimezone(ZoneInfo(user.time_zone)).year
    taken = days_taken(leaves_of(user))
    budget = settings.LEAVE_DAYS_A_YEAR
    return {
        "days_a_year": budget,
        "years": [
            {"year": year, "days_taken": taken[year], "days_left": max(0, budget - taken[year])}
            for year in (this_year, this_year + 1)
        ],
        "leaves": [leave_json(leave) for leave in coming_leaves(user, now)],
    }


def export_leave(user: User) -> list[Any]:
    return list(leaves_of(user).values("starts_at", "ends_at", "time_zone", "announced_at"))
