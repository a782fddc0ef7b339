"""Works out the final ranks still possible, thoroughly, and keeps what is then known for good."""

from django.db import transaction

from tournaments.enums import Status
from tournaments.models import KnownRanks, Tournament
from tournaments.selectors.answers import Json
from tournaments.selectors.kept import kept
from tournaments.selectors.possible import THOROUGH, known_of, ranges_json, searched
from tournaments.selectors.record import event_of
from tournaments.standings import known_ranks as values
from tournaments.standings.possible import known_ranks

STEPS_BY_A_WORKER = 30_000


def work_out_ranks(*, table_id: int) -> bool:
    """After a result: search long, where that can find more. Says whether there was something to search for."""
    tournament = Tournament.objects.filter(round_set__tables=table_id).first()
    if tournament is None or tournament.status != Status.RUNNING or not tournament.pairing_format.is_round_robin:
        return False
    kept(tournament, THOROUGH, lambda: _work_out(tournament))
    return True


def _work_out(tournament: Tournament) -> list[Json]:
    event = event_of(tournament)
    ranges = searched(tournament, event, steps=STEPS_BY_A_WORKER)
    _keep(tournament, known_ranks(event, tournament.tie_break_rules, ranges))
    return ranges_json(ranges)


@transaction.atomic
def _keep(tournament: Tournament, found: values.KnownRanks) -> None:
    """Unless another worker was quicker and knew of more results."""
    Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
    before = known_of(tournament)
    if before is not None and before.setting == found.setting and before.results > found.results:
        return
    KnownRanks.objects.update_or_create(
        tournament=tournament,
        defaults={"setting": found.setting, "results": sorted(found.results), "bounds": found.bounds},
    )
