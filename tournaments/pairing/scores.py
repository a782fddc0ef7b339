"""What pairing needs of earlier rounds: points, opponents met, sides."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations

from tournaments.pairing.values import ByeKind, ByeTaken, PlayedTable, TournamentData


def scores_before(tournament: TournamentData, round_number: int) -> dict[int, Fraction]:
    """Points of each entrant before a round; exact sums, independent of the order of results."""
    totals = {entrant.id: Fraction(0) for entrant in tournament.entrants}
    for table in tournament.played:
        if table.round < round_number:
            for seat in table.seats:
                totals[seat.entrant] += seat.points
    for bye in tournament.byes:
        if bye.round < round_number:
            totals[bye.entrant] += bye.points
    return totals


def played_before(tournament: TournamentData, round_number: int) -> tuple[PlayedTable, ...]:
    """Games actually played before a round, in the order of rounds. A forfeit doesn't count as a meeting."""
    tables = (table for table in tournament.played if table.round < round_number and not table.forfeit)
    return tuple(sorted(tables, key=lambda table: (table.round, table.replay, table.entrants)))


def byes_before(tournament: TournamentData, round_number: int, kind: ByeKind) -> tuple[ByeTaken, ...]:
    return tuple(bye for bye in tournament.byes if bye.round < round_number and bye.kind == kind)


def meetings(tables: Iterable[PlayedTable]) -> Counter[frozenset[int]]:
    """How often each pair played at one table."""
    return Counter(frozenset(pair) for table in tables for pair in combinations(table.appeared, 2))


def sides(tables: Iterable[PlayedTable]) -> dict[int, list[bool]]:
    """For each entrant, game by game: whether it moved first."""
    history: dict[int, list[bool]] = {}
    for table in tables:
        for index, entrant in enumerate(table.entrants):
            history.setdefault(entrant, []).append(index == 0)
    return history
