"""Lyra, a game of Vega: the first to bring all its pieces to the opposite edge row wins; others are ranked by tally."""

from typing import Final

from games.rules.core import invalid
from games.rules.native import i64, vec
from games.rules.vega.base import VegaGame, VegaState
from games.rules.vega.board import SIDES, STRIPS, Strip, cells_of, count, mask_of

# With four seats an edge row lacks the two cells it shares with the neighbouring side in use.
FOUR_STARTS: Final = ("a3 a4 a5 a6 a7", "d1 c1 c2 b1 b2", "f1 f2 f3 f4 f5", "e8 e9 d10 d11 c11")


def edge_starts(seats: int) -> tuple[Strip, ...]:
    """The start cells of a Lyra, and of a Ligne."""
    if seats == 4:
        return tuple(cells_of(names) for names in FOUR_STARTS)
    return tuple(STRIPS[side][0] for side in SIDES[seats])


class Lyra(VegaGame):
    def __init__(self, seats: int) -> None:
        super().__init__("Lyra", seats, edge_starts(seats), tuple(STRIPS[side][5] for side in SIDES[seats]))
        self.homes: vec[i64] = vec[i64]([mask_of(STRIPS[side][0]) for side in self.sides])

    def settle(self, state: VegaState, moved: i64, by_triple: bool) -> None:
        if state.pieces[moved] & ~self.goals[moved] == 0:
            self.finish(state, moved)

    def finish(self, state: VegaState, winner: i64) -> None:
        """End the game: the winner is first, the others still in play follow by tally; equal tallies share a rank."""
        others = [seat for seat in state.in_play() if seat != winner]
        state.place(winner, 1)
        for seat in others:
            ahead = [other for other in others if self.tally_of(state, other) > self.tally_of(state, seat)]
            state.place(seat, 2 + len(ahead))
        state.close()

    def tally_of(self, state: VegaState, seat: int) -> int:
        own = state.pieces[seat]
        return int(count(own & self.goals[seat]) - count(own & self.homes[seat]))

    def parted_by_tally(self, state: VegaState) -> tuple[int, ...]:
        """All but the winner; those that had left have no pieces."""
        return tuple([seat for seat in range(self.seats) if state.places[seat] != 1 and state.pieces[seat] != 0])

    def check(self, state: VegaState) -> None:
        staying = [seat for seat in range(self.seats) if state.pieces[seat] != 0]
        for seat in staying:
            self.check_count(state, seat)
        arrived = [seat for seat in staying if state.pieces[seat] & ~self.goals[seat] == 0]
        if len(arrived) != (1 if state.over else 0):
            raise invalid(
                "the game is over when exactly one seat has all its pieces in its goal row; then every "
                "seat must have a rank",
                code="arrivals",
            )
        given = sorted([int(state.places[seat]) for seat in range(self.seats) if seat not in staying])
        if given != list(range(len(staying) + 1, self.seats + 1)):
            raise invalid(
                "a seat without pieces has left and must have one of the worst ranks", code="ranks_of_seats_gone"
            )
        if state.over:
            self.check_end(state, staying, arrived[0])
        elif state.in_play() != staying:
            raise invalid(
                "a seat with pieces on the board is in play and can't have a rank yet", code="rank_while_in_play"
            )

    def check_end(self, state: VegaState, staying: list[int], winner: int) -> None:
        ending = VegaState(self, state.pieces, state.seat, 0, state.places)
        for seat in staying:
            ending.place(seat, 0)
        self.finish(ending, winner)
        if ending.placed != state.placed:
            raise invalid(
                "the final ranks of this game must be {ranks}",
                code="final_ranks",
                ranks="".join(map(str, ending.placed)),
            )
