"""What the made-up game declares about itself."""

from games.rules.family import Family, Option, OptionValue, Variant
from tests.games.breakthrough.game import Breakthrough

PAWN_ROWS = Option(
    "pawn_rows",
    "Rows of pawns in Breakthrough",
    (OptionValue("two", "two rows"), OptionValue("one", "one row", terms="one row of pawns")),
)
BREAKTHROUGH = Family(
    id="breakthrough",
    name="Breakthrough",
    summary="Run past the other pawns, or take what stands in your way.",
    turn="one pawn, one step forward",
    pieces={"white": "pawn", "black": "pawn"},
    variants=(Variant("breakthrough", Breakthrough, (PAWN_ROWS,), turn_limit=30),),
)
