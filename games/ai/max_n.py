"""Max^n at tables of three and four: every seat plays for itself, and nothing is pruned but what cannot be bettered."""

from games.ai.expert import WIN
from games.ai.search import MAX_PLY, QUIET_PLIES, REPEATED, SHUFFLE, Search, take_best
from games.ai.table import EXACT
from games.rules.core import State
from games.rules.native import append, i64, vec


class MaxNSearch(Search):
    """The limits, the ordering and the best line are the other searches'; a position has a score a seat."""

    def deepen(self, state: State, depth: i64) -> bool:
        self.line_length[0] = 0
        self.best_for_mover(state, depth, 0, 0, QUIET_PLIES)
        return not self.stopped

    def scores(self, state: State, depth: i64, ply: i64, turn: i64, plies: i64) -> vec[i64]:
        """What each seat gets of a position if all play for themselves; captures are followed beyond the horizon."""
        self.count_node()
        self.line_length[ply] = 0
        if self.stopped or state.is_over():
            return self.judgements(state, turn)
        if depth <= 0 or not state.turn_begins():
            return self.best_for_mover(state, depth, ply, turn, plies)
        if turn >= self.last_turn:
            return self.tallies(state, turn)
        key = self.expert.key(state)
        if self.stood_before(key):
            return self.if_repeated(state)
        self.remember(key)
        found = self.best_for_mover(state, depth, ply, turn, plies)
        self.trail_length -= 1
        return found

    def best_for_mover(self, state: State, depth: i64, ply: i64, turn: i64, plies: i64) -> vec[i64]:
        """Of all steps (beyond the horizon: of standing still and the captures) the mover's best."""
        best = self.judgements(state, turn)
        key = self.expert.key(state)
        if depth <= 0 and (plies == 0 or ply >= MAX_PLY):
            return best
        steps = self.steps(state) if depth > 0 else self.noisy_steps(state)
        ranks = self.ranked(state, steps, self.table.step(key), min(ply, i64(MAX_PLY)))
        seat = state.seat
        most = best[seat] if depth <= 0 else -2 * WIN
        for index in range(i64(len(steps))):
            take_best(steps, ranks, index)
            child = self.after(state, steps[index])
            ends = child.is_over() or child.turn_begins()
            found = self.scores(
                child,
                depth - 1 if ends else depth,
                ply + 1,
                turn + 1 if ends else turn,
                plies - 1 if depth <= 0 else plies,
            )
            if self.stopped:
                return best
            if found[seat] > most:
                most = found[seat]
                best = found
                self.keep_best(key, steps[index], most, depth, ply)
                if most >= WIN - turn - 1:
                    break
        return best

    def keep_best(self, key: i64, step: i64, score: i64, depth: i64, ply: i64) -> None:
        if depth <= 0:
            return
        self.table.keep(key, step, score, depth, EXACT)
        self.extend_line(ply, step)
        if ply == 0:
            self.root_score = score

    # -- a score a seat ---------------------------------------------------------------------------------------------

    def judgements(self, state: State, turn: i64) -> vec[i64]:
        found = vec[i64]()
        for seat in range(self.expert.seats):
            if self.expert.is_settled(state, seat):
                found = append(found, self.delayed(self.expert.outcome(state, seat), turn))
            else:
                found = append(found, self.misjudged(state, self.expert.score(state, seat)))
        return found

    def tallies(self, state: State, turn: i64) -> vec[i64]:
        found = vec[i64]()
        for seat in range(self.expert.seats):
            is_settled = self.expert.is_settled(state, seat)
            outcome = self.expert.outcome(state, seat) if is_settled else self.expert.by_tally(state, seat)
            found = append(found, self.delayed(outcome, turn))
        return found

    def if_repeated(self, state: State) -> vec[i64]:
        found = vec[i64]()
        for seat in range(self.expert.seats):
            found = append(found, self.expert.by_tally(state, seat) * REPEATED // WIN - SHUFFLE)
        return found
