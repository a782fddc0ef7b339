"""The default expert, which knows only a game's rules and tally."""

from functools import reduce

from games.ai.expert import KEY_MASK, Expert
from games.rules import variant

FACTOR = 0x2545F4914F6CDD1D


def mixed(key: int, letter: str) -> int:
    product = ((key ^ ord(letter)) * FACTOR) & KEY_MASK
    return product ^ (product >> 32)


def test_the_hash_key_is_computed_from_the_position_text() -> None:
    game = variant("nonaga")
    expert, start = Expert(game), game.start()
    states = [start, *(start.after(code) for code in start.codes())]
    keys = [expert.key(state) for state in states]
    assert keys == [reduce(mixed, str(state), 1) for state in states]
    assert len(set(keys)) == len(states)


def test_the_evaluation_is_the_tally() -> None:
    game = variant("bataille-3")
    state = game.start()
    assert [Expert(game).worth(state, seat) for seat in range(3)] == [100 * count for count in state.tally]
