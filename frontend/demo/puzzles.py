"""Puzzles of the demonstration: today's board, crossed by some of the members, each as well as they can."""

from collections.abc import Sequence

from accounts.models import User
from games.selectors.crossings import puzzle_day
from games.services.crossings import ensure_board, finish_crossing, prepare_boards

# How many turns more than par each of the first members takes, two at a time.
DETOURS = (2, 0, 1, 3, 1)


def crossings(members: Sequence[User]) -> None:
    prepare_boards()
    board = ensure_board(puzzle_day())
    first, *rest = board.solution
    back = "-".join(reversed(first.split("-")))
    for member, detours in zip(members, DETOURS, strict=False):
        finish_crossing(slug=board.slug, user=member, steps=[first, *[back, first] * detours, *rest])
