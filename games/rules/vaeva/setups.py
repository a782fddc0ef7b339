"""Set-ups of Vaeva for an AI: the columns of the nine pawns.

Boarding is straight and walking diagonal, so both colours of cells and the columns around the platform (I to L) are
useful.
"""

from random import Random
from typing import Final

from games.rules.vaeva.board import COLUMN_LETTERS

_CORES: Final = ("GHIJKLMN", "FHIJKLMO", "FGIJKLNO", "EGIJKLNP")


def columns(chance: Random) -> str:
    core = chance.choice(_CORES)
    rest = [column for column in "DEFGHIJKLMNOPQ" if column not in core]
    return "=" + "".join(sorted([*core, chance.choice(rest)]))


def random_columns(chance: Random) -> str:
    return "=" + "".join(sorted(chance.sample(COLUMN_LETTERS, 9)))
