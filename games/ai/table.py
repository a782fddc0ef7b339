"""The transposition table: what a search has found about positions it meets again.

Entries come in pairs: the first of a pair keeps the deeper result, the second always the latest one.
"""

from typing import Final

from games.rules.native import i64, vec

EXACT: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2
NO_STEP: Final = -1

_EMPTY: Final[i64] = -1


class Table:
    """Results by key: the best step, the score, its depth and its kind of bound."""

    def __init__(self, pairs: i64) -> None:
        self.pairs = pairs
        size: int = 2 * pairs
        self.keys: vec[i64] = vec[i64]([-1] * size)
        self.steps: vec[i64] = vec[i64]([0] * size)
        self.scores: vec[i64] = vec[i64]([0] * size)
        self.depths: vec[i64] = vec[i64]([0] * size)
        self.bounds: vec[i64] = vec[i64]([0] * size)

    def find(self, key: i64) -> i64:
        """The index of the entry of a position, -1 if there is none."""
        place = (key % self.pairs) * 2
        if self.keys[place] == key:
            return place
        return place + 1 if self.keys[place + 1] == key else i64(-1)

    def step(self, key: i64) -> i64:
        place = self.find(key)
        return i64(NO_STEP) if place < 0 else self.steps[place]

    def keep(self, key: i64, step: i64, score: i64, depth: i64, bound: i64) -> None:
        place = (key % self.pairs) * 2
        if self.keys[place] != key and self.keys[place] != _EMPTY and depth < self.depths[place]:
            place += 1
        if step == NO_STEP and self.keys[place] == key:
            step = self.steps[place]
        self.keys[place] = key
        self.steps[place] = step
        self.scores[place] = score
        self.depths[place] = depth
        self.bounds[place] = bound
