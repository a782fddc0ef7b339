"""The final ranks still possible, as pages and API show them.

A long round robin takes a worker seconds of search. Who asks before it is done gets what a short search finds: true
bounds, marked where they may not be exact, and never wider than what the worker found before.
"""

from collections.abc import Iterable

from django.core.cache import cache

from tournaments.models import KnownRanks, Tournament
from tournaments.pairing.values import Event
from tournaments.selectors.answers import Json
from tournaments.selectors.kept import kept, key_of
from tournaments.selectors.record import event_of
from tournaments.standings import known_ranks
from tournaments.standings.possible import possible_ranks
from tournaments.standings.round_robin_ranks import RankRange

STEPS_WHEN_ASKED = 600
THOROUGH, QUICK = "possible", "possible:quick"


def possible_json(tournament: Tournament) -> list[Json]:
    """The range of final ranks that everybody can still reach."""
    worked_out: list[Json] | None = cache.get(key_of(tournament, THOROUGH))
    if worked_out is not None:
        return worked_out
    return kept(tournament, QUICK, lambda: _quick(tournament))


def _quick(tournament: Tournament) -> list[Json]:
    return ranges_json(searched(tournament, event_of(tournament), steps=STEPS_WHEN_ASKED))


def possible_of(tournament: Tournament, entry_id: int) -> Json | None:
    found = next((one for one in possible_json(tournament) if one["player"] == entry_id), None)
    return found and {name: found[name] for name in ("best", "worst", "is_exact")}


def possible_version(tournament: Tournament) -> str:
    """Changes with the event, and when the worker is done."""
    is_worked_out = cache.get(key_of(tournament, THOROUGH)) is not None
    return f"{tournament.revision} {'thorough' if is_worked_out else 'quick'}"


def searched(tournament: Tournament, event: Event, *, steps: int) -> tuple[RankRange, ...]:
    """What a search of so many steps finds, on top of what is known from earlier ones."""
    return possible_ranks(event, tie_breaks=tournament.tie_break_rules, steps=steps, known=known_of(tournament))


def known_of(tournament: Tournament) -> known_ranks.KnownRanks | None:
    row = KnownRanks.objects.filter(tournament=tournament).first() if tournament.pairing_format.is_round_robin else None
    if row is None:
        return None
    try:
        bounds = {int(entrant): (best, worst) for entrant, (best, worst) in row.bounds.items()}
        return known_ranks.KnownRanks(row.setting, frozenset(row.results), bounds)
    except (AttributeError, TypeError, ValueError):  # written by another version: it is searched for again
        return None


def ranges_json(ranges: Iterable[RankRange]) -> list[Json]:
    return [{"player": one.entrant, "best": one.best, "worst": one.worst, "is_exact": one.is_exact} for one in ranges]
