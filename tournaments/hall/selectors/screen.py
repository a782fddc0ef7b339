"""What the screen of a tournament shows: the current round, its results, the standings and the round clock."""

from datetime import datetime
from typing import TypedDict

from django.db.models import Q, QuerySet
from django.utils import timezone

from tournaments.enums import RoundStatus, Status
from tournaments.hall.selectors.pairing_lists import NameLine, latest_results, pairings_by_name
from tournaments.models import Club, Round, Tournament
from tournaments.selectors.api_json import PairingsJson, TableJson, pairings_json
from tournaments.selectors.standings import StandingsJson, standings_json
from tournaments.selectors.tournaments import visible_tournaments

SHOWN_RESULTS = 12
MAX_TOURNAMENTS = 4
"""Tournaments per screen: each keeps a connection open, and browsers allow six per site over HTTP/1."""


class RoundClock(TypedDict):
    """The state of the current round; `next_round` is null after the last one."""

    round: int | None
    is_running: bool
    starts_at: datetime | None
    deadline: datetime | None
    tables: int
    finished_tables: int
    next_round: int | None
    is_pairing: bool
    next_start: datetime | None


class Screen(TypedDict):
    pairings: PairingsJson | None
    by_name: list[NameLine]
    results: list[TableJson]
    standings: StandingsJson
    clock: RoundClock


def screen_of(tournament: Tournament) -> Screen:
    """What is public about a tournament now, in a fixed number of queries."""
    rounds = list(Round.objects.filter(tournament=tournament).defer("task").order_by("number"))
    current = next((round_ for round_ in reversed(rounds) if round_.is_public), None)
    if current is not None:
        current.tournament = tournament
    pairings = None if current is None else pairings_json(current)
    return {
        "pairings": pairings,
        "by_name": [] if pairings is None else pairings_by_name(pairings),
        "results": [] if current is None or pairings is None else latest_results(current.pk, pairings, SHOWN_RESULTS),
        "standings": standings_json(tournament),
        "clock": _clock(tournament, current, pairings, has_draft=any(not round_.is_public for round_ in rounds)),
    }


def _clock(
    tournament: Tournament, current: Round | None, pairings: PairingsJson | None, *, has_draft: bool
) -> RoundClock:
    number = 0 if current is None else current.number
    goes_on = tournament.status in (Status.REGISTRATION, Status.RUNNING) and number < tournament.rounds
    tables = [] if pairings is None else [table for table in pairings["tables"] if not table["is_void"]]
    return {
        "round": number or None,
        "is_running": current is not None and current.status == RoundStatus.PUBLISHED,
        "starts_at": None if current is None else current.starts_at,
        "deadline": None if current is None else current.deadline,
        "tables": len(tables),
        "finished_tables": sum(table["outcome"] is not None for table in tables),
        "next_round": number + 1 if goes_on else None,
        "is_pairing": goes_on and has_draft,
        "next_start": tournament.start_of_round(number + 1) if goes_on else None,
    }


def tournaments_on_screen(club: Club, chosen: list[int]) -> list[Tournament]:
    """The chosen tournaments of a club, or those that are running or ended today; never drafts."""
    tournaments: QuerySet[Tournament] = visible_tournaments(None).filter(club=club)
    if chosen:
        found = {tournament.pk: tournament for tournament in tournaments.filter(pk__in=chosen)}
        return [found[pk] for pk in dict.fromkeys(chosen) if pk in found][:MAX_TOURNAMENTS]
    midnight = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
    ended_today = Round.objects.filter(tournament__club=club, finished_at__gte=midnight).values("tournament")
    is_on = Q(status=Status.RUNNING) | Q(status__in=[Status.PROVISIONAL, Status.FINAL], pk__in=ended_today)
    return list(tournaments.filter(is_on).order_by("id")[:MAX_TOURNAMENTS])
