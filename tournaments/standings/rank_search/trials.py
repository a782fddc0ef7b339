"""Looks for an end of a round robin with a wanted rank by trial: change a result, and keep what helps.

It begins with results that suit the points, if not the tie-breaks. Early on, what doesn't help is sometimes kept too,
so as not to be caught in a corner. It finds at once what a systematic search may take long to come upon, and proves
nothing when it finds none. The dice are always the same, so that everybody finds the same.
"""

from math import exp
from random import Random

from tournaments.standings.rank_search.search import RankSearch, Results
from tournaments.standings.rank_search.tied_order import Verdict

FIRST_HEAT, LAST_HEAT = 0.7, 0.05
SOMEBODY_TOO_MANY = 4.0
A_WIN_TOO_MANY = 3.0
FOCUS = 0.5  # how often a game of somebody on the wrong side is changed, rather than any


class Trials:
    def __init__(self, search: RankSearch, *, above: int, seed: int) -> None:
        self.above = above
        self.search, self.random = search, Random(seed)  # noqa: S311
        self.excused = search.excused(above)
        self.narrowing = search.narrowing
        self.choices = [[bit for bit, _ in self.narrowing.bits if mask & bit] for mask in search.first.masks]
        self.open = [game for game, bits in enumerate(self.choices) if len(bits) > 1]
        self.own = [[game for game, _ in own if len(self.choices[game]) > 1] for own in self.narrowing.own]
        self.weight = A_WIN_TOO_MANY / (max(one.points[0] for one in search.board.outcomes) or 1)

    def end(self, tries: int) -> Results | None:
        nearly = self.search.nearly(self.above)
        first = [1 << bit for bit in nearly] if nearly else [self.random.choice(bits) for bits in self.choices]
        self.stage = self.narrowing.start(first)
        cost = self._cost()
        for number in range(tries if self.open else 0):
            if cost is None:
                break
            heat = FIRST_HEAT + (LAST_HEAT - FIRST_HEAT) * number / tries
            cost = self._try(cost, heat)
        return None if cost is not None else self.search.results_of(self.stage)

    def _try(self, before: float, heat: float) -> float | None:
        """One result changed, or left as it was: the cost after that, none when nothing is wrong any more."""
        game = self._game_to_change()
        old = self.stage.masks[game]
        self.narrowing.choose(self.stage, game, self.random.choice([bit for bit in self.choices[game] if bit != old]))
        cost = self._cost()
        if cost is None or cost <= before or self.random.random() < exp((before - cost) / heat):
            return cost
        self.narrowing.choose(self.stage, game, old)
        return before

    def _game_to_change(self) -> int:
        """One of somebody on the wrong side, or any."""
        if self.random.random() < FOCUS:
            games = self.own[self.random.choice(self.wrong)]
            if games:
                return self.random.choice(games)
        return self.random.choice(self.open)

    def _cost(self) -> float | None:
        """How wrong this end is: somebody too many on the wrong side, and by how much; none if it is as wanted."""
        search, level = self.search, self.search.level
        wrong, distance = [], 0.0
        for player in search.others:
            gap = self.stage.low[player] - level if search.at_best else level - self.stage.low[player]
            if gap > 0 or (gap == 0 and self._is_wrong_when_tied(player)):
                wrong.append(player)
                distance += self.weight * gap + 0.25
        if len(wrong) <= self.excused:
            return None
        self.wrong = wrong
        return SOMEBODY_TOO_MANY * (len(wrong) - self.excused) + distance

    def _is_wrong_when_tied(self, player: int) -> bool:
        return (self.search.order.verdict(self.stage, player) == Verdict.ABOVE) == self.search.at_best
