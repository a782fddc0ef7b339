"""Base classes of Vega's three games: seats around the board, the triple tumble, and the rules for a blocked seat.

Lyra, Ligne and Bataille differ in start and aim: each is a `VegaGame`, which `settle`s a position after each step. The
position itself, `VegaState`, has the moves. Its text is explained in `games/rules/vega/text.py`.
"""

from typing import Final

from games.rules.core import Game, IllegalStep, Result, State, invalid
from games.rules.native import append, i64, vec
from games.rules.scene import Board, Choice, Piece, Scene
from games.rules.sentences import say
from games.rules.vega.board import (
    BIT,
    CELLS,
    DRAWN_CELLS,
    FIRST,
    NAMES,
    NEAR,
    OPPOSING,
    PASS,
    SIDES,
    UNDER_WAY,
    Strip,
    count,
    draw_board,
    mask_of,
    names_in,
    triple_paths,
    triples,
    tumbles,
)
from games.rules.vega.text import position_text, read_position, step_code, step_text

COLOURS: Final = ("red", "blue", "yellow", "violet")
KINDS: Final = {"Lyra": say("Lyra"), "Ligne": say("Ligne"), "Bataille": say("Bataille")}


class VegaState(State):
    """A position: a mask of pieces per seat, the opposing pieces tumbled in this turn, the ranks already given."""

    def __init__(self, game: "VegaGame", pieces: vec[i64], seat: i64, tumbled: i64, places: vec[i64]) -> None:
        self.game = game
        self.pieces = pieces
        self.seat = seat
        self.tumbled = tumbled
        self.places = places
        self.over = False

    # -- steps ------------------------------------------------------------------------------------------------------

    def codes(self) -> vec[i64]:
        if self.over:
            return vec[i64]()
        occupied = self.occupied()
        found = triples(self.pieces[self.seat], occupied)
        if len(found) == 0:
            found = tumbles(self.tumblable(), occupied)
            if len(found) == 0:
                found = append(found, PASS)
        return found

    def after(self, code: i64) -> State:
        new = VegaState(self.game, self.pieces, self.seat, self.tumbled, self.places)
        if code == PASS:
            new.end_turn()
            return new
        start = code % OPPOSING // FIRST
        end = code % FIRST
        if code < OPPOSING:
            new.shift(self.seat, BIT[start], BIT[end])
            self.game.settle(new, self.seat, True)
            new.end_turn()
        else:
            owner = self.owner(BIT[start])
            new.shift(owner, BIT[start], BIT[end])
            new.tumbled |= BIT[end] | UNDER_WAY
            self.game.settle(new, owner, False)
        return new

    def is_over(self) -> bool:
        return self.over

    def turn_begins(self) -> bool:
        return self.tumbled == 0

    def occupied(self) -> i64:
        mask: i64 = 0
        for own in self.pieces:
            mask |= own
        return mask

    def tumblable(self) -> i64:
        """The pieces that a blocked seat may tumble: opposing ones still in play, each once per turn."""
        mask: i64 = 0
        for seat in range(i64(len(self.pieces))):
            if seat != self.seat and self.places[seat] == 0:
                mask |= self.pieces[seat]
        return mask & ~self.tumbled

    def owner(self, bit: i64) -> i64:
        """The seat of the piece on this cell, -1 if it is empty."""
        for seat in range(i64(len(self.pieces))):
            if self.pieces[seat] & bit != 0:
                return seat
        return -1

    # -- in-place changes: only on a new position that is not shared yet ----------------------------------------------

    def shift(self, owner: i64, start: i64, end: i64) -> None:
        self.set_pieces(owner, self.pieces[owner] ^ start | end)

    def set_pieces(self, owner: i64, own: i64) -> None:
        self.pieces = self.pieces[:]
        self.pieces[owner] = own

    def end_turn(self) -> None:
        self.tumbled = 0
        if self.over:
            return
        seats: i64 = len(self.pieces)
        seat = (self.seat + 1) % seats
        while self.places[seat] != 0:
            seat = (seat + 1) % seats
        self.seat = seat

    def place(self, seat: i64, rank: i64) -> None:
        self.places = self.places[:]
        self.places[seat] = rank

    def place_best(self, seat: i64) -> None:
        """Give the seat the best free rank; a single seat left takes the remaining one, and the game is over."""
        self.place(seat, self.free_ranks()[0])
        self.close()

    def place_worst(self, seat: i64) -> None:
        """Give the seat the worst free rank; ends the game as above."""
        self.place(seat, self.free_ranks()[-1])
        self.close()

    def close(self) -> None:
        remaining = self.in_play()
        if len(remaining) == 1:
            self.place_best(remaining[0])
        elif not remaining:
            self.over = True
            self.tumbled = 0

    def free_ranks(self) -> list[int]:
        return [rank for rank in range(1, len(self.places) + 1) if rank not in self.placed]

    def in_play(self) -> list[int]:
        return [seat for seat in range(len(self.places)) if self.places[seat] == 0]

    def without(self, seat: int) -> State:
        if seat not in self.in_play() or len(self.in_play()) < 3:
            raise invalid(
                "A seat can leave the game only while it and at least two others are still in play.",
                code="cannot_leave",
            )
        new = VegaState(self.game, self.pieces, self.seat, self.tumbled & ~self.pieces[seat], self.places)
        new.set_pieces(seat, 0)
        new.place_worst(seat)
        if seat == self.seat:
            new.end_turn()
        return new

    # -- text -------------------------------------------------------------------------------------------------------

    def text(self, code: i64) -> str:
        return step_text(code)

    def read(self, step: str) -> int:
        code = step_code(step)
        if code not in self.codes():
            raise IllegalStep(self.refusal(code))
        return code

    def refusal(self, code: int) -> str:
        """Why this step is not legal here."""
        if self.over:
            return say("The game is over.", code="game_over")
        legal = self.codes()
        if code == PASS:
            example = step_text(legal[0])
            if legal[0] >= OPPOSING:
                return say(
                    "You can't pass: tumble an opposing piece, such as {step}.", code="must_tumble", step=example
                )
            return say("You can't pass: you have a move, such as {step}.", code="must_move", step=example)
        if legal[0] == PASS:
            return say("You have no legal move: pass.", code="must_pass")
        start, end = code % OPPOSING // FIRST, code % FIRST
        if code >= OPPOSING:
            return self.tumble_refusal(start, end, legal[0])
        return self.triple_refusal(start, end, legal[0])

    def triple_refusal(self, start: int, end: int, example: int) -> str:
        here, there = NAMES[start], NAMES[end]
        if self.owner(BIT[start]) != self.seat:
            return say("You have no piece on {cell}.", code="not_own_piece", cell=here)
        if example >= OPPOSING:
            return say(
                "None of your own pieces can move: tumble an opposing piece first, such as {step}.",
                code="tumble_first",
                step=step_text(example),
            )
        if start == end:
            return say("A piece can't return to a cell it was on during this turn.", code="returns")
        if self.owner(BIT[end]) >= 0:
            return say("{cell} is occupied.", code="occupied", cell=there)
        if all(path[2] != end for path in triple_paths(start)):
            return say(
                "A piece tumbles exactly three times: it can't reach {other} from {cell} in one turn.",
                code="out_of_reach",
                cell=here,
                other=there,
            )
        return say("The path from {cell} to {other} is blocked.", code="blocked", cell=here, other=there)

    def tumble_refusal(self, start: int, end: int, example: int) -> str:
        here, there = NAMES[start], NAMES[end]
        if example < OPPOSING:
            return say(
                "You can tumble an opposing piece only when none of your own can move; you have a move, "
                "such as {step}.",
                code="no_tumble_needed",
                step=step_text(example),
            )
        owner = self.owner(BIT[start])
        if owner < 0 or owner == self.seat:
            return say("There is no opposing piece on {cell}.", code="not_opposing_piece", cell=here)
        if self.places[owner] != 0:
            return say(
                "The piece on {cell} belongs to a finished line and can't be moved.", code="finished_line", cell=here
            )
        if self.tumbled & BIT[start]:
            return say("The piece on {cell} has already been tumbled in this turn.", code="tumbled_already", cell=here)
        if not NEAR[start] & BIT[end]:
            return say(
                "An opposing piece tumbles only once: {other} isn't next to {cell}.",
                code="not_next",
                other=there,
                cell=here,
            )
        return say("{cell} is occupied.", code="occupied", cell=there)

    def choices(self) -> list[Choice]:
        return [self.choice(code) for code in self.codes()]

    def choice(self, code: int) -> Choice:
        text = step_text(code)
        if code == PASS:
            return Choice("pass", text, (text,))
        clicks = (NAMES[code % OPPOSING // FIRST], NAMES[code % FIRST])
        if code >= OPPOSING:
            return Choice("tumble", text, clicks)
        return Choice("move", text, clicks, takes=self.game.taken_by(self, code))

    def path(self, step: str) -> tuple[str, ...]:
        code = self.read(step)
        if code == PASS:
            return ()
        start, end = code % OPPOSING // FIRST, code % FIRST
        if code >= OPPOSING:
            return NAMES[start], NAMES[end]
        occupied = self.occupied()
        free = [path for path in triple_paths(start) if path[2] == end and not occupied & mask_of(path)]
        return NAMES[start], *(NAMES[cell] for cell in free[0])

    @property
    def result(self) -> Result | None:
        return Result(self.placed, "goal", self.game.parted_by_tally(self)) if self.over else None

    @property
    def tally(self) -> tuple[int, ...]:
        return tuple(self.game.tally_of(self, seat) for seat in range(self.game.seats))

    @property
    def placed(self) -> tuple[int, ...]:
        return tuple([int(rank) for rank in self.places])

    def scene(self) -> Scene:
        marked = [(f"goal:{seat}", names_in(cells)) for seat, cells in enumerate(self.game.goals)]
        if self.tumbled:
            marked.append(("tumbled", names_in(self.tumbled)))
        pieces = [self.drawn_piece(cell) for cell in range(CELLS) if self.owner(BIT[cell]) >= 0]
        return Scene(tuple(pieces), marked=tuple(marked))

    def drawn_piece(self, cell: int) -> Piece:
        seat = self.owner(BIT[cell])
        marks = []
        if self.tumbled & BIT[cell]:
            marks.append("tumbled")
        if self.places[seat] and not self.over:
            marks.append("finished")
        drawn = DRAWN_CELLS[cell]
        return Piece(int(seat), "tetrahedron", drawn.name, drawn.x, drawn.y, tuple(marks))

    def __str__(self) -> str:
        return position_text(self.pieces, self.seat, self.tumbled, self.places)

    def identity(self) -> str:
        return f"{self.game.id} {self}"


def name_for(kind: str, seats: int) -> str:
    if seats == 2:
        return say("{game} for two", game=kind)
    return say("{game} for three", game=kind) if seats == 3 else say("{game} for four", game=kind)


class VegaGame(Game):
    """One of Vega's games for a number of seats. Subclasses define the aim and the tally.

    `goals` has the target cells of each seat; it is empty in a game without.
    """

    def __init__(self, kind: str, seats: int, starts: tuple[Strip, ...], goals: tuple[Strip, ...] = ()) -> None:
        super().__init__(f"{kind.lower()}-{seats}", name_for(KINDS.get(kind, kind), seats), COLOURS[:seats], {})
        self.family = "vega"
        self.sides = SIDES[seats]
        self.starts = vec[i64]([mask_of(cells) for cells in starts])
        self.goals = vec[i64]([mask_of(cells) for cells in goals])

    def start(self) -> State:
        return VegaState(self, self.starts, 0, 0, vec[i64]([0] * self.seats))

    def board(self) -> Board:
        return draw_board(self.sides)

    def parse(self, text: str) -> State:
        position = read_position(text, self.seats)
        pieces, places = vec[i64](position.pieces), vec[i64](position.places)
        state = VegaState(self, pieces, position.seat, position.tumbled, places)
        state.over = 0 not in position.places
        if state.over:
            if state.tumbled != 0:
                raise invalid(
                    "all seats have a rank, so the game is over: the third field must be -", code="tumbled_after_end"
                )
        else:
            self.check_turn(state)
        self.check(state)
        return state

    def check_turn(self, state: VegaState) -> None:
        in_play = state.in_play()
        if len(in_play) < 2:
            raise invalid(
                "only one seat is in play, so the game is over: give it the rank that is left", code="one_seat_left"
            )
        if state.places[state.seat] != 0:
            raise invalid(
                "it can't be the turn of {colour}, which already has a rank",
                code="turn_of_ranked_seat",
                colour=self.colours[state.seat],
            )
        opposing: i64 = 0
        for seat in in_play:
            if seat != state.seat:
                opposing |= state.pieces[seat]
        if state.tumbled & ~opposing & ~UNDER_WAY:
            raise invalid(
                "only opposing pieces still in play can have been tumbled in this turn", code="tumbled_not_opposing"
            )

    def check_count(self, state: VegaState, seat: int) -> None:
        """Raise ValueError unless a seat has all the pieces it began with."""
        own, full = count(state.pieces[seat]), count(self.starts[seat])
        if own != full:
            raise invalid(
                "{colour} must have {full} pieces, not {own}",
                code="wrong_count",
                colour=self.colours[seat],
                full=full,
                own=own,
            )

    # -- implemented by each game -----------------------------------------------------------------------------------

    def settle(self, state: VegaState, moved: i64, by_triple: bool) -> None:
        """Apply the consequences of a step that brought a piece of seat `moved` to its new cell."""
        raise NotImplementedError

    def tally_of(self, state: VegaState, seat: int) -> int:
        raise NotImplementedError

    def check(self, state: VegaState) -> None:
        """Raise ValueError if the pieces and the ranks of a parsed position contradict each other."""
        raise NotImplementedError

    def parted_by_tally(self, state: VegaState) -> tuple[int, ...]:
        return ()

    def taken_by(self, state: VegaState, code: int) -> tuple[str, ...]:
        """The opposing pieces that an own move captures."""
        return ()
