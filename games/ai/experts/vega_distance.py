"""Distances on Vega's board: the turns that a piece needs from cell to cell on an empty board.

Three tumbles always end on a cell three away, so that a piece next to its goal may need three turns.
"""

from typing import Final

from games.rules.native import i64, vec
from games.rules.vega.board import BIT_PLACE, CELLS, triple_paths

FAR: Final = 9


def _turns_from(start: int, ends: list[set[int]]) -> list[int]:
    turns = [FAR] * CELLS
    turns[start] = 0
    reached, made = {start}, 0
    while reached:
        made += 1
        reached = {end for cell in reached for end in ends[cell] if turns[end] == FAR}
        for cell in reached:
            turns[cell] = made
    return turns


def _all_turns() -> list[int]:
    ends = [{path[2] for path in triple_paths(cell)} for cell in range(CELLS)]
    return [turns for start in range(CELLS) for turns in _turns_from(start, ends)]


# The turns from a cell to all others start at cell * CELLS.
TURNS: Final[vec[i64]] = vec[i64](_all_turns())


def turns_to(goals: tuple[int, ...]) -> list[int]:
    """For each cell the turns to the nearest of the goals."""
    return [min([int(TURNS[goal * CELLS + cell]) for goal in goals]) for cell in range(CELLS)]


def nearest(cells: i64, goal: i64) -> i64:
    """The fewest turns from any of these cells to a goal; FAR if there are none."""
    best: i64 = FAR
    row = goal * CELLS
    while cells != 0:
        bit = cells & -cells
        cells ^= bit
        best = min(best, TURNS[row + BIT_PLACE[bit % 67]])
    return best
