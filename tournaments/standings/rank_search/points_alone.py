"""What points alone say of a rank: how many stand above the hero at the least, and at the most.

Behind both is one puzzle. Every game gives its two players a cost, by one of a few outcomes; each player can bear so
much. How many players must be let go at the least, so that the others keep within bounds?
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

from tournaments.standings.rank_search.unfinished import Unfinished

Game = tuple[int, int]
Costs = tuple[int, int]

SEARCH_LIMIT = 20_000


class PointsAlone:
    def __init__(self, board: Unfinished, hero: int) -> None:
        self.pairs = [outcome.points for outcome in board.outcomes]
        self.win, self.loss = max(one for one, _ in self.pairs), min(one for one, _ in self.pairs)
        games: list[Game] = [(game.one, game.other) for game in board.games]
        self.rest = [game for game in games if hero not in game]
        count = Counter(player for game in games for player in game)
        most, fewest = (board.points[hero] + value * count[hero] for value in (self.win, self.loss))
        others = [player for player in range(len(board.players)) if player != hero]
        self.room = {one: most - board.points[one] - self.loss * count[one] for one in others}
        self.reach = {one: board.points[one] + self.win * count[one] - fewest for one in others}

    def fewest_above(self, *, ties_count: bool) -> tuple[int, bool]:
        """All own games won, and as few as possible of the others above; with `ties_count` a tie puts them above."""
        gained = [(one - self.loss, other - self.loss) for one, other in self.pairs]
        return fewest_over(self.rest, gained, {one: room - ties_count for one, room in self.room.items()})

    def most_above(self, *, ties_count: bool) -> tuple[int, bool]:
        """All own games lost, and as many as possible of the others above."""
        missed = [(self.win - one, self.win - other) for one, other in self.pairs]
        reach = {one: reach - (not ties_count) for one, reach in self.reach.items()}
        below, is_exact = fewest_over(self.rest, missed, reach)
        return len(reach) - below, is_exact


class SearchTooLong(Exception):
    pass


def fewest_over(games: Sequence[Game], outcomes: Sequence[Costs], room: Mapping[int, int]) -> tuple[int, bool]:
    """How many of the players in `room` must go over their room at least, and whether that number is exact.

    Where the search would take too long the number is a lower bound.
    """
    over = {player for player, left in room.items() if left < 0}
    open_games, tight = _settle(games, outcomes, room, over)
    players = sorted(tight)
    budget = _Budget()
    for count in range(len(players) + 1):
        try:
            for chosen in combinations(players, count):
                left, _ = _settle(open_games, outcomes, tight, set(chosen))
                if _fits(left, outcomes, dict(tight), budget):
                    return len(over) + count, True
        except SearchTooLong:
            return len(over) + count, False
    return len(over) + len(players), True


class _Budget:
    def __init__(self) -> None:
        self.steps = 0

    def spend(self) -> None:
        self.steps += 1
        if self.steps > SEARCH_LIMIT:
            raise SearchTooLong


def _settle(
    games: Sequence[Game], outcomes: Sequence[Costs], room: Mapping[int, int], careless: set[int]
) -> tuple[list[Game], dict[int, int]]:
    """Without the games in which somebody bears the whole cost for nothing: one let go, or one with room for all."""
    heaviest = max(max(outcome) for outcome in outcomes)
    careless = set(careless)
    while True:
        games = [game for game in games if not careless & set(game)]
        count: dict[int, int] = {}
        for game in games:
            for player in game:
                count[player] = count.get(player, 0) + 1
        roomy = {player for player, number in count.items() if room[player] >= number * heaviest}
        if not roomy:
            return list(games), {player: room[player] for player in count}
        careless |= roomy


def _fits(games: list[Game], outcomes: Sequence[Costs], room: dict[int, int], budget: _Budget) -> bool:
    """Is there an outcome for each game that keeps everybody within bounds? The tightest player is tried first."""
    budget.spend()
    if not games:
        return True
    lightest = min(sum(outcome) for outcome in outcomes)
    involved = {player for game in games for player in game}
    if sum(room[player] for player in involved) < lightest * len(games):
        return False
    tightest = min(involved, key=lambda player: (room[player], player))
    index = next(place for place, game in enumerate(games) if tightest in game)
    one, other = games[index]
    rest = games[:index] + games[index + 1 :]
    for mine, theirs in outcomes:
        if mine <= room[one] and theirs <= room[other]:
            room[one] -= mine
            room[other] -= theirs
            found = _fits(rest, outcomes, room, budget)
            room[one] += mine
            room[other] += theirs
            if found:
                return True
    return False
