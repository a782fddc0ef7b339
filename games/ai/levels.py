"""The five levels, weak to strong, named after what shines ever brighter in the night sky."""

from dataclasses import dataclass

DEEP = 99


@dataclass(frozen=True)
class Budget:
    """What a thought may cost: seconds by the clock that is passed along, and positions looked at."""

    seconds: float | None = None
    nodes: int | None = None

    def scaled(self, scale: float) -> "Budget":
        seconds = None if self.seconds is None else self.seconds * scale
        return Budget(seconds, None if self.nodes is None else int(self.nodes * scale))


@dataclass(frozen=True)
class Level:
    """How an opponent plays.

    `seconds` is how long it thinks about a turn at most, `depth` how many turns it looks ahead at most (the low levels
    reach it long before their time is up), `wobble` by how much (in hundredths of a piece) it misjudges a
    position either way, `carelessness` how often, in a hundred turns, it plays without thinking.
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
    """The level with this slug or number; KeyError names the known ones."""
    if str(name) not in _BY_NAME:
        slugs = ", ".join(each.slug for each in LEVELS)
        raise KeyError(f"no level {name!r}; the levels, weak to strong, are {slugs} (or 1 to 5)")
    return _BY_NAME[str(name)]
