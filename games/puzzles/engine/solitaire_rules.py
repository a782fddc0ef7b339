"""Solitaire on Vega's board (Crossing): move seven pieces to the opposite row, past pieces that never move.

The rule sheet mentions games for one without describing any; this one is ours. It uses Lyra's moves and engine: the
blocking pieces are those of a second seat that has its rank already, so it never has a turn and nothing may tumble its
pieces. A position reads as any of Vega's, such as `7/9/4b6/11/9/rrrrrrr r - 02`.
"""

from dataclasses import replace
from typing import Final

from games.rules.native import i64, vec
from games.rules.scene import Scene
from games.rules.vega.base import VegaGame, VegaState
from games.rules.vega.board import STRIPS, count, mask_of

PIECES: Final = 7
START: Final[i64] = mask_of(STRIPS["S"][0])
GOAL: Final[i64] = mask_of(STRIPS["N"][0])
# The second seat has the worse rank from the start.
BLOCKERS, BLOCKERS_PLACE = 1, 2


class Solitaire(VegaGame):
    """The solitaire as one of Vega's games; a singleton, returned by `solitaire_game()`."""

    def __init__(self) -> None:
        super().__init__("Solitaire", 2, (STRIPS["S"][0], ()), (STRIPS["N"][0],))
        self.name = "Solitaire"
        self.colours = ("red", "black")

    def begin(self, blockers: int) -> VegaState:
        """The start position, with blocking pieces on these cells."""
        if blockers & (START | GOAL):
            raise ValueError("blocking pieces are not allowed in the first or the last row")
        return VegaState(self, vec[i64]([START, blockers]), 0, 0, vec[i64]([0, BLOCKERS_PLACE]))

    def settle(self, state: VegaState, moved: i64, by_triple: bool) -> None:
        if state.pieces[0] & ~GOAL == 0:
            state.place(0, 1)
            state.close()

    def tally_of(self, state: VegaState, seat: int) -> int:
        """How many pieces have arrived."""
        return int(count(state.pieces[seat] & GOAL))

    def check_turn(self, state: VegaState) -> None:
        if state.seat != 0 or state.tumbled != 0:
            raise ValueError("only red moves: the second field must be r, the third -")

    def check(self, state: VegaState) -> None:
        if count(state.pieces[0]) != PIECES:
            raise ValueError(f"red has {PIECES} pieces, not {count(state.pieces[0])}")
        if state.pieces[1] & (START | GOAL):
            raise ValueError("blocking pieces are not allowed in the first or the last row")
        has_arrived = state.pieces[0] & ~GOAL == 0
        if state.places[1] != BLOCKERS_PLACE or state.places[0] != (1 if has_arrived else 0):
            raise ValueError("the last field must be 02, or 12 when all of red's pieces have arrived")


_SOLITAIRE: Final = Solitaire()


def solitaire_game() -> Solitaire:
    return _SOLITAIRE


def drawn(scene: Scene) -> Scene:
    """The scene for this game: blocking pieces are part of the board, not a seat that has finished."""
    pieces = tuple([piece if piece.seat == 0 else replace(piece, marks=()) for piece in scene.pieces])
    return replace(scene, pieces=pieces)
