"""Each entrant's rounds as the tie-breaks look at them.

Unplayed rounds follow FIDE's tie-break rules of 2026 (article 16), with half of a win as the neutral value where
FIDE puts a draw. A round is *voluntarily unplayed* when its owner asked for it, stayed away or forfeited.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from tournaments.pairing.results import duel_points
from tournaments.pairing.values import ByeKind, ByeTaken, Entrant, Event, PlayedTable
from tournaments.standings.exact import exact_mean, exact_sum

ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class Mate:
    """An opponent at the same table, and what the duel gave."""

    entrant: int
    points: Fraction


@dataclass(frozen=True, slots=True)
class RoundRecord:
    round: int
    points: Fraction
    mates: tuple[Mate, ...] = ()
    is_played: bool = False
    is_voluntary: bool = False
    moved_first: bool = False
    is_win: bool = False
    bye: ByeKind | None = None


@dataclass(frozen=True)
class Record:
    """All rounds of all entrants up to one round: what every tie-break is computed from."""

    event: Event
    after_round: int
    rounds: Mapping[int, tuple[RoundRecord, ...]]

    @property
    def is_predetermined(self) -> bool:
        """In a round robin everybody's opponents are known: forfeits count as games, and there are no dummies."""
        return self.event.format.is_round_robin

    @cached_property
    def points(self) -> dict[int, Fraction]:
        return {entrant: exact_sum(one.points for one in own) for entrant, own in self.rounds.items()}

    @cached_property
    def adjusted(self) -> dict[int, Fraction]:
        """What an entrant is worth to its opponents: rounds missed from the last appearance on are neutral (16.3)."""
        if self.is_predetermined:
            return self.points
        return {entrant: self._adjusted(own) for entrant, own in self.rounds.items()}

    def _adjusted(self, own: Iterable[RoundRecord]) -> Fraction:
        last_seen = max((one.round for one in own if not one.is_voluntary), default=0)
        neutral = self.event.scoring.neutral
        return exact_sum(neutral if one.round > last_seen and not one.mates else one.points for one in own)

    def mean_adjusted(self, one: RoundRecord) -> Fraction:
        """The adjusted score of the opponent of a round, of table mates the mean. Several tie-breaks ask."""
        if len(one.mates) == 1:
            return self.adjusted[one.mates[0].entrant]
        if id(one) not in self._means:
            self._means[id(one)] = exact_mean([self.adjusted[mate.entrant] for mate in one.mates])
        return self._means[id(one)]

    @cached_property
    def _means(self) -> dict[int, Fraction]:
        return {}

    @cached_property
    def ratings(self) -> dict[int, int | None]:
        return {entrant.id: entrant.rating for entrant in self.event.entrants}


def record_of(event: Event, after_round: int) -> Record:
    """The record after a round. A game still running is not there at all; it is not an absence."""
    rounds: dict[int, list[RoundRecord]] = {entrant.id: [] for entrant in event.entrants}
    for table in event.played:
        if table.round <= after_round:
            _add_table(rounds, table, event)
    for bye in event.byes:
        if bye.round <= after_round:
            rounds[bye.entrant].append(_of_bye(bye, event))
    for entrant in event.entrants:
        if _is_void(entrant, rounds[entrant.id]):
            rounds[entrant.id].clear()  # a free round alone isn't a result
        has = {one.round for one in rounds[entrant.id]}
        missed = (
            number for number in range(1, after_round + 1) if number not in has and not entrant.takes_part(number)
        )
        if has:
            rounds[entrant.id] += [RoundRecord(number, ZERO, is_voluntary=True) for number in missed]
    # Who left, and has no result standing, is not in the table; nor is who enters later.
    ranked = [e.id for e in event.entrants if rounds[e.id] or (e.left is None and e.entered <= max(after_round, 1))]
    return Record(event, after_round, {one: tuple(sorted(rounds[one], key=_in_order)) for one in ranked})


def _is_void(entrant: Entrant, rounds: list[RoundRecord]) -> bool:
    """Whether a player left without a result that stands; an event that isn't stored says so by its rounds alone."""
    if entrant.void is not None or entrant.left is None:
        return bool(entrant.void)
    return all(one.bye == ByeKind.FREE for one in rounds)


def _in_order(one: RoundRecord) -> tuple[int, Fraction, tuple[int, ...]]:
    return one.round, one.points, tuple(mate.entrant for mate in one.mates)


def _add_table(rounds: dict[int, list[RoundRecord]], table: PlayedTable, event: Event) -> None:
    is_duel = len(table.seats) == 2
    best = [seat for seat in table.seats if seat.rank == 1]
    for index, seat in enumerate(table.seats):
        others = [other for other in table.seats if other is not seat]
        rounds[seat.entrant].append(
            RoundRecord(
                round=table.round,
                points=seat.points,
                mates=tuple(
                    Mate(other.entrant, seat.points if is_duel else duel_points(seat, other, event.scoring))
                    for other in others
                ),
                is_played=not table.forfeit,
                is_voluntary=table.forfeit and seat.rank != 1,
                moved_first=index == 0 and not table.forfeit,
                is_win=best == [seat],
            )
        )


def _of_bye(bye: ByeTaken, event: Event) -> RoundRecord:
    return RoundRecord(
        round=bye.round,
        points=bye.points,
        is_voluntary=bye.kind in (ByeKind.REQUESTED, ByeKind.ABSENT),
        is_win=bye.kind == ByeKind.PAIRING and bye.points >= event.scoring.tally_win,
        bye=bye.kind,
    )
