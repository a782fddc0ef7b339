"""Rule engines of the thirteen variants: pure functions, no Django, no I/O, no clock, no randomness.

    game = variant("galax", captures="all")
    state = game.start()

`games/rules/registry.py` lists the variants; adding one is a module and a line there.
"""

from games.rules.core import Game, IllegalStep, Result, State
from games.rules.registry import variant, variant_ids

__all__ = ["Game", "IllegalStep", "Result", "State", "variant", "variant_ids"]
