"""Who met whom with what result: a row an entrant, a cell a round, and a grid of opponents for round robins."""

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

from tournaments.pairing.values import Event
from tournaments.standings.ranking import Standings
from tournaments.standings.record import RoundRecord, record_of


@dataclass(frozen=True, slots=True)
class CrossRow:
    rank: int
    entrant: int
    points: Fraction
    rounds: tuple[tuple[RoundRecord, ...], ...]  # one a round; none while a game runs, two where one was replayed
    against: tuple[tuple[int, tuple[Fraction, ...]], ...]  # opponent and points, in the order of the standings


def crosstable(event: Event, table: Standings) -> tuple[CrossRow, ...]:
    """The crosstable that belongs to these standings, in their order."""
    record = record_of(event, table.after_round)
    order = {row.entrant: place for place, row in enumerate(table.rows)}
    rows = []
    for row in table.rows:
        own = record.rounds[row.entrant]
        against: dict[int, list[Fraction]] = defaultdict(list)
        for one in own:
            for mate in one.mates:
                against[mate.entrant].append(mate.points)
        rows.append(
            CrossRow(
                row.rank,
                row.entrant,
                row.points,
                rounds=tuple(
                    tuple(one for one in own if one.round == number) for number in range(1, table.after_round + 1)
                ),
                against=tuple((other, tuple(against[other])) for other in sorted(against, key=lambda one: order[one])),
            )
        )
    return tuple(rows)
