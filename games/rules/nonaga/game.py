"""Nonaga: slide a pawn, then move a disc; the first whose three pawns are connected wins.

The position text is described in docs/notation/nonaga.md.
"""

import re
from typing import Final

from games.rules.core import Game, IllegalStep, Result, State, illegal, invalid, with_moved
from games.rules.native import append, i64, vec
from games.rules.nonaga.grid import (
    BIT,
    COLUMNS,
    NOWHERE,
    ROW_LEAP,
    STRIDE,
    adjacent_pairs,
    are_neighbours,
    bare_discs,
    fits_window,
    has,
    is_one_group,
    open_places,
    places,
    removable_discs,
    slide,
    window_origin,
)
from games.rules.nonaga.refusals import disc_objection, pawn_objection
from games.rules.nonaga.text import PLACE, SEAT_LETTERS, Axial, axial_text, board_text, corner, read_position
from games.rules.scene import Board, Cell, Choice, Piece, Point, Scene

PASS: Final = 0
PAWN_STEP: Final = 0
DISC_STEP: Final = 1
PLACE_BITS: Final = 4096
NOBODY: Final = -1

_ROW_HEIGHT: Final = 0.8660254037844386
_STEP: Final = re.compile(r"(o?)\((-?[0-9]{1,9}),(-?[0-9]{1,9})\)-\((-?[0-9]{1,9}),(-?[0-9]{1,9})\)", re.ASCII)


class NonagaState(State):
    """One position. Places are within a window whose row 0 and column 0 have the axial coordinates (left, top)."""

    def __init__(  # noqa: PLR0917 - made once a step, so nothing is wrapped
        self,
        rows: vec[i64],
        pawns: vec[i64],
        left: i64,
        top: i64,
        seat: i64,
        part: i64,
        frozen: i64,
        winner: i64,
    ) -> None:
        self.rows = rows
        self.pawns = pawns
        self.left = left
        self.top = top
        self.seat = seat
        self.part = part
        self.frozen = frozen
        self.winner = winner

    # -- integers ---------------------------------------------------------------------------------------------------

    def codes(self) -> vec[i64]:
        if self.winner != NOBODY:
            return vec[i64]()
        codes = self._pawn_codes() if self.part == PAWN_STEP else self._disc_codes()
        if len(codes) == 0:
            codes = append(codes, i64(PASS))
        return codes

    def _pawn_codes(self) -> vec[i64]:
        bare = bare_discs(self.rows, self.pawns)
        codes = vec[i64]()
        first = self.seat * 3
        for index in range(first, first + 3):
            start = self.pawns[index]
            for turn in range(i64(6)):
                end = slide(bare, start, STRIDE[turn])
                if end != start:
                    codes = append(codes, start * PLACE_BITS + end)
        return codes

    def _disc_codes(self) -> vec[i64]:
        targets = places(open_places(self.rows, 2))
        roomy = open_places(self.rows, 3)
        codes = vec[i64]()
        for disc in removable_discs(self.rows, self.pawns, self.frozen):
            for target in targets:
                # the disc itself doesn't count as a contact once it is removed
                if not are_neighbours(disc, target) or has(roomy, target):
                    codes = append(codes, disc * PLACE_BITS + target)
        return codes

    def after(self, code: i64) -> "NonagaState":
        if code == PASS:
            return self._next_turn(self.rows, NOWHERE)
        start = code // PLACE_BITS
        end = code % PLACE_BITS
        if self.part == PAWN_STEP:
            return self._after_pawn(start, end)
        rows = self.rows[:]
        rows[start >> 6] &= ~BIT[start & 63]
        rows[end >> 6] |= BIT[end & 63]
        state = self._next_turn(rows, end)
        return state if fits_window(rows) else rewindowed(state)

    def _after_pawn(self, start: i64, end: i64) -> "NonagaState":
        first = self.seat * 3
        pawns = with_moved(self.pawns, first, first + 2, start, end)
        winner = self.seat if adjacent_pairs(pawns, first) >= 2 else i64(NOBODY)
        return NonagaState(self.rows, pawns, self.left, self.top, self.seat, DISC_STEP, self.frozen, winner)

    def _next_turn(self, rows: vec[i64], frozen: i64) -> "NonagaState":
        return NonagaState(rows, self.pawns, self.left, self.top, 1 - self.seat, PAWN_STEP, frozen, NOBODY)

    def is_over(self) -> bool:
        return self.winner != NOBODY

    def turn_begins(self) -> bool:
        return self.part == PAWN_STEP

    # -- text -------------------------------------------------------------------------------------------------------

    def axial(self, place: i64) -> Axial:
        return self.left + place % 64, self.top + place // 64

    def name(self, place: i64) -> str:
        q, r = self.axial(place)
        return axial_text(q, r)

    def place(self, q: int, r: int) -> int:
        """The place in the window, or NOWHERE outside of it, where there is neither a disc nor a neighbour of one."""
        row = r - self.top
        column = q - self.left
        inside = 0 <= row < len(self.rows) and 0 <= column < COLUMNS
        return row * 64 + column if inside else NOWHERE

    def text(self, code: i64) -> str:
        if code == PASS:
            return "pass"
        step = f"{self.name(code // PLACE_BITS)}-{self.name(code % PLACE_BITS)}"
        return step if self.part == PAWN_STEP else f"o{step}"

    def read(self, step: str) -> int:
        if self.is_over():
            raise illegal("The game is over.", code="game_over")
        legal = self.codes()
        if step == "pass":
            if legal[0] != PASS:
                if self.part == PAWN_STEP:
                    raise illegal("You can't pass while you can move a pawn.", code="pawn_can_move")
                raise illegal("You can't pass while you can move a disc.", code="disc_can_move")
            return PASS
        start, end = self._ends(step)
        code = start * PLACE_BITS + end
        if NOWHERE in (start, end) or code not in legal:
            raise IllegalStep(self._objection(step))
        return code

    def _ends(self, step: str) -> tuple[int, int]:
        match = _STEP.fullmatch(step)
        if match is None or self._canonical(match) != step:
            raise illegal(
                "This isn't a Nonaga step: write (2,0)-(1,0) for a pawn, o(1,1)-(3,-1) for a disc.",
                code="unreadable_step",
            )
        is_disc = match[1] == "o"
        if is_disc and self.part == PAWN_STEP:
            raise illegal("Move a pawn first, then a disc.", code="pawn_first")
        if not is_disc and self.part == DISC_STEP:
            raise illegal("You have moved a pawn; now move a disc.", code="disc_next")
        return self.place(int(match[2]), int(match[3])), self.place(int(match[4]), int(match[5]))

    def _canonical(self, match: re.Match[str]) -> str:
        return f"{match[1]}{axial_text(int(match[2]), int(match[3]))}-{axial_text(int(match[4]), int(match[5]))}"

    def _objection(self, step: str) -> str:
        """Why a well-formed step is not legal here."""
        start, end = [(int(q), int(r)) for q, r in PLACE.findall(step)]
        place = self.place(start[0], start[1])
        target = self.place(end[0], end[1])
        if self.part == PAWN_STEP:
            return pawn_objection(self.rows, self.pawns, seat=self.seat, place=place, start=start, end=end)
        return disc_objection(
            self.rows, self.pawns, frozen=self.frozen, place=place, target=target, start=start, end=end
        )

    def choices(self) -> list[Choice]:
        kind = "pawn" if self.part == PAWN_STEP else "disc"
        found = []
        for code in self.codes():
            if code == PASS:
                found.append(Choice("pass", "pass", ("pass",)))
            else:
                clicks = (self.name(code // PLACE_BITS), self.name(code % PLACE_BITS))
                found.append(Choice(kind, self.text(code), clicks))
        return found

    def path(self, step: str) -> tuple[str, ...]:
        code: i64 = self.read(step)
        if code == PASS:
            return ()
        start = code // PLACE_BITS
        end = code % PLACE_BITS
        if self.part == DISC_STEP:
            return self.name(start), self.name(end)
        bare = bare_discs(self.rows, self.pawns)
        strides = [stride for stride in STRIDE if slide(bare, start, stride) == end]
        return tuple([self.name(place) for place in range(start, end + strides[0], strides[0])])

    # -- results and value ------------------------------------------------------------------------------------------

    @property
    def result(self) -> Result | None:
        if self.winner == NOBODY:
            return None
        return Result((1, 2) if self.winner == 0 else (2, 1), "goal")

    @property
    def tally(self) -> tuple[int, ...]:
        return adjacent_pairs(self.pawns, 0), adjacent_pairs(self.pawns, 3)

    def discs(self) -> list[Axial]:
        return [self.axial(place) for place in places(self.rows)]

    def __str__(self) -> str:
        q, r = corner(self.discs())
        frozen = "-" if self.frozen == NOWHERE else self.name(self.frozen)
        return f"{self._board_text()} {axial_text(q, r)} {self._mover_text()} {frozen}"

    def repetition_key(self) -> str:
        """The position text with the frozen disc relative to the corner, so that a shifted board is the same."""
        q, r = corner(self.discs())
        frozen = "-"
        if self.frozen != NOWHERE:
            frozen_q, frozen_r = self.axial(self.frozen)
            frozen = axial_text(frozen_q - q, frozen_r - r)
        return f"{self._board_text()} {self._mover_text()} {frozen}"

    def _board_text(self) -> str:
        return board_text(self.discs(), [self.axial(pawn) for pawn in self.pawns])

    def _mover_text(self) -> str:
        return f"{SEAT_LETTERS[self.seat]} {'p' if self.part == PAWN_STEP else 'd'}"

    def scene(self) -> Scene:
        cells = [_cell(self.axial(place), "disc") for place in places(self.rows)]
        cells += [_cell(self.axial(place), "space") for place in places(open_places(self.rows, 2))]
        pieces = []
        for index in range(i64(6)):
            x, y = _centre(self.axial(self.pawns[index]))
            pieces.append(Piece(index // 3, "pawn", self.name(self.pawns[index]), x, y))
        marked = () if self.frozen == NOWHERE else (("frozen", (self.name(self.frozen),)),)
        return Scene(tuple(pieces), tuple(cells), marked=marked)


def state_of(discs: list[Axial], pawns: list[Axial], seat: int, part: int, frozen: Axial | None) -> NonagaState:
    """The position with these discs and pawns (three of seat 0, then three of seat 1), in a window around them."""
    low_q, low_r = corner(discs)
    left, top = window_origin(low_q, low_r)
    height = max([r for _, r in discs]) - top + 1 + ROW_LEAP
    rows = vec[i64]([0] * height)
    for q, r in discs:
        rows[r - top] |= BIT[q - left]
    inside = [(r - top) * 64 + q - left for q, r in pawns]
    local = vec[i64](sorted(inside[:3]) + sorted(inside[3:]))
    resting = NOWHERE if frozen is None else (frozen[1] - top) * 64 + frozen[0] - left
    connected = [owner for owner in range(2) if adjacent_pairs(local, owner * 3) >= 2]
    winner = connected[0] if connected else NOBODY
    return NonagaState(rows, local, left, top, seat, part, resting, winner)


def rewindowed(state: NonagaState) -> NonagaState:
    """The same position with its window moved to where it belongs."""
    frozen = None if state.frozen == NOWHERE else state.axial(state.frozen)
    return state_of(state.discs(), [state.axial(pawn) for pawn in state.pawns], state.seat, state.part, frozen)


def _centre(place: Axial) -> Point:
    return place[0] + place[1] / 2, place[1] * _ROW_HEIGHT


def _cell(place: Axial, kind: str) -> Cell:
    x, y = _centre(place)
    corners = ((0.0, -2.0), (1.0, -1.0), (1.0, 1.0), (0.0, 2.0), (-1.0, 1.0), (-1.0, -1.0))
    outline = tuple([(x + across / 2, y + down * _ROW_HEIGHT / 3) for across, down in corners])
    return Cell(axial_text(place[0], place[1]), x, y, outline, kind)


class Nonaga(Game):
    def __init__(self, options: dict[str, str]) -> None:
        super().__init__("nonaga", "Nonaga", ("red", "black"), options)

    def start(self) -> NonagaState:
        discs = [(q, r) for r in range(-2, 3) for q in range(-2, 3) if abs(q + r) <= 2]
        return state_of(discs, [(2, 0), (-2, 2), (0, -2), (0, 2), (-2, 0), (2, -2)], 0, PAWN_STEP, None)

    def parse(self, text: str) -> NonagaState:
        position = read_position(text)
        part = PAWN_STEP if position.part == "p" else DISC_STEP
        state = state_of(position.discs, position.pawns, position.seat, part, position.frozen)
        _check_position(state)
        if str(state) != text:
            raise invalid(
                "The position isn't in canonical form; write {state}", code="other_spelling", state=str(state)
            )
        return state

    def board(self) -> Board:
        """The window that shows the board at the start; each scene has its discs."""
        return Board(-4.0, -4.0, 8.0, 8.0, (), (), (0.0, 0.0), ((), ()), label_size=0.25)


def _check_position(state: NonagaState) -> None:
    if not is_one_group(state.rows):
        raise invalid("The discs must form one connected group.", code="not_connected")
    if state.part == PAWN_STEP and state.frozen in state.pawns:
        raise invalid("No pawn can be on the resting disc at the start of a turn.", code="pawn_on_resting_disc")
    if state.winner != NOBODY and (state.part == PAWN_STEP or state.winner != state.seat):
        raise invalid(
            "Three pawns are connected, so their owner has won: it must be that seat's disc step.", code="won_before"
        )
    if min(state.tally) >= 2:
        raise invalid("Only one seat can have its three pawns connected.", code="two_winners")
