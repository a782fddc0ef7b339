"""Vega: pyramids that tumble over a board of triangles, in three games for two, three and four."""

from collections.abc import Callable

from games.rules.core import Game
from games.rules.family import Family, Variant
from games.rules.sentences import say
from games.rules.vega.base import COLOURS
from games.rules.vega.bataille import Bataille
from games.rules.vega.ligne import Ligne
from games.rules.vega.lyra import Lyra


def _for_seats(make: Callable[[int], Game], goal: str, turn_limits: tuple[int, int, int]) -> list[Variant]:
    """A variant for two, for three and for four seats, with their turn limits."""
    return [_variant(make, seats, goal, turn_limit) for seats, turn_limit in zip((2, 3, 4), turn_limits, strict=True)]


def _variant(make: Callable[[int], Game], seats: int, goal: str, turn_limit: int) -> Variant:
    return Variant(make(seats).id, lambda _: make(seats), turn_limit=turn_limit, goal=goal)


VEGA = Family(
    id="vega",
    name="Vega",
    summary=say("Tumble pyramids three times per turn: across, into a line, or into battle."),
    turn=say("one piece tumbles three times"),
    pieces=dict.fromkeys(COLOURS, "tetrahedron"),
    variants=(
        *_for_seats(Lyra, say("All pieces across."), (180, 90, 60)),
        *_for_seats(Ligne, say("Line completed."), (90, 90, 60)),
        # No limit brings Bataille for two to one game in ten.
        *_for_seats(Bataille, say("Last player left."), (80, 270, 270)),
    ),
)
