"""A reference implementation of Vega, sentence by sentence from sections 2 to 5 of the rules, written for clarity.

It shares no code with the engine: a cell is the set of its three corners, a board a dict from names of cells to seats,
and every question is answered by looking at every cell.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache

Corner = tuple[int, int]
End = tuple[tuple[int, ...], str, tuple[int, ...]]

WIDTHS = {"a": 7, "b": 9, "c": 11, "d": 11, "e": 9, "f": 7}
SIDES = {2: ("S", "N"), 3: ("S", "NW", "NE"), 4: ("S", "SW", "N", "NE")}
OPPOSITE = {"S": "N", "N": "S", "SW": "NE", "NE": "SW", "SE": "NW", "NW": "SE"}
FIVE = {"S": "a3 a4 a5 a6 a7", "SW": "d1 c1 c2 b1 b2", "N": "f1 f2 f3 f4 f5", "NE": "e8 e9 d10 d11 c11"}
THREE_MORE = {"S": "b4 b5 b6", "N": "e4 e5 e6", "NW": "d3 d4 e3", "NE": "e7 d8 d9"}
SIX = {"S": "a4 a5 a6 a7 b6 b7", "SW": "d1 c1 c2 b1 c3 d3", "N": "f1 f2 f3 f4 e3 e4", "NE": "c11 d11 d10 e9 d9 c9"}


def corners(name: str) -> frozenset[Corner]:
    """The corners of a cell: x in halves of a side from the left, y in rows from the bottom."""
    row, number = "abcdef".index(name[0]), int(name[1:])
    left = (2, 1, 0, 0, 1, 2)[row] + number - 1
    points_down = (number % 2 == 1) == (row < 3)
    base, tip = (row + 1, row) if points_down else (row, row + 1)
    return frozenset({(left, base), (left + 2, base), (left + 1, tip)})


CELLS = {name: corners(name) for row, width in WIDTHS.items() for name in [f"{row}{n}" for n in range(1, width + 1)]}
NAMES = {at: name for name, at in CELLS.items()}
NEIGHBOURS = {name: [other for other in CELLS if len(CELLS[name] & CELLS[other]) == 2] for name in CELLS}


@cache
def strip(side: str, name: str) -> int:
    """1 for the edge row of a side, to 6 for that of the opposite one."""
    if side in ("N", "NE", "SE"):
        return 7 - strip(OPPOSITE[side], name)
    if side == "S":
        return 1 + min(y for _, y in CELLS[name])
    across = [x + y if side == "SW" else x - y + 6 for x, y in CELLS[name]]
    return 1 + (min(across) - 3) // 2


@cache
def edge_row(side: str) -> frozenset[str]:
    return frozenset(name for name in CELLS if strip(side, name) == 1)


def start_cells(kind: str, seats: int, side: str) -> set[str]:
    if seats == 4:
        return set((SIX if kind == "bataille" else FIVE)[side].split())
    return set(edge_row(side)) | (set(THREE_MORE[side].split()) if kind == "bataille" else set())


@dataclass(frozen=True)
class VegaReference:
    """A position. `ranks` has 0 for a seat in play, `tumbled` the opposing pieces that this turn has tumbled."""

    kind: str
    board: dict[str, int]
    ranks: tuple[int, ...]
    seat: int = 0
    tumbled: frozenset[str] = frozenset()
    turn_begins: bool = True
    result: End | None = None

    # -- questions ----------------------------------------------------------------------------------------------

    def side(self, seat: int) -> str:
        return SIDES[len(self.ranks)][seat]

    def playing(self) -> list[int]:
        return [seat for seat, rank in enumerate(self.ranks) if not rank]

    def own(self, seat: int) -> set[str]:
        return {cell for cell, owner in self.board.items() if owner == seat}

    @property
    def tally(self) -> tuple[int, ...]:
        return tuple(self.count(seat) for seat in range(len(self.ranks)))

    def count(self, seat: int) -> int:
        own, side = self.own(seat), self.side(seat)
        if self.kind == "lyra":
            return len(own & edge_row(OPPOSITE[side])) - len(own & edge_row(side))
        return len(own) if self.kind == "bataille" else max([len(run) for run in self.runs(seat)], default=0)

    def runs(self, seat: int) -> list[set[str]]:
        """Ligne: every unbroken run of own pieces in a strip, as far as it lies in the target half."""
        half = {cell for cell in self.own(seat) if strip(self.side(seat), cell) >= 4}
        found = []
        for direction in ("S", "SW", "NW"):
            for cell in half:
                run, grown = set[str](), {cell}
                while grown != run:
                    run = grown
                    near = {other for member in run for other in NEIGHBOURS[member] if other in half}
                    grown = run | {other for other in near if strip(direction, other) == strip(direction, cell)}
                found.append(run)
        return found

    def attacked(self, seat: int) -> set[str]:
        """Bataille: the cells point to point with an own piece that is supported from behind by another one."""
        own, found = self.own(seat), set()
        for cell in own:
            for x, y in CELLS[cell]:
                opposite_edge = CELLS[cell] - {(x, y)}
                is_backed = any(opposite_edge < CELLS[other] for other in own - {cell})
                turned = frozenset((2 * x - a, 2 * y - b) for a, b in CELLS[cell])
                if is_backed and turned in NAMES:
                    found.add(NAMES[turned])
        return found

    # -- steps --------------------------------------------------------------------------------------------------

    def steps(self) -> set[str]:
        if self.result is not None:
            return set()
        return self.triples() or self.tumbles() or {"pass"}

    def triples(self) -> set[str]:
        empty = set(CELLS) - set(self.board)
        return {
            f"{start}-{end}"
            for start in self.own(self.seat)
            for first in set(NEIGHBOURS[start]) & empty
            for second in set(NEIGHBOURS[first]) & empty
            for end in (set(NEIGHBOURS[second]) & empty) - {first}
        }

    def tumbles(self) -> set[str]:
        opposing = {cell for seat in self.playing() if seat != self.seat for cell in self.own(seat)}
        return {f"~{a}-{b}" for a in opposing - self.tumbled for b in NEIGHBOURS[a] if b not in self.board}

    # -- playing ------------------------------------------------------------------------------------------------

    def play(self, step: str) -> "VegaReference":
        if step == "pass":
            return self.passed_on()
        start, end = step.removeprefix("~").split("-")
        board = {cell: seat for cell, seat in self.board.items() if cell != start} | {end: self.board[start]}
        if step.startswith("~"):
            return replace(self, board=board, tumbled=self.tumbled | {end}, turn_begins=False).judged()
        moved = replace(self, board=board)
        return (moved.fought() if self.kind == "bataille" else moved.judged()).passed_on()

    def passed_on(self) -> "VegaReference":
        if self.result is not None:
            return self
        seats = len(self.ranks)
        order = [(self.seat + distance) % seats for distance in range(1, seats)]
        seat = next(seat for seat in order if not self.ranks[seat])
        return replace(self, seat=seat, tumbled=frozenset(), turn_begins=True)

    def judged(self) -> "VegaReference":
        """The position after checking whether any seat has reached its goal."""
        for seat in self.playing():
            if self.kind == "lyra" and self.own(seat) <= edge_row(OPPOSITE[self.side(seat)]):
                return self.won_lyra(seat)
            if self.kind == "ligne":
                runs = [run for run in self.runs(seat) if len(run) >= (5 if len(self.ranks) == 2 else 4)]
                if runs:
                    stay = self.own(seat) if len(self.ranks) == 2 else set[str]().union(*runs)
                    return self.placed(seat, best=True).cleared(seat, but=stay).closed()
        return self

    def won_lyra(self, winner: int) -> "VegaReference":
        others = [seat for seat in self.playing() if seat != winner]
        ranks = [1 if seat == winner else rank for seat, rank in enumerate(self.ranks)]
        for seat in others:
            ranks[seat] = 2 + sum(self.tally[other] > self.tally[seat] for other in others)
        return replace(self, ranks=tuple(ranks), result=(tuple(ranks), "goal", tuple(others)))

    def fought(self) -> "VegaReference":
        """Bataille, after a triple: the mover captures, then loses what is still attacked, then seats go out."""
        mover, reach = self.seat, self.attacked(self.seat)
        left = {cell: seat for cell, seat in self.board.items() if seat == mover or cell not in reach}
        state = replace(self, board=left)
        reach = {cell for seat in self.playing() if seat != mover for cell in state.attacked(seat)}
        state = replace(state, board={cell: seat for cell, seat in left.items() if seat != mover or cell not in reach})
        seats = len(self.ranks)
        while weak := [seat for seat in state.playing() if state.tally[seat] <= state.threshold()]:
            seat = min(weak, key=lambda seat: (state.tally[seat], (seat - mover - 1) % seats))
            state = state.placed(seat, best=False).cleared(seat).closed()
        return state

    def threshold(self) -> int:
        return 1 if len(self.playing()) == 2 else {3: 3, 4: 2}[len(self.ranks)]

    def without(self, seat: int) -> "VegaReference":
        """The position after a seat has left a game in which at least two play on."""
        state = self.placed(seat, best=False).cleared(seat)
        return state.passed_on() if seat == self.seat else state

    def placed(self, seat: int, *, best: bool) -> "VegaReference":
        """The position in which the seat has got the best or the worst free rank."""
        free = set(range(1, len(self.ranks) + 1)) - set(self.ranks)
        return replace(self, ranks=(*self.ranks[:seat], min(free) if best else max(free), *self.ranks[seat + 1 :]))

    def cleared(self, seat: int, *, but: Iterable[str] = ()) -> "VegaReference":
        """The position without the seat's pieces."""
        board = {cell: owner for cell, owner in self.board.items() if owner != seat or cell in but}
        return replace(self, board=board, tumbled=self.tumbled & set(board))

    def closed(self) -> "VegaReference":
        """The position in which a single remaining seat has got the remaining rank, and the game is over."""
        if len(self.playing()) > 1:
            return self
        state = self.placed(self.playing()[0], best=True)
        return replace(state, result=(state.ranks, "goal", ()))


def start(kind: str, seats: int) -> VegaReference:
    board = {cell: seat for seat, side in enumerate(SIDES[seats]) for cell in start_cells(kind, seats, side)}
    return VegaReference(kind, board, (0,) * seats)
