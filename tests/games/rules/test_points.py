from fractions import Fraction

import pytest

from games.rules import Result
from games.rules.points import PointScale, points


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (Result((1, 2), "goal"), (6, 0)),
        (Result((2, 1), "timeout"), (0, 6)),
        (Result((1, 2), "limit", (0, 1)), (4, 0)),
        (Result((1, 1), "limit", (0, 1)), (2, 2)),
        (Result((1, 1), "agreement"), (2, 2)),
        (Result((1, 2, 3), "goal"), (6, 3, 0)),
        (Result((4, 2, 1, 3), "goal"), (0, 4, 6, 2)),
        # Lyra for three: the winner reached the goal, tally ranked the others.
        (Result((1, 2, 3), "goal", (1, 2)), (6, 2, 0)),
        (Result((1, 2, 2), "goal", (1, 2)), (6, 1, 1)),
        # One was out before the turn limit and lost to both others, who tie by tally.
        (Result((1, 1, 3), "limit", (0, 1)), (4, 4, 0)),
        (Result((1, 1, 1), "agreement"), (2, 2, 2)),
        (Result((1, 2, 3, 4), "limit", (0, 1, 2, 3)), (4, Fraction(8, 3), Fraction(4, 3), 0)),
    ],
)
def test_points_are_the_mean_of_the_duels(result: Result, expected: tuple[Fraction, ...]) -> None:
    assert points(result) == expected


def test_points_follow_the_scoring_of_the_tournament() -> None:
    assert points(Result((1, 2), "limit", (0, 1)), PointScale(win=2, tally_win=2, draw=1)) == (2, 0)
