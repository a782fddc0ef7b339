"""The final ranks still possible, as JSON for pages and API."""

from tournaments.models import Tournament
from tournaments.selectors.api_json import Json
from tournaments.selectors.record import tournament_data
from tournaments.selectors.revision_cache import cached_by_revision
from tournaments.standings.possible import possible_ranks


def possible_json(tournament: Tournament) -> list[Json]:
    """The range of final ranks that each player can still reach."""
    return cached_by_revision(tournament, "possible", lambda: _ranges(tournament))


def possible_of(tournament: Tournament, entry_id: int) -> Json | None:
    found = next((one for one in possible_json(tournament) if one["player"] == entry_id), None)
    return found and {name: found[name] for name in ("best", "worst", "is_exact")}


def _ranges(tournament: Tournament) -> list[Json]:
    ranges = possible_ranks(tournament_data(tournament), tie_breaks=tournament.tie_break_rules)
    return [{"player": one.entrant, "best": one.best, "worst": one.worst, "is_exact": one.is_exact} for one in ranges]
