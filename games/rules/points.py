"""Points of a result for two, three and four seats, as exact fractions: Vaeva's 6/4/2/0."""

from dataclasses import dataclass
from fractions import Fraction

from games.rules.core import Result


@dataclass(frozen=True)
class PointScale:
    """The points of a duel: for a win by the aim, for a win by tally, for a draw, for a loss."""

    win: int = 6
    tally_win: int = 4
    draw: int = 2
    loss: int = 0


RULEBOOK = PointScale()


def points(result: Result, scale: PointScale = RULEBOOK) -> tuple[Fraction, ...]:
    """Each seat's points: the mean of its duels with every other seat."""
    seats = range(len(result.ranks))
    others = len(result.ranks) - 1
    return tuple(
        sum((Fraction(_duel(result, seat, other, scale)) for other in seats if other != seat), Fraction(0)) / others
        for seat in seats
    )


def _duel(result: Result, seat: int, other: int, scale: PointScale) -> int:
    if result.ranks[seat] == result.ranks[other]:
        return scale.draw
    if result.ranks[seat] > result.ranks[other]:
        return scale.loss
    by_tally = seat in result.by_tally and other in result.by_tally
    return scale.tally_win if by_tally else scale.win
