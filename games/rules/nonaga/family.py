"""Nonaga: pawns on a board of discs that moves itself, for two."""

from games.rules.family import Family, Variant
from games.rules.nonaga.game import Nonaga
from games.rules.sentences import say

NONAGA = Family(
    id="nonaga",
    name="Nonaga",
    summary=say("Bring three pieces together while the board itself wanders."),
    turn=say("one pawn, then one disc"),
    pieces={"red": "pawn", "black": "pawn"},
    variants=(Variant("nonaga", Nonaga, turn_limit=60, goal=say("Three pawns together.")),),
)
