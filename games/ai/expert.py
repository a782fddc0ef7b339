"""The interface between search and game: an `Expert` evaluates the positions of one game.

Scores are whole numbers, 100 being about one piece (or one good turn). A decided game is worth WIN less the turns it
takes, so that the nearer win and the later loss are better.
"""

from typing import Final

from games.rules.core import Game, State
from games.rules.native import i64, vec

WIN: Final[i64] = 1_000_000
# Scores beyond this one are proven: a seat wins in at most WIN - score turns.
PROVEN: Final[i64] = 900_000

KEY_MASK: Final[i64] = 0x3FFFFFFFFFFFFFFF
_KEY_FACTOR: Final[i64] = 0x2545F4914F6CDD1D


def mixed(key: i64, item: i64) -> i64:
    """A key that also depends on an item; the product is truncated, so that it is the same in Python and in C."""
    product = ((key ^ item) * _KEY_FACTOR) & KEY_MASK
    return product ^ (product >> 32)


class Expert:
    """Knowledge of one game: hash keys, move ordering and evaluation.

    As it is, it plays any game by its rules and its tally; subclasses, named after games, know more and are faster.
    """

    def __init__(self, game: Game) -> None:
        self.seats: i64 = game.seats

    def key(self, state: State) -> i64:
        """The hash key of a position."""
        key: i64 = 1
        for letter in str(state):
            key = mixed(key, ord(letter))
        return key

    def moves(self, state: State) -> vec[i64]:
        """The steps worth searching; never empty where there is a legal one."""
        return state.codes()

    def noisy(self, state: State) -> vec[i64]:
        """Steps to search before a position may be evaluated statically (quiescence)."""
        return vec[i64]()

    def promise(self, state: State, code: i64) -> i64:
        """How good a step looks before it is searched (move ordering): from 0 to a few thousand."""
        return 0

    def worth(self, state: State, seat: i64) -> i64:
        """The static evaluation of a seat by itself; only differences between seats count."""
        return 100 * state.tally[seat]

    def is_settled(self, state: State, seat: i64) -> bool:
        """Whether the outcome for this seat is final."""
        return state.is_over()

    def rank(self, state: State, seat: i64) -> i64:
        """The rank of a seat in a settled position; 0 for a shared first place."""
        placed = state.placed
        mine = placed[seat]
        return 0 if mine == 1 and placed.count(1) > 1 else mine

    def outcome(self, state: State, seat: i64) -> i64:
        """The score of a settled position for a seat: WIN for the first place, -WIN for the last, 0 for a draw."""
        rank = self.rank(state, seat)
        return 0 if rank == 0 else self._of_rank(rank)

    def by_tally(self, state: State, seat: i64) -> i64:
        """The score of the position for a seat if the game ended now by limit or repetition."""
        tally = state.tally
        placed = state.placed
        ahead = behind = 0
        for other in range(len(tally)):
            if other != seat and placed[other] == 0:
                ahead += tally[other] > tally[seat]
                behind += tally[other] < tally[seat]
        return WIN * (behind - ahead) // (self.seats - 1)

    def score(self, state: State, seat: i64) -> i64:
        """The static evaluation of a seat against the others: half against the best of them, half against all."""
        mine = self.worth(state, seat)
        if self.seats == 2:
            return mine - self.worth(state, 1 - seat)
        best: i64 = -WIN
        total: i64 = 0
        for other in range(self.seats):
            if other != seat:
                worth = self.worth(state, other)
                total += worth
                best = max(best, worth)
        return mine - (best + total // (self.seats - 1)) // 2

    def _of_rank(self, rank: i64) -> i64:
        return WIN - 2 * WIN * (rank - 1) // (self.seats - 1)
