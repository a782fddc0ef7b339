"""Pairing at tables of four and three: Swiss tables, or a schedule fixed in advance.

Repeated opponents cost most, with the square of the times met, then the spread of scores within a table; then seats
are given so that each player has each seat about equally often. A fixed schedule ignores scores.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from random import Random

from games.rules.sentences import say, say_count
from tournaments.pairing.annealing import seat_by_cost
from tournaments.pairing.asked_byes import asked_byes
from tournaments.pairing.scores import byes_before, meetings, played_before, scores_before
from tournaments.pairing.stored import input_digest
from tournaments.pairing.values import (
    MORE_PLAYERS,
    Bye,
    ByeKind,
    Draw,
    Engine,
    Entrant,
    Format,
    NoPairing,
    RoundToPair,
    Table,
    format_points,
    say_points,
)

ENGINE = Engine(name="Annealed tables", version="1")

# A repeat costs as much as nearly forty points of difference: scores yield to repeats.
REPEAT_COST = 2000
SPREAD_COST = 4
FORBIDDEN_COST = 1_000_000
FIRST_SEAT_WEIGHT = 3
WAIT_COST = 4
SWAPS_A_PLAYER = 6000
MAX_SWAPS = 180_000
SMALLEST_TABLE = 3


@dataclass(frozen=True, slots=True)
class _Past:
    scores: Mapping[int, Fraction]
    met: Counter[frozenset[int]]
    seats: Counter[tuple[int, int]]


def pair_tables(task: RoundToPair, *, swaps_a_player: int = SWAPS_A_PLAYER) -> Draw:
    """The draw of one table round. Raises NoPairing with fewer than three players."""
    past = _past(task)
    sizes = table_sizes(len(task.available()))
    players, rest = _choose_players(task, past, sum(sizes))
    costs = _costs(task, players, past)
    swaps = min(swaps_a_player * len(players), MAX_SWAPS)
    groups = seat_by_cost(costs, sizes, seed=task.seed, swaps=swaps)
    seated = _seat_all([[players[index] for index in group] for group in groups], past, task.seed)
    seated.sort(key=lambda table: (-sum(past.scores[e.id] for e in table) / len(table), min(e.number for e in table)))
    tables = tuple(
        Table(number, tuple(entrant.id for entrant in table), _reason(task, table, past))
        for number, table in enumerate(seated, start=1)
    )
    byes = tuple(_bye(task, entrant) for entrant in rest) + asked_byes(task)
    return Draw(task.round, tables, byes, ENGINE, task.seed, input_digest(task))


def table_sizes(players: int) -> tuple[int, ...]:
    """Sizes of the tables, fours first. Five players make one table of four and a bye."""
    if players < SMALLEST_TABLE:
        raise NoPairing(
            say("A round at tables needs at least three players; available now: {players}.", players=players),
            MORE_PLAYERS,
        )
    if players == 5:
        return (4,)
    threes = -players % 4
    return (4,) * ((players - 3 * threes) // 4) + (3,) * threes


def _past(task: RoundToPair) -> _Past:
    played = played_before(task.tournament, task.round)
    return _Past(
        scores=scores_before(task.tournament, task.round),
        met=meetings(played),
        seats=Counter((entrant, seat) for table in played for seat, entrant in enumerate(table.appeared)),
    )


def _choose_players(task: RoundToPair, past: _Past, wanted: int) -> tuple[list[Entrant], list[Entrant]]:
    """The players, best score first, and those (one of five) with the bye: never twice while avoidable."""
    had_bye = Counter(bye.entrant for bye in byes_before(task.tournament, task.round, ByeKind.PAIRING))
    by_claim = sorted(task.available(), key=lambda e: (-had_bye[e.id], -past.scores[e.id], e.number))
    playing = by_claim[:wanted]
    playing.sort(key=lambda e: (-past.scores[e.id], e.number))
    return playing, by_claim[wanted:]


def _costs(task: RoundToPair, players: Sequence[Entrant], past: _Past) -> list[list[int]]:
    """The cost of each pair at one table. Whole numbers, since a thousand players make a million pairs."""
    unit = math.lcm(*(past.scores[player.id].denominator for player in players))
    scores = [int(past.scores[player.id] * unit) for player in players]
    weight = SPREAD_COST if task.tournament.format == Format.SWISS_TABLES else 0
    waits = [_wait_for_first_seat(player.id, past) for player in players]
    costs = [
        [
            weight * (one - other) ** 2 // unit**2 + WAIT_COST * wait * other_wait
            for other, other_wait in zip(scores, waits, strict=True)
        ]
        for one, wait in zip(scores, waits, strict=True)
    ]
    index = {player.id: place for place, player in enumerate(players)}
    for pair, met in past.met.items():
        _add(costs, index, tuple(pair), REPEAT_COST * met * (met + 2))
    for ban in task.tournament.forbidden:
        if ban.holds_in(task.round):
            _add(costs, index, (ban.one, ban.other), FORBIDDEN_COST)
    return costs


def _wait_for_first_seat(entrant: int, past: _Past) -> int:
    """How far a player is short of its share of first moves, in quarters of a game: two such should sit apart."""
    games = sum(past.seats[entrant, seat] for seat in range(4))
    return max(0, games - 4 * past.seats[entrant, 0])


def _add(costs: list[list[int]], index: Mapping[int, int], pair: tuple[int, ...], cost: int) -> None:
    one, other = (index.get(entrant) for entrant in pair)
    if one is not None and other is not None:
        costs[one][other] += cost
        costs[other][one] += cost


def _seat_all(groups: Sequence[Sequence[Entrant]], past: _Past, seed: int) -> list[tuple[Entrant, ...]]:
    random = Random(seed)  # noqa: S311 - repeatable, not secret
    return [_seat(group, past, random) for group in groups]


def _seat(group: Sequence[Entrant], past: _Past, random: Random) -> tuple[Entrant, ...]:
    """The seat order in which the players had these seats least often; the lot decides among equals."""
    shuffled = sorted(group, key=lambda entrant: entrant.number)
    random.shuffle(shuffled)

    def imbalance(order: Sequence[Entrant]) -> int:
        return sum(
            (FIRST_SEAT_WEIGHT if seat == 0 else 1) * (past.seats[entrant.id, seat] + 1) ** 2
            for seat, entrant in enumerate(order)
        )

    return min(permutations(shuffled), key=imbalance)


def _reason(task: RoundToPair, table: Sequence[Entrant], past: _Past) -> str:
    pairs = [frozenset((a.id, b.id)) for index, a in enumerate(table) for b in table[:index]]
    repeats = sum(past.met[pair] > 0 for pair in pairs)
    met = (
        say("no earlier meetings")
        if not repeats
        else say("{met} of {count} pairs have already played each other", met=repeats, count=len(pairs))
    )
    first = say_count(
        "{name} moves first ({count} time before)",
        "{name} moves first ({count} times before)",
        count=past.seats[table[0].id, 0],
        name=table[0].label,
    )
    if task.tournament.format == Format.FIXED_TABLES:
        return say("Fixed schedule; {met}; {first}.", met=met, first=first)
    scores = [past.scores[entrant.id] for entrant in table]
    low, high = say_points(min(scores)), say_points(max(scores))
    near = (
        say("All have {points}", points=low)
        if low == high
        else say("Scores from {low} to {high}", low=format_points(min(scores)), high=high)
    )
    return say("{near}; {met}; {first}.", near=near, met=met, first=first)


def _bye(task: RoundToPair, entrant: Entrant) -> Bye:
    points = task.tournament.scoring.pairing_bye
    reason = say(
        "Five players make one table of four: {entrant} gets the bye, worth {points}, as the "
        "lowest-placed of those with the fewest byes.",
        entrant=entrant.label,
        points=say_points(points),
    )
    return Bye(entrant.id, ByeKind.PAIRING, points, reason)
