"""The crosstable: one row per entrant, one cell per round."""

from dataclasses import dataclass
from fractions import Fraction

from tournaments.pairing.values import TournamentData
from tournaments.standings.ranking import Standings
from tournaments.standings.record import RoundRecord, record_of


@dataclass(frozen=True, slots=True)
class CrossRow:
    rank: int
    entrant: int
    points: Fraction
    rounds: tuple[tuple[RoundRecord, ...], ...]  # per round: none while a game runs, two with a replay


def crosstable(tournament: TournamentData, table: Standings) -> tuple[CrossRow, ...]:
    """The crosstable in the order of these standings."""
    record, numbers = record_of(tournament, table.after_round), range(1, table.after_round + 1)
    rows = []
    for row in table.rows:
        own = record.rounds[row.entrant]
        cells = tuple(tuple(one for one in own if one.round == number) for number in numbers)
        rows.append(CrossRow(row.rank, row.entrant, row.points, cells))
    return tuple(rows)
