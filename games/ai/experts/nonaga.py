"""Evaluation for Nonaga: connect three pawns on a board whose discs move.

- gaps: the two shorter distances between own pawns, less one each: 30 per cell, and 4 for the longest distance;
- ways: each slide an own pawn has: 3;
- threats: slides that would connect the three. One of them, with the other to move, must be answered: 90; two hardly
  can be: 260. With the move it is a win, which the search finds by itself.
"""

from typing import Final

from games.ai.expert import Expert, mixed
from games.rules.core import State
from games.rules.native import append, i64, vec
from games.rules.nonaga.game import PAWN_STEP, PLACE_BITS, NonagaState
from games.rules.nonaga.grid import STRIDE, are_neighbours, bare_discs, slide

GAP: Final = 30
LONGEST: Final = 4
WAY: Final = 3
ONE_THREAT: Final = 90
TWO_THREATS: Final = 260


def distance(one: i64, other: i64) -> i64:
    """The distance in cells between two places on the grid."""
    down = (one >> 6) - (other >> 6)
    across = (one & 63) - (other & 63)
    along = down + across
    return max(abs_of(down), abs_of(across), abs_of(along))


def abs_of(number: i64) -> i64:
    return -number if number < 0 else number


def would_connect(end: i64, one: i64, other: i64) -> bool:
    """Whether three pawns are connected with one of them on a new place."""
    near_one = are_neighbours(end, one)
    near_other = are_neighbours(end, other)
    return (near_one and near_other) or ((near_one or near_other) and are_neighbours(one, other))


class NonagaExpert(Expert):
    def key(self, state: State) -> i64:
        assert isinstance(state, NonagaState)
        key = mixed(state.seat * 2 + state.part + 1, state.frozen)
        for row in state.rows:
            key = mixed(key, row)
        pawns = state.pawns
        key = mixed(key, (pawns[0] * PLACE_BITS + pawns[1]) * PLACE_BITS + pawns[2])
        return mixed(key, (pawns[3] * PLACE_BITS + pawns[4]) * PLACE_BITS + pawns[5])

    def rank(self, state: State, seat: i64) -> i64:
        assert isinstance(state, NonagaState)
        return 1 if state.winner == seat else 2

    def worth(self, state: State, seat: i64) -> i64:
        assert isinstance(state, NonagaState)
        bare = bare_discs(state.rows, state.pawns)
        first = seat * 3
        a, b, c = state.pawns[first], state.pawns[first + 1], state.pawns[first + 2]
        longest, total = longest_and_total(a, b, c)
        slides_a, threats_a = ways(bare, a, b, c)
        slides_b, threats_b = ways(bare, b, a, c)
        slides_c, threats_c = ways(bare, c, a, b)
        threats = threats_a + threats_b + threats_c
        score = -GAP * (total - longest) - LONGEST * longest + WAY * (slides_a + slides_b + slides_c)
        if threats > 0 and state.seat != seat:
            score += ONE_THREAT if threats == 1 else TWO_THREATS
        return score

    def noisy(self, state: State) -> vec[i64]:
        """The slides that win."""
        assert isinstance(state, NonagaState)
        found = vec[i64]()
        if state.part != PAWN_STEP:
            return found
        for code in state.codes():
            if state.after(code).is_over():
                found = append(found, code)
        return found

    def promise(self, state: State, code: i64) -> i64:
        """Higher for a pawn that comes nearer to the other two, or a disc moved away from or next to pawns."""
        assert isinstance(state, NonagaState)
        start = code // PLACE_BITS
        end = code % PLACE_BITS
        if state.part != PAWN_STEP:
            return disc_promise(state, start, end)
        nearer: i64 = 20
        first = state.seat * 3
        for index in range(first, first + 3):
            if state.pawns[index] != start:
                nearer += distance(start, state.pawns[index]) - distance(end, state.pawns[index])
        return 10 * nearer


def disc_promise(state: NonagaState, start: i64, end: i64) -> i64:
    """Higher for discs taken from or put near the opponent's pawns, which spoils their slides."""
    promise: i64 = 0
    first = (1 - state.seat) * 3
    for index in range(first, first + 3):
        if are_neighbours(start, state.pawns[index]):
            promise += 40
        if are_neighbours(end, state.pawns[index]):
            promise += 20
    return promise


def longest_and_total(a: i64, b: i64, c: i64) -> tuple[i64, i64]:
    """The longest of the three distances between three pawns, and their sum."""
    one, two, three = distance(a, b), distance(b, c), distance(a, c)
    return max(one, two, three), one + two + three


def ways(bare: vec[i64], start: i64, one: i64, other: i64) -> tuple[i64, i64]:
    """The number of slides of a pawn, and of those that connect it with the other two."""
    slides: i64 = 0
    threats: i64 = 0
    for turn in range(i64(6)):
        end = slide(bare, start, STRIDE[turn])
        if end != start:
            slides += 1
            if would_connect(end, one, other):
                threats += 1
    return slides, threats
