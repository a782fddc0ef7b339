"""Evaluation for Vega's three games: masks of pieces, and seats that may finish before the others."""

from typing import Final

from games.ai.expert import Expert, mixed
from games.ai.experts.vega_distance import FAR, TURNS, nearest, turns_to
from games.rules.core import State
from games.rules.native import append, i64, vec
from games.rules.vega.base import VegaGame, VegaState
from games.rules.vega.bataille import Bataille
from games.rules.vega.board import (
    BIT,
    BIT_PLACE,
    CELLS,
    FIRST,
    NEAR,
    OPPOSING,
    STRIPS,
    attacked_by,
    count,
    triples,
)
from games.rules.vega.ligne import Ligne
from games.rules.vega.lyra import Lyra

# The value of a turn ahead in a race.
TURN: Final = 100


class VegaExpert(Expert):
    """Base class of the three; `aims` are each seat's target cells."""

    def __init__(self, game: VegaGame, aims: list[tuple[int, ...]]) -> None:
        super().__init__(game)
        distances: list[int] = []
        for cells in aims:
            distances += turns_to(cells)
        self.distances: vec[i64] = vec[i64](distances)

    def key(self, state: State) -> i64:
        assert isinstance(state, VegaState)
        key = mixed(state.seat + 1, state.tumbled)
        for own in state.pieces:
            key = mixed(key, own)
        for rank in state.places:
            key = key * 5 + rank
        return mixed(0, key)

    def is_settled(self, state: State, seat: i64) -> bool:
        assert isinstance(state, VegaState)
        return state.over or state.places[seat] != 0

    def rank(self, state: State, seat: i64) -> i64:
        assert isinstance(state, VegaState)
        return state.places[seat]

    def promise(self, state: State, code: i64) -> i64:
        """Higher for coming nearer to the aim."""
        if code >= OPPOSING:
            return 0
        row = state.seat * CELLS
        gained = self.distances[row + code // FIRST] - self.distances[row + code % FIRST]
        return max(i64(0), 20 + 20 * gained)


class LyraExpert(VegaExpert):
    """Lyra is a race: what counts is how many turns each seat still needs.

    The turns are estimated from both ends: what each piece outside the goal row needs to the nearest open goal cell,
    and what each open goal cell needs from the nearest such piece; the mean of the two sums (with four seats, where
    five pieces choose among seven cells, the first alone). A goal cell occupied by another's piece costs a third of a
    turn more, and a piece at home, which the tally counts, a tenth.

    A piece left at home keeps its opponent from ever finishing. The seat behind could so prolong every game to its
    limit, to lose it there by tally: with nothing else left to do, an expert brings it out.
    """

    def __init__(self, game: Lyra) -> None:
        super().__init__(game, [STRIPS[side][5] for side in game.sides])
        self.goals: vec[i64] = game.goals
        self.homes: vec[i64] = game.homes

    def worth(self, state: State, seat: i64) -> i64:
        assert isinstance(state, VegaState)
        own = state.pieces[seat]
        outside = own & ~self.goals[seat]
        lacking = self.goals[seat] & ~own
        turns = self.turns_from(lacking, outside)
        turns += turns if self.seats == 4 else self.turns_from(outside, lacking)
        taken = count(lacking & (state.occupied() ^ own))
        return -(TURN * turns) // 2 - TURN * taken // 3 - 10 * count(own & self.homes[seat])

    def moves(self, state: State) -> vec[i64]:
        assert isinstance(state, VegaState)
        codes = state.codes()
        own = state.pieces[state.seat]
        home = own & self.homes[state.seat]
        if home == 0 or count(own & ~home & ~self.goals[state.seat]) > 1:
            return codes
        leaving = vec[i64]()
        for code in codes:
            if code < OPPOSING and BIT[code // FIRST] & home:
                leaving = append(leaving, code)
        return leaving if len(leaving) > 0 else codes

    def turns_from(self, starts: i64, ends: i64) -> i64:
        """The turns to each of the ends from the nearest of the starts."""
        turns: i64 = 0
        while ends != 0:
            bit = ends & -ends
            ends ^= bit
            turns += nearest(starts, BIT_PLACE[bit % 67])
        return turns


class LigneExpert(VegaExpert):
    """Ligne: how many turns the best line still needs.

    For every possible line: the turns of the nearest pieces to each cell it lacks, and two more for each cell occupied
    by another's piece. The best such number counts fully, the second best a quarter, as a player with two lines is
    harder to stop. A little is added for each piece near the target half.
    """

    def __init__(self, game: Ligne) -> None:
        super().__init__(game, list(game.halves))
        self.windows: list[vec[i64]] = game.windows
        self.length: i64 = game.length

    def worth(self, state: State, seat: i64) -> i64:
        assert isinstance(state, VegaState)
        own = state.pieces[seat]
        others = state.occupied() ^ own
        best: i64 = 4 * FAR
        second: i64 = 4 * FAR
        for window in self.windows[seat]:
            turns = self.turns_needed(window, own, others, second)
            if turns < best:
                second = best
                best = turns
            elif turns < second:
                second = turns
        return -TURN * best - TURN * second // 4 - 8 * self.journeys(own, seat)

    def turns_needed(self, window: i64, own: i64, others: i64, enough: i64) -> i64:
        """The turns for one possible line; counting stops at `enough`."""
        lacking = window & ~own
        if count(lacking) >= enough:
            return enough
        outside = own & ~window
        turns = 2 * count(lacking & others)
        while lacking != 0 and turns < enough:
            bit = lacking & -lacking
            lacking ^= bit
            turns += nearest(outside, BIT_PLACE[bit % 67])
        return turns

    def journeys(self, own: i64, seat: i64) -> i64:
        turns: i64 = 0
        while own != 0:
            bit = own & -own
            own ^= bit
            turns += self.distances[seat * CELLS + BIT_PLACE[bit % 67]]
        return turns

    def noisy(self, state: State) -> vec[i64]:
        """The steps that complete a line."""
        assert isinstance(state, VegaState)
        found = vec[i64]()
        seat = state.seat
        own = state.pieces[seat]
        ends = self.closing_cells(own, state.occupied(), seat)
        if ends == 0:
            return found
        for code in triples(own, state.occupied()):
            if BIT[code % FIRST] & ends and self.has_line(own ^ BIT[code // FIRST] | BIT[code % FIRST], seat):
                found = append(found, code)
        return found

    def closing_cells(self, own: i64, occupied: i64, seat: i64) -> i64:
        """The empty cells that are the only one missing in some line."""
        ends: i64 = 0
        for window in self.windows[seat]:
            lacking = window & ~own
            if lacking & (lacking - 1) == 0 and lacking & occupied == 0:
                ends |= lacking
        return ends

    def has_line(self, own: i64, seat: i64) -> bool:
        for window in self.windows[seat]:  # noqa: SIM110 - any() would make a generator
            if own & window == window:
                return True
        return False


class BatailleExpert(VegaExpert):
    """Bataille: pieces first, then what they attack.

    A piece is worth 100, and more the fewer are left. The cells a seat attacks are closed to the others: 6 each. A
    piece with no own neighbour can attack nothing: 12 less. Being near the middle gives more moves: up to 8.
    """

    def __init__(self, game: Bataille) -> None:
        middle = tuple([cell for cell in range(CELLS) if len(_around(cell)) == 3 and _is_inner(cell)])
        super().__init__(game, [middle] * game.seats)

    def worth(self, state: State, seat: i64) -> i64:
        assert isinstance(state, VegaState)
        if state.places[seat] != 0:
            return -800
        own = state.pieces[seat]
        pieces = count(own)
        return 100 * pieces - 600 // (pieces + 1) + 6 * count(attacked_by(own)) + self.shape(own)

    def shape(self, own: i64) -> i64:
        total: i64 = 0
        rest = own
        while rest != 0:
            bit = rest & -rest
            rest ^= bit
            cell = BIT_PLACE[bit % 67]
            if NEAR[cell] & own == 0:
                total -= 12
            total -= 4 * self.distances[cell]
        return total

    def noisy(self, state: State) -> vec[i64]:
        """The moves that capture something."""
        assert isinstance(state, VegaState)
        found = vec[i64]()
        own = state.pieces[state.seat]
        occupied = state.occupied()
        others = occupied ^ own
        for code in triples(own, occupied):
            if attacked_by(own ^ BIT[code // FIRST] | BIT[code % FIRST]) & others:
                found = append(found, code)
        return found

    def promise(self, state: State, code: i64) -> i64:
        """Higher for a move that captures."""
        assert isinstance(state, VegaState)
        if code >= OPPOSING:
            return 0
        own = state.pieces[state.seat]
        others = state.occupied() ^ own
        taken = attacked_by(own ^ BIT[code // FIRST] | BIT[code % FIRST]) & others
        return 20 + 100 * count(taken) if taken else i64(20)


def _around(cell: int) -> list[int]:
    return [other for other in range(CELLS) if NEAR[cell] & BIT[other]]


def _is_inner(cell: int) -> bool:
    """Whether no cell is more than three turns away: one of the cells around the middle."""
    return max([int(TURNS[cell * CELLS + other]) for other in range(CELLS)]) <= 3
