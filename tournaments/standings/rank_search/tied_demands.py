"""What must hold for somebody tied to stand above the hero, or not to, as a demand on the games to come.

The first tie-break that may part them must not part them the wrong way. That is less than the truth, never more.
"""

from tournaments.standings.rank_search.joint_demands import Demand
from tournaments.standings.rank_search.narrowing import Narrowed
from tournaments.standings.rank_search.tied_order import NOTHING, TiedOrder
from tournaments.standings.tie_breaks import TieBreak

OpenGames = list[list[tuple[int, int]]]  # by opponent: games and sides


class TiedDemands:
    def __init__(self, order: TiedOrder, *, above: bool) -> None:
        self.order, self.above = order, above
        self.narrowing, self.board, self.hero = order.narrowing, order.board, order.hero
        self.sign = -1 if above else 1

    def demand(self, stage: Narrowed, player: int) -> Demand | None:
        """For a player who is sure to be tied; none where the tie-break isn't a sum over games."""
        if any(stage.is_open(game) for game, _ in self.narrowing.own[self.hero]):
            return None
        rules = self.order.tie_breaks
        for place, rule in enumerate(rules):
            if self.order.difference(stage, player, place) == NOTHING:
                continue
            found = None
            if rule == TieBreak.SONNEBORN_BERGER:
                found = self._sonneborn_berger(stage, player)
            elif rule == TieBreak.DIRECT_ENCOUNTER:
                found = self._direct_encounter(stage, player, place)
            must_part = self.above and place + 1 == len(rules)
            return found and found._replace(constant=found.constant + must_part)
        return None

    def _sonneborn_berger(self, stage: Narrowed, player: int) -> Demand:
        least, most = self.order.taken(stage, player)
        hero, _ = self.order.taken(stage, self.hero)
        games = self._open_games(stage, player)
        constant = 0
        weights: dict[int, int] = {}
        extras: dict[int, list[int]] = {}
        for y in self.order.everybody:
            low, high = self.order.bounds_of_points(stage, y, player)
            if least[y] == most[y] and low != high:
                weights[y] = self.sign * (least[y] - hero[y])
            elif least[y] != most[y] and len(games[y]) == 1:
                game, side = games[y][0]
                gains = self._gains(stage, game, side)
                differences = [self.sign * (least[y] + gain - hero[y]) for gain in gains]
                extras[game] = self._products(stage, game, 1 - side, (low, high), differences)
            else:
                weight = min(self.sign * (least[y] - hero[y]), self.sign * (most[y] - hero[y]))
                constant += weight * (high if weight < 0 else low)
        return Demand((player, TieBreak.SONNEBORN_BERGER), constant, weights, extras)

    def _products(
        self, stage: Narrowed, game: int, side: int, bounds: tuple[int, int], weights: list[int]
    ) -> list[int]:
        """By result of a game: the least that the final points of who has that side may be, times a weight."""
        player = self.board.games[game][1 + side]
        least, most = self.narrowing.tables.points[stage.masks[game]][2 * side : 2 * side + 2]
        found = []
        for (_, points), weight in zip(self.narrowing.bits, weights, strict=True):
            low = max(bounds[0], stage.low[player] - least + points[side])
            high = min(bounds[1], stage.high[player] - most + points[side])
            found.append(weight * (high if weight < 0 else low))
        return found

    def _direct_encounter(self, stage: Narrowed, player: int, place: int) -> Demand | None:
        """Once it is known who is tied: the games among them."""
        group = self.order.group(stage, player, place)
        if group is None:
            return None
        own, _ = self.order.means(stage, player)
        hero, _ = self.order.means(stage, self.hero)
        difference = own[self.hero] - hero[player] + sum(own[y] - hero[y] for y in group)
        games = self._open_games(stage, player)
        extras = {}
        for y in group:
            for game, side in games[y]:
                share = self.order.share // self.board.met[player][y]
                extras[game] = [self.sign * share * gain for gain in self._gains(stage, game, side)]
        return Demand((player, TieBreak.DIRECT_ENCOUNTER), self.sign * difference, {}, extras)

    def _gains(self, stage: Narrowed, game: int, side: int) -> list[int]:
        """By result: the points beyond the least that the game may still bring."""
        least = self.narrowing.tables.points[stage.masks[game]][2 * side]
        return [points[side] - least for _, points in self.narrowing.bits]

    def _open_games(self, stage: Narrowed, player: int) -> OpenGames:
        found: OpenGames = [[] for _ in self.order.everybody]
        for game, side in self.narrowing.own[player]:
            if stage.is_open(game):
                found[self.board.games[game][2 - side]].append((game, side))
        return found
