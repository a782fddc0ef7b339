"""Row 28: two pairings of 2,000 players at once: clocks have a worker of their own, so live flags fall on time."""

from tests.fire.cases.slow_outside import FLAG_SECONDS, seconds_to_the_flag
from tests.fire.context import CaseContext, check
from tests.services.processes import wait_for
from tests.services.site import LaunchedSite

PLAYERS = 2000
FLAGS = 3
DRAW = f"""
from tests.bench.large_tournament import make_large_tournament
from tests.games.playing import make_people
from tournaments.services.pairing import pair_round
for person in make_people("draws", "draws_too"):
    tournament = make_large_tournament(person, played=4, players={PLAYERS}, club=f"Club of {{person}}")
    pair_round(tournament_id=tournament.pk, user=person)
"""
DRAWING = """
from tournaments.models import Round
pending = Round.objects.filter(status="pairing")
print(pending.count(), pending.filter(progress__gt=0).count())
"""


def run(context: CaseContext) -> str:
    with context.site() as site:
        context.say(f"entering {PLAYERS:,} players, twice")
        site.run(DRAW)
        wait_for(lambda: _draws(site)[1] > 0, seconds=60)
        late = []
        for number in range(FLAGS):
            context.say(f"flag {number + 1} of {FLAGS} while two draws are made")
            late.append(seconds_to_the_flag(site))
        pending, being_made = _draws(site)
        check(being_made, f"no draw was being made any more; flags fell after {late}")
    check(max(late) < FLAG_SECONDS, f"a flag fell after {max(late):.1f} s while {pending} draws were pending")
    return f"{FLAGS} live flags fell {max(late):.1f} s after their moment at most while {pending} draws were pending"


def _draws(site: LaunchedSite) -> tuple[int, int]:
    pending, being_made = map(int, site.run(DRAWING).split())
    return pending, being_made
