"""Can several demands on the games to come hold together? Each alone may, and all of them not.

A demand is a sum over the games that must not exceed 0. Demands are added up with weights: if even the best results
leave the sum above 0, they can't all hold. Weights are found step by step, more for what was broken last; everything
is in whole numbers, so a "no" is a proof. Results that keep all demands may come up on the way.
"""

from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple

from tournaments.standings.rank_search.narrowing import Narrowed, Narrowing

FINE = 4_096
ROUNDS = 6


class Demand(NamedTuple):
    """`constant`, and everybody's final points times `weights`, and what results of games add: not above 0."""

    name: Hashable
    constant: int
    weights: Mapping[int, int]
    extras: Mapping[int, Sequence[int]] = {}  # by game: a number for every result


class JointDemands:
    """Weights are kept from one stage of a search to the next: what was hard to hold often is so again."""

    def __init__(self, narrowing: Narrowing) -> None:
        self.narrowing = narrowing
        self.pulls: dict[Hashable, int] = {}
        self.choice = [0] * len(narrowing.board.games)  # the results tried last, of games that are open

    def can_hold(self, stage: Narrowed, demands: Sequence[Demand]) -> bool:
        """False is a proof; True is not."""
        self._read(stage, demands)
        pulls = [self.pulls.get(one.name, fine) for one, fine in zip(demands, self.fine, strict=True)]
        can_hold = True
        for _ in range(ROUNDS):
            least, broken = self._weigh(pulls)
            can_hold = least <= 0
            if not can_hold or max(broken) <= 0:
                break
            pulls = [max(0, old + fine * value) for old, fine, value in zip(pulls, self.fine, broken, strict=True)]
        self.pulls.update((one.name, pull) for one, pull in zip(demands, pulls, strict=True))
        return can_hold

    def _read(self, stage: Narrowed, demands: Sequence[Demand]) -> None:
        self.demands = demands
        sure = self.narrowing.board.points[:]
        self.open = []
        options, bits = self.narrowing.tables.options, self.narrowing.bits
        for game, (mask, (_, one, other)) in enumerate(zip(stage.masks, self.narrowing.board.games, strict=True)):
            if mask & (mask - 1):
                self.open.append((game, one, other, options[mask]))
            else:
                mine, theirs = bits[mask.bit_length() - 1][1]
                sure[one] += mine
                sure[other] += theirs
        self.constants = [
            one.constant + sum(weight * sure[player] for player, weight in one.weights.items()) for one in demands
        ]
        self.fine = [max(1, FINE // _size(one)) for one in demands]
        self.size = len(sure)

    def _weigh(self, pulls: Sequence[int]) -> tuple[int, list[int]]:
        """The least that the sum can be, and what every demand is then."""
        by_player = [0] * self.size
        by_game: dict[int, list[int]] = {}
        least = 0
        for (_, _, weights, extras), constant, fine, pull in zip(
            self.demands, self.constants, self.fine, pulls, strict=True
        ):
            if pull:
                force = pull * fine
                least += force * constant
                for player, weight in weights.items():
                    by_player[player] += force * weight
                for game, values in extras.items():
                    sums = by_game.get(game)
                    by_game[game] = [force * value + (sums[bit] if sums else 0) for bit, value in enumerate(values)]
        return least + self._choose(by_player, by_game), self._values()

    def _choose(self, by_player: Sequence[int], by_game: Mapping[int, Sequence[int]]) -> int:
        """The best result for each game; returns what they add up to."""
        total = 0
        self.gained = gained = [0] * self.size
        for game, one, other, options in self.open:
            a, b = by_player[one], by_player[other]
            extra = by_game.get(game)
            if extra:
                value, bit, x, y = min((a * x + b * y + extra[bit], bit, x, y) for bit, x, y in options)
            else:
                value, bit, x, y = min((a * x + b * y, bit, x, y) for bit, x, y in options)
            total += value
            gained[one] += x
            gained[other] += y
            self.choice[game] = bit
        return total

    def _values(self) -> list[int]:
        gained, choice = self.gained, self.choice
        return [
            constant
            + sum(weight * gained[player] for player, weight in weights.items())
            + sum(values[choice[game]] for game, values in extras.items())
            for (_, _, weights, extras), constant in zip(self.demands, self.constants, strict=True)
        ]


def _size(demand: Demand) -> int:
    heaviest = max((max(map(abs, values)) for values in demand.extras.values()), default=0)
    return sum(map(abs, demand.weights.values())) + heaviest or 1
