"""What the rules refuse, by the cells and numbers that a refusal is about and not by its words."""

import pytest

from games.rules import IllegalStep
from games.rules.core import State
from games.rules.sentences import Sentence, Value


def refusal(state: State, step: str) -> dict[str, Value]:
    """The facts of the refusal of an illegal step, which changes nothing."""
    before = str(state)
    with pytest.raises(IllegalStep) as caught:
        state.play(step)
    assert str(state) == before
    assert step not in state.steps()
    return facts_of(caught.value)


def facts_of(error: ValueError) -> dict[str, Value]:
    sentence = error.args[0]
    assert isinstance(sentence, Sentence)
    return dict(sentence.values)
