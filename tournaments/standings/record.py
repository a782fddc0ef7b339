"""Each entrant's rounds, as input of the tie-breaks.

Unplayed rounds follow FIDE's tie-break rules of 2026 (article 16), with half of a win as the neutral value where
FIDE puts a draw. A round is *voluntarily unplayed* when the entrant asked for it, was absent or forfeited.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from operator import attrgetter

from tournaments.pairing.results import duel_points
from tournaments.pairing.values import ByeKind, ByeTaken, Entrant, PlayedTable, TournamentData
from tournaments.standings.exact import exact_mean, exact_sum

ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class Mate:
    """An opponent at the same table, and the points against them."""

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
    no_shows: tuple[Mate, ...] = ()  # at a table that was played without them


@dataclass(frozen=True)
class Record:
    """All rounds of all entrants up to one round: what every tie-break is computed from."""

    tournament: TournamentData
    after_round: int
    rounds: Mapping[int, tuple[RoundRecord, ...]]

    @property
    def is_predetermined(self) -> bool:
        """Whether opponents are known in advance (round robin): forfeits count as games, and there are no dummies."""
        return self.tournament.format.is_round_robin

    @cached_property
    def points(self) -> dict[int, Fraction]:
        return {entrant: exact_sum(one.points for one in own) for entrant, own in self.rounds.items()}

    @cached_property
    def adjusted(self) -> dict[int, Fraction]:
        """Scores as they count for opponents: rounds missed after the last appearance are neutral (16.3)."""
        if self.is_predetermined:
            return self.points
        return {entrant: self._adjusted(own) for entrant, own in self.rounds.items()}

    def _adjusted(self, own: Iterable[RoundRecord]) -> Fraction:
        last_seen = max((one.round for one in own if not one.is_voluntary), default=0)
        neutral = self.tournament.scoring.neutral
        return exact_sum(neutral if one.round > last_seen and not one.mates else one.points for one in own)

    def mean_adjusted(self, one: RoundRecord) -> Fraction:
        """The adjusted score of a round's opponent, at a table the mean. Cached, as several tie-breaks use it."""
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
        return {entrant.id: entrant.rating for entrant in self.tournament.entrants}


def record_of(tournament: TournamentData, after_round: int) -> Record:
    """The record after a round. A game in progress is left out; it is not an absence."""
    rounds: dict[int, list[RoundRecord]] = {entrant.id: [] for entrant in tournament.entrants}
    for table in sorted(tournament.played, key=lambda one: one.replay):
        if table.round <= after_round:
            _add_table(rounds, table, tournament)
    for bye in tournament.byes:
        if bye.round <= after_round:
            rounds[bye.entrant].append(_of_bye(bye, tournament))
    for entrant in tournament.entrants:
        if _is_void(entrant, rounds[entrant.id]):
            rounds[entrant.id].clear()  # a free bye alone isn't a result
        has = {one.round for one in rounds[entrant.id]}
        missed = (
            number for number in range(1, after_round + 1) if number not in has and not entrant.takes_part(number)
        )
        if has:
            rounds[entrant.id] += [RoundRecord(number, ZERO, is_voluntary=True) for number in missed]
    # Withdrawn players without a valid result are not in the standings; nor are later entries.
    ranked = [
        e.id for e in tournament.entrants if rounds[e.id] or (e.left is None and e.entered <= max(after_round, 1))
    ]
    return Record(tournament, after_round, {one: tuple(sorted(rounds[one], key=attrgetter("round"))) for one in ranked})


def _is_void(entrant: Entrant, rounds: list[RoundRecord]) -> bool:
    """Whether a player withdrew without a valid result; without a stored decision, by the rounds alone."""
    if entrant.void is not None or entrant.left is None:
        return bool(entrant.void)
    return all(one.bye == ByeKind.FREE for one in rounds)


def _add_table(rounds: dict[int, list[RoundRecord]], table: PlayedTable, tournament: TournamentData) -> None:
    is_duel = len(table.seats) == 2
    best = [seat for seat in table.seats if seat.rank == 1]
    for seat in table.seats:
        is_played = not (table.forfeit or seat.absent)
        others = [
            (
                Mate(other.entrant, seat.points if is_duel else duel_points(seat, other, tournament.scoring)),
                other.absent,
            )
            for other in table.seats
            if other is not seat
        ]
        rounds[seat.entrant].append(
            RoundRecord(
                round=table.round,
                points=seat.points,
                mates=tuple(mate for mate, is_absent in others if not (is_played and is_absent)),
                is_played=is_played,
                is_voluntary=seat.absent,
                moved_first=is_played and seat.entrant == table.appeared[0],
                is_win=best == [seat],
                no_shows=tuple(mate for mate, is_absent in others if is_played and is_absent),
            )
        )


def _of_bye(bye: ByeTaken, tournament: TournamentData) -> RoundRecord:
    return RoundRecord(
        round=bye.round,
        points=bye.points,
        is_voluntary=bye.kind in (ByeKind.REQUESTED, ByeKind.ABSENT),
        is_win=bye.kind == ByeKind.PAIRING and bye.points >= tournament.scoring.tally_win,
        bye=bye.kind,
    )
