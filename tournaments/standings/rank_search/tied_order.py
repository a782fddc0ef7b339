"""Who would stand higher of two with equal points, as far as the games to come leave it open.

Each tie-break gives bounds to the difference between a player and the one whose rank is asked for (`hero`); above 0 the
player stands higher. Bounds may be wider than the truth as long as games are open; they are never narrower.
"""

from collections.abc import Callable, Sequence
from enum import IntEnum
from math import lcm

from tournaments.standings.rank_search.narrowing import Narrowed, Narrowing
from tournaments.standings.rank_search.unfinished import SETTLED
from tournaments.standings.tie_breaks import TieBreak

Bounds = tuple[int, int]
NOTHING: Bounds = (0, 0)


class Verdict(IntEnum):
    NOT_ABOVE = -1
    OPEN = 0
    ABOVE = 1


class TiedOrder:
    def __init__(self, narrowing: Narrowing, hero: int, level: int, tie_breaks: Sequence[TieBreak]) -> None:
        self.narrowing, self.board = narrowing, narrowing.board
        self.hero, self.level, self.tie_breaks = hero, level, tuple(tie_breaks)
        self.looks_at_groups = TieBreak.DIRECT_ENCOUNTER in self.tie_breaks
        self.everybody = range(len(self.board.players))
        self.share = lcm(*(met for own in self.board.met for met in own if met))
        special: dict[TieBreak, Callable[[Narrowed, int], Bounds]] = {
            TieBreak.BUCHHOLZ: self._buchholz,
            TieBreak.BUCHHOLZ_CUT_1: self._buchholz_cut_1,
            TieBreak.SONNEBORN_BERGER: self._sonneborn_berger,
            TieBreak.KOYA: self._koya,
        }
        self.rules = [special.get(rule) or self._plain(rule) for rule in self.tie_breaks]
        self.opponents = [[y for y in self.everybody if own[y]] for own in self.board.met]
        self.same_opponents = [self._meets_the_same(player) for player in self.everybody]

    def verdict(self, stage: Narrowed, player: int) -> Verdict:
        """Supposing that the player has as many points as the hero: does it stand strictly higher?"""
        may_rise = may_fall = False
        for place in range(len(self.tie_breaks)):
            least, most = self.difference(stage, player, place)
            if least > 0:
                return Verdict.OPEN if may_fall else Verdict.ABOVE
            if most < 0:
                return Verdict.OPEN if may_rise else Verdict.NOT_ABOVE
            may_rise, may_fall = may_rise or most > 0, may_fall or least < 0
            if may_rise and may_fall:
                return Verdict.OPEN
        return Verdict.OPEN if may_rise else Verdict.NOT_ABOVE

    def difference(self, stage: Narrowed, player: int, place: int) -> Bounds:
        if self.tie_breaks[place] == TieBreak.DIRECT_ENCOUNTER:
            return self._direct_encounter(stage, player, place)
        return self.rules[place](stage, player)

    def taken(self, stage: Narrowed, player: int) -> tuple[list[int], list[int]]:
        """The least and the most points that a player takes from each other one."""
        least, most = self.board.taken[player][:], self.board.taken[player][:]
        for game, side in self.narrowing.own[player]:
            bounds = self.narrowing.tables.points[stage.masks[game]]
            opponent = self.board.games[game][2 - side]
            least[opponent] += bounds[2 * side]
            most[opponent] += bounds[2 * side + 1]
        return least, most

    def bounds_of_points(self, stage: Narrowed, player: int, supposed: int) -> Bounds:
        if player in (self.hero, supposed):
            return self.level, self.level
        return stage.bounds(player)

    # -- sums over the own games --------------------------------------------------------------------------------------

    def _plain(self, rule: TieBreak) -> Callable[[Narrowed, int], Bounds]:
        if rule in SETTLED:
            values = self.board.settled[rule]
            return lambda stage, player: _sign(values[player] > values[self.hero], values[player] < values[self.hero])
        return lambda stage, player: self._counted(stage, player, rule)

    def _counted(self, stage: Narrowed, player: int, rule: TieBreak) -> Bounds:
        least, most = self._own_count(stage, player, rule)
        hero_least, hero_most = self._own_count(stage, self.hero, rule)
        return least - hero_most, most - hero_least

    def _own_count(self, stage: Narrowed, player: int, rule: TieBreak) -> Bounds:
        tables = self.narrowing.tables
        worth = {TieBreak.FULL_WINS: tables.full_wins, TieBreak.WINS: tables.wins}.get(rule, tables.points)
        least = most = self.board.counted[rule][player]
        for game, side in self.narrowing.own[player]:
            bounds = worth[stage.masks[game]]
            times = self.board.rounds - self.board.games[game].round + 1 if rule == TieBreak.PROGRESSIVE else 1
            least += bounds[2 * side] * times
            most += bounds[2 * side + 1] * times
        return least, most

    # -- sums over the opponents' points ------------------------------------------------------------------------------

    def _meets_the_same(self, player: int) -> bool:
        """Have both the same games but for their own? Then their opponents' points add up to the same."""
        own, other = self.board.met[player], self.board.met[self.hero]
        return all(own[y] == other[y] for y in self.everybody if y not in (player, self.hero))

    def _buchholz(self, stage: Narrowed, player: int) -> Bounds:
        if self.same_opponents[player]:
            return NOTHING
        weights = [a - b for a, b in zip(self.board.met[player], self.board.met[self.hero], strict=True)]
        return self._weighed(stage, weights, player)

    def _buchholz_cut_1(self, stage: Narrowed, player: int) -> Bounds:
        if self.same_opponents[player]:
            return NOTHING
        least, most = self._buchholz(stage, player)
        lowest, highest = self._lowest_opponent(stage, player, player)
        hero_lowest, hero_highest = self._lowest_opponent(stage, self.hero, player)
        return least - highest + hero_lowest, most - lowest + hero_highest

    def _lowest_opponent(self, stage: Narrowed, player: int, supposed: int) -> Bounds:
        bounds = [self.bounds_of_points(stage, y, supposed) for y in self.opponents[player]] or [NOTHING]
        return min(least for least, _ in bounds), min(most for _, most in bounds)

    def _weighed(self, stage: Narrowed, weights: list[int], supposed: int) -> Bounds:
        """Bounds to the sum of everybody's points times these weights: player by player, and game by game."""
        least = most = known = 0
        loose = weights[:]
        for y, weight in enumerate(weights):
            if weight:
                low, high = self.bounds_of_points(stage, y, supposed)
                least += weight * (low if weight > 0 else high)
                most += weight * (high if weight > 0 else low)
                if low == high:
                    known += weight * low
                    loose[y] = 0
                else:
                    known += weight * self.board.points[y]
        if not any(loose):
            return least, most
        by_games_least = by_games_most = known
        pairs = self.narrowing.tables.pairs
        for mask, (_, one, other) in zip(stage.masks, self.board.games, strict=True):
            a, b = loose[one], loose[other]
            if a or b:
                parts = [a * x + b * y for x, y in pairs[mask]]
                by_games_least += min(parts)
                by_games_most += max(parts)
        return max(least, by_games_least), min(most, by_games_most)

    def _sonneborn_berger(self, stage: Narrowed, player: int) -> Bounds:
        least, most = self.taken(stage, player)
        hero_least, hero_most = self.taken(stage, self.hero)
        weights = [0] * len(least)
        low = high = 0
        for y in self.everybody:
            if least[y] == most[y] and hero_least[y] == hero_most[y]:
                weights[y] = least[y] - hero_least[y]
            else:
                points = self.bounds_of_points(stage, y, player)
                smaller, larger = least[y] - hero_most[y], most[y] - hero_least[y]
                low += smaller * points[smaller < 0]
                high += larger * points[larger > 0]
        sure_low, sure_high = self._weighed(stage, weights, player)
        return low + sure_low, high + sure_high

    def _koya(self, stage: Narrowed, player: int) -> Bounds:
        least, most = self.taken(stage, player)
        hero_least, hero_most = self.taken(stage, self.hero)
        low = high = 0
        for y in self.everybody:
            points = self.bounds_of_points(stage, y, player)
            if 2 * points[1] < self.board.half[y]:
                continue
            part_low, part_high = least[y] - hero_most[y], most[y] - hero_least[y]
            is_sure = 2 * points[0] >= self.board.half[y]
            low += part_low if is_sure else min(part_low, 0)
            high += part_high if is_sure else max(part_high, 0)
        return low, high

    # -- direct encounter ---------------------------------------------------------------------------------------------

    def _direct_encounter(self, stage: Narrowed, player: int, place: int) -> Bounds:
        others = [y for y in self.everybody if y not in (self.hero, player)]
        possible = [y for y in others if self._may_be_tied(stage, y, place)]
        sure = {y for y in possible if self._is_tied(stage, y, place)}
        own, hero = self.means(stage, player), self.means(stage, self.hero)
        low, high = own[0][self.hero] - hero[1][player], own[1][self.hero] - hero[0][player]
        for y in possible:
            part_low, part_high = own[0][y] - hero[1][y], own[1][y] - hero[0][y]
            low += part_low if y in sure else min(part_low, 0)
            high += part_high if y in sure else max(part_high, 0)
        if low > 0 or high < 0 or not possible:
            return low, high
        if low == high and len(sure) == len(possible):
            return self._again_among(stage, player, possible)
        return min(low, -1), max(high, 1)

    def group(self, stage: Narrowed, player: int, place: int) -> list[int] | None:
        """Who else is tied with both when this tie-break is looked at; none as long as that is open."""
        others = [y for y in self.everybody if y not in (self.hero, player) and self._may_be_tied(stage, y, place)]
        return others if all(self._is_tied(stage, y, place) for y in others) else None

    def _again_among(self, stage: Narrowed, player: int, others: Sequence[int]) -> Bounds:
        """Hero and player are level among these: so those level with them are looked at again, and so on."""
        group = {self.hero, player, *others}
        means = {one: self.means(stage, one) for one in group}
        if any(means[one][0][y] != means[one][1][y] for one in group for y in group):
            return -1, 1
        while True:
            scores = {one: sum(means[one][0][y] for y in group) for one in group}
            if scores[player] != scores[self.hero]:
                return _sign(scores[player] > scores[self.hero], scores[player] < scores[self.hero])
            level = {one for one in group if scores[one] == scores[self.hero]}
            if level == group:
                return NOTHING
            group = level

    def means(self, stage: Narrowed, player: int) -> tuple[list[int], list[int]]:
        """Points against each, the mean where they meet more than once, times the same number for all."""
        met, share = self.board.met[player], self.share
        least, most = self.taken(stage, player)
        return (
            [value * share // (times or share) for value, times in zip(least, met, strict=True)],
            [value * share // (times or share) for value, times in zip(most, met, strict=True)],
        )

    def _may_be_tied(self, stage: Narrowed, player: int, place: int) -> bool:
        low, high = self._points(stage, player)
        if not low <= self.level <= high:
            return False
        differences = (self.difference(stage, player, earlier) for earlier in range(place))
        return all(least <= 0 <= most for least, most in differences)

    def _is_tied(self, stage: Narrowed, player: int, place: int) -> bool:
        if self._points(stage, player) != (self.level, self.level):
            return False
        return all(self.difference(stage, player, earlier) == NOTHING for earlier in range(place))

    def _points(self, stage: Narrowed, player: int) -> Bounds:
        return self.bounds_of_points(stage, player, self.hero)


def _sign(is_more: bool, is_less: bool) -> Bounds:
    return (1, 1) if is_more else (-1, -1) if is_less else NOTHING
