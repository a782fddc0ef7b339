"""Scoring of finished games: exact points from ranks.

A table of any number of seats is scored as all its duels; a seat's points are the mean over its opponents.
"""

from collections.abc import Sequence
from fractions import Fraction

from tournaments.pairing.values import PlayedTable, Scoring, Seat


def duel_points(seat: Seat, other: Seat, scoring: Scoring) -> Fraction:
    """The points of a seat against one opponent at its table."""
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
    replay: int = 0,
) -> PlayedTable:
    """A game that was played: entrants in turn order, ranks by seat, `by_tally` as seat numbers from 0."""
    points = points_at_table(ranks, by_tally=by_tally, scoring=scoring)
    seats = tuple(
        Seat(entrant, points[index], ranks[index], index in by_tally, tallies[index] if tallies else None)
        for index, entrant in enumerate(entrants)
    )
    return PlayedTable(round_number, seats, replay=replay)


def points_at_table(ranks: Sequence[int], *, by_tally: Sequence[int], scoring: Scoring) -> tuple[Fraction, ...]:
    """The points of each seat."""
    seats = [Seat(index, Fraction(0), rank, index in by_tally) for index, rank in enumerate(ranks)]
    return tuple(_mean_of_duels(seat, seats, scoring) for seat in seats)


def _mean_of_duels(seat: Seat, table: Sequence[Seat], scoring: Scoring) -> Fraction:
    duels = [duel_points(seat, other, scoring) for other in table if other is not seat]
    return sum(duels, Fraction(0)) / len(duels)


def forfeited_game(
    round_number: int, first: int, second: int, *, absent: Sequence[int], scoring: Scoring, replay: int = 0
) -> PlayedTable:
    """A forfeited game of two: a full win for the player who appeared, if any."""
    seats = tuple(
        Seat(entrant, scoring.loss if entrant in absent else scoring.win, 2 if entrant in absent else 1)
        for entrant in (first, second)
    )
    return PlayedTable(round_number, seats, forfeit=True, replay=replay)
