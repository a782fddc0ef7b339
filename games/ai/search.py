"""Alpha-beta search over steps: iterative deepening, principal variation windows, a transposition table, quiescence.

The search takes one seat's side against all others; with two seats that is plain alpha-beta, with more it is the
paranoid search. Depth is counted in turns: a step that does not end its turn costs none, and changes no sign.
"""

from collections.abc import Callable
from typing import Final

from games.ai.expert import KEY_MASK, PROVEN, WIN, Expert, mixed
from games.ai.table import AT_LEAST, AT_MOST, EXACT, NO_STEP, Table
from games.rules.core import State
from games.rules.native import append, i64, vec

MAX_PLY: Final = 120
# Turn beginnings to check for repetition: of the game so far, and of the line being searched.
PAST: Final = 60
TRAIL: Final = PAST + MAX_PLY + 2
# How deep captures are followed beyond the horizon, in steps (quiescence).
QUIET_PLIES: Final = 10
# The clock is read every fourth node, to stay close to the smallest budget even where a node takes long.
CLOCK_EVERY: Final = 3
HISTORY: Final = 8192
# A repeated position may end the game by tally: it counts this much for or against. Where the tally is even, it is a
# little worse than playing on, so that AIs don't shuffle.
REPEATED: Final = 400
SHUFFLE: Final = 20

# Ranks below this one have no promise to speak of, and no refutation elsewhere.
DULL: Final = 65_536
_FIRST: Final = 1_000_000_000
_KILLER: Final = 900_000
_INFINITE: Final[i64] = 2 * WIN
_GOES_ON: Final[i64] = 4 * WIN


class Search:
    """One search of one position: its limits, its tables, and its best line."""

    def __init__(self, expert: Expert, table: Table, seat: i64, wobble: i64, seed: i64) -> None:
        self.expert = expert
        self.table = table
        self.seat = seat
        self.wobble = wobble
        self.seed = mixed(1, seed)
        self.nodes: i64 = 0
        self.node_limit: i64 = KEY_MASK
        self.now: Callable[[], float] | None = None
        self.deadline: float = 0.0
        self.stopped = False
        self.last_turn: i64 = KEY_MASK
        self.trail: vec[i64] = vec[i64]([0] * TRAIL)
        self.trail_length: i64 = 0
        self.root_score: i64 = 0
        self.history: vec[i64] = vec[i64]([0] * (2 * HISTORY))
        self.killers: vec[i64] = vec[i64]([NO_STEP] * (2 * MAX_PLY + 4))
        self.line: vec[i64] = vec[i64]([0] * ((MAX_PLY + 2) * (MAX_PLY + 2)))
        self.line_length: vec[i64] = vec[i64]([0] * (MAX_PLY + 2))

    # -- limits -----------------------------------------------------------------------------------------------------

    def count_node(self) -> None:
        self.nodes += 1
        if self.nodes >= self.node_limit or (self.nodes & CLOCK_EVERY == 0 and self.is_late()):
            self.stopped = True

    def is_late(self) -> bool:
        return self.now is not None and self.now() >= self.deadline

    # -- the root ---------------------------------------------------------------------------------------------------

    def deepen(self, state: State, depth: i64) -> bool:
        """Search the position to a depth; returns whether it was completed. If not, `line` has the best so far."""
        self.line_length[0] = 0
        key = self.expert.key(state)
        self.best_of(state, depth, -_INFINITE, _INFINITE, 0, 0, key)
        return not self.stopped

    # -- the inner nodes --------------------------------------------------------------------------------------------

    def side(self, state: State) -> i64:
        return 1 if state.seat == self.seat else -1

    def visit(self, state: State, depth: i64, alpha: i64, beta: i64, ply: i64, turn: i64) -> i64:  # noqa: PLR0917
        """The score of a position for the side to move; outside of (alpha, beta) only a bound."""
        self.count_node()
        self.line_length[ply] = 0
        if self.stopped:
            return 0
        key = self.expert.key(state)
        end = self.ending(state, key, turn)
        if end != _GOES_ON:
            return self.side(state) * end
        if depth <= 0 or ply >= MAX_PLY:
            return self.quiet(state, alpha, beta, ply, turn, QUIET_PLIES)
        known = self.known(key, depth, alpha, beta, turn)
        if known != _GOES_ON:
            return known
        if not state.turn_begins():
            return self.best_of(state, depth, alpha, beta, ply, turn, key)
        self.remember(key)
        score = self.best_of(state, depth, alpha, beta, ply, turn, key)
        self.trail_length -= 1
        return score

    def ending(self, state: State, key: i64, turn: i64) -> i64:
        """The score of a position that ends the line, for the searching seat: over, at the limit, or repeated."""
        if self.expert.is_settled(state, self.seat):
            return self.delayed(self.expert.outcome(state, self.seat), turn)
        if not state.turn_begins():
            return _GOES_ON
        if turn >= self.last_turn:
            return self.delayed(self.expert.by_tally(state, self.seat), turn)
        return self.repeated(state) if self.stood_before(key) else _GOES_ON

    def known(self, key: i64, depth: i64, alpha: i64, beta: i64, turn: i64) -> i64:
        """The table's score if it is sufficient; not on the principal variation, which would be cut short."""
        place = self.table.find(key)
        if place < 0 or beta - alpha != 1 or self.table.depths[place] < depth:
            return _GOES_ON
        score = self.undated(self.table.scores[place], turn)
        bound = self.table.bounds[place]
        is_enough = bound == EXACT or (bound == AT_LEAST and score >= beta) or (bound == AT_MOST and score <= alpha)
        return score if is_enough else _GOES_ON

    def best_of(  # noqa: PLR0917 - the heart of the search passes everything by register
        self, state: State, depth: i64, alpha: i64, beta: i64, ply: i64, turn: i64, key: i64
    ) -> i64:
        """The best score of all steps, stored in the table."""
        steps = self.expert.moves(state)
        ranks = self.ranked(state, steps, self.table.step(key), ply)
        floor = alpha
        best: i64 = -_INFINITE
        best_step: i64 = NO_STEP
        count: i64 = len(steps)
        for index in range(count):
            take_best(steps, ranks, index)
            step = steps[index]
            score = self.try_step(
                state, step, depth, alpha, beta, ply, turn, self.reduction(depth, index, ranks[index])
            )
            if self.stopped:
                return 0
            if score > best:
                best = score
                best_step = step
                if score > alpha:
                    alpha = score
                    self.extend_line(ply, step)
                    if ply == 0:
                        self.root_score = score
                    if score >= beta:
                        self.reward(state, step, depth, ply)
                        break
        self.table.keep(key, best_step, self.dated(best, turn), depth, bound_of(best, floor, beta))
        return best

    def reduction(self, depth: i64, index: i64, rank: i64) -> i64:
        """Late move reduction: late and unpromising steps are first searched one turn less deep."""
        return 1 if depth >= 3 and index >= 6 and rank < DULL else 0

    def try_step(  # noqa: PLR0917
        self, state: State, step: i64, depth: i64, alpha: i64, beta: i64, ply: i64, turn: i64, reduction: i64
    ) -> i64:
        """The score of a step: the first of a node with the full window, the others first with a null window."""
        child = state.after(step)
        passes_on = child.is_over() or child.turn_begins()
        deeper = depth - 1 if passes_on else depth
        next_turn = turn + 1 if passes_on else turn
        same_side = (child.seat == self.seat) == (state.seat == self.seat)
        if self.line_length[ply] == 0 and reduction == 0:
            return self.descend(child, deeper, alpha, beta, ply, next_turn, same_side)
        score = self.descend(child, deeper - reduction, alpha, alpha + 1, ply, next_turn, same_side)
        if score > alpha and reduction > 0:
            score = self.descend(child, deeper, alpha, alpha + 1, ply, next_turn, same_side)
        if alpha < score < beta:
            score = self.descend(child, deeper, alpha, beta, ply, next_turn, same_side)
        return score

    def descend(  # noqa: PLR0917
        self, child: State, depth: i64, alpha: i64, beta: i64, ply: i64, turn: i64, same_side: bool
    ) -> i64:
        if same_side:
            return self.visit(child, depth, alpha, beta, ply + 1, turn)
        return -self.visit(child, depth, -beta, -alpha, ply + 1, turn)

    # -- beyond the horizon -----------------------------------------------------------------------------------------

    def quiet(self, state: State, alpha: i64, beta: i64, ply: i64, turn: i64, plies: i64) -> i64:  # noqa: PLR0917
        """Quiescence search: the score after captures; not to capture is always an option."""
        best = self.side(state) * self.judged(state)
        if best >= beta or plies == 0 or ply >= MAX_PLY:
            return best
        alpha = max(alpha, best)
        steps = self.expert.noisy(state)
        ranks = vec[i64]()
        for step in steps:
            ranks = append(ranks, self.expert.promise(state, step))
        for index in range(i64(len(steps))):
            take_best(steps, ranks, index)
            score = self.quiet_step(state, state.after(steps[index]), alpha, beta, ply, turn, plies - 1)
            if self.stopped:
                return best
            if score > best:
                best = score
                if score > alpha:
                    alpha = score
                    if score >= beta:
                        break
        return best

    def quiet_step(  # noqa: PLR0917
        self, state: State, child: State, alpha: i64, beta: i64, ply: i64, turn: i64, plies: i64
    ) -> i64:
        self.count_node()
        passes_on = child.is_over() or child.turn_begins()
        next_turn = turn + 1 if passes_on else turn
        if self.expert.is_settled(child, self.seat):
            return self.side(state) * self.delayed(self.expert.outcome(child, self.seat), next_turn)
        if (child.seat == self.seat) == (state.seat == self.seat):
            return self.quiet(child, alpha, beta, ply + 1, next_turn, plies)
        return -self.quiet(child, -beta, -alpha, ply + 1, next_turn, plies)

    def judged(self, state: State) -> i64:
        """The expert's score for the searching seat, with the level's random error, constant within a search."""
        score = self.expert.score(state, self.seat)
        if self.wobble == 0:
            return score
        chance = mixed(self.seed, self.expert.key(state)) // 1024
        return score + chance % (2 * self.wobble + 1) - self.wobble

    # -- repetition, and distance to wins ---------------------------------------------------------------------------

    def stood_before(self, key: i64) -> bool:
        for index in range(self.trail_length):  # noqa: SIM110 - any() would make a generator
            if self.trail[index] == key:
                return True
        return False

    def remember(self, key: i64) -> None:
        self.trail[self.trail_length] = key
        self.trail_length += 1

    def repeated(self, state: State) -> i64:
        return self.expert.by_tally(state, self.seat) * REPEATED // WIN - SHUFFLE

    def delayed(self, outcome: i64, turn: i64) -> i64:
        """An outcome adjusted by distance: a win the sooner the better, a loss the later."""
        if outcome > 0:
            return outcome - turn
        return outcome + turn if outcome < 0 else i64(0)

    def dated(self, score: i64, turn: i64) -> i64:
        """A score as stored in the table: the distance of a win counted from the position itself."""
        if score >= PROVEN:
            return score + turn
        return score - turn if score <= -PROVEN else score

    def undated(self, score: i64, turn: i64) -> i64:
        if score >= PROVEN:
            return score - turn
        return score + turn if score <= -PROVEN else score

    # -- ordering ---------------------------------------------------------------------------------------------------

    def ranked(self, state: State, steps: vec[i64], first: i64, ply: i64) -> vec[i64]:
        """Move ordering: the table's step, promising ones, killers, then the history heuristic."""
        ranks = vec[i64]()
        killer = self.killers[2 * ply]
        other = self.killers[2 * ply + 1]
        offset = state.seat % 2 * HISTORY
        for step in steps:
            rank = self.expert.promise(state, step) * 1024
            if step == first:
                rank += _FIRST
            elif step == killer or step == other:  # noqa: PLR1714, SIM109 - a tuple would be built of objects
                rank += _KILLER
            else:
                rank += self.history[offset + mixed(7, step) % HISTORY]
            ranks = append(ranks, rank)
        return ranks

    def reward(self, state: State, step: i64, depth: i64, ply: i64) -> None:
        """Remember a step that caused a cutoff (killers, history), to try it early elsewhere."""
        if self.killers[2 * ply] != step:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = step
        place = state.seat % 2 * HISTORY + mixed(7, step) % HISTORY
        self.history[place] = min(self.history[place] + 16 * depth * depth, 800_000)

    def extend_line(self, ply: i64, step: i64) -> None:
        """Store the best line from here: this step, then the best line after it."""
        width: i64 = MAX_PLY + 2
        here = ply * width
        after = here + width
        length = self.line_length[ply + 1]
        self.line[here] = step
        for index in range(length):
            self.line[here + index + 1] = self.line[after + index]
        self.line_length[ply] = length + 1


def bound_of(score: i64, alpha: i64, beta: i64) -> i64:
    """The kind of bound of a score that was found with this window."""
    if score >= beta:
        return AT_LEAST
    return AT_MOST if score <= alpha else EXACT


def take_best(steps: vec[i64], ranks: vec[i64], index: i64) -> None:
    """Move the best step from `index` on to that place; cheaper than sorting, as few are needed before a cutoff."""
    best = index
    for other in range(index + 1, i64(len(steps))):
        if ranks[other] > ranks[best]:
            best = other
    if best != index:
        step, rank = steps[best], ranks[best]
        steps[best], ranks[best] = steps[index], ranks[index]
        steps[index], ranks[index] = step, rank
