"""Galax: a piece moves to a neighbouring cell and captures what it touches there; missed captures may be huffed.

While a seat moves, the memory has each of its pieces that ended a move beside something it could have captured, with
that victim, as 256 × piece + victim in ascending order; a victim captured later in the turn is removed again. The
pieces left in it when the turn ends are the ones that the next seat may huff.
"""

import re
from typing import Final

from games.rules.core import State, illegal, invalid
from games.rules.native import append, i64, vec
from games.rules.scene import Choice
from games.rules.sentences import say
from games.rules.suits.base import BEGINS, HUFF, HUFFED, PASS, REPLAY, SETUP, SuitGame, SuitState, read_huffable
from games.rules.suits.board import (
    BITS,
    CELL_PATTERN,
    CELLS,
    DELTAS,
    INDEX,
    LEFT,
    NAMES,
    NOTHING,
    TAKES,
    has_arrived,
    holds,
    kind_name,
    names_of,
)

MOVE_SHAPE: Final = re.compile(f"({CELL_PATTERN})-({CELL_PATTERN})((?:x{CELL_PATTERN})*)")
AGAIN_SHAPE: Final = re.compile(f"@({CELL_PATTERN})")
MISSED_SHAPE: Final = re.compile(f"{CELL_PATTERN}(?:x{CELL_PATTERN})+")


class GalaxState(SuitState):
    def next(self, cells: vec[i64], seat: i64, phase: i64, memory: vec[i64]) -> "GalaxState":
        return GalaxState(cells, seat, phase, memory, self.strict)

    # -- legal steps ------------------------------------------------------------------------------------------------

    def codes(self) -> vec[i64]:
        offered = self.offered_codes()
        if self.strict:
            return offered
        found = vec[i64]()
        for code in offered:
            found = append(found, code) if code < 65536 or code >= HUFF else with_subsets(found, code)
        return found

    def offered_codes(self) -> vec[i64]:
        """The legal steps, each move only in the form that captures all it can."""
        found = vec[i64]()
        if self.phase == SETUP or self.is_over():
            return found
        for cell in self.huffable():
            found = append(found, HUFF + cell)
        huffs = len(found)
        if self.phase > REPLAY:
            found = self.moves_from(found, self.phase)
        else:
            for cell in self.own_cells():
                found = self.moves_from(found, cell)
        if self.phase >= REPLAY or len(found) == huffs:
            found = append(found, PASS)
        return found

    def moves_from(self, found: vec[i64], start: i64) -> vec[i64]:
        cells = self.cells
        for delta in DELTAS:
            end = start + delta
            if cells[end] == 0:
                mask = takeable(cells, end, self.arriving(cells[start], end))
                found = append(found, start + end * 256 + mask * 65536)
        return found

    def arriving(self, piece: i64, end: i64) -> i64:
        """The piece after its move: a champion on the last row."""
        return 4 + 4 * self.seat if has_arrived(self.seat, end) else piece

    # -- playing ----------------------------------------------------------------------------------------------------

    def after(self, code: i64) -> State:
        if code == PASS:
            return self.after_turn(self.cells, self.missed())
        if code >= HUFF:
            return self.after_huff(code - HUFF, all_but(self.memory, code - HUFF))
        return self.after_move(code & 255, (code // 256) & 255, code // 65536)

    def after_move(self, start: i64, end: i64, mask: i64) -> SuitState:
        cells = self.cells[:]
        piece = cells[start]
        arrived = self.arriving(piece, end)
        cells[start] = 0
        cells[end] = arrived
        missed = self.missed_after(cells, start, end, mask)
        for victim in neighbours_in(end, mask):
            cells[victim] = 0
            cells[LEFT + 1 - self.seat] -= 1
        if cells[LEFT + 1 - self.seat] == 0:
            return self.next(cells, self.seat, BEGINS, NOTHING)
        if arrived != piece:
            return self.next(cells, self.seat, REPLAY, missed)
        if piece == 4 + 4 * self.seat and self.phase <= REPLAY:
            return self.next(cells, self.seat, end, missed)
        return self.after_turn(cells, missed)

    def after_turn(self, cells: vec[i64], missed: vec[i64]) -> SuitState:
        return self.next(cells, 1 - self.seat, BEGINS, pieces_in(missed))

    def missed(self) -> vec[i64]:
        return self.memory if self.phase >= REPLAY else NOTHING

    def missed_after(self, cells: vec[i64], start: i64, end: i64, mask: i64) -> vec[i64]:
        """What the seat has missed in this turn, after a piece has moved and captures the neighbours in `mask`."""
        before = self.missed()
        left = takeable(cells, end, cells[end]) & ~mask
        if left == 0 and len(before) == 0:
            return NOTHING
        taken = neighbours_in(end, mask)
        missed = NOTHING
        for pair in before:
            if not holds(taken, pair & 255):
                piece = pair // 256
                missed = with_pair(missed, pair + (end - start) * 256 if piece == start else pair)
        for victim in neighbours_in(end, left):
            missed = with_pair(missed, end * 256 + victim)
        return missed

    # -- text and drawing -------------------------------------------------------------------------------------------

    def move_text(self, code: i64) -> str:
        return "-".join(self.move_path(code)) + "".join(["x" + NAMES[cell] for cell in taken_by(code)])

    def move_path(self, code: i64) -> tuple[str, ...]:
        return (NAMES[code & 255], NAMES[(code // 256) & 255])

    def move_choice(self, code: i64) -> Choice:
        clicks = self.move_path(code)
        victims = names_of(taken_by(code))
        if self.strict:
            return Choice("move", self.move_text(code), clicks, takes=victims)
        return Choice("move", "-".join(clicks), clicks, optional=victims)

    def understand_move(self, step: str) -> int:
        move = MOVE_SHAPE.fullmatch(step)
        if not move:
            raise illegal(
                "{step!r} isn't a valid step; write d3-e4, d3-e4xd5xf5, !e4 or pass.",
                code="unreadable_step",
                step=step[:40],
            )
        end = INDEX[move.group(2)]
        mask = 0
        for name in move.group(3).split("x")[1:]:
            bits = [BITS[i] for i in range(8) if INDEX[name] == end + DELTAS[i]]
            if not bits:
                raise illegal(
                    "{cell} isn't next to {other}, so nothing can be captured there.",
                    code="capture_not_next",
                    cell=name,
                    other=move.group(2),
                )
            mask |= bits[0]
        return INDEX[move.group(1)] + end * 256 + mask * 65536

    def why_no_huff(self, cell: i64) -> str:
        if self.phase > HUFFED:
            return say("You can huff only before the first move of a turn.", code="huff_too_late")
        return SuitState.why_no_huff(self, cell)

    def why_no_move(self, code: i64) -> str:
        start, end = code & 255, (code // 256) & 255
        if self.phase > REPLAY and start != self.phase:
            return say(
                "Only the champion on {cell} can move again; move it or pass.",
                code="other_piece",
                cell=NAMES[self.phase],
            )
        if not holds(DELTAS, end - start):
            return say("{cell} and {other} are not adjacent.", code="out_of_reach", cell=NAMES[start], other=NAMES[end])
        return (
            say("{cell} is occupied.", code="occupied", cell=NAMES[end])
            if self.cells[end]
            else self.why_no_capture(code)
        )

    def why_no_capture(self, code: i64) -> str:
        """The error about the captures of a move that is otherwise legal."""
        end = (code // 256) & 255
        mover = self.arriving(self.cells[code & 255], end)
        for cell in taken_by(code):
            victim = self.cells[cell]
            if not self.is_opposing(victim):
                return say("There is no opposing piece on {cell}.", code="not_opposing_piece", cell=NAMES[cell])
            if not TAKES[mover * 10 + victim]:
                return say(
                    "A {kind} can't capture a {other}, so {cell} stays.",
                    code="cannot_take",
                    kind=kind_name(mover),
                    other=kind_name(victim),
                    cell=NAMES[cell],
                )
        greedy = (code & 65535) + takeable(self.cells, end, mover) * 65536
        return say(
            "Captures are mandatory, and this move must take everything it can: write {step}.",
            code="must_take_all",
            step=self.text(greedy),
        )

    def status_text(self) -> str:
        return "@" + NAMES[self.phase] if self.phase > REPLAY else SuitState.status_text(self)

    def memory_text(self) -> str:
        if self.phase <= HUFFED:
            return SuitState.memory_text(self)
        return ",".join([self.missed_text(piece) for piece in pieces_in(self.memory)]) or "-"

    def missed_text(self, piece: i64) -> str:
        return NAMES[piece] + "".join(["x" + NAMES[pair & 255] for pair in self.memory if pair // 256 == piece])

    def marked(self) -> list[tuple[str, tuple[str, ...]]]:
        words = SuitState.marked(self)
        if self.phase > REPLAY:
            words.append(("again", (NAMES[self.phase],)))
        victims = sorted({pair & 255 for pair in self.missed()})
        if victims:
            words.append(("overlooked", tuple([NAMES[cell] for cell in victims])))
        return words


def takeable(cells: vec[i64], cell: i64, piece: i64) -> i64:
    """The captures of a piece from a cell: a bit for each of the eight neighbours."""
    mask: i64 = 0
    row = piece * 10
    for i in range(i64(8)):
        if TAKES[row + cells[cell + DELTAS[i]]]:
            mask |= BITS[i]
    return mask


def neighbours_in(cell: i64, mask: i64) -> vec[i64]:
    found = vec[i64]()
    for i in range(i64(8)):
        if mask & BITS[i]:
            found = append(found, cell + DELTAS[i])
    return found


def taken_by(code: i64) -> vec[i64]:
    return neighbours_in((code // 256) & 255, code // 65536)


def with_subsets(found: vec[i64], greedy: i64) -> vec[i64]:
    """Every form of a move, from the one that captures nothing to the one that captures all it can."""
    bare = greedy & 65535
    mask = greedy // 65536
    subset: i64 = 0
    while subset != mask:
        found = append(found, bare + subset * 65536)
        subset = (subset - mask) & mask
    return append(found, greedy)


def with_pair(pairs: vec[i64], pair: i64) -> vec[i64]:
    """The pairs and one more, sorted and without duplicates."""
    longer = vec[i64]()
    waiting = True
    for other in pairs:
        if waiting and pair <= other:
            longer = append(longer, pair)
            waiting = False
        if pair != other:
            longer = append(longer, other)
    return append(longer, pair) if waiting else longer


def all_but(items: vec[i64], gone: i64) -> vec[i64]:
    left = vec[i64]()
    for item in items:
        if item != gone:
            left = append(left, item)
    return left


def pieces_in(pairs: vec[i64]) -> vec[i64]:
    """The pieces that missed a capture."""
    found = vec[i64]()
    last: i64 = 0
    for pair in pairs:
        if pair // 256 != last:
            last = pair // 256
            found = append(found, last)
    return found


class Galax(SuitGame):
    """Galax; with the option `captures` set to `all` a move always captures everything it can."""

    def __init__(self, options: dict[str, str]) -> None:
        super().__init__("galax", options)

    def position(self, cells: vec[i64], seat: i64, phase: i64, memory: vec[i64]) -> SuitState:
        return GalaxState(cells, seat, phase, memory, self.options["captures"] == "all")

    def remembering(self, position: SuitState, status: str, memory: str) -> SuitState:
        if position.strict and memory != "-":
            raise invalid(
                "When captures are mandatory, none can be missed: the memory must be -.", code="memory_when_taking_all"
            )
        phase = read_status(position, status)
        read = read_huffable(position, memory) if phase <= HUFFED else read_missed(position, memory)
        return position.next(position.cells, position.seat, phase, read)


def read_status(position: SuitState, status: str) -> int:
    """The phase of a status text."""
    own_champion = 4 + 4 * position.seat
    again = AGAIN_SHAPE.fullmatch(status)
    if again:
        champion = INDEX[again.group(1)]
        if position.cells[champion] != own_champion:
            raise invalid("The seat to move has no champion on {cell}.", code="no_champion", cell=again.group(1))
        return champion
    if status not in ("-", "!", "+"):
        raise invalid(
            "The status must be =, -, !, + or @ and a cell, not {status!r}.", code="unknown_status", status=status[:20]
        )
    if status == "+" and not any(position.cells[c] == own_champion for c in CELLS if has_arrived(position.seat, c)):
        raise invalid(
            "Moving again requires a champion of the seat to move on its last row.", code="replay_without_champion"
        )
    return {"-": BEGINS, "!": HUFFED, "+": REPLAY}[status]


def read_missed(position: SuitState, memory: str) -> vec[i64]:
    """The pairs of a piece and what it missed from a memory text, as in `e4xd5xf5,g7xh8`."""
    if memory == "-":
        return NOTHING
    pairs: list[int] = []
    for group in memory.split(","):
        if not MISSED_SHAPE.fullmatch(group):
            raise invalid(
                "The memory must list pieces with the captures they missed, such as e4xd5xf5, not {group!r}.",
                code="unreadable_memory",
                group=group[:40],
            )
        names = group.split("x")
        if not position.is_own(position.cells[INDEX[names[0]]]):
            raise invalid("The seat to move has no piece on {cell}.", code="not_own_piece", cell=names[0])
        for name in names[1:]:
            if not position.is_opposing(position.cells[INDEX[name]]):
                raise invalid(
                    "There is no opposing piece on {cell} that could have been missed.",
                    code="missed_not_opposing",
                    cell=name,
                )
            pairs.append(INDEX[names[0]] * 256 + INDEX[name])
    if len(set(pairs)) != len(pairs):
        raise invalid("The memory lists a missed piece twice.", code="missed_twice")
    return vec[i64](sorted(pairs))
