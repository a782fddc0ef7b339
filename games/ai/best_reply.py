"""Best-reply search at tables of three and four: after each own turn only one of the others answers, the worst for us.

Between two own turns the paranoid search looks at every combination of the others' turns; this one at each of them
alone, and so sees more own turns ahead. The positions in between are not legal ones, which does no harm in Vega.
"""

from typing import Final

from games.ai.search import Search
from games.rules.core import State
from games.rules.native import append, i64, vec
from games.rules.vega import VegaState

# Beyond all codes of Vega: a reply is its code + SEAT × the seat that makes it.
SEAT: Final = 16384


def with_mover(state: VegaState, seat: i64) -> VegaState:
    """The position as if it were a seat's turn."""
    turned = VegaState(state.game, state.pieces, seat, 0, state.places)
    turned.over = state.over
    return turned


class BestReplySearch(Search):
    def steps(self, state: State) -> vec[i64]:
        assert isinstance(state, VegaState)
        return self.expert.moves(state) if state.seat == self.seat else self.replies(state, False)

    def noisy_steps(self, state: State) -> vec[i64]:
        assert isinstance(state, VegaState)
        return self.expert.noisy(state) if state.seat == self.seat else self.replies(state, True)

    def turns_seen(self, turns: i64) -> i64:
        """A round of the table is two turns of a line: the own one and the reply."""
        return turns * 2 // self.expert.seats

    def replies(self, state: VegaState, noisy: bool) -> vec[i64]:
        found = vec[i64]()
        for seat in range(i64(len(state.places))):
            if seat != self.seat and state.places[seat] == 0:
                turned = with_mover(state, seat)
                for code in self.expert.noisy(turned) if noisy else self.expert.moves(turned):
                    found = append(found, code + SEAT * seat)
        return found

    def promise(self, state: State, step: i64) -> i64:
        assert isinstance(state, VegaState)
        if state.seat == self.seat:
            return self.expert.promise(state, step)
        return self.expert.promise(with_mover(state, step // SEAT), step % SEAT)

    def after(self, state: State, step: i64) -> State:
        assert isinstance(state, VegaState)
        if state.seat == self.seat:
            return state.after(step)
        answered = with_mover(state, step // SEAT).after(step % SEAT)
        assert isinstance(answered, VegaState)
        return answered if answered.over else with_mover(answered, self.seat)
