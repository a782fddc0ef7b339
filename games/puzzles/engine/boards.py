"""Generate solitaire boards from a seed: blocking pieces, and only boards whose par is proved."""

from dataclasses import dataclass
from random import Random
from typing import Final

from games.puzzles.engine.solitaire_rules import START, solitaire_game
from games.puzzles.engine.solver import Solver
from games.rules.vega.board import CELLS, INDEX, NAMES, ROWS, WIDTHS, mask_of

# Number of blocking pieces, Monday to Sunday: the week grows harder.
BLOCKERS: Final = (4, 6, 7, 8, 9, 10, 12)
# Positions to search before a board is discarded: a third of a second compiled, three seconds interpreted.
NODES: Final = 400
MOST_BOARDS: Final = 500
SYMMETRIES: Final = ("mirror", "half turn", "none")
BETWEEN: Final = tuple([cell for cell in range(CELLS) if NAMES[cell][0] in "bcde"])


@dataclass(frozen=True)
class SolitairePuzzle:
    """A solitaire board, as its position's text, with a shortest solution."""

    position: str
    steps: tuple[str, ...]

    @property
    def par(self) -> int:
        return len(self.steps)


def open_board() -> SolitairePuzzle:
    """The board without blocking pieces."""
    found = solved(0, node_limit=0)
    assert found is not None, "the empty board has a solution"
    return found


def make_board(seed: str, *, blockers: int) -> SolitairePuzzle:
    """The first of a seed's boards whose par is proved within the limit."""
    for number in range(MOST_BOARDS):
        found = solved(draw_blockers(f"{seed} {number}", blockers), node_limit=NODES)
        if found is not None:
            return found
    raise ValueError(f"no board with {blockers} blocking pieces is solved within {NODES} positions")


def solved(blockers: int, *, node_limit: int) -> SolitairePuzzle | None:
    steps = Solver(blockers, node_limit=node_limit).solve(START)
    return None if steps is None else SolitairePuzzle(str(solitaire_game().begin(blockers)), steps)


def draw_blockers(seed: str, wanted: int) -> int:
    """A mask of so many cells between the edge rows, often in a pattern; one more where symmetry requires it."""
    chance = Random(f"crossing {seed}")  # noqa: S311 - play, no secret
    symmetry = chance.choice(SYMMETRIES)
    cells: set[int] = set()
    while len(cells) < wanted:
        cell = chance.choice(BETWEEN)
        cells.update((cell, image(cell, symmetry)))
    return mask_of(tuple(sorted(cells)))


def image(cell: int, symmetry: str) -> int:
    """The image of a cell when the board is mirrored left to right, or rotated by half a turn."""
    if symmetry == "half turn":
        return CELLS - 1 - cell
    if symmetry == "mirror":
        row, number = NAMES[cell][0], int(NAMES[cell][1:])
        return INDEX[f"{row}{WIDTHS[ROWS.index(row)] + 1 - number}"]
    return cell
