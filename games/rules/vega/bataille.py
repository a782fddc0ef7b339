"""Bataille, a game of Vega: capture pieces by pointing at them, with an own piece behind the one that points.

After a move the mover captures first; then every piece of the mover that is still attacked is captured too. A seat with
too few pieces left is out, one seat at a time; the last in play wins.
"""

from typing import Final

from games.rules.core import invalid
from games.rules.native import i64
from games.rules.sentences import say_count
from games.rules.vega.base import VegaGame, VegaState
from games.rules.vega.board import BIT, FIRST, attacked_by, cells_of, count, names_in

STARTS: Final[dict[int, tuple[str, ...]]] = {
    2: ("a1 a2 a3 a4 a5 a6 a7 b4 b5 b6", "f1 f2 f3 f4 f5 f6 f7 e4 e5 e6"),
    3: (
        "a1 a2 a3 a4 a5 a6 a7 b4 b5 b6",
        "c1 d1 d2 e1 e2 f1 f2 d3 d4 e3",
        "f6 f7 e8 e9 d10 d11 c11 e7 d8 d9",
    ),
    4: ("a4 a5 a6 a7 b6 b7", "d1 c1 c2 b1 c3 d3", "f1 f2 f3 f4 e3 e4", "c11 d11 d10 e9 d9 c9"),
}


class Bataille(VegaGame):
    def __init__(self, seats: int) -> None:
        super().__init__("Bataille", seats, tuple(cells_of(names) for names in STARTS[seats]))
        self.crowded_minimum: i64 = 3 if seats == 3 else 2

    def settle(self, state: VegaState, moved: i64, by_triple: bool) -> None:
        if not by_triple:
            return
        losses = self.take_opposing(state, moved) + self.take_own(state, moved)
        if losses != 0:
            self.drop_out(state, moved)

    def take_opposing(self, state: VegaState, mover: i64) -> i64:
        """Capture every opposing piece the mover attacks, all at once; returns how many seats lost some."""
        attacked = attacked_by(state.pieces[mover])
        taken: i64 = 0
        for seat in range(i64(len(state.pieces))):
            if seat != mover and state.pieces[seat] & attacked != 0:
                state.set_pieces(seat, state.pieces[seat] & ~attacked)
                taken += 1
        return taken

    def take_own(self, state: VegaState, mover: i64) -> i64:
        """Capture every piece of the mover that another seat still attacks, all at once; returns 1 if any, else 0."""
        own = state.pieces[mover]
        left = own
        for seat in range(i64(len(state.pieces))):
            if seat != mover:
                left &= ~attacked_by(state.pieces[seat])
        if left == own:
            return 0
        state.set_pieces(mover, left)
        return 1

    def drop_out(self, state: VegaState, mover: i64) -> None:
        """Remove seats with too few pieces, one at a time, for each one that leaves may save the next."""
        seat = self.weakest(state, mover)
        while seat >= 0:
            state.set_pieces(seat, 0)
            state.place_worst(seat)
            seat = self.weakest(state, mover)

    def weakest(self, state: VegaState, mover: i64) -> i64:
        """The next seat to go out, -1 if none: the fewest pieces, then the turn order beginning after the mover."""
        seats: i64 = len(state.pieces)
        fewest = self.minimum(state) + 1
        found: i64 = -1
        for distance in range(1, seats + 1):
            seat = (mover + distance) % seats
            own = count(state.pieces[seat])
            if state.places[seat] == 0 and own < fewest:
                fewest = own
                found = seat
        return found

    def minimum(self, state: VegaState) -> i64:
        """The number of pieces with which, or with fewer, a seat is out."""
        in_play: i64 = 0
        for rank in state.places:
            if rank == 0:
                in_play += 1
        return 1 if in_play == 2 else self.crowded_minimum

    def tally_of(self, state: VegaState, seat: int) -> int:
        return int(count(state.pieces[seat]))

    def taken_by(self, state: VegaState, code: int) -> tuple[str, ...]:
        own = state.pieces[state.seat] ^ BIT[code // FIRST] | BIT[code % FIRST]
        return names_in(attacked_by(own) & state.occupied() & ~(own | state.pieces[state.seat]))

    def check(self, state: VegaState) -> None:
        given = sorted([rank for rank in state.placed if rank])
        if given != list(range(self.seats + 1 - len(given), self.seats + 1)):
            raise invalid("eliminated seats must have the worst ranks, one each", code="ranks_of_seats_out")
        for seat in range(self.seats):
            self.check_pieces(state, seat)

    def check_pieces(self, state: VegaState, seat: int) -> None:
        own, full, rank = count(state.pieces[seat]), count(self.starts[seat]), state.places[seat]
        if own > full:
            raise invalid(
                "{colour} can have at most {full} pieces, not {own}",
                code="too_many_pieces",
                colour=self.colours[seat],
                full=full,
                own=own,
            )
        if rank > 1 and own != 0:
            raise invalid(
                "{colour} is eliminated, so it can't have pieces on the board",
                code="pieces_of_seat_out",
                colour=self.colours[seat],
            )
        if rank == 0 and own <= self.minimum(state):
            raise ValueError(
                say_count(
                    "with {count} piece {colour} is eliminated and must have a rank",
                    "with {count} pieces {colour} is eliminated and must have a rank",
                    code="too_few_pieces",
                    count=own,
                    colour=self.colours[seat],
                )
            )
