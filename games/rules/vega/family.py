"""Vega: pyramids that tumble over a board of triangles, in three games for two, three and four."""

from games.rules.family import Family, Variant
from games.rules.sentences import say
from games.rules.vega.base import COLOURS
from games.rules.vega.bataille import Bataille
from games.rules.vega.ligne import Ligne
from games.rules.vega.lyra import Lyra

VEGA = Family(
    id="vega",
    name="Vega",
    summary=say("Tumble pyramids three times per turn: across, into a line, or into battle."),
    turn=say("one piece tumbles three times"),
    pieces=dict.fromkeys(COLOURS, "tetrahedron"),
    variants=(
        Variant("lyra-2", lambda _: Lyra(2), turn_limit=180),
        Variant("lyra-3", lambda _: Lyra(3), turn_limit=90),
        Variant("lyra-4", lambda _: Lyra(4)),
        Variant("ligne-2", lambda _: Ligne(2), turn_limit=90),
        Variant("ligne-3", lambda _: Ligne(3), turn_limit=90),
        Variant("ligne-4", lambda _: Ligne(4)),
        # No limit brings Bataille for two to one game in ten.
        Variant("bataille-2", lambda _: Bataille(2)),
        Variant("bataille-3", lambda _: Bataille(3), turn_limit=270),
        Variant("bataille-4", lambda _: Bataille(4), turn_limit=270),
    ),
)
