"""What the games to come may still bring, narrowed down: the results left to each, and bounds to everybody's points."""

from collections.abc import Sequence

from tournaments.standings.rank_search.unfinished import Unfinished

ENDLESS = 10**12


class Masks:
    """Least and most of what a game gives to both, for every set of results it may have (a set is a bit mask)."""

    def __init__(self, board: Unfinished) -> None:
        bits = range(len(board.outcomes))
        sets = [[bit for bit in bits if mask >> bit & 1] for mask in range(1 << len(bits))]
        chosen = [[board.outcomes[bit] for bit in one] for one in sets]
        self.all = len(sets) - 1
        self.points = [_extremes([outcome.points for outcome in one]) for one in chosen]
        self.full_wins = [_extremes([outcome.full_wins for outcome in one]) for one in chosen]
        self.wins = [_extremes([outcome.wins for outcome in one]) for one in chosen]
        self.pairs = [[outcome.points for outcome in one] for one in chosen]
        self.spare = [_spare(pairs) for pairs in self.pairs]
        self.options = [[(bit, *board.outcomes[bit].points) for bit in one] for one in sets]


Extremes = tuple[int, int, int, int]


def _extremes(pairs: Sequence[tuple[int, int]]) -> Extremes:
    """Least and most for the one, least and most for the other."""
    ones, others = zip(*pairs or [(0, 0)], strict=True)
    return min(ones), max(ones), min(others), max(others)


def _spare(pairs: Sequence[tuple[int, int]]) -> int:
    """What a game gives to both together beyond the least of each."""
    least, _, other_least, _ = _extremes(pairs)
    return min(map(sum, pairs), default=0) - least - other_least


class Narrowed:
    """A stage of the search. `low` and `high` follow from the results left; `floor` and `ceiling` are demands."""

    __slots__ = ("ceiling", "floor", "high", "low", "masks")

    def __init__(self, masks: list[int], low: list[int], high: list[int], floor: list[int], ceiling: list[int]) -> None:
        self.masks, self.low, self.high, self.floor, self.ceiling = masks, low, high, floor, ceiling

    def copy(self) -> "Narrowed":
        return Narrowed(self.masks[:], self.low[:], self.high[:], self.floor[:], self.ceiling[:])

    def is_open(self, game: int) -> bool:
        mask = self.masks[game]
        return bool(mask & (mask - 1))

    def bounds(self, player: int) -> tuple[int, int]:
        """The least and the most points, by the results left and by what is demanded."""
        return max(self.low[player], self.floor[player]), min(self.high[player], self.ceiling[player])


class Narrowing:
    """Strikes the results that some demand on somebody's points rules out, until nothing more follows."""

    def __init__(self, board: Unfinished) -> None:
        self.board = board
        self.tables = Masks(board)
        self.own: list[list[tuple[int, int]]] = [[] for _ in board.players]  # game and side
        for index, game in enumerate(board.games):
            self.own[game.one].append((index, 0))
            self.own[game.other].append((index, 1))
        self.bits = [(1 << bit, outcome.points) for bit, outcome in enumerate(board.outcomes)]

    def start(self, masks: list[int]) -> Narrowed:
        low, high = self.board.points[:], self.board.points[:]
        for game, mask in zip(self.board.games, masks, strict=True):
            least, most, other_least, other_most = self.tables.points[mask]
            low[game.one] += least
            high[game.one] += most
            low[game.other] += other_least
            high[game.other] += other_most
        size = len(self.board.players)
        return Narrowed(masks[:], low, high, [-ENDLESS] * size, [ENDLESS] * size)

    def restrict(self, stage: Narrowed, game: int, mask: int) -> bool:
        """Leave a game only these results. False if that can't be."""
        touched = list(self.choose(stage, game, mask))
        return self.settle(stage, touched)

    def demand(self, stage: Narrowed, player: int, floor: int, ceiling: int) -> bool:
        stage.floor[player] = max(stage.floor[player], floor)
        stage.ceiling[player] = min(stage.ceiling[player], ceiling)
        return self.settle(stage, [player])

    def settle(self, stage: Narrowed, waiting: list[int]) -> bool:
        while waiting:
            player = waiting.pop()
            floor, ceiling = stage.floor[player], stage.ceiling[player]
            if stage.low[player] > ceiling or stage.high[player] < floor or floor > ceiling:
                return False
            if stage.high[player] <= ceiling and stage.low[player] >= floor:
                continue
            for game, side in self.own[player]:
                mask = stage.masks[game]
                if mask & (mask - 1):
                    left = self._left(stage, player, mask, side)
                    if not left:
                        return False
                    if left != mask:
                        waiting += self.choose(stage, game, left)
        return True

    def _left(self, stage: Narrowed, player: int, mask: int, side: int) -> int:
        least, most = self.tables.points[mask][2 * side : 2 * side + 2]
        lowest = stage.floor[player] - stage.high[player] + most
        highest = stage.ceiling[player] - stage.low[player] + least
        left = 0
        for bit, points in self.bits:
            if mask & bit and lowest <= points[side] <= highest:
                left |= bit
        return left

    def choose(self, stage: Narrowed, game: int, mask: int) -> tuple[int, int]:
        """Give a game these results, whatever follows; says whom that touches."""
        before, after = self.tables.points[stage.masks[game]], self.tables.points[mask]
        stage.masks[game] = mask
        _, one, other = self.board.games[game]
        stage.low[one] += after[0] - before[0]
        stage.high[one] += after[1] - before[1]
        stage.low[other] += after[2] - before[2]
        stage.high[other] += after[3] - before[3]
        return one, other
