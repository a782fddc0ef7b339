"""Tactics: two-player positions in which one turn, and no other, forces the win. Proved by exhaustive search.

`find_tactic` tries every turn of the seat to move, every answer, and again every turn: "win in two" means that after
the first turn no answer prevents a win with the second. Turns that lead to the same position are one turn. Repetition
and turn limits are ignored.
"""

from dataclasses import dataclass
from typing import Final

from games.rules.core import Game, State
from games.rules.native import i64

# A puzzle needs something to choose from.
FEWEST_TURNS: Final = 5
MOST_TURNS: Final = 4_000


class Spent(Exception):
    """The node limit was reached before the search was complete."""


@dataclass(frozen=True)
class Turn:
    """The steps of a whole turn, and the position they lead to."""

    steps: tuple[str, ...]
    state: State


@dataclass(frozen=True)
class Tactic:
    """A position with the only turn that forces the win, the best defence, and a turn that wins then."""

    variant: str
    position: str
    turns: int
    theme: str
    line: tuple[tuple[str, ...], ...]


class ExhaustiveSearch:
    """Exhaustive search with a node limit."""

    def __init__(self, node_limit: i64) -> None:
        self.nodes: i64 = 0
        self.node_limit = node_limit

    def step(self, state: State, code: i64) -> State:
        self.nodes += 1
        if self.nodes > self.node_limit:
            raise Spent
        return state.after(code)

    def wins_at_once(self, state: State, seat: int) -> bool:
        """Whether the seat to move wins in this turn: with its next step, or else with a later one."""
        unfinished: list[State] = []
        for code in state.codes():
            after = self.step(state, code)
            if after.is_over():
                if has_won(after, seat):
                    return True
            elif not after.turn_begins():
                unfinished.append(after)
        for after in unfinished:  # noqa: SIM110 - any() would make a generator
            if self.wins_at_once(after, seat):
                return True
        return False

    def is_forced(self, state: State, seat: int) -> bool:
        """Whether a seat wins with its next turn whatever the other, who is to move or within its turn, plays."""
        for code in state.codes():
            after = self.step(state, code)
            if after.is_over():
                if not has_won(after, seat):
                    return False
            elif not after.turn_begins():
                if not self.is_forced(after, seat):
                    return False
            elif int(after.seat) != seat or not self.wins_at_once(after, seat):
                return False
        return True

    def turns_of(self, state: State) -> list[Turn]:
        """All turns from the beginning of one, without duplicates that lead to the same position."""
        found: dict[str, Turn] = {}
        self.gather(state, (), found)
        return list(found.values())

    def gather(self, state: State, steps: tuple[str, ...], found: dict[str, Turn]) -> None:
        for code in state.codes():
            after = self.step(state, code)
            longer = (*steps, state.text(code))
            if not after.is_over() and not after.turn_begins():
                self.gather(after, longer, found)
            else:
                found.setdefault(str(after), Turn(longer, after))
            if len(found) > MOST_TURNS:
                raise Spent


def has_won(state: State, seat: int) -> bool:
    """Whether this seat alone won the finished game."""
    result = state.result
    return result is not None and result.ranks[seat] == 1 and result.ranks.count(1) == 1


def find_tactic(game: Game, state: State, *, node_limit: int) -> Tactic | None:
    """The tactic of a position at the beginning of a turn; None if it isn't one, or not proved within the limit."""
    looker = ExhaustiveSearch(node_limit)
    try:
        return _find(game, state, looker)
    except Spent:
        return None


def _find(game: Game, state: State, looker: ExhaustiveSearch) -> Tactic | None:
    seat = int(state.seat)
    turns = looker.turns_of(state)
    if len(turns) < FEWEST_TURNS:
        return None
    wins = [turn for turn in turns if has_won(turn.state, seat)]
    if len(wins) > 1:
        return None
    if wins:
        return Tactic(game.id, str(state), 1, theme_of(state, wins[0]), (wins[0].steps,))
    forcing = _forcing(turns, seat, looker)
    if len(forcing) != 1:
        return None
    answer = hardest_answer(forcing[0].state, seat, looker)
    if answer is None:
        return None
    last = next(turn for turn in looker.turns_of(answer.state) if has_won(turn.state, seat))
    line = (forcing[0].steps, answer.steps, last.steps)
    return Tactic(game.id, str(state), 2, theme_of(state, forcing[0]), line)


def _forcing(turns: list[Turn], seat: int, looker: ExhaustiveSearch) -> list[Turn]:
    """The turns after which the next one wins in any case; at most two, as two are already not unique."""
    forcing: list[Turn] = []
    for turn in turns:
        if not turn.state.is_over() and int(turn.state.seat) != seat and looker.is_forced(turn.state, seat):
            forcing.append(turn)
            if len(forcing) > 1:
                break
    return forcing


def hardest_answer(state: State, seat: int, looker: ExhaustiveSearch) -> Turn | None:
    """The answer that leaves the fewest ways to win, the first of several; None if every answer loses at once."""
    answers = [turn for turn in looker.turns_of(state) if not turn.state.is_over()]
    if not answers:
        return None
    ways: list[int] = []
    for answer in answers:
        ways.append(sum([has_won(turn.state, seat) for turn in looker.turns_of(answer.state)]))
    return answers[ways.index(min(ways))]


def theme_of(state: State, turn: Turn) -> str:
    """The theme under which a tactic is listed: what its first turn does."""
    first = turn.steps[0]
    if first.startswith("!"):
        return "huff"
    if first.startswith("P"):
        return "platform"
    if first.startswith("~") or first == "pass":
        return "blocked"
    other = 1 - int(state.seat)
    return "capture" if _pieces(turn.state, other) < _pieces(state, other) else "quiet"


def _pieces(state: State, seat: int) -> int:
    return len([piece for piece in state.scene().pieces if piece.seat == seat])


def is_same_turn(state: State, steps: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two turns from here lead to the same position; both must be legal."""
    return str(state.play_all(steps)) == str(state.play_all(other))
