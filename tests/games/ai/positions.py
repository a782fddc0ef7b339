"""Positions to think about: openings of every variant, and games played at random from them."""

import random
from collections.abc import Iterator

from games.ai import LEVELS, choose_setup
from games.rules import Game, State, variant, variant_ids
from games.rules.registry import option_values


def games_with_options() -> list[Game]:
    """Every variant with every value of its options."""
    found = []
    for variant_id in variant_ids():
        options = option_values(variant_id)
        found.append(variant(variant_id))
        found += [variant(variant_id, **{name: value}) for name, values in options.items() for value in values[1:]]
    return found


def opening(game: Game, seed: int = 1) -> State:
    state = game.start()
    while state.awaits_setup():
        state = state.play(choose_setup(game, int(state.seat), level=LEVELS[-1], seed=seed))
    return state


def random_positions(game: Game, *, seed: int, plies: int) -> Iterator[State]:
    """The positions of a random game, each step of it, until it is over or long enough."""
    chance = random.Random(seed)
    state = opening(game, seed)
    for _ in range(plies):
        if state.is_over():
            return
        yield state
        state = state.after(chance.choice([int(code) for code in state.codes()]))


def turn_ends(state: State, steps: tuple[str, ...]) -> State:
    """The position after a whole turn; AssertionError if a step is missing or one too many."""
    seat = state.seat
    for number, step in enumerate(steps):
        assert not state.is_over()
        assert state.seat == seat
        assert number == 0 or not state.turn_begins()
        state = state.play(step)
    assert state.is_over() or state.turn_begins()
    return state


def whole_turns(state: State, steps: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], State]]:
    """Every legal turn, and the position after it."""
    if steps and (state.is_over() or state.turn_begins()):
        yield steps, state
        return
    for code in state.codes():
        yield from whole_turns(state.after(code), (*steps, state.text(code)))


def is_won(state: State, seat: int) -> bool:
    return state.result is not None and state.result.ranks[seat] == 1 and state.result.ranks.count(1) == 1


def can_win(state: State) -> bool:
    """Whether the seat to move wins with this turn."""
    return any(is_won(after, int(state.seat)) for _, after in whole_turns(state))
