"""The final ranks still possible, as pages and API show them.

A long round robin takes a worker seconds of search. Who asks before it is done gets what a short search finds: true
bounds, marked where they may not be exact.
"""

from django.core.cache import cache

from tournaments.enums import Status
from tournaments.models import Table, Tournament
from tournaments.selectors.answers import Json
from tournaments.selectors.kept import kept, key_of
from tournaments.selectors.record import event_of
from tournaments.standings.possible import possible_ranks

STEPS_WHEN_ASKED = 1_000
STEPS_BY_A_WORKER = 20_000
THOROUGH, QUICK = "possible", "possible:quick"


def possible_json(tournament: Tournament) -> list[Json]:
    """The range of final ranks that everybody can still reach."""
    worked_out: list[Json] | None = cache.get(key_of(tournament, THOROUGH))
    if worked_out is not None:
        return worked_out
    return kept(tournament, QUICK, lambda: _possible_json(tournament, steps=STEPS_WHEN_ASKED))


def possible_of(tournament: Tournament, entry_id: int) -> Json | None:
    found = next((one for one in possible_json(tournament) if one["player"] == entry_id), None)
    return found and {name: found[name] for name in ("best", "worst", "is_exact")}


def possible_version(tournament: Tournament) -> str:
    """Changes with the event, and when the worker is done."""
    is_worked_out = cache.get(key_of(tournament, THOROUGH)) is not None
    return f"{tournament.revision} {'thorough' if is_worked_out else 'quick'}"


def work_out_possible(*, table_id: int) -> bool:
    """After a result: search long, where that can find more. Says whether there was something to search for."""
    table = Table.objects.select_related("round__tournament").filter(pk=table_id).first()
    if table is None:
        return False
    tournament = table.round.tournament
    if tournament.status != Status.RUNNING or not tournament.pairing_format.is_round_robin:
        return False
    kept(tournament, THOROUGH, lambda: _possible_json(tournament, steps=STEPS_BY_A_WORKER))
    return True


def _possible_json(tournament: Tournament, *, steps: int) -> list[Json]:
    ranges = possible_ranks(event_of(tournament), tie_breaks=tournament.tie_break_rules, steps=steps)
    return [{"player": one.entrant, "best": one.best, "worst": one.worst, "is_exact": one.is_exact} for one in ranges]
