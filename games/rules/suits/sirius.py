"""Sirius: a piece moves and captures by replacement; after a missed capture the opponent may huff one of those pieces.

A huff comes before a seat's move, so the captures it had at the beginning of its turn, after its huff, are those of the
position in which it moves: what the next seat may huff is computed with the move.
"""

import re
from typing import Final

from games.rules.core import State, illegal, invalid, with_moved
from games.rules.native import append, i64, vec
from games.rules.scene import Choice
from games.rules.sentences import say
from games.rules.suits.base import BEGINS, HUFF, HUFFED, PASS, SETUP, SuitGame, SuitState, read_huffable
from games.rules.suits.board import (
    CELL_PATTERN,
    CHAMPION,
    DELTAS,
    INDEX,
    LEFT,
    NAMES,
    NOTHING,
    TAKES,
    TAKES_SHY,
    has_arrived,
    holds,
    kind_name,
)

MOVE_SHAPE: Final = re.compile(f"({CELL_PATTERN})[-x]({CELL_PATTERN})")


class SiriusState(SuitState):
    def next(self, cells: vec[i64], seat: i64, phase: i64, memory: vec[i64]) -> "SiriusState":
        return SiriusState(cells, seat, phase, memory, self.strict)

    # -- legal steps ------------------------------------------------------------------------------------------------

    def codes(self) -> vec[i64]:
        found = vec[i64]()
        if self.phase == SETUP or self.is_over():
            return found
        for cell in self.memory:
            found = append(found, HUFF + cell)
        huffs = len(found)
        for cell in self.own_cells():
            found = self.moves_from(found, cell)
        if len(found) == huffs:
            found = append(found, PASS)
        return found

    def moves_from(self, found: vec[i64], start: i64) -> vec[i64]:
        cells = self.cells
        row = cells[start] * 10
        takes = self.takes()
        is_champion = is_champion_piece(cells[start])
        for delta in DELTAS:
            end = start + delta
            if cells[end] == 0:
                found = append(found, start + end * 256)
                if not is_champion:
                    continue
                end += delta
                if cells[end] == 0:
                    found = append(found, start + end * 256)
            if takes[row + cells[end]]:
                found = append(found, start + end * 256)
        return found

    def takes(self) -> vec[i64]:
        return TAKES_SHY if self.strict else TAKES

    def can_capture(self, start: i64) -> bool:
        cells = self.cells
        row = cells[start] * 10
        takes = self.takes()
        is_champion = is_champion_piece(cells[start])
        for delta in DELTAS:
            end = start + delta
            if is_champion and cells[end] == 0:
                end += delta
            if takes[row + cells[end]]:
                return True
        return False

    # -- playing ----------------------------------------------------------------------------------------------------

    def after(self, code: i64) -> State:
        if code == PASS:
            return self.next(self.cells, 1 - self.seat, BEGINS, NOTHING)
        if code >= HUFF:
            return self.after_huff(code - HUFF, NOTHING)
        return self.after_move(code & 255, code // 256)

    def after_move(self, start: i64, end: i64) -> SuitState:
        cells = self.cells[:]
        captures = cells[end] != 0
        cells[end] = 4 + 4 * self.seat if has_arrived(self.seat, end) else cells[start]
        cells[start] = 0
        if captures:
            cells[LEFT + 1 - self.seat] -= 1
        huffable = NOTHING if captures else self.remiss(start, end)
        return self.next(cells, 1 - self.seat, BEGINS, huffable)

    def remiss(self, start: i64, end: i64) -> vec[i64]:
        """The own pieces that could capture now, on their cells after a move from start to end."""
        found = vec[i64]()
        for cell in self.own_cells():
            if self.can_capture(cell):
                found = append(found, cell)
        return with_moved(found, 0, i64(len(found)) - 1, start, end) if holds(found, start) else found

    # -- text and drawing -------------------------------------------------------------------------------------------

    def move_text(self, code: i64) -> str:
        end = code // 256
        return f"{NAMES[code & 255]}{'x' if self.cells[end] else '-'}{NAMES[end]}"

    def move_path(self, code: i64) -> tuple[str, ...]:
        start, end = code & 255, code // 256
        if holds(DELTAS, end - start):
            return (NAMES[start], NAMES[end])
        return (NAMES[start], NAMES[(start + end) // 2], NAMES[end])

    def move_choice(self, code: i64) -> Choice:
        end = code // 256
        taken = (NAMES[end],) if self.cells[end] else ()
        return Choice("move", self.move_text(code), (NAMES[code & 255], NAMES[end]), takes=taken)

    def understand_move(self, step: str) -> int:
        move = MOVE_SHAPE.fullmatch(step)
        if not move:
            raise illegal(
                "{step!r} isn't a valid step; write d3-e4, d3xe4, !e4 or pass.", code="unreadable_step", step=step[:40]
            )
        return INDEX[move.group(1)] + INDEX[move.group(2)] * 256

    def why_no_huff(self, cell: i64) -> str:
        if self.phase == HUFFED:
            return say("You can huff only once per turn; now make your move.", code="huffed_already")
        return SuitState.why_no_huff(self, cell)

    def why_no_move(self, code: i64) -> str:
        start, end = code & 255, code // 256
        piece, offset = self.cells[start], end - start
        leaps = offset % 2 == 0 and holds(DELTAS, offset // 2) and is_champion_piece(piece)
        if not leaps and not holds(DELTAS, offset):
            if is_champion_piece(piece):
                return say(
                    "A champion moves one or two cells in a straight line; {cell} is out of its reach.",
                    code="out_of_champion_reach",
                    cell=NAMES[end],
                )
            return say(
                "A {kind} moves one cell; {cell} is out of its reach.",
                code="out_of_reach",
                kind=kind_name(piece),
                cell=NAMES[end],
            )
        if leaps and self.cells[start + offset // 2]:
            return say(
                "{cell} is occupied, so the path to {other} is blocked.",
                code="blocked",
                cell=NAMES[start + offset // 2],
                other=NAMES[end],
            )
        if self.is_own(self.cells[end]):
            return say("Your own piece is on {cell}.", code="own_piece_there", cell=NAMES[end])
        return say(
            "A {kind} can't capture a {other}.",
            code="cannot_take",
            kind=kind_name(piece),
            other=kind_name(self.cells[end]),
        )


def is_champion_piece(piece: i64) -> bool:
    return (piece - 1) % 4 == CHAMPION


class Sirius(SuitGame):
    """Sirius; the option `champion_takes` says whether a champion captures everything or champions only."""

    def __init__(self, options: dict[str, str]) -> None:
        super().__init__("sirius", options)

    def position(self, cells: vec[i64], seat: i64, phase: i64, memory: vec[i64]) -> SuitState:
        return SiriusState(cells, seat, phase, memory, self.options["champion_takes"] == "champions")

    def remembering(self, position: SuitState, status: str, memory: str) -> SuitState:
        if status not in ("-", "!"):
            raise invalid("The status must be =, - or !, not {status!r}.", code="unknown_status", status=status[:20])
        if status == "!" and memory != "-":
            raise invalid(
                "Only one huff per turn is allowed: after it, the memory must be -.", code="memory_after_huff"
            )
        phase = HUFFED if status == "!" else BEGINS
        return position.next(position.cells, position.seat, phase, read_huffable(position, memory))
