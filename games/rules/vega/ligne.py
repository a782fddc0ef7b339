"""Ligne, a game of Vega: form an unbroken line of your pieces in the far half of the board.

With two seats the first to do so wins. With three or four it takes the best free rank, its line stays as an obstacle,
and the others play on.
"""

from typing import Final

from games.rules.core import invalid
from games.rules.native import i64, vec
from games.rules.vega.base import VegaGame, VegaState
from games.rules.vega.board import SIDES, STRIPS, Strip, mask_of
from games.rules.vega.lyra import edge_starts

DIRECTIONS: Final = ("S", "SW", "SE")


def target_half(side: str) -> tuple[int, ...]:
    return tuple(cell for strip in STRIPS[side][3:] for cell in strip)


def target_strips(side: str) -> tuple[Strip, ...]:
    """The parts of the strips of all three directions in the target half of a side."""
    half = target_half(side)
    strips = [strip for direction in DIRECTIONS for strip in STRIPS[direction]]
    return tuple(tuple(cell for cell in strip if cell in half) for strip in strips)


def windows(strips: tuple[Strip, ...], length: int) -> list[int]:
    """The masks of every line of exactly this length; a longer line is several of them."""
    return [mask_of(strip[begin : begin + length]) for strip in strips for begin in range(len(strip) - length + 1)]


class Ligne(VegaGame):
    def __init__(self, seats: int) -> None:
        self.halves: tuple[Strip, ...] = tuple(target_half(side) for side in SIDES[seats])
        super().__init__("Ligne", seats, edge_starts(seats), self.halves)
        self.length = 5 if seats == 2 else 4
        self.strips: tuple[tuple[Strip, ...], ...] = tuple(target_strips(side) for side in self.sides)
        self.windows: list[vec[i64]] = [vec[i64](windows(strips, self.length)) for strips in self.strips]

    def lined(self, own: i64, seat: i64) -> i64:
        """The pieces in a line that is long enough, within the target half."""
        mask: i64 = 0
        for window in self.windows[seat]:
            if own & window == window:
                mask |= window
        return mask

    def settle(self, state: VegaState, moved: i64, by_triple: bool) -> None:
        own = state.pieces[moved]
        line = self.lined(own, moved)
        if line == 0:
            return
        if self.seats > 2:
            state.set_pieces(moved, line)
            state.tumbled &= ~own
        state.place_best(moved)

    def tally_of(self, state: VegaState, seat: int) -> int:
        """The length of the longest line, long enough or not."""
        own = state.pieces[seat]
        longest = 0
        for strip in self.strips[seat]:
            run = 0
            for cell in strip:
                run = run + 1 if own & mask_of((cell,)) else 0
                longest = max(longest, run)
        return longest

    def check(self, state: VegaState) -> None:
        finished, playing, gone = self.standing(state)
        for seat in playing:
            self.check_count(state, seat)
        ranks = [int(state.places[seat]) for seat in range(self.seats)]
        best, worst = sorted([ranks[seat] for seat in finished]), sorted([ranks[seat] for seat in gone])
        if best != list(range(1, len(finished) + 1)):
            raise invalid("seats that have completed their line must have the best ranks", code="ranks_of_lines")
        if worst != list(range(self.seats + 1 - len(gone), self.seats + 1)):
            raise invalid(
                "a seat without pieces has left and must have one of the worst ranks", code="ranks_of_seats_gone"
            )
        given = [ranks[seat] for seat in playing]
        if (state.over or any(given)) and given != [len(finished) + 1]:
            raise invalid(
                "a seat without a line can't have a rank until it is the last one in play", code="rank_without_line"
            )

    def standing(self, state: VegaState) -> tuple[list[int], list[int], list[int]]:
        """The seats that have finished, those still playing, and those that left."""
        finished, playing, gone = [], [], []
        for seat in range(self.seats):
            own = state.pieces[seat]
            line = self.lined(own, seat)
            if own == 0:
                gone.append(seat)
            elif line == 0:
                playing.append(seat)
            else:
                finished.append(seat)
                if self.seats == 2:
                    self.check_count(state, seat)
                elif line != own:
                    raise invalid(
                        "{colour} has finished, so only its line can be on the board",
                        code="pieces_beside_line",
                        colour=self.colours[seat],
                    )
        return finished, playing, gone
