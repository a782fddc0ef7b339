"""Solver of the solitaire: the minimum number of turns, proved by iterative deepening.

It searches over the set of occupied cells, as all pieces are alike. The lower bound is each piece's distance to each
goal cell with only the blocking pieces in the way, combined by the cheapest assignment of pieces to cells. As no piece
is faster with others in the way, a solution that meets this bound is optimal; if none does, the whole tree below the
next length was searched first. A turn takes a piece from a cell that points up to one that points down or back, so
lengths differ by two.
"""

from typing import Final

from games.puzzles.engine.solitaire_rules import GOAL, PIECES
from games.rules.native import append, i64, vec
from games.rules.vega.board import BIT, BIT_PLACE, CELLS, FIRST, mask_of, triple_paths, triples
from games.rules.vega.text import step_text

FAR: Final[i64] = 1000
SUBSETS: Final = 2**PIECES
LONGEST: Final = 120


class Solver:
    """One board: its blocking pieces, and the distance of every cell to each goal cell."""

    def __init__(self, blockers: i64, goal: i64 = GOAL, node_limit: i64 = 0) -> None:
        self.blockers = blockers
        self.goal = goal
        self.node_limit = node_limit
        self.nodes: i64 = 0
        self.far = distances(blockers, goal)
        self.known: dict[int, int] = {}
        self.failed: dict[int, int] = {}
        self.path: list[int] = []

    def solve(self, start: i64) -> tuple[str, ...] | None:
        """A shortest solution from these cells; None if there is none or the node limit was reached."""
        turns = self.at_least(start)
        while turns < FAR and turns <= LONGEST:
            self.failed = {}
            self.path = []
            if self.reach(start, turns):
                return tuple([step_text(code) for code in self.path])
            if self.is_spent():
                return None
            turns += 2
        return None

    def is_spent(self) -> bool:
        return self.node_limit != 0 and self.nodes >= self.node_limit

    def reach(self, pieces: i64, left: i64) -> bool:
        """Whether the goal can be reached within so many turns; if so `path` has the steps."""
        if pieces == self.goal:
            return True
        if self.failed.get(pieces, -1) >= left or self.is_spent():
            return False
        self.nodes += 1
        for key in self.promising(pieces, left - 1):
            code = key % (FIRST * FIRST)
            self.path.append(code)
            if self.reach(pieces ^ BIT[code // FIRST] | BIT[code % FIRST], left - 1):
                return True
            self.path.pop()
        self.failed[pieces] = left
        return False

    def promising(self, pieces: i64, left: i64) -> list[int]:
        """The steps after which the bound still allows a solution, best first; the bound is coded above the step."""
        found: list[int] = []
        for code in triples(pieces, pieces | self.blockers):
            bound = self.at_least(pieces ^ BIT[code // FIRST] | BIT[code % FIRST])
            if bound <= left:
                found.append(bound * FIRST * FIRST + code)
        found.sort()
        return found

    def at_least(self, pieces: i64) -> i64:
        """The lower bound of turns needed from here."""
        known = self.known.get(pieces, -1)
        if known >= 0:
            return known
        bound = self.cheapest(pieces)
        self.known[pieces] = bound
        return bound

    def cheapest(self, pieces: i64) -> i64:
        """The cheapest assignment of pieces to goal cells: dynamic programming over sets of cells taken."""
        goals: i64 = len(self.far) // CELLS
        costs = vec[i64]([0] + [int(FAR)] * (SUBSETS - 1))
        rest = pieces
        while rest != 0:
            bit = rest & -rest
            rest ^= bit
            costs = self.with_piece(costs, BIT_PLACE[bit % 67], goals)
        best = FAR
        for cost in costs:
            best = min(best, cost)
        return best

    def with_piece(self, costs: vec[i64], cell: i64, goals: i64) -> vec[i64]:
        more = vec[i64]([int(FAR)] * SUBSETS)
        for taken in range(i64(SUBSETS)):
            if costs[taken] >= FAR:
                continue
            for goal in range(goals):
                if taken & BIT[goal] == 0:
                    cost = costs[taken] + self.far[goal * CELLS + cell]
                    place = taken | BIT[goal]
                    more[place] = min(more[place], cost)
        return more


def distances(blockers: i64, goal: i64) -> vec[i64]:
    """For each goal cell, the distance in turns of every cell to it, ignoring all pieces but the blocking ones."""
    found = vec[i64]()
    ends = [_ends(cell, int(blockers)) for cell in range(CELLS)]
    for cell in range(CELLS):
        if goal & BIT[cell]:
            for turns in _spread(cell, ends):
                found = append(found, turns)
    return found


def _spread(goal: int, ends: list[list[int]]) -> list[int]:
    """Distances from a goal cell, which are also distances to it, as steps are reversible."""
    turns = [int(FAR)] * CELLS
    turns[goal] = 0
    reached = [goal]
    for cell in reached:
        for end in ends[cell]:
            if turns[end] == FAR:
                turns[end] = turns[cell] + 1
                reached.append(end)
    return turns


def _ends(cell: int, blockers: int) -> list[int]:
    return [path[2] for path in triple_paths(cell) if not mask_of(path) & blockers]
