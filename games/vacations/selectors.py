"""A user's vacations, and how much of the yearly budget is left."""

from collections import Counter
from collections.abc import Iterable
from datetime import date, datetime
from typing import TypedDict
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import QuerySet

from accounts.json_types import time_text
from accounts.models import User
from games.models import Vacation
from games.selectors.game_json import VacationShownJson
from games.timing import local_days


def vacations_of(user: User) -> QuerySet[Vacation]:
    return Vacation.objects.filter(user=user).order_by("starts_at")


def coming_vacations(user: User, now: datetime) -> list[Vacation]:
    """The user's current and future vacations."""
    return list(vacations_of(user).filter(ends_at__gt=now))


def days_taken(vacations: Iterable[Vacation]) -> Counter[int]:
    """Vacation days per year; a day counts once, however often a vacation began or ended in it."""
    days: set[date] = set()
    for vacation in vacations:
        days |= local_days(vacation.interval, vacation.zone)
    return Counter(day.year for day in days)


class VacationCostJson(TypedDict):
    year: int
    days: int
    days_left: int


def vacation_cost(vacation: Vacation) -> list[VacationCostJson]:
    """The days that a new vacation would use per year, and how many would be left."""
    own = list(vacations_of(vacation.user))
    before, after = days_taken(own), days_taken([*own, vacation])
    return [
        {
            "year": year,
            "days": after[year] - before[year],
            "days_left": max(0, settings.VACATION_DAYS_PER_YEAR - after[year]),
        }
        for year in sorted(after)
        if after[year] > before[year]
    ]


class VacationJson(VacationShownJson):
    id: int
    days: int


class VacationYearJson(TypedDict):
    year: int
    days_taken: int
    days_left: int


class VacationOverviewJson(TypedDict):
    """`vacations` are current and future vacations."""

    days_a_year: int
    years: list[VacationYearJson]
    vacations: list[VacationJson]


def vacation_json(vacation: Vacation) -> VacationJson:
    return {
        "id": vacation.pk,
        "from": time_text(vacation.starts_at),
        "until": time_text(vacation.ends_at),
        "days": len(local_days(vacation.interval, vacation.zone)),
    }


def vacation_overview(user: User, now: datetime) -> VacationOverviewJson:
    """The budget of this year and the next, and the announced vacations."""
    this_year = now.astimezone(ZoneInfo(user.time_zone)).year
    taken = days_taken(vacations_of(user))
    budget = settings.VACATION_DAYS_PER_YEAR
    return {
        "days_a_year": budget,
        "years": [
            {"year": year, "days_taken": taken[year], "days_left": max(0, budget - taken[year])}
            for year in (this_year, this_year + 1)
        ],
        "vacations": [vacation_json(vacation) for vacation in coming_vacations(user, now)],
    }
