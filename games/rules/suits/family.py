"""Galax and Sirius: suns, moons and stars, for two. Of the same pieces each shows two others beside the names."""

from games.rules.family import Family, Option, OptionValue, Setups, Variant
from games.rules.sentences import say
from games.rules.suits.galax import Galax
from games.rules.suits.setups import galax_setup, random_setup, sirius_setup
from games.rules.suits.sirius import Sirius

CAPTURES = Option(
    "captures",
    say("Captures in Galax"),
    (
        OptionValue("chosen", say("optional")),
        OptionValue("all", say("mandatory"), terms=say("captures are mandatory")),
    ),
)
CHAMPION_TAKES = Option(
    "champion_takes",
    say("Champions in Sirius take"),
    (
        OptionValue("everything", say("everything")),
        OptionValue("champions", say("champions only"), terms=say("champions take champions only")),
    ),
)
ALL_TAKEN = say("All opposing pieces taken.")
GALAX = Family(
    id="galax",
    name="Galax",
    summary=say("Sun takes moon, moon takes star, star takes sun, all by touch."),
    turn=say("one piece, which takes by touch"),
    pieces={"white": "sun", "brown": "moon"},
    variants=(Variant("galax", Galax, (CAPTURES,), turn_limit=150, goal=ALL_TAKEN),),
    setups=Setups(galax_setup, random_setup),
)
SIRIUS = Family(
    id="sirius",
    name="Sirius",
    summary=say("The same suns, moons and stars, where sparing a piece may cost your own."),
    turn=say("one piece, which takes by replacing"),
    pieces={"white": "star", "brown": "sun"},
    variants=(Variant("sirius", Sirius, (CHAMPION_TAKES,), turn_limit=150, goal=ALL_TAKEN),),
    setups=Setups(sirius_setup, random_setup),
)
