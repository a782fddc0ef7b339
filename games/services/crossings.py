"""Boards to cross alone: made ahead of their day, or on the day if nobody did; and crossings, checked and kept.

The row is the truth: a board is reckoned from its date alone and kept once, whoever makes it first.
"""

import threading
from collections.abc import Sequence
from datetime import date, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import TooMany
from accounts.models import User
from accounts.services.standing import lock_person
from games.models import CrossingAttempt, CrossingBoard
from games.puzzles.boards import BLOCKERS, CrossingPuzzle, make_board, open_board
from games.selectors.crossings import (
    OPEN_BOARD,
    crossing_json,
    get_board,
    is_closed,
    own_best,
    puzzle_day,
    require_crossing,
)
from games.selectors.game_json import Viewer
from games.selectors.position_json import Json

DAYS_AHEAD = 3
MOST_ATTEMPTS = 200

_solving = threading.Lock()


def prepare_boards() -> int:
    """The sweep: the empty board, today's and those of the next days; how many were made."""
    today = puzzle_day()
    wanted = [today + timedelta(days=ahead) for ahead in range(DAYS_AHEAD + 1)]
    slugs = {OPEN_BOARD, *(day.isoformat() for day in wanted)}
    known = set(CrossingBoard.objects.filter(slug__in=slugs).values_list("slug", flat=True))
    for slug in sorted(slugs - known):
        ensure_board(None if slug == OPEN_BOARD else date.fromisoformat(slug))
    return len(slugs - known)


def ensure_board(day: date | None) -> CrossingBoard:
    """The board of a day (None: the empty one), made if it is missing. Two at once make one: the first row stays."""
    slug = OPEN_BOARD if day is None else day.isoformat()
    if (board := _board(slug)) is not None:
        return board
    with _solving:  # a process solves one at a time: who asks meanwhile finds the row
        return _board(slug) or _make(slug, day)


def _board(slug: str) -> CrossingBoard | None:
    return CrossingBoard.objects.filter(slug=slug).first()


def _make(slug: str, day: date | None) -> CrossingBoard:
    puzzle = _reckon(day)
    facts = {"day": day, "position": puzzle.position, "par": puzzle.par, "solution": list(puzzle.steps)}
    board, _made = CrossingBoard.objects.get_or_create(slug=slug, defaults={**facts, "made_at": timezone.now()})
    return board


def read_board(*, slug: str, viewer: Viewer) -> Json:
    return crossing_json(find_board(slug), viewer)


def find_board(slug: str) -> CrossingBoard:
    """A board by its slug; today's and the empty one are made on demand."""
    if slug == OPEN_BOARD:
        return ensure_board(None)
    if slug in ("today", puzzle_day().isoformat()):
        return ensure_board(puzzle_day())
    return get_board(slug)


def finish_crossing(*, slug: str, user: User | None, steps: Sequence[str]) -> Json:
    """Check a crossing by the engine and keep it. A visitor's is checked only; a guest's stands in no table yet."""
    board = find_board(slug)
    require_crossing(board, steps)
    if user is not None:
        _keep(board, user, list(steps))
    turns = len(steps)
    is_kept = user is not None and not user.is_guest
    return {**crossing_json(board, user), "turns": turns, "over_par": turns - board.par, "is_kept": is_kept}


def _reckon(day: date | None) -> CrossingPuzzle:
    if day is None:
        return open_board()
    return make_board(day.isoformat(), blockers=BLOCKERS[day.weekday()])


def _keep(board: CrossingBoard, user: User, steps: list[str]) -> None:
    """Of two at once the second waits for the first, so that one stays the best; the same again changes nothing."""
    with transaction.atomic():
        lock_person(user)
        own = CrossingAttempt.objects.filter(board=board, user=user)
        if own.filter(steps=steps).exists():
            return
        if own.count() >= MOST_ATTEMPTS:
            message = _("You have already solved this puzzle %(count)d times. A new one comes tomorrow.")
            raise TooMany(message % {"count": MOST_ATTEMPTS}, code="too_many_attempts")
        best = own_best(board, user)
        is_best = not is_closed(board) and (best is None or len(steps) < best.turns)
        if is_best:
            own.filter(is_best=True).update(is_best=False)
        own.create(board=board, user=user, steps=steps, turns=len(steps), is_best=is_best, finished_at=timezone.now())
