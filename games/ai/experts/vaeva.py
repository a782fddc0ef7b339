"""Evaluation for Vaeva: five pawns aboard, each boarding from a distance equal to the seat's pawns there.

- aboard: each pawn on the platform is worth more than the one before: 220, 500, 840, 1,260;
- approach: walks and jumps are diagonal, so a pawn stays on cells of one colour; for each pawn on the board the moves
  needed, with nothing in its way, to a cell from which it could board now, from a table by column of the platform and
  boarding distance. Nearer pawns weigh more, since only five are needed; and a little is added for the
  distance required after the next pawn;
- hold: a seat with pawns aboard moves the platform; being free to move it either way: 12 each.
"""

from typing import Final

from games.ai.expert import Expert, mixed
from games.rules.core import Game, State
from games.rules.native import append, i64, vec
from games.rules.vaeva.board import (
    ABOARD,
    LAST_PLATFORM_COLUMN,
    PAWNS,
    PLATFORM_HEIGHT,
    PLATFORM_WIDTH,
    SIZE,
    cell_of_slot,
    occupied_rows,
    pawns_in_the_way,
)
from games.rules.vaeva.game import PLACE_BITS, PLATFORM_DOWN, VaevaState

_ABOARD_WORTH: Final[vec[i64]] = vec[i64]([0, 220, 500, 840, 1260, 5000])
_NEAR_WORTH: Final[vec[i64]] = vec[i64]([80, 58, 44, 34, 27, 21, 16, 12, 9, 6, 4, 2, 1])
_FARTHEST: Final = 12
_FREE: Final = 12
_CELLS: Final = 32 * (SIZE + 2)
_DISTANCES: Final = 4


def _boarding_cells(platform: int, distance: int) -> list[int]:
    """The cells from which a pawn boards at a distance, if no pawn is between."""
    slots = [int(cell_of_slot(platform, slot)) for slot in range(PLATFORM_WIDTH * PLATFORM_HEIGHT)]
    cells = [slot + stride * distance for slot in slots for stride in (32, 1, -1, -32)]
    return [cell for cell in cells if _is_open(cell) and cell not in slots]


def _is_open(cell: int) -> bool:
    return 1 <= cell // 32 <= SIZE and 1 <= cell % 32 <= SIZE


def _moves_to(goals: list[int], platform: int) -> list[int]:
    """For each cell the number of diagonal walks to the nearest of the goals, around the platform."""
    covered = [int(cell_of_slot(platform, slot)) for slot in range(PLATFORM_WIDTH * PLATFORM_HEIGHT)]
    moves = [_FARTHEST] * _CELLS
    reached, made = set(goals), 0
    while reached and made < _FARTHEST:
        for cell in reached:
            moves[cell] = made
        made += 1
        around = {cell + stride for cell in reached for stride in (33, 31, -31, -33)}
        reached = {cell for cell in around if _is_open(cell) and moves[cell] == _FARTHEST and cell not in covered}
    return moves


def _approaches() -> vec[i64]:
    """Moves to a boarding cell, by the platform's column, the boarding distance, and the cell."""
    table: list[int] = []
    for platform in range(1, LAST_PLATFORM_COLUMN + 1):
        for distance in range(1, _DISTANCES + 1):
            table += _moves_to(_boarding_cells(platform, distance), platform)
    return vec[i64](table)


class VaevaExpert(Expert):
    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.approaches: vec[i64] = _approaches()

    def key(self, state: State) -> i64:
        assert isinstance(state, VaevaState)
        key = mixed((state.seat * 32 + state.barred) * 4 + state.passes + 1, state.platform)
        packed: i64 = 0
        filled = 0
        for pawn in state.pawns:
            packed = packed * PLACE_BITS + pawn
            filled += 1
            if filled == 3:
                key = mixed(key, packed)
                packed = 0
                filled = 0
        return key

    def worth(self, state: State, seat: i64) -> i64:
        assert isinstance(state, VaevaState)
        aboard = state.aboard(seat)
        score = _ABOARD_WORTH[aboard] + self.approach(state, seat, aboard)
        if aboard > 0:
            rows = occupied_rows(state.pawns, state.platform)
            score += self.freedom(state, rows, state.platform + aboard)
            score += self.freedom(state, rows, state.platform - aboard)
        return score

    def approach(self, state: VaevaState, seat: i64, aboard: i64) -> i64:
        distance = min(max(aboard, i64(1)), i64(_DISTANCES))
        later = min(aboard + 1, i64(_DISTANCES))
        now_table = ((state.platform - 1) * _DISTANCES + distance - 1) * _CELLS
        later_table = ((state.platform - 1) * _DISTANCES + later - 1) * _CELLS
        total: i64 = 0
        first = seat * PAWNS
        for index in range(first, first + PAWNS - aboard):
            pawn = state.pawns[index]
            total += _NEAR_WORTH[self.approaches[now_table + pawn]]
            total += _NEAR_WORTH[self.approaches[later_table + pawn]] // 2
        return total

    def freedom(self, state: VaevaState, rows: vec[i64], target: i64) -> i64:
        if target < 1 or target > LAST_PLATFORM_COLUMN or len(pawns_in_the_way(rows, state.platform, target)) > 0:
            return 0
        return _FREE

    def noisy(self, state: State) -> vec[i64]:
        """Boarding steps."""
        found = vec[i64]()
        for code in state.codes():
            if code > PLATFORM_DOWN and code % PLACE_BITS >= ABOARD:
                found = append(found, code)
        return found

    def promise(self, state: State, code: i64) -> i64:
        """Higher for boarding, then for coming nearer, or moving the platform."""
        assert isinstance(state, VaevaState)
        if code <= PLATFORM_DOWN:
            return 60
        end = code % PLACE_BITS
        if end >= ABOARD:
            return 400
        distance = min(max(state.aboard(state.seat), i64(1)), i64(_DISTANCES))
        table = ((state.platform - 1) * _DISTANCES + distance - 1) * _CELLS
        nearer = self.approaches[table + code // PLACE_BITS] - self.approaches[table + end]
        return max(i64(0), 30 + 10 * nearer)
