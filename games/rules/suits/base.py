"""Base classes of Galax and Sirius: set-ups, huffs, the end of the game, the position text.

The position text is described in docs/notation/suits.md.
"""

from typing import Final

from games.rules.core import Game, IllegalStep, Result, State, illegal, invalid
from games.rules.native import append, i64, vec
from games.rules.scene import Board, Choice, Piece, Scene, SetupForm
from games.rules.sentences import say
from games.rules.suits.board import (
    ARRANGEMENTS,
    CELLS,
    EMPTY_BOARD,
    HUFF_SHAPE,
    INDEX,
    LEFT,
    LETTERS,
    NAMES,
    NOTHING,
    STAGGERED,
    board_text,
    centre,
    check_setup_text,
    holds,
    home_cells,
    kind_name,
    names_of,
    read_board,
    read_cells,
    square_board,
    with_setup,
)

# Phases of a turn. REPLAY is for Galax only; there, any greater number is the cell of a champion that has moved and may
# move once more.
SETUP: Final = 0
BEGINS: Final = 1
HUFFED: Final = 2
REPLAY: Final = 3

# A move is from + 256 × to (+ 65536 × the neighbours it captures, in Galax); a huff is HUFF + its cell.
PASS: Final = 0
HUFF: Final = 16777216


class SuitState(State):
    """A position of Galax or Sirius.

    `memory` are the opposing pieces that may be huffed, in ascending order; once a seat of Galax has moved, what it has
    missed so far. `strict` says that the game's option has its second value: in Galax a move captures all it can, in
    Sirius a champion captures champions only.
    """

    def __init__(self, cells: vec[i64], seat: i64, phase: i64, memory: vec[i64], strict: bool) -> None:
        self.cells = cells
        self.seat = seat
        self.phase = phase
        self.memory = memory
        self.strict = strict

    def next(self, cells: vec[i64], seat: i64, phase: i64, memory: vec[i64]) -> "SuitState":
        """Another position of the same game."""
        raise NotImplementedError

    def is_over(self) -> bool:
        return self.phase != SETUP and (self.cells[LEFT] == 0 or self.cells[LEFT + 1] == 0)

    def turn_begins(self) -> bool:
        return self.phase <= BEGINS

    def awaits_setup(self) -> bool:
        return self.phase == SETUP

    @property
    def tally(self) -> tuple[int, ...]:
        return (self.cells[LEFT], self.cells[LEFT + 1])

    @property
    def result(self) -> Result | None:
        return Result((1, 2) if self.cells[LEFT] else (2, 1), "goal") if self.is_over() else None

    def is_own(self, piece: i64) -> bool:
        return piece != 0 and (piece <= 4) == (self.seat == 0)

    def is_opposing(self, piece: i64) -> bool:
        return piece != 0 and (piece <= 4) != (self.seat == 0)

    def own_cells(self) -> vec[i64]:
        cells = self.cells
        below = 4 * self.seat
        found = vec[i64]()
        for cell in CELLS:
            if below < cells[cell] <= below + 4:
                found = append(found, cell)
        return found

    def huffable(self) -> vec[i64]:
        return self.memory if self.phase <= HUFFED else NOTHING

    def after_huff(self, cell: i64, rest: vec[i64]) -> "SuitState":
        """The position after an opposing piece was huffed and the rest may still be."""
        cells = self.cells[:]
        cells[cell] = 0
        cells[LEFT + 1 - self.seat] -= 1
        if cells[LEFT + 1 - self.seat] == 0:
            return self.next(cells, self.seat, BEGINS, NOTHING)
        return self.next(cells, self.seat, HUFFED, rest)

    # -- reading steps ----------------------------------------------------------------------------------------------

    def play(self, step: str) -> State:
        if self.phase != SETUP:
            return self.after(self.read(step))
        check_setup_text(step)
        cells = with_setup(self.cells, self.seat, step)
        return self.next(cells, 1 - self.seat, SETUP if self.seat == 0 else BEGINS, NOTHING)

    def read(self, step: str) -> int:
        if self.phase == SETUP:
            raise illegal(
                "Place your pieces first, with a set-up such as {example}.", code="setup_first", example=STAGGERED
            )
        if self.is_over():
            raise illegal("The game is over.", code="game_over")
        code = self.understand(step)
        if not holds(self.codes(), code):
            raise IllegalStep(self.why_not(code))
        if self.text(code) != step:
            raise illegal("Write this step as {step}.", code="other_spelling", step=self.text(code))
        return code

    def understand(self, step: str) -> int:
        """The code of a well-formed step, legal or not."""
        if step == "pass":
            return PASS
        huff = HUFF_SHAPE.fullmatch(step)
        return HUFF + INDEX[huff.group(1)] if huff else self.understand_move(step)

    def understand_move(self, step: str) -> int:
        raise NotImplementedError

    def why_not(self, code: i64) -> str:
        """The error for a step that is well-formed and not legal."""
        if code == PASS:
            return say("You can't pass while you have a legal move.", code="cannot_pass")
        if code >= HUFF:
            return self.why_no_huff(code - HUFF)
        start = code & 255
        if self.cells[start] == 0:
            return say("There is no piece on {cell}.", code="no_piece", cell=NAMES[start])
        if not self.is_own(self.cells[start]):
            return say("The piece on {cell} is not yours.", code="opponents_piece", cell=NAMES[start])
        return self.why_no_move(code)

    def why_no_huff(self, cell: i64) -> str:
        if self.cells[cell] == 0:
            return say("There is no piece on {cell}.", code="no_piece", cell=NAMES[cell])
        if self.is_own(self.cells[cell]):
            return say("The piece on {cell} is your own.", code="own_piece", cell=NAMES[cell])
        return say(
            "The piece on {cell} missed no capture in the last turn, so it can't be huffed.",
            code="nothing_left_out",
            cell=NAMES[cell],
        )

    def why_no_move(self, code: i64) -> str:
        """The error for an illegal move of an own piece."""
        raise NotImplementedError

    # -- text and drawing -------------------------------------------------------------------------------------------

    def text(self, code: i64) -> str:
        if code == PASS:
            return "pass"
        return "!" + NAMES[code - HUFF] if code >= HUFF else self.move_text(code)

    def move_text(self, code: i64) -> str:
        raise NotImplementedError

    def path(self, step: str) -> tuple[str, ...]:
        code = self.read(step)
        if code == PASS:
            return ()
        return (NAMES[code - HUFF],) if code >= HUFF else self.move_path(code)

    def move_path(self, code: i64) -> tuple[str, ...]:
        raise NotImplementedError

    def choices(self) -> list[Choice]:
        return [self.choice(code) for code in self.offered_codes()]

    def offered_codes(self) -> vec[i64]:
        """The legal steps, one for all that differ in their captures only."""
        return self.codes()

    def choice(self, code: i64) -> Choice:
        if code == PASS:
            return Choice("pass", "pass", ("pass",))
        return Choice("huff", self.text(code), (NAMES[code - HUFF],)) if code >= HUFF else self.move_choice(code)

    def move_choice(self, code: i64) -> Choice:
        raise NotImplementedError

    def status_text(self) -> str:
        return "=-!+"[self.phase]

    def memory_text(self) -> str:
        return ",".join(names_of(self.memory)) or "-"

    def __str__(self) -> str:
        return f"{board_text(self.cells)} {'wb'[self.seat]} {self.status_text()} {self.memory_text()}"

    def identity(self) -> str:
        return f"{self} {self.strict}"

    def marked(self) -> list[tuple[str, tuple[str, ...]]]:
        huffable = self.huffable()
        return [("huffable", names_of(huffable))] if len(huffable) else []

    def scene(self) -> Scene:
        pieces = []
        for cell in CELLS:
            piece = self.cells[cell]
            if piece:
                x, y = centre(cell)
                marks = ("huffable",) if holds(self.huffable(), cell) else ()
                pieces.append(Piece(int(piece > 4), kind_name(piece), NAMES[cell], x, y, marks))
        return Scene(tuple(pieces), marked=tuple(self.marked()))


class SuitGame(Game):
    """Base class of Galax and Sirius."""

    def __init__(self, game_id: str, options: dict[str, str]) -> None:
        super().__init__(game_id, game_id.capitalize(), ("white", "brown"), options)
        self.has_setup = self.has_threats = True

    def position(self, cells: vec[i64], seat: i64, phase: i64, memory: vec[i64]) -> SuitState:
        raise NotImplementedError

    def start(self) -> SuitState:
        return self.position(EMPTY_BOARD, 0, SETUP, NOTHING)

    def board(self) -> Board:
        return square_board()

    def check_setup(self, seat: int, text: str) -> None:
        check_setup_text(text)

    def setup_form(self, seat: int) -> SetupForm:
        symbols = (("S", "sun", 10), ("M", "moon", 10), ("T", "star", 10))
        cells = tuple([NAMES[cell] for cell in home_cells(seat)])
        how = say(
            "Three rows of ten letters, the back row first, each from column a to j: "
            "S is a sun, M a moon, T a star; ten of each."
        )
        return SetupForm(cells, symbols, ARRANGEMENTS, STAGGERED, how)

    def threats(self, state: State) -> dict[str, list[str]]:
        if state.awaits_setup() or state.is_over():
            return {}
        board = str(state).partition(" ")[0]
        found: dict[str, set[str]] = {}
        for seat in "wb":
            for choice in self.parse(f"{board} {seat} - -").choices():
                taken = {*choice.takes, *choice.optional}
                if taken:
                    found.setdefault(choice.clicks[0], set()).update(taken)
        return {cell: sorted(taken) for cell, taken in sorted(found.items())}

    def parse(self, text: str) -> SuitState:
        parts = text.split(" ")
        if len(parts) != 4:
            raise invalid(
                "A position has four fields separated by single spaces: board, seat, status and memory.",
                code="wrong_fields",
            )
        cells = read_board(parts[0])
        if parts[1] not in ("w", "b"):
            raise invalid("The seat to move must be w or b, not {text!r}.", code="unknown_seat", text=parts[1][:20])
        seat = "wb".index(parts[1])
        if parts[2] == "=":
            check_awaiting(cells, seat, parts[3])
            return self.position(cells, seat, SETUP, NOTHING)
        position = self.position(cells, seat, BEGINS, NOTHING)
        if position.is_over():
            check_over(cells, parts[2:])
            return position
        return self.remembering(position, parts[2], parts[3])

    def remembering(self, position: SuitState, status: str, memory: str) -> SuitState:
        """The position with the turn's status and memory parsed from text; raises ValueError if they don't fit."""
        raise NotImplementedError


def check_awaiting(cells: vec[i64], seat: int, memory: str) -> None:
    """Raise ValueError unless the board is empty before white's set-up, and has only that before brown's."""
    if memory != "-":
        raise invalid("While a set-up is missing, the memory must be -.", code="memory_before_setup")
    letters = [LETTERS[cells[cell]] for cell in home_cells(0)]
    suits_due = 0 if seat == 0 else 10
    fits = all(letters.count(suit) == suits_due for suit in "SMT") and cells[LEFT] == 3 * suits_due
    if cells[LEFT + 1] or not fits:
        raise invalid("While a set-up is missing, only white's set-up can be on the board.", code="pieces_before_setup")


def check_over(cells: vec[i64], status_and_memory: list[str]) -> None:
    if cells[LEFT] == 0 and cells[LEFT + 1] == 0:
        raise invalid("There is no piece on the board.", code="empty_board")
    if status_and_memory != ["-", "-"]:
        raise invalid(
            "When a seat has no pieces left the game is over: status and memory must both be -.",
            code="status_after_end",
        )


def read_huffable(position: SuitState, text: str) -> vec[i64]:
    """The huffable opposing pieces from a memory text."""
    huffable = read_cells(text)
    for cell in huffable:
        if not position.is_opposing(position.cells[cell]):
            raise invalid("There is no opposing piece to huff on {cell}.", code="nothing_to_huff", cell=NAMES[cell])
    return huffable
