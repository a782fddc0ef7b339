"""Looks for an end of a round robin in which a player has a wanted rank, tie-breaks included.

At best a player wins all games to come, at worst it loses them: fewer (more) points never gave a better (worse) rank.
What is left is a puzzle: everybody but a few must not stand above the hero (at worst: must). The search strikes
results that can't be, then supposes something, and goes on; it finds an end, or shows that there is none, or has
used up its steps.
"""

from collections.abc import Iterable, Sequence

from tournaments.standings.rank_search.branches import Branches
from tournaments.standings.rank_search.fitting_points import Choice, FittingPoints
from tournaments.standings.rank_search.joint_demands import Demand, JointDemands
from tournaments.standings.rank_search.narrowing import ENDLESS, Narrowed, Narrowing
from tournaments.standings.rank_search.tied_demands import TiedDemands
from tournaments.standings.rank_search.tied_order import TiedOrder, Verdict
from tournaments.standings.rank_search.unfinished import Unfinished
from tournaments.standings.tie_breaks import TieBreak

Results = list[int]


class OutOfSteps(Exception):
    pass


class Steps:
    """How much work may be done: counted, not timed, so that everybody finds the same."""

    def __init__(self, most: int, lender: "Steps | None" = None) -> None:
        self.left, self.lender = most, lender

    def spend(self) -> None:
        if self.left <= 0:
            raise OutOfSteps
        self.left -= 1
        if self.lender is not None:
            self.lender.spend()

    def lend(self, most: int) -> "Steps":
        """A part of these steps: what is spent of it is spent here too."""
        return Steps(most, lender=self)

    def use_up(self) -> None:
        while self.left:
            self.spend()


class RankSearch:
    """For one player, and for one end of its range."""

    def __init__(self, narrowing: Narrowing, hero: int, tie_breaks: Sequence[TieBreak], *, at_best: bool) -> None:
        self.narrowing, self.hero, self.at_best = narrowing, hero, at_best
        self.board: Unfinished = narrowing.board
        self.first = narrowing.start(self._own_results())
        self.level = self.first.low[hero]
        self.order = TiedOrder(narrowing, hero, self.level, tie_breaks)
        self.branches = Branches(self.order, at_best=at_best)
        self.tied = TiedDemands(self.order, above=not at_best)
        self.points, self.joint = FittingPoints(narrowing), JointDemands(narrowing)
        self.others = [player for player in range(len(self.board.players)) if player != hero]

    def end_with(self, above: int, steps: Steps, *, is_reversed: bool = False) -> Results | None:
        """Results of all games to come that put at most (at worst: at least) so many above the hero, if there are."""
        self.branches.is_reversed = is_reversed
        excused = self.excused(above)
        sure = [player for player in self.others if self._fails_anyway(player)]
        if len(sure) > excused:
            return None
        doubtful = sorted((one for one in self.others if one not in sure and not self._is_safe(one)), key=self._trouble)
        return self._excuse(self.first.copy(), [], doubtful, excused - len(sure), steps)

    def nearly(self, above: int) -> Choice | None:
        """Places of results, a game each, that suit the points but perhaps not the tie-breaks."""
        stage = self.first.copy()
        for player in sorted(self.others, key=self._trouble)[self.excused(above) :]:
            if not self.narrowing.demand(stage, player, *self._in_order):
                return None
        return self._fitting(stage)

    def excused(self, above: int) -> int:
        """How many of the others may be on the wrong side of the hero."""
        return above if self.at_best else len(self.others) - above

    @property
    def _in_order(self) -> tuple[int, int]:
        """Points with which somebody may be on the side that is wanted."""
        return (-ENDLESS, self.level) if self.at_best else (self.level, ENDLESS)

    def _own_results(self) -> list[int]:
        """All results for the games of others; for the hero's own those with the most (at worst: the least) points."""
        everything = self.narrowing.tables.all
        masks = [everything] * len(self.board.games)
        for game, side in self.narrowing.own[self.hero]:
            wanted = self.narrowing.tables.points[everything][2 * side + self.at_best]
            masks[game] = sum(bit for bit, points in self.narrowing.bits if points[side] == wanted)
        return masks

    def _fails_anyway(self, player: int) -> bool:
        return self.first.low[player] > self.level if self.at_best else self.first.high[player] < self.level

    def _is_safe(self, player: int) -> bool:
        return self.first.high[player] < self.level if self.at_best else self.first.low[player] > self.level

    def _trouble(self, player: int) -> tuple[int, int]:
        """Those who would be hardest to keep in order come first."""
        return (-self.first.low[player] if self.at_best else self.first.high[player]), player

    # -- the search ---------------------------------------------------------------------------------------------------

    def _excuse(
        self, stage: Narrowed, bound: list[int], doubtful: Sequence[int], excused: int, steps: Steps
    ) -> Results | None:
        """Choose who may fail, those hardest to keep in order first; the others are bound not to."""
        steps.spend()
        if self._fitting(stage) is None:
            return None
        if excused >= len(doubtful):
            return self._search(stage, bound, steps)
        first, *others = doubtful
        if excused:
            found = self._excuse(stage.copy(), bound, others, excused - 1, steps)
            if found is not None:
                return found
        if not self.narrowing.demand(stage, first, *self._in_order):
            return None
        return self._excuse(stage, [*bound, first], others, excused, steps)

    def _search(self, stage: Narrowed, bound: Sequence[int], steps: Steps) -> Results | None:
        steps.spend()
        pending = self._pending(stage, bound)
        if pending is None:
            return None
        unsettled = [one for one in self.others if self._is_unsettled(stage, one)]
        if not pending and not unsettled:
            return self.results_of(stage)
        promising = self._promising(stage, bound)
        if promising is None:
            return None
        for choice in promising:
            ended = self._ended(stage, choice)
            if self._is_as_wanted(ended, bound):
                return self.results_of(ended)
        children = self.branches.of(stage, pending, unsettled)
        return next((end for child in children if (end := self._search(child, bound, steps)) is not None), None)

    def _promising(self, stage: Narrowed, bound: Sequence[int]) -> list[Choice] | None:
        """Results that come near to what is wanted; none at all if the points, or all demands together, can't hold."""
        fitting = self._fitting(stage)
        if fitting is None:
            return None
        demands = list(self._demands(stage, bound))
        if not demands:
            return [fitting]
        return [fitting, self.joint.choice] if self.joint.can_hold(stage, demands) else None

    def _fitting(self, stage: Narrowed) -> Choice | None:
        under, over = self.points.under_ceilings(stage), self.points.over_floors(stage)
        return None if under is None or over is None else under if self.at_best else over

    def _demands(self, stage: Narrowed, bound: Sequence[int]) -> Iterable[Demand]:
        for player in self.others:
            if stage.high[player] > stage.ceiling[player]:
                yield Demand((player, "ceiling"), -stage.ceiling[player], {player: 1})
            if stage.low[player] < stage.floor[player]:
                yield Demand((player, "floor"), stage.floor[player], {player: -1})
        for player in bound:
            if self.branches.is_level(stage, player) and self.order.verdict(stage, player) == Verdict.OPEN:
                demand = self.tied.demand(stage, player)
                if demand:
                    yield demand

    def _ended(self, stage: Narrowed, choice: Choice) -> Narrowed:
        masks = [1 << choice[game] if stage.is_open(game) else mask for game, mask in enumerate(stage.masks)]
        return self.narrowing.start(masks)

    def _is_as_wanted(self, ended: Narrowed, bound: Sequence[int]) -> bool:
        for player in bound:
            gap = ended.low[player] - self.level
            is_above = gap > 0 or (gap == 0 and self.order.verdict(ended, player) == Verdict.ABOVE)
            if is_above == self.at_best:
                return False
        return True

    def results_of(self, stage: Narrowed) -> Results:
        """Some result for every game, of those left to it."""
        lowest = [(mask & -mask).bit_length() - 1 for mask in stage.masks]
        return [self.board.outcomes[bit].result for bit in lowest]

    def _pending(self, stage: Narrowed, bound: Sequence[int]) -> list[int] | None:
        """Those about whom tie-breaks may have to decide, and haven't yet; none at all if somebody fails for sure."""
        while True:
            pending, is_narrower = [], False
            for player in bound:
                if not stage.low[player] <= self.level <= stage.high[player] or self._is_off_level(stage, player):
                    continue
                verdict = self.order.verdict(stage, player)
                if verdict == Verdict.OPEN:
                    pending.append(player)
                elif (verdict == Verdict.ABOVE) == self.at_best:
                    if not self.narrowing.demand(stage, player, *self.branches.off_level):
                        return None
                    is_narrower = True
            if not is_narrower:
                return pending

    def _is_off_level(self, stage: Narrowed, player: int) -> bool:
        return stage.ceiling[player] < self.level or stage.floor[player] > self.level

    def _is_unsettled(self, stage: Narrowed, player: int) -> bool:
        return stage.high[player] > stage.ceiling[player] or stage.low[player] < stage.floor[player]
