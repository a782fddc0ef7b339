"""The final ranks still possible, as JSON for pages and API."""

from typing import TypedDict

from tournaments.models import Tournament
from tournaments.selectors.record import tournament_data
from tournaments.selectors.revision_cache import cached_by_revision
from tournaments.standings.possible import possible_ranks


class RankRangeJson(TypedDict):
    best: int
    worst: int
    is_exact: bool


class PossibleRankJson(RankRangeJson):
    player: int


def possible_json(tournament: Tournament) -> list[PossibleRankJson]:
    """The range of final ranks that each player can still reach."""
    return cached_by_revision(tournament, "possible", lambda: _ranges(tournament))


def possible_of(tournament: Tournament, entry_id: int) -> RankRangeJson | None:
    found = next((one for one in possible_json(tournament) if one["player"] == entry_id), None)
    return found and {"best": found["best"], "worst": found["worst"], "is_exact": found["is_exact"]}


def _ranges(tournament: Tournament) -> list[PossibleRankJson]:
    ranges = possible_ranks(tournament_data(tournament), tie_breaks=tournament.tie_break_rules)
    return [{"player": one.entrant, "best": one.best, "worst": one.worst, "is_exact": one.is_exact} for one in ranges]
