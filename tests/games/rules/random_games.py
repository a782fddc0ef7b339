"""Games to test the rules with: every variant with every combination of its options, and random walks."""

import itertools
import random
from collections.abc import Iterator

from games.rules import Game, State, variant, variant_ids
from games.rules.registry import option_values


def all_games() -> list[Game]:
    """Each variant once for each combination of its options."""
    found = []
    for variant_id in variant_ids():
        allowed = option_values(variant_id)
        for values in itertools.product(*allowed.values()):
            found.append(variant(variant_id, **dict(zip(allowed, values, strict=True))))
    return found


def name_of(game: Game) -> str:
    return "-".join([game.id, *game.options.values()])


def opening(game: Game, chance: random.Random) -> State:
    """The first position after the set-ups, which are drawn from the predefined ones."""
    state = game.start()
    while state.awaits_setup():
        form = game.setup_form(state.seat)
        assert form is not None
        state = state.play(chance.choice(form.arrangements)[1])
    return state


def walk(game: Game, chance: random.Random, plies: int) -> Iterator[State]:
    """The positions of a random game, the opening included."""
    state = opening(game, chance)
    yield state
    for _ in range(plies):
        codes = list(state.codes())
        if not codes:
            return
        state = state.after(chance.choice(codes))
        yield state
