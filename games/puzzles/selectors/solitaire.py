"""Daily solitaire boards: their JSON for a viewer, their leaderboards, and the engine's check of an attempt.

A day is a UTC day. A board is hidden before its day; its solution is shown when the day is over, or to those who found
one as short.
"""

from collections.abc import Sequence
from datetime import date
from typing import TypedDict

from django.db.models import QuerySet
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from accounts.errors import NotFound, Unprocessable
from accounts.json_types import Date, DateTime, time_text
from accounts.models import User
from games.models import SolitaireAttempt, SolitaireBoard
from games.puzzles.engine.solitaire_rules import drawn, solitaire_game
from games.rules import IllegalStep, State
from games.rules.match import Match
from games.selectors.game_json import PlayerJson, Viewer
from games.selectors.game_queries import player_json
from games.selectors.position_json import StateFaceJson, state_face
from games.translation import error_words

OPEN_BOARD = "open"
MAX_STEPS = 200
TABLE_LENGTH = 50


def puzzle_day() -> date:
    """Today, in UTC."""
    return timezone.now().date()


def get_board(slug: str) -> SolitaireBoard:
    board = SolitaireBoard.objects.filter(slug=slug).first()
    if board is None or (board.day is not None and board.day > puzzle_day()):
        raise NotFound(_("Puzzle not found. Look for it in the archive of daily puzzles."))
    return board


def board_title(board: SolitaireBoard) -> str:
    if board.day is None:
        return _("The open board")
    return _("Puzzle of %(day)s") % {"day": formats.date_format(board.day, "DATE_FORMAT")}


def past_boards() -> QuerySet[SolitaireBoard]:
    """The daily boards up to today's, the newest first."""
    return SolitaireBoard.objects.filter(day__lte=puzzle_day()).order_by("-day")


def is_closed(board: SolitaireBoard) -> bool:
    """Whether its day is over: the leaderboard is final, and the solution is shown."""
    return board.day is not None and board.day < puzzle_day()


# -- leaderboard --------------------------------------------------------------------------------------------------


def table_of(board: SolitaireBoard) -> QuerySet[SolitaireAttempt]:
    """The best attempt of each user: fewest turns first, then the earliest."""
    return _tabled().filter(board=board).order_by("turns", "finished_at", "id")


def table_leaders(boards: Sequence[SolitaireBoard]) -> dict[int, SolitaireAttempt]:
    """The leader of each of these boards, by board id."""
    from_last_to_first = _tabled().filter(board__in=boards).order_by("-turns", "-finished_at", "-id")
    return {attempt.board_id: attempt for attempt in from_last_to_first}


def _tabled() -> QuerySet[SolitaireAttempt]:
    best = SolitaireAttempt.objects.filter(is_best=True, user__departed_at=None, user__is_guest=False)
    return best.select_related("user")


def own_best(board: SolitaireBoard, viewer: Viewer) -> SolitaireAttempt | None:
    """A user's shortest solution, in time for the leaderboard or not."""
    if not isinstance(viewer, User):
        return None
    return board.attempts.filter(user=viewer).order_by("turns", "finished_at", "id").first()


def own_bests(boards: Sequence[SolitaireBoard], viewer: Viewer) -> dict[int, int]:
    """The number of turns of a user's shortest solution per board id."""
    if not isinstance(viewer, User):
        return {}
    made = SolitaireAttempt.objects.filter(user=viewer, board__in=boards).order_by("-turns")
    return dict(made.values_list("board_id", "turns"))


# -- as JSON ------------------------------------------------------------------------------------------------------


class BoardJson(TypedDict):
    """`slug` is the day (UTC), or `open` for the empty board. `par` is the proved minimum number of turns."""

    slug: str
    day: Date | None
    par: int
    is_closed: bool


class SolitaireStateJson(StateFaceJson):
    turns: int
    is_solved: bool
    is_stuck: bool


class TableLineJson(TypedDict):
    rank: int
    player: PlayerJson
    turns: int
    finished_at: DateTime


class SolitaireJson(BoardJson):
    """`solution` stays null until the day is over or you have found one as short."""

    face: SolitaireStateJson
    table: list[TableLineJson]
    your_turns: int | None
    solution: list[str] | None


class FinishedJson(SolitaireJson):
    """`is_kept` is false for guests and visitors: the solution was checked and is not on the leaderboard."""

    turns: int
    over_par: int
    is_kept: bool


def board_line(board: SolitaireBoard) -> BoardJson:
    return {
        "slug": board.slug,
        "day": None if board.day is None else board.day.isoformat(),
        "par": board.par,
        "is_closed": is_closed(board),
    }


def solitaire_json(board: SolitaireBoard, viewer: Viewer) -> SolitaireJson:
    """A board as JSON, with everything that this viewer may see."""
    own = own_best(board, viewer)
    return {
        **board_line(board),
        "face": face_after(board, []),
        "table": [table_line(attempt, rank) for rank, attempt in enumerate(table_of(board)[:TABLE_LENGTH], start=1)],
        "your_turns": None if own is None else own.turns,
        "solution": board.solution if may_see_solution(board, own) else None,
    }


def may_see_solution(board: SolitaireBoard, own: SolitaireAttempt | None) -> bool:
    return is_closed(board) or (own is not None and own.turns <= board.par)


def table_line(attempt: SolitaireAttempt, rank: int) -> TableLineJson:
    return {
        "rank": rank,
        "player": player_json(attempt.user),
        "turns": attempt.turns,
        "finished_at": time_text(attempt.finished_at),
    }


# -- engine -------------------------------------------------------------------------------------------------------


def face_after(board: SolitaireBoard, steps: Sequence[str]) -> SolitaireStateJson:
    """The position after these steps as JSON, with its legal steps."""
    before, state = _played(board, steps)
    scene = state.scene() if before is None else Match.begin_from(solitaire_game(), before).play(steps[-1]).scene()
    face = state_face(state, scene=drawn(scene), is_over=state.is_over())
    choices = [choice for choice in face["choices"] if choice["kind"] != "pass"]
    return {
        **face,
        "choices": choices,
        "turns": len(steps),
        "is_solved": state.is_over(),
        "is_stuck": not choices and not state.is_over(),
    }


def check_crosses(board: SolitaireBoard, steps: Sequence[str]) -> None:
    """Raise Unprocessable unless these steps are legal in order and bring every piece across."""
    if not _played(board, steps)[1].is_over():
        message = _("These moves don't bring all seven pieces across. Continue, and submit when all have arrived.")
        raise Unprocessable(message, code="not_across")


def _played(board: SolitaireBoard, steps: Sequence[str]) -> tuple[State | None, State]:
    """The positions before and after the last of these steps."""
    before, state = None, solitaire_game().parse(board.position)
    for number, step in enumerate(steps):
        if step == "pass":
            message = _("No piece can move. Take moves back, or start again.")
            raise Unprocessable(message, code="illegal_step", payload={"step": number})
        try:
            before, state = state, state.play(step)
        except IllegalStep as error:
            raise Unprocessable(error_words(error), code="illegal_step", payload={"step": number}) from error
    return before, state
