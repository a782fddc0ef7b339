"""Daily solitaire boards: generated ahead of their day or on demand; solutions are checked and saved.

A board depends on its date alone and is stored once, by the first process that generates it.
"""

import threading
from collections.abc import Sequence
from datetime import date, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import TooMany
from accounts.models import User
from accounts.services.checks import lock_person
from games.models import SolitaireAttempt, SolitaireBoard
from games.puzzles.engine.boards import BLOCKERS, SolitairePuzzle, make_board, open_board
from games.puzzles.selectors.solitaire import (
    OPEN_BOARD,
    FinishedJson,
    SolitaireJson,
    check_crosses,
    get_board,
    is_closed,
    own_best,
    puzzle_day,
    solitaire_json,
)
from games.selectors.game_json import Viewer

DAYS_AHEAD = 3
MAX_ATTEMPTS = 200

_solving = threading.Lock()


def prepare_boards() -> int:
    """Sweep: generate the empty board, today's and those of the next days; returns how many are new."""
    today = puzzle_day()
    wanted = [today + timedelta(days=ahead) for ahead in range(DAYS_AHEAD + 1)]
    slugs = {OPEN_BOARD, *(day.isoformat() for day in wanted)}
    known = set(SolitaireBoard.objects.filter(slug__in=slugs).values_list("slug", flat=True))
    for slug in sorted(slugs - known):
        ensure_board(None if slug == OPEN_BOARD else date.fromisoformat(slug))
    return len(slugs - known)


def ensure_board(day: date | None) -> SolitaireBoard:
    """Return the board of a day (None: the empty one), generated if missing. Idempotent: the first row stays."""
    slug = OPEN_BOARD if day is None else day.isoformat()
    if (board := _board(slug)) is not None:
        return board
    with _solving:  # one at a time per process: concurrent callers find the row
        return _board(slug) or _make(slug, day)


def _board(slug: str) -> SolitaireBoard | None:
    return SolitaireBoard.objects.filter(slug=slug).first()


def _make(slug: str, day: date | None) -> SolitaireBoard:
    puzzle = _reckon(day)
    facts = {"day": day, "position": puzzle.position, "par": puzzle.par, "solution": list(puzzle.steps)}
    board, _made = SolitaireBoard.objects.get_or_create(slug=slug, defaults={**facts, "made_at": timezone.now()})
    return board


def read_board(*, slug: str, viewer: Viewer) -> SolitaireJson:
    """A solitaire board as JSON for a viewer; raises NotFound."""
    return solitaire_json(find_board(slug), viewer)


def find_board(slug: str) -> SolitaireBoard:
    """A board by its slug; today's and the empty one are made on demand."""
    if slug == OPEN_BOARD:
        return ensure_board(None)
    if slug in ("today", puzzle_day().isoformat()):
        return ensure_board(puzzle_day())
    return get_board(slug)


def finish_solitaire(*, slug: str, user: User | None, steps: Sequence[str]) -> FinishedJson:
    """Check a solution with the engine and save it; visitors' are only checked, guests' are not ranked."""
    board = find_board(slug)
    check_crosses(board, steps)
    if user is not None:
        _keep(board, user, list(steps))
    turns = len(steps)
    is_kept = user is not None and not user.is_guest
    return {**solitaire_json(board, user), "turns": turns, "over_par": turns - board.par, "is_kept": is_kept}


def _reckon(day: date | None) -> SolitairePuzzle:
    if day is None:
        return open_board()
    return make_board(day.isoformat(), blockers=BLOCKERS[day.weekday()])


def _keep(board: SolitaireBoard, user: User, steps: list[str]) -> None:
    """Save a new attempt and mark the user's best; the lock keeps one best per user and board. Idempotent."""
    with transaction.atomic():
        lock_person(user)
        own = SolitaireAttempt.objects.filter(board=board, user=user)
        if own.filter(steps=steps).exists():
            return
        if own.count() >= MAX_ATTEMPTS:
            message = _("You have already solved this puzzle %(count)d times. A new one comes tomorrow.")
            raise TooMany(message % {"count": MAX_ATTEMPTS}, code="too_many_attempts")
        best = own_best(board, user)
        is_best = not is_closed(board) and (best is None or len(steps) < best.turns)
        if is_best:
            own.filter(is_best=True).update(is_best=False)
        own.create(board=board, user=user, steps=steps, turns=len(steps), is_best=is_best, finished_at=timezone.now())
