"""What a family of games declares about itself: names, variants, options and pieces, everything but its rules.

Pages, API, forms, pictures and AI read it from here, so that a new family is its rules and one such declaration
(`games/rules/<family>/family.py`), listed in `games/rules/registry.py`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from games.rules.core import Game
from games.rules.sentences import say


@dataclass(frozen=True)
class OptionValue:
    """A value of an option; `terms` is the phrase for it in a list of terms, empty where it needs no mention."""

    id: str
    label: str
    terms: str = ""


@dataclass(frozen=True)
class Option:
    """Something that can be agreed on before a game; the first value is the default."""

    name: str
    label: str
    values: tuple[OptionValue, ...]


@dataclass(frozen=True)
class Variant:
    """A game of a family, with the options that it takes.

    `goal` says how a game was won by its aim. `turn_limit` is the number of turns per seat after which a game ends by
    tally: about one game in ten between strong AIs should reach it (docs/performance.md).
    """

    id: str
    make: Callable[[dict[str, str]], Game]
    options: tuple[Option, ...] = ()
    turn_limit: int = 0
    goal: str = say("Goal reached.")


@dataclass(frozen=True)
class Setups:
    """Set-ups as an AI chooses them: with a thought, and at random."""

    sensible: Callable[[Random], str]
    random: Callable[[Random], str]


@dataclass(frozen=True)
class Family:
    """Variants that share their board and their pieces.

    `summary` is one sentence, `turn` a phrase that says what a turn consists of. `pieces` maps every colour, in the
    order of the seats, to the kind of piece that stands for it beside a player's name. Without `setups`, an AI chooses
    one of the ready-made arrangements.
    """

    id: str
    name: str
    summary: str
    turn: str
    pieces: Mapping[str, str]
    variants: tuple[Variant, ...]
    setups: Setups | None = None

    @property
    def first(self) -> str:
        """The id of the variant to begin with."""
        return self.variants[0].id

    @property
    def colours(self) -> tuple[str, ...]:
        return tuple(self.pieces)

    @property
    def has_suits(self) -> bool:
        """Whether its pieces are suns, moons and stars, each of which takes the next."""
        return "sun" in self.pieces.values()
