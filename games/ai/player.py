"""The face of the AI: a turn for a position, or a judgement of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from games.ai.expert import PROVEN, WIN, Expert
from games.ai.experts import expert_for
from games.ai.levels import DEEP, Budget, Level
from games.ai.search import MAX_PLY, PAST, Search
from games.ai.setups import choose_setup
from games.ai.table import Table
from games.ai.uct import Tree
from games.rules.core import Game, State
from games.rules.native import i64

Clock = Callable[[], float]

# A new depth takes several times as long as the one before: past this part of the budget it is not begun.
WORTH_BEGINNING = 0.55
# The score at which a win is ten times as likely as a loss.
TEN_TO_ONE = 400
SMALL_TABLE, LARGE_TABLE = 1 << 14, 1 << 17
SMALL_NODES, SMALL_SECONDS = 20_000, 0.25


@dataclass(frozen=True)
class Thought:
    """A turn and what is thought of it.

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
    """A position judged: a score a seat, the best turn, and what that thought rests upon."""

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

    `past` are the positions at the beginning of earlier turns, which should not be repeated without need;
    `turns_left` how many turns, of all seats together, there are until the limit. Whatever the budget, the steps are
    legal. With a budget of nodes alone the same seed gives the same turn.
    """
    if state.is_over():
        raise ValueError("the game is over: there is no turn to choose")
    if state.awaits_setup():
        setup = choose_setup(game, int(state.seat), level=level, seed=seed)
        return Thought((setup,), 0, None, None, 0, 0)
    limits = budget or level.budget
    chance = Random(f"{seed}")  # noqa: S311 - play, no secret
    if level.carelessness > chance.randrange(100):
        return _careless(state, chance)
    if level.uses_playouts:
        return _by_playouts(state, limits, seed=seed, now=now)
    search = _prepared(game, state, limits, wobble=level.wobble, seed=seed, now=now, past=past, turns_left=turns_left)
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
    """The best that can be said about a position within a budget."""
    search = _prepared(game, state, budget, wobble=0, seed=0, now=now, past=past, turns_left=turns_left)
    best = _thought(search, state, _deepen(search, state, DEEP, budget, now))
    if game.seats == 2:
        scores = (best.score, -best.score) if state.seat == 0 else (-best.score, best.score)
        return Analysis(scores, best)
    expert = expert_for(game)
    after = _after(state, best.steps)
    others = [int(expert.score(after, seat)) for seat in range(game.seats)]
    return Analysis(tuple(best.score if seat == state.seat else others[seat] for seat in range(game.seats)), best)


def expectation(score: int) -> float:
    """What a score promises, from 0 (a loss) to 1 (a win)."""
    return 1 / (1 + 10 ** (-max(-4000, min(4000, score)) / TEN_TO_ONE))


# -- searching --------------------------------------------------------------------------------------------------------


def _prepared(
    game: Game,
    state: State,
    limits: Budget,
    *,
    wobble: int,
    seed: int,
    now: Clock,
    past: Sequence[State],
    turns_left: int | None,
) -> Search:
    expert = expert_for(game)
    search = Search(expert, Table(_table_pairs(limits)), state.seat, wobble, seed % 2**61)
    if limits.nodes is not None:
        search.node_limit = max(1, limits.nodes)
    if limits.seconds is not None:
        search.now = now
        search.deadline = now() + limits.seconds
    if turns_left is not None:
        search.last_turn = max(1, turns_left)
    for earlier in past[-PAST:]:
        search.remember(expert.key(earlier))
    search.remember(expert.key(state))
    return search


def _table_pairs(limits: Budget) -> int:
    few_nodes = limits.nodes is not None and limits.nodes <= SMALL_NODES
    little_time = limits.seconds is not None and limits.seconds <= SMALL_SECONDS
    return SMALL_TABLE if few_nodes or little_time else LARGE_TABLE


def _deepen(search: Search, state: State, deepest: int, limits: Budget, now: Clock) -> int:
    """Search deeper and deeper; the last depth searched to its end."""
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
    """A loss among three or four is certain only if all others conspire: it is no certainty."""
    if score >= PROVEN:
        return "win", int(WIN) - score
    if score <= -PROVEN and seats == 2:
        return "loss", int(WIN) + score
    return None, None


def _whole_turn(search: Search, state: State) -> tuple[str, ...]:
    """The steps of the best line up to the end of the turn; where the line breaks off, what looks best."""
    steps: list[str] = []
    follows = int(search.line_length[0])
    seat = state.seat
    while not state.is_over() and state.seat == seat and not (steps and state.turn_begins()):
        options = [int(code) for code in search.expert.moves(state)]
        code = int(search.line[len(steps)]) if len(steps) < follows else _fallback(search, state, options)
        if code not in options:
            code = _fallback(search, state, options)
        steps.append(state.text(code))
        state = state.after(code)
    return tuple(steps)


def _fallback(search: Search, state: State, options: list[int]) -> int:
    known = int(search.table.step(search.expert.key(state)))
    if known in options:
        return known
    return max(options, key=lambda code: _looks(search.expert, state, code))


def _looks(expert: Expert, state: State, code: int) -> int:
    step: i64 = code
    return int(expert.promise(state, step))


# -- not searching ----------------------------------------------------------------------------------------------------


def _careless(state: State, chance: Random) -> Thought:
    steps: list[str] = []
    seat = state.seat
    while not state.is_over() and state.seat == seat and not (steps and state.turn_begins()):
        code = chance.choice([int(code) for code in state.codes()])
        steps.append(state.text(code))
        state = state.after(code)
    return Thought(tuple(steps), 0, None, None, 0, len(steps))


def _by_playouts(state: State, limits: Budget, *, seed: int, now: Clock) -> Thought:
    tree = Tree(state, seed % 2**30)
    playouts = 0
    deadline = None if limits.seconds is None else now() + limits.seconds
    while (limits.nodes is None or playouts < limits.nodes) and (deadline is None or now() < deadline):
        tree.grow()
        playouts += 1
    return Thought(tuple(tree.best_turn()), int(200 * tree.expectation() - 100), None, None, 0, playouts)


def _after(state: State, steps: Sequence[str]) -> State:
    for step in steps:
        state = state.play(step)
    return state
