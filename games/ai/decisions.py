"""An AI's decisions to accept a draw and to resign. Both depend on its thoughts, not on the board."""

from collections.abc import Sequence

from games.ai.player import Thought

# About five pieces behind; a search of less than two turns is not trusted.
HOPELESS_SCORE = -600
HOPELESS_TURNS = 6
TRUSTED_DEPTH = 2
# Up to this score a position counts as even.
EVEN_SCORE = 15


def accepts_draw(score: int) -> bool:
    """Whether an AI with this score agrees to a draw: when it is even or worse for it."""
    return score <= EVEN_SCORE


def is_hopeless(thoughts: Sequence[Thought]) -> bool:
    """Whether an AI may resign: its last thoughts, in order, all far behind, and the latest no better.

    A game is hopeless only when the loss is proven, or when the AI has been far behind for several turns.
    """
    recent = thoughts[-HOPELESS_TURNS:]
    if not recent:
        return False
    if recent[-1].proven == "loss":
        return True
    if len(recent) < HOPELESS_TURNS or recent[-1].score > recent[0].score:
        return False
    return all(thought.score <= HOPELESS_SCORE and thought.depth >= TRUSTED_DEPTH for thought in recent)
