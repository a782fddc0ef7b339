"""Set-ups that an AI chooses: sensible, and varied with the seed; any ready-made arrangement where none is known."""

from collections.abc import Callable
from random import Random

from games.ai.levels import Level
from games.rules.core import Game

# Vaeva: the columns of the nine pawns. Boarding is straight and walking diagonal, so both colours of cells and the
# columns around the platform (I to L) are useful.
_COLUMNS = "ABCDEFGHIJKLMNOPQRST"
_CORES = ("GHIJKLMN", "FHIJKLMO", "FGIJKLNO", "EGIJKLNP")

_SUITS = "SMT"
# Sirius: the best of many, measured by play against random set-ups. In all of them a suit is beside, before and behind
# others, hardly ever itself, and diagonally behind a front piece is the prey of that piece, which hunts its hunter.
# Back row first.
_SIRIUS = (
    "MSMSMSMTTT/TSTSTSTMMS/SMTMTMSSTM",
    "TMTMSSSMTT/SMSTTTSMSM/MTSMMSMTST",
    "TMMTSMSTST/SSTMSTMTMT/MMSTMTSSMS",
    "SMSMTMTSMT/TTSMSMSTST/SSMTSTMTMM",
)


def choose_setup(game: Game, seat: int, *, level: Level, seed: int) -> str:
    """A set-up for a seat; the weakest level's is random."""
    chance = Random(f"setup {seed} {seat}")  # noqa: S311 - play, no secret
    form = game.setup_form(seat)
    if form is None:
        raise ValueError(f"{game.id} has no set-up")
    if game.id not in _PATTERNS:
        return chance.choice(form.arrangements)[1]
    sensible, thoughtless = _PATTERNS[game.id]
    return thoughtless(chance) if level.number == 1 else sensible(chance)


def random_setup(game: Game, seed: int) -> str:
    """A random set-up: the baseline for measuring the sensible ones."""
    return _PATTERNS[game.id][1](Random(f"random {seed}"))  # noqa: S311 - play, no secret


def _columns(chance: Random) -> str:
    core = chance.choice(_CORES)
    rest = [column for column in "DEFGHIJKLMNOPQ" if column not in core]
    return "=" + "".join(sorted([*core, chance.choice(rest)]))


def _random_columns(chance: Random) -> str:
    return "=" + "".join(sorted(chance.sample(_COLUMNS, 9)))


def _galax(chance: Random) -> str:
    """Diagonals of one suit, so that each piece is guarded by the hunter of its hunter.

    Mirrored or not, beginning with any suit; then a few neighbours are swapped.
    """
    first, slope = chance.randrange(3), chance.choice((1, 2))
    rows = [[_SUITS[(first + column + slope * row) % 3] for column in range(10)] for row in range(3)]
    for _ in range(chance.randrange(4)):
        row, column = chance.randrange(3), chance.randrange(9)
        rows[row][column], rows[row][column + 1] = rows[row][column + 1], rows[row][column]
    return "=" + "/".join("".join(row) for row in rows)


def _sirius(chance: Random) -> str:
    """One of the good set-ups, mirrored or not, with the suits rotated; two of the back row are swapped."""
    turned, step = chance.randrange(3), chance.choice((1, -1))
    rows = [
        [_SUITS[(_SUITS.index(suit) + turned) % 3] for suit in row[::step]] for row in chance.choice(_SIRIUS).split("/")
    ]
    column = chance.randrange(9)
    rows[0][column], rows[0][column + 1] = rows[0][column + 1], rows[0][column]
    return "=" + "/".join("".join(row) for row in rows)


def _random_suits(chance: Random) -> str:
    letters = [suit for suit in _SUITS for _ in range(10)]
    chance.shuffle(letters)
    text = "".join(letters)
    return f"={text[:10]}/{text[10:20]}/{text[20:]}"


# By the game's id: how to set up with and without a thought.
_PATTERNS: dict[str, tuple[Callable[[Random], str], Callable[[Random], str]]] = {
    "vaeva": (_columns, _random_columns),
    "galax": (_galax, _random_suits),
    "sirius": (_sirius, _random_suits),
}
