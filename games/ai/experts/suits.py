"""Evaluation for Galax and Sirius: thirty pieces of three suits that capture each other in a cycle.

What both count, for each seat:
- material: 100 per pawn; a champion 320 in Galax, where it captures all it touches and moves twice, 260 in Sirius;
- advancement: a pawn is worth more the nearer it is to its last row: a few points per row, more in the last three;
- balance: a suit is worth more the more prey and the fewer hunters it has: 1/4 point for each pair of hunter and prey;
- huff danger: a piece that may be huffed at once is as good as lost;
- pursuit: with fewer than ten opposing pieces left, champions near to them, so that a won game is finished.
"""

from typing import Final

from games.ai.expert import Expert, mixed
from games.rules.core import Game, State
from games.rules.native import append, i64, vec
from games.rules.suits.base import HUFF, HUFFED, PASS, SuitState
from games.rules.suits.board import CELLS, LEFT, NAMES, SIZE, WIDTH, has_arrived
from games.rules.suits.galax import taken_by

PAWN: Final = 100
HUFFABLE: Final = 90
FEW: Final = 10

# By the number of rows to the last row.
_ADVANCE: Final = (0, 40, 22, 13, 9, 7, 5, 4, 2, 0)
_PIECES: Final = 9


def _advance(piece: int, cell: int) -> int:
    """The value of advancement of a piece on a cell."""
    row = cell % WIDTH
    to_go = SIZE - row if piece <= 4 else row - 1
    return _ADVANCE[to_go] if piece in (1, 2, 3, 5, 6, 7) and NAMES[cell] else 0


_AREA: Final = WIDTH * WIDTH
ADVANCES: Final[vec[i64]] = vec[i64]([_advance(piece, cell) for piece in range(10) for cell in range(_AREA)])


class SuitsExpert(Expert):
    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.champion: i64 = 320

    def key(self, state: State) -> i64:
        assert isinstance(state, SuitState)
        cells = state.cells
        key = mixed(state.seat + 1, state.phase)
        packed: i64 = 0
        filled = 0
        for cell in CELLS:
            packed = packed * 9 + cells[cell]
            filled += 1
            if filled == 10:
                key = mixed(key, packed)
                packed = 0
                filled = 0
        for item in state.memory:
            key = mixed(key, item)
        return key

    def rank(self, state: State, seat: i64) -> i64:
        assert isinstance(state, SuitState)
        return 1 if state.cells[LEFT + seat] != 0 else 2

    def worth(self, state: State, seat: i64) -> i64:
        """Half of the score, so that the difference of both seats' worths is the score."""
        return self.score(state, seat) // 2

    def score(self, state: State, seat: i64) -> i64:
        assert isinstance(state, SuitState)
        cells = state.cells
        counts = vec[i64]([0] * _PIECES)
        ahead: i64 = 0
        for cell in CELLS:
            piece = cells[cell]
            if piece != 0:
                counts[piece] += 1
                advance = ADVANCES[piece * _AREA + cell]
                ahead += advance if piece <= 4 else -advance
        ahead += self.material(counts, 0) - self.material(counts, 4)
        ahead += self.huff_danger(state) + self.pursuit(cells, counts)
        return ahead if seat == 0 else -ahead

    def material(self, counts: vec[i64], own: i64) -> i64:
        """Pieces, and the hunts between the suits; pieces weigh more when few are left."""
        theirs = 4 - own
        hunts: i64 = 0
        for suit in range(i64(3)):
            hunts += counts[own + 1 + suit] * counts[theirs + 1 + (suit + 1) % 3]
        pawns = counts[own + 1] + counts[own + 2] + counts[own + 3]
        champions = counts[own + 4]
        return PAWN * pawns + self.champion * champions + hunts // 4 - 300 // (pawns + 2 * champions + 1)

    def huff_danger(self, state: SuitState) -> i64:
        """For seat 0; negative when its pieces may be huffed now."""
        if state.phase > HUFFED or len(state.memory) == 0:
            return 0
        lost = self.huff_loss(i64(len(state.memory)))
        return lost if state.seat == 0 else -lost

    def huff_loss(self, huffable: i64) -> i64:
        return HUFFABLE * huffable

    def pursuit(self, cells: vec[i64], counts: vec[i64]) -> i64:
        """For seat 0: how near each side's champions are to the other's remaining pieces."""
        white = counts[1] + counts[2] + counts[3] + counts[4]
        brown = counts[5] + counts[6] + counts[7] + counts[8]
        total: i64 = 0
        if brown < FEW and counts[4] > 0:
            total -= distances(cells, 4, 5)
        if white < FEW and counts[8] > 0:
            total += distances(cells, 8, 1)
        return total

    def is_noisy(self, state: SuitState, code: i64) -> bool:
        """Whether a step captures something or makes a champion. Abstract."""
        raise NotImplementedError

    def noisy(self, state: State) -> vec[i64]:
        assert isinstance(state, SuitState)
        found = vec[i64]()
        for code in self.moves(state):
            if code != PASS and self.is_noisy(state, code):
                found = append(found, code)
        return found

    def arrives(self, state: SuitState, code: i64) -> bool:
        start, end = code & 255, code // 256 & 255
        return has_arrived(state.seat, end) and state.cells[start] % 4 != 0

    def piece_value(self, piece: i64) -> i64:
        return self.champion if piece % 4 == 0 else i64(PAWN)


class GalaxExpert(SuitsExpert):
    """Evaluation for Galax. Moves are searched only in the form that captures all it can, and huffs are always made."""

    def moves(self, state: State) -> vec[i64]:
        assert isinstance(state, SuitState)
        offered = state.offered_codes()
        return offered[:1] if len(offered) > 0 and offered[0] >= HUFF else offered

    def is_noisy(self, state: SuitState, code: i64) -> bool:
        return code >= 65536 or self.arrives(state, code)

    def promise(self, state: State, code: i64) -> i64:
        assert isinstance(state, SuitState)
        if code == PASS:
            return 0
        if code >= HUFF:
            return 2000
        total: i64 = 20
        if code >= 65536:
            for cell in taken_by(code):
                total += self.piece_value(state.cells[cell])
        if self.arrives(state, code):
            total += 200
        return total


class SiriusExpert(SuitsExpert):
    """Evaluation for Sirius. One of the possible huffs is always made."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.champion = 260 if game.options["champion_takes"] == "everything" else 110

    def moves(self, state: State) -> vec[i64]:
        codes = state.codes()
        return huffs_only(codes) if len(codes) > 0 and codes[0] >= HUFF else codes

    def huff_loss(self, huffable: i64) -> i64:
        return HUFFABLE

    def is_noisy(self, state: SuitState, code: i64) -> bool:
        return code >= HUFF or state.cells[code // 256] != 0 or self.arrives(state, code)

    def promise(self, state: State, code: i64) -> i64:
        """The victim's value; a champion that captures risks more than a pawn."""
        assert isinstance(state, SuitState)
        if code == PASS:
            return 0
        if code >= HUFF:
            return 500 + self.piece_value(state.cells[code - HUFF])
        victim = state.cells[code // 256]
        total: i64 = 20
        if victim != 0:
            total += self.piece_value(victim) - (i64(10) if state.cells[code & 255] % 4 == 0 else i64(0))
        if self.arrives(state, code):
            total += 150
        return total


def huffs_only(codes: vec[i64]) -> vec[i64]:
    found = vec[i64]()
    for code in codes:
        if code >= HUFF:
            found = append(found, code)
    return found


def distances(cells: vec[i64], champion: i64, first_prey: i64) -> i64:
    """For each champion the distance to the nearest piece of the other seat, four points per cell."""
    total: i64 = 0
    for hunter in CELLS:
        if cells[hunter] == champion:
            nearest: i64 = SIZE
            for prey in CELLS:
                if first_prey <= cells[prey] < first_prey + 4:
                    nearest = min(nearest, apart(hunter, prey))
            total += 4 * nearest
    return total


def apart(one: i64, other: i64) -> i64:
    """King's moves between two cells."""
    across = one // WIDTH - other // WIDTH
    along = one % WIDTH - other % WIDTH
    return max(-across if across < 0 else across, -along if along < 0 else along)
