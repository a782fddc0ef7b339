"""Invariants of thousands of simulated tournaments of every format, with late entries, byes, forfeits, withdrawals."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import partial
from random import Random

import pytest

from tests.tournaments.simulation import EVENING, Simulated, knockout, round_robin, swiss, tables, tournaments
from tournaments.pairing.rounds import pair_round
from tournaments.pairing.scores import meetings, scores_before
from tournaments.pairing.values import ByeKind, Format, TournamentData
from tournaments.standings.ranking import standings

pytestmark = pytest.mark.slow

MANY = [
    pytest.param(partial(swiss.__wrapped__, most=10), 250, id="swiss"),
    pytest.param(round_robin.__wrapped__, 700, id="round robin"),
    pytest.param(knockout.__wrapped__, 800, id="knockout"),
    pytest.param(partial(tables.__wrapped__, most=12), 300, id="tables"),
    pytest.param(partial(swiss.__wrapped__, mishaps=EVENING, most=10), 120, id="swiss evening"),
    pytest.param(partial(tables.__wrapped__, mishaps=EVENING, most=12), 150, id="evening at tables"),
]


@pytest.mark.parametrize(("play_tournament", "count"), MANY)
def test_simulated_tournaments(play_tournament, count):
    seen: Counter[str] = Counter()
    for seed in tournaments(count):
        one = play_tournament(seed)
        check_draws(one, seed)
        check_points(one.tournament, seed)
        check_recomputed(one, Random(seed), seed)
        seen.update(what_happened(one))
    assert all(seen[mishap] > 0 for mishap in ("forfeits", "leavers")), seen


def check_draws(one: Simulated, seed: int) -> None:
    """Each player is in a round once; no pair meets twice in a Swiss; no player gets a second pairing bye."""
    for task, draw in one.draws:
        placed = Counter(seat for table in draw.tables for seat in table.seats)
        placed += Counter(bye.entrant for bye in draw.byes)
        assert max(placed.values(), default=1) == 1, seed
        if one.tournament.format != Format.KNOCKOUT:
            assert {entrant.id for entrant in task.available()} <= set(placed), seed
    byes = Counter(bye.entrant for bye in one.tournament.byes if bye.kind == ByeKind.PAIRING)
    if one.tournament.format == Format.SWISS:
        assert max(meetings(table for table in one.tournament.played if not table.forfeit).values(), default=1) == 1, (
            seed
        )
        assert max(byes.values(), default=1) == 1, seed


def check_points(tournament: TournamentData, seed: int) -> None:
    """The scores add up exactly to the points of tables and byes."""
    given: dict[int, Fraction] = {entrant.id: Fraction(0) for entrant in tournament.entrants}
    for table in tournament.played:
        for seat in table.seats:
            given[seat.entrant] += seat.points
    for bye in tournament.byes:
        given[bye.entrant] += bye.points
    assert scores_before(tournament, tournament.rounds + 1) == given, seed


def check_recomputed(one: Simulated, random: Random, seed: int) -> None:
    """The last draw is reproducible, and the standings don't depend on the order of the results."""
    if one.draws and one.tournament.format in (Format.ROUND_ROBIN, Format.DOUBLE_ROUND_ROBIN, Format.KNOCKOUT):
        task, draw = one.draws[-1]
        assert pair_round(task) == draw, seed
    tournament = one.tournament
    shuffled = replace(
        tournament,
        played=tuple(random.sample(tournament.played, len(tournament.played))),
        byes=tuple(random.sample(tournament.byes, len(tournament.byes))),
    )
    assert standings(shuffled, after_round=tournament.rounds) == standings(tournament, after_round=tournament.rounds), (
        seed
    )


def what_happened(one: Simulated) -> dict[str, int]:
    return {
        "forfeits": sum(table.forfeit for table in one.tournament.played) or one.tournament.format.has_tables,
        "leavers": sum(entrant.left is not None for entrant in one.tournament.entrants),
        "late": sum(entrant.entered > 1 for entrant in one.tournament.entrants),
        "byes": len(one.tournament.byes),
    }
