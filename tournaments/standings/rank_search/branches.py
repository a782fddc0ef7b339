"""What to suppose next in the search for an end: whether somebody is tied with the hero, then the result of a game."""

from collections.abc import Iterable, Sequence

from tournaments.standings.rank_search.narrowing import ENDLESS, Narrowed
from tournaments.standings.rank_search.tied_order import TiedOrder

NO_GAME = -1


class Branches:
    def __init__(self, order: TiedOrder, *, at_best: bool) -> None:
        self.order, self.at_best = order, at_best
        self.narrowing, self.board = order.narrowing, order.board
        self.hero, self.level = order.hero, order.level
        self.others = [player for player in order.everybody if player != order.hero]
        self.last = NO_GAME
        self.is_reversed = False  # what is supposed of points last is supposed first: some ends are found only so

    def of(self, stage: Narrowed, pending: Sequence[int], unsettled: Sequence[int]) -> Iterable[Narrowed]:
        """Stages that together leave nothing out. `pending` wait for tie-breaks, `unsettled` for points."""
        for player in pending:
            if not self.is_level(stage, player):
                yield from self._by_points(stage, player, [self.off_level, (self.level, self.level)])
                return
        for player in self.others if pending and self.order.looks_at_groups else ():
            if self.may_be_level(stage, player) and not self.is_level(stage, player):
                below, above = (-ENDLESS, self.level - 1), (self.level + 1, ENDLESS)
                yield from self._by_points(stage, player, [(self.level, self.level), below, above])
                return
        yield from self._by_results(stage, pending, unsettled)

    @property
    def off_level(self) -> tuple[int, int]:
        """Points with which no tie-break is needed to be on the side that is wanted."""
        return (-ENDLESS, self.level - 1) if self.at_best else (self.level + 1, ENDLESS)

    def may_be_level(self, stage: Narrowed, player: int) -> bool:
        low, high = stage.bounds(player)
        return low <= self.level <= high

    def is_level(self, stage: Narrowed, player: int) -> bool:
        return stage.bounds(player) == (self.level, self.level)

    def _by_points(self, stage: Narrowed, player: int, ranges: Sequence[tuple[int, int]]) -> Iterable[Narrowed]:
        for floor, ceiling in reversed(ranges) if self.is_reversed else ranges:
            child = stage.copy()
            if self.narrowing.demand(child, player, floor, ceiling):
                yield child

    def _by_results(self, stage: Narrowed, pending: Sequence[int], unsettled: Sequence[int]) -> Iterable[Narrowed]:
        """The game that was in the way last time comes first: what failed elsewhere for its sake fails here sooner."""
        game = self.last
        if game == NO_GAME or not stage.is_open(game):
            game = self._game_to_try(stage, pending, unsettled)
        for bit in self._results_to_try(stage, game, pending):
            child = stage.copy()
            if self.narrowing.restrict(child, game, bit):
                yield child
        self.last = game

    def _game_to_try(self, stage: Narrowed, pending: Sequence[int], unsettled: Sequence[int]) -> int:
        """Games of those in question first, then of those who may come to be tied with them, then what weighs most."""
        level = [one for one in self.others if pending and self.may_be_level(stage, one)]
        still_open = [game for game in range(len(stage.masks)) if stage.is_open(game)]
        if self.order.looks_at_groups:
            group = {*level, self.hero}
            for game in still_open:
                if group.issuperset(self.board.games[game][1:]):
                    return game
        tight = sorted(unsettled, key=lambda one: self._room(stage, one))
        for player in (*pending, self.hero, *level, *tight):
            for game, _ in self.narrowing.own[player]:
                if stage.is_open(game):
                    return game
        weights = self._weights(stage, pending)
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
