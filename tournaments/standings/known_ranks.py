"""Ranges known from an earlier state of a round robin: results that come in only narrow them.

So they still hold, whatever a later search finds, as long as nothing else has changed: no result corrected or struck,
nobody entered or left, the rules the same, and no forfeit among what came in, for ranges suppose that games are played.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from tournaments.pairing.values import Event, PlayedTable
from tournaments.standings.tie_breaks import TieBreak

Bounds = tuple[int, int]  # the best and the worst rank


@dataclass(frozen=True, slots=True)
class KnownRanks:
    setting: str
    results: frozenset[str]
    bounds: Mapping[int, Bounds]

    def holding_for(self, event: Event, tie_breaks: Sequence[TieBreak]) -> Mapping[int, Bounds]:
        """Everybody's bounds, or none if more has changed than that results came in."""
        if self.setting != setting_of(event, tie_breaks):
            return {}
        now = {result_of(table): table for table in event.played}
        if not self.results <= now.keys() or any(now[new].forfeit for new in now.keys() - self.results):
            return {}
        return self.bounds


def setting_of(event: Event, tie_breaks: Sequence[TieBreak]) -> str:
    """All but the results that ranks hang on, as a short text."""
    entrants = [(one.id, one.number, one.rating, one.entered, one.left) for one in event.by_number()]
    whole = (event.format.value, event.rounds, event.scoring, entrants, [rule.value for rule in tie_breaks])
    return sha256(repr(whole).encode()).hexdigest()


def result_of(table: PlayedTable) -> str:
    seats = " ".join(f"{seat.entrant}:{seat.points}:{seat.rank}:{seat.by_tally:d}" for seat in table.seats)
    return f"{table.round} {seats}{' forfeit' if table.forfeit else ''}"
