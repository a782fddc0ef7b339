"""Perft: the number of step sequences of a given length from the start, counted by two independent programs."""

import pytest

from games.rules import State, variant
from games.rules.core import perft

VAEVA = ("=BDFHJLNPR", "=BDFHJLNPR")
SUITS = ("=SMTSMTSMTS/MTSMTSMTSM/TSMTSMTSMT",) * 2

COUNTS = {
    "lyra-2": ((), (14, 196, 3_462, 60_418)),
    "ligne-2": ((), (14, 196, 3_462, 60_418)),
    "lyra-3": ((), (14, 187, 2_366, 37_772)),
    "ligne-3": ((), (14, 187, 2_366, 37_772)),
    "lyra-4": ((), (10, 98, 890, 7_885)),
    "ligne-4": ((), (10, 98, 890, 7_885)),
    "bataille-2": ((), (14, 194, 3_498, 62_396)),
    "bataille-3": ((), (14, 185, 2_300, 31_233)),
    "bataille-4": ((), (11, 116, 1_215, 12_265)),
    "vaeva": (VAEVA, (18, 324, 6_156, 116_964)),
    "galax": (SUITS, (28, 784, 26_432)),
    "sirius": (SUITS, (28, 784, 26_432)),
    "nonaga": ((), (9, 570, 4_374, 199_488)),
}


def opening(variant_id: str) -> State:
    state = variant(variant_id).start()
    for setup in COUNTS[variant_id][0]:
        state = state.play(setup)
    return state


@pytest.mark.parametrize("variant_id", COUNTS)
def test_known_counts(variant_id: str) -> None:
    expected = COUNTS[variant_id][1]
    assert tuple(perft(opening(variant_id), depth) for depth in range(1, len(expected) + 1)) == expected


def test_lyra_five_steps_deep() -> None:
    assert perft(opening("lyra-2"), 5) == 1_176_366
