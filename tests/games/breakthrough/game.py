"""Breakthrough on five by five: pawns go forward, capture diagonally, and win by reaching the last row.

A position reads `bbbbb/bbbbb/...../wwwww/wwwww w`: the rows from the far one on, then who is to move.
"""

import re

from games.rules.core import Game, IllegalStep, Result, State
from games.rules.native import i64, vec
from games.rules.scene import Board, Cell, Choice, Label, Piece, Scene
from games.rules.sentences import say

SIZE = 5
CELLS = SIZE * SIZE
NAMES = [f"{'abcde'[cell % SIZE]}{SIZE - cell // SIZE}" for cell in range(CELLS)]
SHAPE = re.compile(r"([wb.]{5}/){4}[wb.]{5} [wb]")
# The last row of each seat, and the direction towards it.
LAST_ROWS = (range(SIZE), range(CELLS - SIZE, CELLS))
FORWARD = (-SIZE, SIZE)


class BreakthroughState(State):
    def __init__(self, cells: str, seat: int) -> None:
        self.cells = cells
        self.seat = seat

    @property
    def winner(self) -> int | None:
        """The seat that has reached the last row, or whose opponent has no pawn left."""
        for seat, pawn in enumerate("wb"):
            arrived = any(self.cells[cell] == pawn for cell in LAST_ROWS[seat])
            if arrived or "bw"[seat] not in self.cells:
                return seat
        return None

    def codes(self) -> vec[i64]:
        starts = () if self.is_over() else range(CELLS)
        return vec[i64]([start * CELLS + end for start in starts for end in self._ends(start)])

    def _ends(self, start: int) -> list[int]:
        own = "wb"[self.seat]
        if self.cells[start] != own:
            return []
        ahead = start + FORWARD[self.seat]
        ends = [ahead] if self.cells[ahead] == "." else []
        sides = [ahead + side for side in (-1, 1) if 0 <= ahead % SIZE + side < SIZE]
        return ends + [end for end in sides if self.cells[end] != own]

    def after(self, code: i64) -> "BreakthroughState":
        start, end = divmod(code, CELLS)
        cells = list(self.cells)
        cells[start], cells[end] = ".", cells[start]
        return BreakthroughState("".join(cells), 1 - self.seat)

    def is_over(self) -> bool:
        return self.winner is not None

    def turn_begins(self) -> bool:
        return True

    def text(self, code: i64) -> str:
        start, end = divmod(code, CELLS)
        return f"{NAMES[start]}-{NAMES[end]}"

    def read(self, step: str) -> int:
        steps = self.steps()
        if step not in steps:
            raise IllegalStep(say("{step!r} is not a legal step.", code="illegal", step=step[:20]))
        return self.codes()[steps.index(step)]

    def choices(self) -> list[Choice]:
        return [self._choice(code) for code in self.codes()]

    def _choice(self, code: int) -> Choice:
        ends = divmod(code, CELLS)
        takes = (NAMES[ends[1]],) if self.cells[ends[1]] != "." else ()
        return Choice("move", self.text(code), (NAMES[ends[0]], NAMES[ends[1]]), takes=takes)

    @property
    def result(self) -> Result | None:
        return Result(self.placed, "goal") if self.is_over() else None

    @property
    def tally(self) -> tuple[int, ...]:
        return self.cells.count("w"), self.cells.count("b")

    @property
    def placed(self) -> tuple[int, ...]:
        return {None: (0, 0), 0: (1, 2), 1: (2, 1)}[self.winner]

    def scene(self) -> Scene:
        pawns = [(cell, "wb".index(pawn)) for cell, pawn in enumerate(self.cells) if pawn != "."]
        return Scene(tuple(Piece(seat, "pawn", NAMES[cell], *centre(cell)) for cell, seat in pawns))

    def path(self, step: str) -> tuple[str, ...]:
        return tuple(step.split("-"))

    def __str__(self) -> str:
        rows = [self.cells[start : start + SIZE] for start in range(0, CELLS, SIZE)]
        return f"{'/'.join(rows)} {'wb'[self.seat]}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BreakthroughState) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))


def centre(cell: int) -> tuple[float, float]:
    return cell % SIZE + 0.5, cell // SIZE + 0.5


class Breakthrough(Game):
    def __init__(self, options: dict[str, str]) -> None:
        self.id = "breakthrough"
        self.family = "breakthrough"
        self.name = "Breakthrough"
        self.seats = 2
        self.colours = ("white", "black")
        self.options = options
        self.turn_limit = 40
        self.has_setup = False

    def start(self) -> BreakthroughState:
        rows = 2 if self.options["pawn_rows"] == "two" else 1
        empty = "." * (CELLS - 2 * rows * SIZE)
        return BreakthroughState("b" * rows * SIZE + empty + "w" * rows * SIZE, 0)

    def parse(self, text: str) -> BreakthroughState:
        if not SHAPE.fullmatch(text):
            raise ValueError(say("A position is five rows and who is to move.", code="wrong_shape"))
        board, seat = text.split(" ")
        state = BreakthroughState(board.replace("/", ""), "wb".index(seat))
        both_arrived = all(pawn in (state.cells[cell] for cell in LAST_ROWS[s]) for s, pawn in enumerate("wb"))
        if both_arrived or state.tally == (0, 0) or state.winner == state.seat:
            raise ValueError(say("Nobody can have won this way.", code="won_before"))
        return state

    def board(self) -> Board:
        homes = (tuple(NAMES[cell] for cell in LAST_ROWS[1]), tuple(NAMES[cell] for cell in LAST_ROWS[0]))
        labels = [Label("abcde"[column], column + 0.5, SIZE + 0.35) for column in range(SIZE)]
        labels += [Label(str(SIZE - row), -0.35, row + 0.5) for row in range(SIZE)]
        cells = tuple(square(cell) for cell in range(CELLS))
        return Board(0.0, 0.0, SIZE, SIZE, cells, tuple(labels), (0.0, 180.0), homes)


def square(cell: int) -> Cell:
    x, y = centre(cell)
    corners = ((x - 0.5, y - 0.5), (x + 0.5, y - 0.5), (x + 0.5, y + 0.5), (x - 0.5, y + 0.5))
    return Cell(NAMES[cell], x, y, corners)
