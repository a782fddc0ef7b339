"""Rule engines of the thirteen variants: pure functions, no Django, no I/O, no clock, no randomness.

    game = variant("galax", captures="all")
    state = game.start()

`games/rules/registry.py` lists the families; adding one is its rules, its declaration and a name there.
"""

from games.rules.core import Game, IllegalStep, Result, State
from games.rules.family import Family
from games.rules.registry import families, get_family, variant, variant_ids

__all__ = ["Family", "Game", "IllegalStep", "Result", "State", "families", "get_family", "variant", "variant_ids"]
