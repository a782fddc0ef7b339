"""Errors raised by the rules, compared by code and values (cells, numbers) rather than by text."""

import pytest

from games.rules import Game, IllegalStep
from games.rules.core import State
from games.rules.sentences import Sentence, Value


def refusal(state: State, step: str) -> dict[str, Value]:
    """The code and values of the error for an illegal step, which changes nothing."""
    before = str(state)
    with pytest.raises(IllegalStep) as caught:
        state.play(step)
    assert str(state) == before
    assert step not in state.steps()
    return facts_of(caught.value)


def text_refusal(game: Game, text: str) -> dict[str, Value]:
    """The code and values of the error for an invalid position text."""
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the caller compares code and values
        game.parse(text)
    return facts_of(caught.value)


def facts_of(error: Exception) -> dict[str, Value]:
    sentence = error.args[0]
    assert isinstance(sentence, Sentence)
    assert sentence.code
    return {"code": sentence.code, **sentence.values}
