"""Set-ups of Galax and Sirius for an AI."""

from random import Random
from typing import Final

_SUITS: Final = "SMT"
# Sirius: the best of many, measured by play against random set-ups. In all of them a suit is beside, before and behind
# others, hardly ever itself, and diagonally behind a front piece is the prey of that piece, which hunts its hunter.
# Back row first.
_SIRIUS: Final = (
    "MSMSMSMTTT/TSTSTSTMMS/SMTMTMSSTM",
    "TMTMSSSMTT/SMSTTTSMSM/MTSMMSMTST",
    "TMMTSMSTST/SSTMSTMTMT/MMSTMTSSMS",
    "SMSMTMTSMT/TTSMSMSTST/SSMTSTMTMM",
)


def galax_setup(chance: Random) -> str:
    """Diagonals of one suit, so that each piece is guarded by the hunter of its hunter.

    Mirrored or not, beginning with any suit; then a few neighbours are swapped.
    """
    first, slope = chance.randrange(3), chance.choice((1, 2))
    rows = [[_SUITS[(first + column + slope * row) % 3] for column in range(10)] for row in range(3)]
    for _ in range(chance.randrange(4)):
        row, column = chance.randrange(3), chance.randrange(9)
        rows[row][column], rows[row][column + 1] = rows[row][column + 1], rows[row][column]
    return "=" + "/".join("".join(row) for row in rows)


def sirius_setup(chance: Random) -> str:
    """One of the good set-ups, mirrored or not, with the suits rotated; two of the back row are swapped."""
    turned, step = chance.randrange(3), chance.choice((1, -1))
    rows = [
        [_SUITS[(_SUITS.index(suit) + turned) % 3] for suit in row[::step]] for row in chance.choice(_SIRIUS).split("/")
    ]
    column = chance.randrange(9)
    rows[0][column], rows[0][column + 1] = rows[0][column + 1], rows[0][column]
    return "=" + "/".join("".join(row) for row in rows)


def random_setup(chance: Random) -> str:
    letters = [suit for suit in _SUITS for _ in range(10)]
    chance.shuffle(letters)
    text = "".join(letters)
    return f"={text[:10]}/{text[10:20]}/{text[20:]}"
