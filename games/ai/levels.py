"""The five AI levels, weak to strong, named after ever brighter objects of the night sky."""

from dataclasses import dataclass

DEEP = 99


@dataclass(frozen=True)
class Budget:
    """The limits of a search: seconds, by the clock that is passed along, and nodes."""

    seconds: float | None = None
    nodes: int | None = None

    def scaled(self, scale: float) -> "Budget":
        seconds = None if self.seconds is None else self.seconds * scale
        return Budget(seconds, None if self.nodes is None else int(self.nodes * scale))


@dataclass(frozen=True)
class Level:
    """How an opponent plays.

    `seconds` is the maximum time per turn, `depth` the maximum depth in turns (the low levels reach it long before
    their time is up), `wobble` the maximum random error of an evaluation (in hundredths of a piece), `carelessness` the
    percentage of turns played without search.
    """

    number: int
    slug: str
    name: str
    seconds: float
    depth: int
    wobble: int
    carelessness: int

    @property
    def budget(self) -> Budget:
        return Budget(self.seconds)


LEVELS = (
    Level(1, "meteor", "Meteor", 0.2, 1, 150, 30),
    Level(2, "comet", "Comet", 0.5, 1, 40, 6),
    Level(3, "nova", "Nova", 0.6, 2, 15, 0),
    Level(4, "pulsar", "Pulsar", 1.5, DEEP, 6, 0),
    Level(5, "quasar", "Quasar", 4.8, DEEP, 2, 0),
)

_BY_NAME = {str(level.number): level for level in LEVELS} | {level.slug: level for level in LEVELS}


def level(name: str | int) -> Level:
    """The level with this slug or number; raises KeyError."""
    if str(name) not in _BY_NAME:
        slugs = ", ".join(each.slug for each in LEVELS)
        raise KeyError(f"no level {name!r}; the levels, weak to strong, are {slugs} (or 1 to 5)")
    return _BY_NAME[str(name)]
