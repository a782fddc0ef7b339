"""Vaeva: pawns and a platform that slides, for two."""

from games.rules.family import Family, Setups, Variant
from games.rules.sentences import say
from games.rules.vaeva.game import Vaeva
from games.rules.vaeva.setups import columns, random_columns

VAEVA = Family(
    id="vaeva",
    name="Vaeva",
    summary=say("Walk, jump and ride a sliding platform in the middle of the board."),
    turn=say("one pawn, or the platform"),
    pieces={"orange": "pawn", "yellow": "pawn"},
    variants=(Variant("vaeva", Vaeva, turn_limit=200, goal=say("Five pawns on the platform.")),),
    setups=Setups(columns, random_columns),
)
