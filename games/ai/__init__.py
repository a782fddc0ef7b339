"""AI opponents for every variant, and the evaluation behind an analysis: pure functions.

    thought = choose_turn(game, state, level=level("nova"), seed=7, now=time.monotonic)
    thought.steps      # the whole turn, as texts

No Django, no I/O, no randomness but from the given seed, no clock but the given `now`. `experts.py` maps games to their
experts (evaluation functions); adding a game is a module and a line there.
"""

from games.ai.decisions import accepts_draw, is_hopeless
from games.ai.levels import LEVELS, Budget, Level, level
from games.ai.player import Analysis, Thought, analyse, choose_turn, expectation
from games.ai.setups import choose_setup

__all__ = [
    "LEVELS",
    "Analysis",
    "Budget",
    "Level",
    "Thought",
    "accepts_draw",
    "analyse",
    "choose_setup",
    "choose_turn",
    "expectation",
    "is_hopeless",
    "level",
]
