"""Do the points of the games to come fit everybody's floors and ceilings? Flows, so a "no" is a proof.

Where all results give both together the same, flows are exact. Where a draw gives less than a win does (6, 2 and 0), it
takes half of the game all the same: who needs two points more must have half a game, and who needs four a whole one.
"""

from collections.abc import Iterable, Sequence
from math import lcm

from tournaments.standings.rank_search.narrowing import ENDLESS, Narrowed, Narrowing
from tournaments.standings.rank_search.shared_load import Load, shared
from tournaments.standings.rank_search.unfinished import Outcome

Choice = list[int]  # a place in the outcomes, for every game
Games = tuple[tuple[int, int], ...]  # the results left to a game, and the side


class FittingPoints:
    def __init__(self, narrowing: Narrowing) -> None:
        self.narrowing = narrowing
        self.shares = _shares(narrowing.board.outcomes)
        self.whole = sum(self.shares[0])
        self.least_shares: dict[tuple[int, Games], int] = {}

    def under_ceilings(self, stage: Narrowed) -> Choice | None:
        """Results that keep everybody under the ceilings, or nearly so; none if there is no room for all points."""
        room = [ceiling - low for ceiling, low in zip(stage.ceiling, stage.low, strict=True)]
        tables = self.narrowing.tables
        loads, least = [], {}
        for game, one, other, mask in self._open(stage):
            mine, most, theirs, other_most = tables.points[mask]
            loads.append(Load(one, other, tables.spare[mask], most - mine, other_most - theirs))
            least[game] = (mine, theirs)
        parts = shared(loads, room)
        if parts is None:
            return None
        points = [pair for _, pair in self.narrowing.bits]
        wanted = {
            game: (low[0] + mine, low[1] + theirs)
            for (game, low), (mine, theirs) in zip(least.items(), parts, strict=True)
        }
        return self._nearest(stage, points, wanted)

    def over_floors(self, stage: Narrowed) -> Choice | None:
        """Results that lift everybody to the floors, or nearly so; none if there are not enough points."""
        loads, most = [], {}
        for game, one, other, mask in self._open(stage):
            mine, theirs = zip(*(self.shares[bit] for bit, *_ in self.narrowing.tables.options[mask]), strict=True)
            top = most[game] = (max(mine), max(theirs))
            loads.append(Load(one, other, sum(top) - self.whole, top[0] - min(mine), top[1] - min(theirs)))
        parts = shared(loads, self._spare_shares(stage, most))
        if parts is None:
            return None
        wanted = {
            game: (top[0] - mine, top[1] - theirs)
            for (game, top), (mine, theirs) in zip(most.items(), parts, strict=True)
        }
        return self._nearest(stage, self.shares, wanted)

    def _open(self, stage: Narrowed) -> Iterable[tuple[int, int, int, int]]:
        for game, (mask, (_, one, other)) in enumerate(zip(stage.masks, self.narrowing.board.games, strict=True)):
            if mask & (mask - 1):
                yield game, one, other, mask

    def _nearest(
        self, stage: Narrowed, values: Sequence[tuple[int, int]], wanted: dict[int, tuple[int, int]]
    ) -> Choice:
        found = [mask.bit_length() - 1 for mask in stage.masks]
        for game, (mine, theirs) in wanted.items():
            found[game] = min(
                (abs(values[bit][0] - mine) + abs(values[bit][1] - theirs), -one - other, bit)
                for bit, one, other in self.narrowing.tables.options[stage.masks[game]]
            )[2]
        return found

    # -- shares of games ----------------------------------------------------------------------------------------------

    def _spare_shares(self, stage: Narrowed, most: dict[int, tuple[int, int]]) -> list[int]:
        """How much of everybody's most may go to others."""
        found = []
        for player, own in enumerate(self.narrowing.own):
            need = stage.floor[player] - stage.low[player]
            if need <= 0:
                found.append(ENDLESS)
                continue
            games = [(game, side) for game, side in own if game in most]
            kinds = tuple(sorted((stage.masks[game], side) for game, side in games))
            found.append(sum(most[game][side] for game, side in games) - self._shares_for(need, kinds))
        return found

    def _shares_for(self, need: int, games: Games) -> int:
        """The least shares of these games with which so many points come in beyond the least."""
        known = self.least_shares.get((need, games))
        if known is None:
            known = self.least_shares[need, games] = self._count_shares_for(need, games)
        return known

    def _count_shares_for(self, need: int, games: Games) -> int:
        tables = self.narrowing.tables
        cheapest = {0: 0}
        for mask, side in games:
            least = tables.points[mask][2 * side]
            options = {(pair[side] - least, self.shares[bit][side]) for bit, *pair in tables.options[mask]}
            after: dict[int, int] = {}
            for so_far, price in cheapest.items():
                for gain, share in options:
                    total = min(need, so_far + gain)
                    after[total] = min(after.get(total, ENDLESS), price + share)
            cheapest = after
        return cheapest.get(need, ENDLESS)


def _shares(outcomes: Sequence[Outcome]) -> list[tuple[int, int]]:
    """What both have of a game, by result: all of it together, however few points that is."""
    whole = lcm(2, *(sum(one.points) or 1 for one in outcomes))
    found = []
    for outcome in outcomes:
        total = sum(outcome.points)
        mine = outcome.points[0] * whole // total if total else whole // 2
        found.append((mine, whole - mine))
    return found
