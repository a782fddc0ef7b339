"""Demo data: the daily puzzle and a few tactics, attempted by some of the members."""

from collections.abc import Sequence

from accounts.models import User
from games.models import Tactic
from games.puzzles.selectors.solitaire import puzzle_day
from games.puzzles.services.solitaire import ensure_board, finish_solitaire, prepare_boards
from games.puzzles.services.tactics import give_up, prepare_tactics, try_tactic

# Per member, pairs of turns over par.
DETOURS = (2, 0, 1, 3, 1)
TACTICS, SOLVERS = 12, 5


def tactics(members: Sequence[User]) -> None:
    """Record first attempts at a few tactics: some solved, some given up."""
    prepare_tactics()
    for number, tactic in enumerate(Tactic.objects.order_by("id")[:TACTICS]):
        for place, member in enumerate(members[:SOLVERS]):
            if (number + place) % 3 == 0:
                give_up(tactic_id=tactic.pk, user=member)
            else:
                try_tactic(tactic_id=tactic.pk, user=member, turns=tactic.line[::2])


def solitaire(members: Sequence[User]) -> None:
    prepare_boards()
    board = ensure_board(puzzle_day())
    first, *rest = board.solution
    back = "-".join(reversed(first.split("-")))
    for member, detours in zip(members, DETOURS, strict=False):
        finish_solitaire(slug=board.slug, user=member, steps=[first, *[back, first] * detours, *rest])
