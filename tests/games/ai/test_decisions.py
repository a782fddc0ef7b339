"""When an AI accepts a draw, and when it may resign."""

import pytest

from games.ai import Thought, accepts_draw, expectation, is_hopeless


def thought(score: int, *, depth: int = 4, proven: str | None = None) -> Thought:
    return Thought(("pass",), score, proven, None, depth, 100)


@pytest.mark.parametrize(("score", "answer"), [(-300, True), (0, True), (15, True), (16, False), (400, False)])
def test_a_draw_is_accepted_when_even_or_worse_off(score: int, answer: bool) -> None:
    assert accepts_draw(score) is answer


def test_a_proven_loss_is_hopeless() -> None:
    assert is_hopeless([thought(-999_997, proven="loss")])


def test_being_far_behind_for_long_is_hopeless() -> None:
    assert is_hopeless([thought(-700 - 10 * turn) for turn in range(6)])


@pytest.mark.parametrize(
    "thoughts",
    [
        [],
        [thought(-900)],
        [thought(-900 + 40 * turn) for turn in range(6)],
        [thought(-900, depth=1)] * 6,
        [*[thought(-900)] * 5, thought(-200)],
    ],
    ids=["no thought yet", "not for long", "recovering", "seen too little", "saved"],
)
def test_other_positions_are_not_hopeless(thoughts: list[Thought]) -> None:
    assert not is_hopeless(thoughts)


def test_the_expected_result_grows_with_the_score() -> None:
    expected = [expectation(score) for score in (-999_999, -400, 0, 400, 999_999)]
    assert expected == sorted(expected)
    assert expected[2] == 0.5
    assert expected[0] < 0.001 < 0.999 < expected[4]
