"""Looks for an end of a round robin in which a player has a wanted rank, tie-breaks included.

At best a player wins all games to come, at worst it loses them: fewer (more) points never gave a better (worse) rank.
What is left is a puzzle: everybody but a few must not stand above the hero (at worst: must). The search strikes
results that can't be, then supposes something, and goes on; it finds an end, or shows that there is none, or has
used up its steps.
"""

from collections.abc import Iterable, Sequence

from tournaments.standings.narrowing import ENDLESS, Narrowed, Narrowing
from tournaments.standings.tie_breaks import TieBreak
from tournaments.standings.tied_order import TiedOrder, Verdict
from tournaments.standings.unfinished import Unfinished

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
        self.others = [player for player in range(len(self.board.players)) if player != hero]

    def end_with(self, above: int, steps: Steps) -> Results | None:
        """Results of all games to come that put at most (at worst: at least) so many above the hero, if there are."""
        excused = above if self.at_best else len(self.others) - above
        sure = [player for player in self.others if self._fails_anyway(player)]
        if len(sure) > excused:
            return None
        doubtful = sorted((one for one in self.others if one not in sure and not self._is_safe(one)), key=self._trouble)
        return self._excuse(self.first.copy(), [], doubtful, excused - len(sure), steps)

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
        if not self.narrowing.can_add_up(stage):
            return None
        if excused >= len(doubtful):
            return self._search(stage, bound, steps)
        first, *others = doubtful
        if excused:
            found = self._excuse(stage.copy(), bound, others, excused - 1, steps)
            if found is not None:
                return found
        floor, ceiling = (-ENDLESS, self.level) if self.at_best else (self.level, ENDLESS)
        if not self.narrowing.demand(stage, first, floor, ceiling):
            return None
        return self._excuse(stage, [*bound, first], others, excused, steps)

    def _search(self, stage: Narrowed, bound: Sequence[int], steps: Steps) -> Results | None:
        steps.spend()
        pending = self._pending(stage, bound)
        if pending is None or not self.narrowing.can_add_up(stage):
            return None
        unsettled = [one for one in bound if self._is_unsettled(stage, one)]
        if not pending and not unsettled:
            return self.results_of(stage)
        for child in self._branches(stage, pending, unsettled):
            found = self._search(child, bound, steps)
            if found is not None:
                return found
        return None

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
                    floor, ceiling = self._off_level()
                    if not self.narrowing.demand(stage, player, floor, ceiling):
                        return None
                    is_narrower = True
            if not is_narrower:
                return pending

    def _off_level(self) -> tuple[int, int]:
        return (-ENDLESS, self.level - 1) if self.at_best else (self.level + 1, ENDLESS)

    def _is_off_level(self, stage: Narrowed, player: int) -> bool:
        return stage.ceiling[player] < self.level or stage.floor[player] > self.level

    def _is_unsettled(self, stage: Narrowed, player: int) -> bool:
        return stage.high[player] > stage.ceiling[player] or stage.low[player] < stage.floor[player]

    # -- what to suppose next -----------------------------------------------------------------------------------------

    def _branches(self, stage: Narrowed, pending: Sequence[int], unsettled: Sequence[int]) -> Iterable[Narrowed]:
        for player in pending:
            demands_tie = (stage.floor[player], stage.ceiling[player]) == (self.level, self.level)
            if not demands_tie and stage.low[player] != stage.high[player]:
                yield from self._by_tie(stage, player)
                return
        game = self._game_to_try(stage, pending, unsettled)
        for bit in self._results_to_try(stage, game, pending):
            child = stage.copy()
            if self.narrowing.restrict(child, game, bit):
                yield child

    def _by_tie(self, stage: Narrowed, player: int) -> Iterable[Narrowed]:
        for floor, ceiling in (self._off_level(), (self.level, self.level)):
            child = stage.copy()
            if self.narrowing.demand(child, player, floor, ceiling):
                yield child

    def _game_to_try(self, stage: Narrowed, pending: Sequence[int], unsettled: Sequence[int]) -> int:
        """Games of those in question first, then of those who may come to be tied with them, then what weighs most."""
        level = [one for one in self.others if pending and stage.low[one] <= self.level <= stage.high[one]]
        tight = sorted(unsettled, key=lambda one: self._room(stage, one))
        for player in (*pending, self.hero, *level, *tight):
            for game, _ in self.narrowing.own[player]:
                if stage.masks[game] & (stage.masks[game] - 1):
                    return game
        weights = self._weights(stage, pending)
        still_open = (game for game, mask in enumerate(stage.masks) if mask & (mask - 1))
        return max(still_open, key=lambda game: self._weight_of(game, weights))

    def _weight_of(self, game: int, weights: Sequence[int]) -> int:
        _, one, other = self.board.games[game]
        return abs(weights[one]) + abs(weights[other])

    def _room(self, stage: Narrowed, player: int) -> int:
        if self.at_best:
            return stage.ceiling[player] - stage.low[player]
        return stage.high[player] - stage.floor[player]

    def _results_to_try(self, stage: Narrowed, game: int, pending: Sequence[int]) -> list[int]:
        _, one, other = self.board.games[game]
        mask = stage.masks[game]
        weights = self._weights(stage, pending) if pending else None

        def promise(entry: tuple[int, tuple[int, int]]) -> tuple[int, int]:
            points = entry[1]
            gain = weights[one] * points[0] + weights[other] * points[1] if weights else 0
            rooms = []
            for player, own in ((one, points[0]), (other, points[1])):
                room = self._room(stage, player)
                rooms.append(room - own if self.at_best else room + own)
            return -gain, -min(rooms)

        return [bit for bit, _ in sorted((entry for entry in self.narrowing.bits if mask & entry[0]), key=promise)]

    def _weights(self, stage: Narrowed, pending: Sequence[int]) -> list[int]:
        """Whose points help the hero's tie-breaks against those pending (at worst: harm them)."""
        hero = self.order.taken(stage, self.hero)[0]
        weights = [0] * len(hero)
        for player in pending:
            own = self.order.taken(stage, player)[0]
            for y, (mine, theirs) in enumerate(zip(hero, own, strict=True)):
                weights[y] += mine - theirs if self.at_best else theirs - mine
        for player in (*pending, self.hero):
            weights[player] = 0
        return weights
