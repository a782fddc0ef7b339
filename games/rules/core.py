"""Interfaces of the rule engines: a position (`State`), a game (`Game`), a result.

Steps are small integers internally and text externally: a search uses `codes` and `after`, all other callers `steps`
and `play`.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from games.rules.native import i64, vec
from games.rules.scene import Board, Choice, Scene, SetupForm
from games.rules.sentences import Value, say


class IllegalStep(ValueError):
    """A step that the rules don't allow here; its message is for the player."""


def illegal(template: str, /, *, code: str, **values: Value) -> IllegalStep:
    """The error for a step: a translatable message (`say`) with its code."""
    return IllegalStep(say(template, code=code, **values))


def invalid(template: str, /, *, code: str, **values: Value) -> ValueError:
    """The error for a position, an option or a record, likewise."""
    return ValueError(say(template, code=code, **values))


@dataclass(frozen=True)
class Result:
    """How a game ended: a rank per seat (1 is best, ties share the better one), why, and who was separated by tally."""

    ranks: tuple[int, ...]
    reason: str
    by_tally: tuple[int, ...] = ()


class State:
    """One position of one game: a value without history.

    `seat` is the seat to move. `turn_begins` says that no step of the current turn has been played. `placed` has a rank
    for each seat that has finished or is out, 0 for those still in play.

    Abstract: each game implements what raises NotImplementedError.
    """

    seat: i64

    # -- integers ---------------------------------------------------------------------------------------------------

    def codes(self) -> vec[i64]:
        """The legal steps as integers, in a fixed order; empty when the game is over or awaits a set-up."""
        raise NotImplementedError

    def after(self, code: i64) -> "State":
        """The position after a step from `codes()`; unchecked."""
        raise NotImplementedError

    def is_over(self) -> bool:
        """Whether the game's own rules have ended it (the same as `result is not None`, without building one)."""
        raise NotImplementedError

    def turn_begins(self) -> bool:
        raise NotImplementedError

    # -- text -------------------------------------------------------------------------------------------------------

    def text(self, code: i64) -> str:
        """The one text form of a step."""
        raise NotImplementedError

    def read(self, step: str) -> int:
        """The code of a legal step; raises IllegalStep for any other."""
        raise NotImplementedError

    def play(self, step: str) -> "State":
        """The position after a step (or, while one is awaited, a set-up) given as text."""
        return self.after(self.read(step))

    def play_all(self, steps: Iterable[str]) -> "State":
        state = self
        for step in steps:
            state = state.play(step)
        return state

    def steps(self) -> list[str]:
        return [self.text(code) for code in self.codes()]

    def choices(self) -> list[Choice]:
        """The legal steps as clicks, in a compact form for clients."""
        raise NotImplementedError

    @property
    def result(self) -> Result | None:
        raise NotImplementedError

    @property
    def tally(self) -> tuple[int, ...]:
        raise NotImplementedError

    @property
    def placed(self) -> tuple[int, ...]:
        result = self.result
        return (0,) * len(self.tally) if result is None else result.ranks

    def awaits_setup(self) -> bool:
        return False

    def without(self, seat: int) -> "State":
        """The position after a seat left and its pieces were removed; the turn passes on if it had it.

        Only with three or more seats and at least two left; it takes the worst free rank.
        """
        raise NotImplementedError

    def repetition_key(self) -> str:
        """Equal for positions that count as the same for repetition."""
        return str(self)

    def scene(self) -> Scene:
        raise NotImplementedError

    def path(self, step: str) -> tuple[str, ...]:
        """The cells that a legal step's piece goes through, first and last included."""
        raise NotImplementedError

    def identity(self) -> str:
        """Equal for equal positions, of the same game with the same options."""
        return str(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and type(self) is type(other) and self.identity() == other.identity()

    def __hash__(self) -> int:
        return hash(self.identity())


class Game:
    """One variant with its options: static facts, and the way into its positions."""

    id: str
    family: str
    name: str
    seats: int
    colours: tuple[str, ...]
    options: dict[str, str]
    turn_limit: int = 0
    has_setup: bool = False
    has_threats: bool = False

    def __init__(self, game_id: str, name: str, colours: tuple[str, ...], options: dict[str, str]) -> None:
        self.id = self.family = game_id
        self.name = name
        self.seats = len(colours)
        self.colours = colours
        self.options = options

    def start(self) -> State:
        raise NotImplementedError

    def parse(self, text: str) -> State:
        """The position of a text (as written by `str(state)`); raises ValueError."""
        raise NotImplementedError

    def board(self) -> Board:
        raise NotImplementedError

    def check_setup(self, seat: int, text: str) -> None:
        """Raise IllegalStep if this is not a set-up for that seat; set-ups arrive in any order."""
        raise illegal("This game has no set-up phase; play a step.", code="no_setup")

    def setup_form(self, seat: int) -> SetupForm | None:
        return None

    def threats(self, state: State) -> dict[str, list[str]]:
        """From the cell of each piece, of any seat, to the cells of what it could take if its seat were to move now.

        Only a game in which this decides most positions answers it, and says so by `has_threats`.
        """
        return {}


def bit_places(bits: int) -> list[int]:
    """The place of a single bit, by its remainder of 67, a prime of which 2 is a primitive root."""
    places = [0] * 67
    for place in range(bits):
        places[2**place % 67] = place
    return places


def with_moved(items: vec[i64], first: i64, last: i64, start: i64, end: i64) -> vec[i64]:
    """The items with `start`, one of those from index `first` to `last`, replaced by `end`; these stay in order."""
    moved = items[:]
    index = first
    while moved[index] != start:
        index += 1
    while index > first and moved[index - 1] > end:
        moved[index] = moved[index - 1]
        index -= 1
    while index < last and moved[index + 1] < end:
        moved[index] = moved[index + 1]
        index += 1
    moved[index] = end
    return moved


def perft(state: State, depth: i64) -> i64:
    """The number of sequences of exactly `depth` steps; a finished game has no continuation."""
    if depth == 0:
        return 1
    codes = state.codes()
    if depth == 1:
        return len(codes)
    total: i64 = 0
    for code in codes:
        total += perft(state.after(code), depth - 1)
    return total


def playout(state: State, plies: i64, seed: i64) -> i64:
    """The number of steps of a random game from here, at most `plies`; its random numbers are the same everywhere."""
    played: i64 = 0
    noise = seed * 2 + 1
    while played < plies:
        codes = state.codes()
        count: i64 = len(codes)
        if count == 0:
            break
        noise = (noise * 1103515245 + 12345) & 0x7FFFFFFF
        state = state.after(codes[(noise >> 8) % count])
        played += 1
    return played
