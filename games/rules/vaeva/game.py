"""Vaeva: bring five pawns aboard the platform, which moves as many cells as its mover has pawns on it.

The position text is described in docs/notation/vaeva.md.
"""

from typing import Final

from games.rules.core import Game, IllegalStep, Result, State, illegal, invalid, with_moved
from games.rules.native import append, i64, vec
from games.rules.scene import Board, Choice, Piece, Scene, SetupForm, square
from games.rules.sentences import say
from games.rules.vaeva.board import (
    ABOARD,
    COLUMN_LETTERS,
    DIAGONAL,
    LAST_PLATFORM_COLUMN,
    NOWHERE,
    PAWNS,
    PLATFORM_HEIGHT,
    PLATFORM_WIDTH,
    SIZE,
    STRAIGHT,
    boarding_slot,
    cell_name,
    cell_of,
    cell_of_slot,
    cells_between,
    centre,
    covered_names,
    diagonal_end,
    faces_platform,
    has,
    is_wall,
    occupied_rows,
    pawns_in_the_way,
    platform_at,
    rim_labels,
    row_names,
    slot_of_cell,
)
from games.rules.vaeva.refusals import pawn_objection, platform_objection
from games.rules.vaeva.text import (
    SEAT_LETTERS,
    PositionText,
    board_text,
    read_cell,
    read_position,
    read_setup,
)

PASS: Final = 0
PLATFORM_UP: Final = 1
PLATFORM_DOWN: Final = 2
PLACE_BITS: Final = 2048
TO_WIN: Final = 5
NO_COLUMN: Final = 0

_FIRST_ROWS: Final = (1, SIZE)
_START_COLUMN: Final = 9
_BUTTONS: Final = {"pass": PASS, "P+": PLATFORM_UP, "P-": PLATFORM_DOWN}
_ARRANGEMENTS: Final = (
    (say("Spread"), "=BDFHJLNPR"),
    (say("Centre"), "=GHIJKLMNO"),
    (say("Wings"), "=ABCDJQRST"),
    (say("Pairs"), "=BCFGJMNQR"),
    (say("Threes"), "=DEFIJKNOP"),
    (say("Left"), "=ABCDEFGHI"),
    (say("Right"), "=LMNOPQRST"),
)


class VaevaState(State):
    """One position.

    `pawns` has nine of seat 0, then nine of seat 1, each nine in order; fewer while set-ups are awaited. `barred` is
    the column to which the platform may not return, `passes` how many seats have just passed.
    """

    def __init__(self, pawns: vec[i64], platform: i64, seat: i64, barred: i64, passes: i64) -> None:
        self.pawns = pawns
        self.platform = platform
        self.seat = seat
        self.barred = barred
        self.passes = passes

    # -- integers ---------------------------------------------------------------------------------------------------

    def awaits_setup(self) -> bool:
        return len(self.pawns) < 2 * PAWNS

    def aboard(self, seat: i64) -> i64:
        """The number of pawns a seat has on the platform; they come last in its nine."""
        count: i64 = 0
        if self.awaits_setup():
            return count
        last = seat * PAWNS + PAWNS - 1
        while count < PAWNS and self.pawns[last - count] >= ABOARD:
            count += 1
        return count

    def is_over(self) -> bool:
        orange = self.aboard(0)
        yellow = self.aboard(1)
        is_full = orange + yellow == PLATFORM_WIDTH * PLATFORM_HEIGHT
        return is_full or orange >= TO_WIN or yellow >= TO_WIN or self.passes == 2

    def turn_begins(self) -> bool:
        return True

    def codes(self) -> vec[i64]:
        codes = vec[i64]()
        if self.awaits_setup() or self.is_over():
            return codes
        rows = occupied_rows(self.pawns, self.platform)
        aboard = self.aboard(self.seat)
        first = self.seat * PAWNS
        reach = self._reach(self.seat)
        for index in range(first, first + PAWNS - aboard):
            codes = self._add_pawn_codes(codes, rows, self.pawns[index], reach)
        if self._can_move_platform(rows, aboard, self.platform + aboard):
            codes = append(codes, i64(PLATFORM_UP))
        if self._can_move_platform(rows, aboard, self.platform - aboard):
            codes = append(codes, i64(PLATFORM_DOWN))
        if len(codes) == 0:
            codes = append(codes, i64(PASS))
        return codes

    def _add_pawn_codes(self, codes: vec[i64], rows: vec[i64], cell: i64, reach: i64) -> vec[i64]:
        for turn in range(i64(4)):
            end = diagonal_end(rows, self.platform, cell, DIAGONAL[turn])
            if end != NOWHERE:
                codes = append(codes, cell * PLACE_BITS + end)
        if faces_platform(self.platform, cell):
            for turn in range(i64(4)):
                slot = boarding_slot(rows, self.platform, cell, STRAIGHT[turn], reach)
                if slot >= 0:
                    codes = append(codes, cell * PLACE_BITS + ABOARD + slot)
        return codes

    def _can_move_platform(self, rows: vec[i64], aboard: i64, target: i64) -> bool:
        if aboard == 0 or target == self.barred or target < 1 or target > LAST_PLATFORM_COLUMN:
            return False
        return len(pawns_in_the_way(rows, self.platform, target)) == 0

    def after(self, code: i64) -> "VaevaState":
        other = 1 - self.seat
        if code == PASS:
            return VaevaState(self.pawns, self.platform, other, NO_COLUMN, self.passes + 1)
        if code <= PLATFORM_DOWN:
            return VaevaState(self.pawns, self._platform_target(code), other, self.platform, 0)
        first = self.seat * PAWNS
        pawns = with_moved(self.pawns, first, first + PAWNS - 1, code // PLACE_BITS, code % PLACE_BITS)
        return VaevaState(pawns, self.platform, other, NO_COLUMN, 0)

    def _platform_target(self, code: i64) -> i64:
        aboard = self.aboard(self.seat)
        return self.platform + aboard if code == PLATFORM_UP else self.platform - aboard

    # -- text -------------------------------------------------------------------------------------------------------

    def text(self, code: i64) -> str:
        if code == PASS:
            return "pass"
        if code <= PLATFORM_DOWN:
            return "P+" if code == PLATFORM_UP else "P-"
        start, end = self._ends(code)
        return f"{cell_name(start)}-{cell_name(end)}"

    def _ends(self, code: i64) -> tuple[int, int]:
        return code // PLACE_BITS, cell_of(self.platform, code % PLACE_BITS)

    def play(self, step: str) -> "VaevaState":
        if not self.awaits_setup():
            return self.after(self.read(step))
        pawns = self.pawns[:]
        for column in read_setup(step):
            pawns = append(pawns, i64(_FIRST_ROWS[self.seat] * 32 + column))
        return VaevaState(pawns, self.platform, 1 - self.seat, NO_COLUMN, 0)

    def read(self, step: str) -> int:
        if self.awaits_setup():
            raise illegal("Both players must place their pawns before the first turn.", code="setup_first")
        if self.is_over():
            raise illegal("The game is over.", code="game_over")
        if step.startswith("="):
            raise illegal("The pawns are already placed; play a step.", code="setup_made")
        code = self._code(step)
        if code not in self.codes():
            raise IllegalStep(self._objection(code))
        return code

    def _code(self, step: str) -> int:
        """The code of any well-formed step, legal or not."""
        if step in _BUTTONS:
            return _BUTTONS[step]
        start_text, dash, end_text = step.partition("-")
        start = read_cell(start_text)
        end = read_cell(end_text)
        if not dash or start is None or end is None:
            raise illegal(
                "This isn't a Vaeva step: write C3-D4 for a pawn, P+ or P- for the platform.", code="unreadable_step"
            )
        slot = slot_of_cell(self.platform, end)
        return start * PLACE_BITS + (end if slot == -1 else ABOARD + slot)

    def _objection(self, code: i64) -> str:
        if code == PASS:
            return say("You can't pass while you can move.", code="cannot_pass")
        if code <= PLATFORM_DOWN:
            return platform_objection(self.pawns, self.platform, self._platform_target(code), self.barred)
        start, end = self._ends(code)
        reach = self._reach(self.seat)
        return pawn_objection(self.pawns, self.platform, seat=self.seat, start=start, end=end, distance=reach)

    def choices(self) -> list[Choice]:
        found = []
        for code in self.codes():
            step = self.text(code)
            found.append(Choice(self._kind(code), step, tuple(step.split("-")) if code > PLATFORM_DOWN else (step,)))
        return found

    def _kind(self, code: i64) -> str:
        if code == PASS:
            return "pass"
        if code <= PLATFORM_DOWN:
            return "platform"
        if code % PLACE_BITS >= ABOARD:
            return "board"
        start, end = self._ends(code)
        return "walk" if abs(start // 32 - end // 32) == 1 else "jump"

    def path(self, step: str) -> tuple[str, ...]:
        """A walk or jump goes straight to its end, boarding cell by cell; the platform is not a piece: no path."""
        code: i64 = self.read(step)
        if code <= PLATFORM_DOWN:
            return ()
        start, end = self._ends(code)
        between = cells_between(start, end) if code % PLACE_BITS >= ABOARD else []
        return tuple([cell_name(cell) for cell in [start, *between, end]])

    # -- results and value ------------------------------------------------------------------------------------------

    @property
    def tally(self) -> tuple[int, ...]:
        return self.aboard(0), self.aboard(1)

    @property
    def result(self) -> Result | None:
        if not self.is_over():
            return None
        orange, yellow = self.tally
        ranks = (1, 1) if orange == yellow else (1, 2) if orange > yellow else (2, 1)
        return Result(ranks, "goal") if max(orange, yellow) >= TO_WIN else Result(ranks, "stalemate", (0, 1))

    def __str__(self) -> str:
        letters = {}
        for index in range(i64(len(self.pawns))):
            letters[int(cell_of(self.platform, self.pawns[index]))] = SEAT_LETTERS[index // PAWNS]
        barred = "-" if self.barred == NO_COLUMN else COLUMN_LETTERS[self.barred - 1]
        platform = COLUMN_LETTERS[self.platform - 1]
        return f"{board_text(letters)} {platform} {SEAT_LETTERS[self.seat]} {barred} {self.passes}"

    def scene(self) -> Scene:
        pieces = []
        for index in range(i64(len(self.pawns))):
            cell = cell_of(self.platform, self.pawns[index])
            x, y = centre(cell)
            marks = ("aboard",) if self.pawns[index] >= ABOARD else ()
            pieces.append(Piece(index // PAWNS, "pawn", cell_name(cell), x, y, marks))
        marked = [("boarding:0", self._boarding_cells(0)), ("boarding:1", self._boarding_cells(1))]
        if self.barred != NO_COLUMN:
            marked.append(("forbidden", covered_names(self.barred)))
        shown = [(word, cells) for word, cells in marked if cells]
        platform = platform_at(self.platform, self._reaches())
        return Scene(tuple(pieces), platform=platform, marked=tuple(shown))

    def _reaches(self) -> tuple[int, ...]:
        if self.awaits_setup() or self.is_over():
            return ()
        return int(self._reach(0)), int(self._reach(1))

    def _reach(self, seat: i64) -> i64:
        """How many cells the next pawn of a seat must travel to board."""
        aboard = self.aboard(seat)
        return aboard if aboard > 0 else i64(1)

    def _boarding_cells(self, seat: i64) -> tuple[str, ...]:
        """The cells from which a pawn of this seat could board now, empty or its own."""
        if self.awaits_setup() or self.is_over():
            return ()
        rows = occupied_rows(self.pawns, self.platform)
        distance = self._reach(seat)
        own = self.pawns[seat * PAWNS : seat * PAWNS + PAWNS]
        found = set()
        for slot in range(i64(PLATFORM_WIDTH * PLATFORM_HEIGHT)):
            for stride in STRAIGHT:
                cell = cell_of_slot(self.platform, slot) - stride * distance
                is_open = not is_wall(self.platform, cell) and (cell in own or not has(rows, cell))
                if is_open and boarding_slot(rows, self.platform, cell, stride, distance) >= 0:
                    found.add(int(cell))
        return tuple([cell_name(cell) for cell in sorted(found)])


class Vaeva(Game):
    def __init__(self, options: dict[str, str]) -> None:
        super().__init__("vaeva", "Vaeva", ("orange", "yellow"), options)
        self.has_setup = True

    def start(self) -> VaevaState:
        return VaevaState(vec[i64](), _START_COLUMN, 0, NO_COLUMN, 0)

    def check_setup(self, seat: int, text: str) -> None:
        read_setup(text)

    def setup_form(self, seat: int) -> SetupForm:
        """Its text names the columns of the nine cells chosen, so the one kind of piece has no letter."""
        how = say("The columns of your nine pawns, from A to T.")
        return SetupForm(row_names(_FIRST_ROWS[seat]), (("", "pawn", PAWNS),), _ARRANGEMENTS, "=BDFHJLNPR", how)

    def board(self) -> Board:
        cells = [row * 32 + column for row in range(1, SIZE + 1) for column in range(1, SIZE + 1)]
        squares = tuple([square(cell_name(cell), *centre(cell)) for cell in cells])
        homes = (row_names(_FIRST_ROWS[0]), row_names(_FIRST_ROWS[1]))
        side, turns = SIZE + 2.0, (0.0, 180.0)
        return Board(-1.0, -1.0, side, side, squares, rim_labels(), turns, homes, mount=0.9, label_size=0.42)

    def parse(self, text: str) -> VaevaState:
        state = _state_of(read_position(text))
        _check_position(state)
        if str(state) != text:
            raise invalid(
                "The position isn't in canonical form; write {state}", code="other_spelling", state=str(state)
            )
        return state


def _state_of(position: PositionText) -> VaevaState:
    """The state of a parsed position: pawns on covered cells are aboard; missing pawns mean awaited set-ups."""
    pawns = vec[i64]()
    for cells in position.pawns:
        slots = [slot_of_cell(position.platform, cell) for cell in cells]
        standing = [cell if slot == -1 else ABOARD + slot for cell, slot in zip(cells, slots, strict=True)]
        for pawn in sorted(standing):
            pawns = append(pawns, i64(pawn))
    orange, yellow = [len(cells) for cells in position.pawns]
    if (orange, yellow) not in ((0, 0), (PAWNS, 0), (PAWNS, PAWNS)):
        raise invalid(
            "Each seat must have {pawns} pawns on the board, not {orange} and {yellow}.",
            code="wrong_pawns",
            pawns=PAWNS,
            orange=orange,
            yellow=yellow,
        )
    return VaevaState(pawns, position.platform, position.seat, position.barred, position.passes)


def _check_position(state: VaevaState) -> None:
    if state.awaits_setup():
        _check_awaiting(state)
    orange, yellow = state.tally
    if max(orange, yellow) > TO_WIN:
        raise invalid("A seat can have at most {most} pawns on the platform.", code="too_many_aboard", most=TO_WIN)
    if state.barred != NO_COLUMN:
        if state.passes:
            raise invalid("After a pass, no return can be forbidden.", code="return_after_pass")
        distance: int = state.barred - state.platform
        if distance == 0 or abs(distance) != state.tally[1 - state.seat]:
            raise invalid(
                "The distance of the forbidden return must equal the other seat's number of pawns on the platform.",
                code="return_too_far",
            )


def _check_awaiting(state: VaevaState) -> None:
    placed = len(state.pawns) // PAWNS
    if [pawn for pawn in state.pawns if pawn // 32 != _FIRST_ROWS[0]]:
        raise invalid("Until both set-ups are made, all pawns must be in their first row.", code="pawns_before_setup")
    if (state.platform, state.seat, state.barred, state.passes) != (_START_COLUMN, placed, NO_COLUMN, 0):
        raise invalid(
            "Until both set-ups are made, nothing can have moved, and the next seat without a set-up "
            "must place its pawns.",
            code="moved_before_setup",
        )
