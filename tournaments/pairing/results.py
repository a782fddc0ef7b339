"""Scoring of finished games: exact points from ranks.

A table of any number of seats is scored as all its duels; a seat's points are the mean over its opponents. A duel with
a player who didn't appear is a win by forfeit; players who didn't appear score a loss in each of their duels.
"""

from collections.abc import Sequence
from fractions import Fraction

from tournaments.pairing.values import PlayedTable, Scoring, Seat


def duel_points(seat: Seat, other: Seat, scoring: Scoring) -> Fraction:
    """The points of a seat against one opponent at its table."""
    if seat.absent or other.absent:
        return scoring.loss if seat.absent else scoring.win
    if seat.rank == other.rank:
        return scoring.draw
    if seat.rank > other.rank:
        return scoring.loss
    return scoring.tally_win if seat.by_tally and other.by_tally else scoring.win


def played_table(
    round_number: int,
    entrants: Sequence[int],
    *,
    ranks: Sequence[int],
    scoring: Scoring,
    by_tally: Sequence[int] = (),
    tallies: Sequence[int] | None = None,
    absent: Sequence[int] = (),
    replay: int = 0,
) -> PlayedTable:
    """A game that was played: entrants in turn order, ranks by seat, `by_tally` and `absent` as seat numbers from 0."""
    points = points_at_table(ranks, by_tally=by_tally, scoring=scoring, absent=absent)
    seats = tuple(
        Seat(
            entrant,
            points[index],
            ranks[index],
            index in by_tally,
            tallies[index] if tallies else None,
            index in absent,
        )
        for index, entrant in enumerate(entrants)
    )
    return PlayedTable(round_number, seats, replay=replay)


def points_at_table(
    ranks: Sequence[int], *, by_tally: Sequence[int], scoring: Scoring, absent: Sequence[int] = ()
) -> tuple[Fraction, ...]:
    """The points of each seat; `by_tally` and `absent` are seat numbers from 0."""
    seats = [
        Seat(index, Fraction(0), rank, index in by_tally, absent=index in absent) for index, rank in enumerate(ranks)
    ]
    return tuple(_mean_of_duels(seat, seats, scoring) for seat in seats)


def _mean_of_duels(seat: Seat, table: Sequence[Seat], scoring: Scoring) -> Fraction:
    duels = [duel_points(seat, other, scoring) for other in table if other is not seat]
    return sum(duels, Fraction(0)) / len(duels)


def forfeited_game(
    round_number: int, *entrants: int, absent: Sequence[int], scoring: Scoring, replay: int = 0
) -> PlayedTable:
    """A forfeited game: a full win for the one player who appeared, if any."""
    seats = tuple(
        Seat(entrant, scoring.loss, 2, absent=True) if entrant in absent else Seat(entrant, scoring.win)
        for entrant in entrants
    )
    return PlayedTable(round_number, seats, forfeit=True, replay=replay)
