"""Standings after any round: points, then tie-breaks in the organiser's order. Entrants still tied share the rank."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tournaments.pairing.values import Format, TournamentData
from tournaments.standings.direct_encounter import encounter_workings
from tournaments.standings.knockout_ranking import stages
from tournaments.standings.record import Record, record_of
from tournaments.standings.tie_breaks import TIE_BREAKS, TieBreak, Working

Tiers = list[list[int]]
NOT_TIED = Working(None)


@dataclass(frozen=True, slots=True)
class Row:
    rank: int
    entrant: int
    points: Fraction
    workings: tuple[Working, ...]

    @property
    def values(self) -> tuple[Fraction | None, ...]:
        return tuple(working.value for working in self.workings)


@dataclass(frozen=True, slots=True)
class Standings:
    after_round: int
    tie_breaks: tuple[TieBreak, ...]
    rows: tuple[Row, ...]

    def row_of(self, entrant: int) -> Row:
        return next(row for row in self.rows if row.entrant == entrant)


def standings(tournament: TournamentData, *, after_round: int, tie_breaks: Sequence[TieBreak] = ()) -> Standings:
    """The standings after a round. In a knockout only the round reached counts, without tie-breaks."""
    record = record_of(tournament, after_round)
    tiers = _first_tiers(record)
    workings: dict[int, list[Working]] = {entrant: [] for entrant in record.rounds}
    for tie_break in tie_breaks:
        found = _work_out(record, tiers, tie_break)
        for entrant, working in found.items():
            workings[entrant].append(working)
        if tournament.format != Format.KNOCKOUT:
            tiers = [part for tier in tiers for part in _split(tier, found, tie_break)]
    rows = _rows(record, tiers, workings)
    return Standings(after_round, tuple(tie_breaks), tuple(rows))


def _first_tiers(record: Record) -> Tiers:
    is_knockout = record.tournament.format == Format.KNOCKOUT
    keys = stages(record.tournament, record.after_round) if is_knockout else record.points
    groups: dict[Any, list[int]] = defaultdict(list)
    for entrant in record.points:
        groups[keys[entrant]].append(entrant)
    return [groups[key] for key in sorted(groups, reverse=True)]


def _work_out(record: Record, tiers: Tiers, tie_break: TieBreak) -> dict[int, Working]:
    if tie_break != TieBreak.DIRECT_ENCOUNTER:
        compute = TIE_BREAKS[tie_break].compute
        return {entrant: compute(record, entrant) for entrant in record.rounds}
    found: dict[int, Working] = {}
    for tier in tiers:
        found |= encounter_workings(record, tier) if len(tier) > 1 else {tier[0]: NOT_TIED}
    return found


def _split(tier: list[int], found: dict[int, Working], tie_break: TieBreak) -> Tiers:
    """The tier split by value, the better first. No value ranks below every value."""
    if len(tier) == 1:
        return [tier]
    fewer = tie_break == TieBreak.DIRECT_ENCOUNTER or TIE_BREAKS[tie_break].fewer_is_better
    parts: dict[tuple[bool, Fraction], list[int]] = defaultdict(list)
    for entrant in tier:
        value = found[entrant].value
        known = value if value is not None else Fraction(0)
        parts[value is None, known if fewer else -known].append(entrant)
    return [parts[key] for key in sorted(parts)]


def _rows(record: Record, tiers: Tiers, workings: dict[int, list[Working]]) -> Iterable[Row]:
    numbers = {entrant.id: entrant.number for entrant in record.tournament.entrants}
    rank = 1
    for tier in tiers:
        for entrant in sorted(tier, key=lambda one: numbers[one]):
            yield Row(rank, entrant, record.points[entrant], tuple(workings[entrant]))
        rank += len(tier)
