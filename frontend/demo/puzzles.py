"""Puzzles of the demonstration: today's board and a few tactics, solved by some of the members as well as they can."""

from collections.abc import Sequence

from accounts.models import User
from games.models import Tactic
from games.puzzles.selectors.solitaire import puzzle_day
from games.puzzles.services.solitaire import ensure_board, finish_crossing, prepare_boards
from games.puzzles.services.tactics import give_up, prepare_tactics, try_tactic

# How many turns more than par each of the first members takes, two at a time.
DETOURS = (2, 0, 1, 3, 1)
TACTICS, SOLVERS = 12, 5


def tactics(members: Sequence[User]) -> None:
    """First tries at a few of the tactics: some solve them, some miss, some give up."""
    prepare_tactics()
    for number, tactic in enumerate(Tactic.objects.order_by("id")[:TACTICS]):
        for place, member in enumerate(members[:SOLVERS]):
            if (number + place) % 3 == 0:
                give_up(tactic_id=tactic.pk, user=member)
            else:
                try_tactic(tactic_id=tactic.pk, user=member, turns=tactic.line[::2])


def crossings(members: Sequence[User]) -> None:
    prepare_boards()
    board = ensure_board(puzzle_day())
    first, *rest = board.solution
    back = "-".join(reversed(first.split("-")))
    for member, detours in zip(members, DETOURS, strict=False):
        finish_crossing(slug=board.slug, user=member, steps=[first, *[back, first] * detours, *rest])
