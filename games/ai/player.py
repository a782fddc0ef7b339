"""The entry points of the AI: choose a turn for a position, or evaluate it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from games.ai.expert import PROVEN, WIN, Expert
from games.ai.experts.registry import expert_for
from games.ai.levels import DEEP, Budget, Level
from games.ai.search import MAX_PLY, PAST, Search
from games.ai.setups import choose_setup
from games.ai.table import Table
from games.rules.core import Game, State
from games.rules.native import i64

Clock = Callable[[], float]

# A new depth takes several times as long as the one before: beyond this share of the budget it is not started.
WORTH_BEGINNING = 0.55
# The score at which a win is ten times as likely as a loss.
TEN_TO_ONE = 400
# Sizes of transposition tables in pairs, by maximum nodes and seconds: clearing a large one takes longer than a short
# search.
TABLES = ((2_000, 0.03, 1 << 11), (20_000, 0.25, 1 << 14))
LARGE_TABLE = 1 << 17


@dataclass(frozen=True)
class Thought:
    """A turn and its evaluation.

    `score` is from the mover's seat in hundredths of a piece (or of a turn, in a race). `proven` is "win", "draw" or
    "loss" once it is certain, and `turns` then how many turns, of all seats, it takes. `depth` is in turns.
    """

    steps: tuple[str, ...]
    score: int
    proven: str | None
    turns: int | None
    depth: int
    nodes: int


@dataclass(frozen=True)
class Analysis:
    """An evaluated position: a score per seat, and the best turn with its evaluation."""

    scores: tuple[int, ...]
    best: Thought


def choose_turn(
    game: Game,
    state: State,
    *,
    level: Level,
    seed: int,
    now: Clock,
    budget: Budget | None = None,
    past: Sequence[State] = (),
    turns_left: int | None = None,
) -> Thought:
    """The whole turn that this level plays, from the beginning of the turn or from within it.

    `past` are the positions at the beginning of earlier turns, to avoid repetitions; `turns_left` is how many turns, of
    all seats together, there are until the limit. The steps are legal with any budget. With a budget of nodes alone the
    same seed gives the same turn.
    """
    if state.is_over():
        raise ValueError("the game is over: no turn to choose")
    if state.awaits_setup():
        setup = choose_setup(game, int(state.seat), level=level, seed=seed)
        return Thought((setup,), 0, None, None, 0, 0)
    limits = budget or level.budget
    chance = Random(f"{seed}")  # noqa: S311 - play, no secret
    if level.carelessness > chance.randrange(100):
        steps = random_turn(state, chance)
        return Thought(steps, 0, None, None, 0, len(steps))
    facts = _Facts(game, state, past, turns_left)
    search = _prepared(facts, limits, wobble=level.wobble, seed=seed, now=now)
    depth = _deepen(search, state, level.depth, limits, now)
    return _thought(search, state, depth)


def analyse(
    game: Game,
    state: State,
    *,
    budget: Budget,
    now: Clock,
    past: Sequence[State] = (),
    turns_left: int | None = None,
) -> Analysis:
    """Evaluate a position within a budget.

    With three or four seats each seat's score is searched from that seat against all others, with an equal share of the
    budget: so a seat's scores before and after a turn can be compared.
    """
    facts = _Facts(game, state, past, turns_left)
    share = budget if game.seats == 2 else budget.scaled(1 / game.seats)
    search = _prepared(facts, share, wobble=0, seed=0, now=now)
    best = _thought(search, state, _deepen(search, state, DEEP, share, now))
    if game.seats == 2:
        return Analysis((best.score, -best.score) if state.seat == 0 else (-best.score, best.score), best)
    scores = [
        best.score if seat == state.seat else _outlook(facts, seat, share, now) for seat in range(int(game.seats))
    ]
    return Analysis(tuple(scores), best)


def _outlook(facts: "_Facts", seat: int, limits: Budget, now: Clock) -> int:
    """The score of a seat that is not to move."""
    expert = expert_for(facts.game)
    if expert.is_settled(facts.state, seat):
        return int(expert.outcome(facts.state, seat))
    search = _prepared(facts, limits, wobble=0, seed=0, now=now, seat=seat)
    if _deepen(search, facts.state, DEEP, limits, now) == 0:
        return int(expert.score(facts.state, seat))
    return -int(search.root_score)


def expectation(score: int) -> float:
    """The winning chance of a score, from 0 (a loss) to 1 (a win)."""
    return 1 / (1 + 10 ** (-max(-4000, min(4000, score)) / TEN_TO_ONE))


# -- searching --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Facts:
    """The position to evaluate, with its history and limit."""

    game: Game
    state: State
    past: Sequence[State]
    turns_left: int | None


def _prepared(
    facts: _Facts,
    limits: Budget,
    *,
    wobble: int,
    seed: int,
    now: Clock,
    seat: int | None = None,
) -> Search:
    """A search for the seat to move, or from another's point of view."""
    deadline = None if limits.seconds is None else now() + limits.seconds
    expert = expert_for(facts.game)
    side = int(facts.state.seat) if seat is None else seat
    search = Search(expert, Table(_table_pairs(limits)), side, wobble, seed % 2**61)
    if limits.nodes is not None:
        search.node_limit = max(1, limits.nodes)
    if deadline is not None:
        search.now = now
        search.deadline = deadline
    if facts.turns_left is not None:
        search.last_turn = max(1, facts.turns_left)
    for earlier in facts.past[-PAST:]:
        search.remember(expert.key(earlier))
    search.remember(expert.key(facts.state))
    return search


def _table_pairs(limits: Budget) -> int:
    for nodes, seconds, pairs in TABLES:
        has_few = limits.nodes is not None and limits.nodes <= nodes
        if has_few or (limits.seconds is not None and limits.seconds <= seconds):
            return pairs
    return LARGE_TABLE


def _deepen(search: Search, state: State, deepest: int, limits: Budget, now: Clock) -> int:
    """Iterative deepening; returns the last depth searched completely."""
    begun = now() if limits.seconds is not None else 0.0
    reached = 0
    for depth in range(1, min(deepest, MAX_PLY // 2) + 1):
        if not search.deepen(state, depth):
            break
        reached = depth
        if abs(int(search.root_score)) >= PROVEN or depth >= search.last_turn:
            break
        if limits.seconds is not None and now() - begun > WORTH_BEGINNING * limits.seconds:
            break
    return reached


def _thought(search: Search, state: State, depth: int) -> Thought:
    score = int(search.root_score)
    proven, turns = _certainty(score, seats=int(search.expert.seats))
    return Thought(_whole_turn(search, state), score, proven, turns, depth, int(search.nodes))


def _certainty(score: int, *, seats: int) -> tuple[str | None, int | None]:
    """The proven outcome of a score and its distance in turns. With three or four seats a loss is never proven."""
    if score >= PROVEN:
        return "win", int(WIN) - score
    if score <= -PROVEN and seats == 2:
        return "loss", int(WIN) + score
    return None, None


def _whole_turn(search: Search, state: State) -> tuple[str, ...]:
    """The steps of the best line up to the end of the turn; where the line ends early, what looks best."""

    def choose(state: State, number: int) -> int:
        options = [int(code) for code in search.expert.moves(state)]
        code = int(search.line[number])
        return code if number < search.line_length[0] and code in options else _fallback(search, state, options)

    return whole_turn(state, choose)


def _fallback(search: Search, state: State, options: list[int]) -> int:
    known = int(search.table.step(search.expert.key(state)))
    if known in options:
        return known
    return max(options, key=lambda code: _looks(search.expert, state, code))


def _looks(expert: Expert, state: State, code: int) -> int:
    step: i64 = code
    return int(expert.promise(state, step))


# -- without search --------------------------------------------------------------------------------------------------


def random_turn(state: State, chance: Random) -> tuple[str, ...]:
    return whole_turn(state, lambda state, _: chance.choice([int(code) for code in state.codes()]))


def whole_turn(state: State, choose: Callable[[State, int], int]) -> tuple[str, ...]:
    """The steps of the turn of the seat to move; `choose` gives the code of each by its position and its number."""
    steps: list[str] = []
    seat = state.seat
    while not state.is_over() and state.seat == seat and not (steps and state.turn_begins()):
        code = choose(state, len(steps))
        steps.append(state.text(code))
        state = state.after(code)
    return tuple(steps)
