"""Can every game lay its load on its two players without anybody carrying too much? A flow, so the answer is exact."""

from collections.abc import Sequence
from typing import NamedTuple


class Load(NamedTuple):
    """What a game must lay on its two players in all, and how much each may take of it."""

    one: int
    other: int
    total: int
    most_one: int
    most_other: int


def shared(loads: Sequence[Load], room: Sequence[int]) -> list[list[int]] | None:
    """What each of the two carries of each load, if there is a way."""
    sharing = _Sharing(loads, room)
    return sharing.parts if sharing.is_possible() else None


class _Sharing:
    def __init__(self, loads: Sequence[Load], room: Sequence[int]) -> None:
        self.loads = loads
        self.left = list(room)
        self.parts: list[list[int]] = []  # what each of the two carries of each load
        self.own: list[list[tuple[int, int]]] = [[] for _ in room]
        for index, load in enumerate(loads):
            # First to who has more room, as far as that goes; what is too much is passed on later.
            first = min(load.most_one, load.total) if self.left[load.one] >= self.left[load.other] else 0
            first = max(first, load.total - load.most_other)
            self.parts.append([first, load.total - first])
            self.left[load.one] -= first
            self.left[load.other] -= load.total - first
            self.own[load.one].append((index, 0))
            self.own[load.other].append((index, 1))

    def is_possible(self) -> bool:
        return all(self._relieved(player) for player in range(len(self.left)))

    def _relieved(self, player: int) -> bool:
        while self.left[player] < 0:
            way = self._way_out(player)
            if not way:
                return False
            self._pass_on(player, way)
        return True

    def _way_out(self, start: int) -> list[tuple[int, int]]:
        """Loads, each with the side that passes it on, from an overloaded player to one with room."""
        came: dict[int, tuple[int, int, int]] = {}
        waiting = [start]
        for player in waiting:
            for index, side in self.own[player]:
                load = self.loads[index]
                to = load[1 - side]
                if to == start or to in came or not self._movable(index, side):
                    continue
                came[to] = (player, index, side)
                if self.left[to] > 0:
                    return self._traced(came, to, start)
                waiting.append(to)
        return []

    def _movable(self, index: int, side: int) -> int:
        load = self.loads[index]
        most = load.most_one if side else load.most_other
        return min(self.parts[index][side], most - self.parts[index][1 - side])

    @staticmethod
    def _traced(came: dict[int, tuple[int, int, int]], player: int, start: int) -> list[tuple[int, int]]:
        way = []
        while player != start:
            player, index, side = came[player]
            way.append((index, side))
        return way[::-1]

    def _pass_on(self, start: int, way: Sequence[tuple[int, int]]) -> None:
        last, side = way[-1]
        end = self.loads[last][1 - side]
        amount = min(-self.left[start], self.left[end], *(self._movable(index, side) for index, side in way))
        for index, side in way:
            self.parts[index][side] -= amount
            self.parts[index][1 - side] += amount
        self.left[start] += amount
        self.left[end] -= amount
