"""Standings of a thousand players: computed, and served beside a reference response of the same size."""

import statistics
from collections.abc import Callable
from dataclasses import replace
from random import Random

from django.core.cache import cache

from accounts.models import User
from tests.bench.figures import Figure, milliseconds, ratio
from tests.bench.large_tournament import FIVE_TIE_BREAKS, PLAYERS, ROUNDS, make_large_tournament
from tests.bench.measuring import alternate, cpu, progress
from tests.bench.turns import row_holding
from tests.bench.visits import Visitor, token_of
from tests.games.playing import make_people, start
from tests.tournaments.simulation import SMOOTH, by_lot, entrants, run
from tournaments.pairing.tables import pair_tables
from tournaments.pairing.values import Format, RoundToPair, TournamentData
from tournaments.standings.ranking import standings

TIMES = 3


def measure() -> list[Figure]:
    people = make_people("ada", "ben")
    start("lyra-2", people)
    return [*(measure_computing(seats) for seats in (2, 4)), measure_draw_of_tables(), *measure_serving(people)]


def measure_computing(seats: int) -> Figure:
    tournament = by_lot(PLAYERS, ROUNDS, seats)
    what = f"standings of {PLAYERS:,} × {ROUNDS} rounds, {seats} seats"
    return _seconds(what, lambda: standings(tournament, after_round=ROUNDS, tie_breaks=FIVE_TIE_BREAKS), limit=1.0)


def measure_draw_of_tables() -> Figure:
    random = Random(1)
    tournament = run(
        TournamentData(Format.SWISS_TABLES, 3, entrants(200, random)), pair_tables, random, SMOOTH
    ).tournament
    task = RoundToPair(replace(tournament, rounds=4), 4, seed=1)
    return _seconds("drawing tables for 200", lambda: pair_tables(task), limit=3.0)


def measure_serving(people: list[User]) -> list[Figure]:
    tournament = make_large_tournament(people[0], played=ROUNDS)
    visitor = Visitor(token=token_of(people[1]))
    ours = f"/api/v1/tournaments/{tournament.pk}/standings/"
    plain = f"/reference/rows/{row_holding(visitor.get(ours))}/"
    cache.clear()
    first = cpu(lambda: visitor.get(ours))
    label = f"standings of {PLAYERS:,} served"
    cost, beside = alternate(
        lambda _: cpu(lambda: visitor.get(ours)), lambda _: cpu(lambda: visitor.get(plain)), rounds=10, label=label
    )
    beside_words = f"{milliseconds(beside)}, as many bytes"
    return [
        ratio(label, cost, beside, than="as many bytes by hand", limit=2.0),
        Figure(what=f"{label}, once a change", measured=milliseconds(first), beside=beside_words, value=first / beside),
    ]


def _seconds(what: str, action: Callable[[], object], *, limit: float) -> Figure:
    cost = statistics.median(cpu(action) for _ in progress(range(TIMES), what))
    return Figure(what=what, measured=milliseconds(cost), value=cost, limit=limit, unit="s")
