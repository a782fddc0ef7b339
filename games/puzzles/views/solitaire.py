"""Puzzle pages: today's puzzles, solitaire boards, and their rules."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.puzzles.engine.solitaire_rules import solitaire_game
from games.puzzles.selectors.solitaire import (
    SolitaireJson,
    SolitaireStateJson,
    board_title,
    face_after,
    own_best,
    own_bests,
    past_boards,
    puzzle_day,
    solitaire_json,
    table_leaders,
    table_of,
)
from games.puzzles.selectors.tactics import counts_by_family, skill_of
from games.puzzles.services.solitaire import ensure_board, find_board
from games.puzzles.services.tactics import prepare_tactics
from games.selectors.pictures import standing_board
from games.views.game import variant_look
from games.views.page_text import position_words

DAYS_A_PAGE = 30


@require_safe
@never_cache
def puzzles(request: HttpRequest) -> HttpResponse:
    prepare_tactics()
    today = ensure_board(puzzle_day())
    own = own_best(today, request.user)
    context = {
        "today": today,
        "board": _picture(face_after(today, [])),
        "own": None if own is None else own.turns,
        "best": table_of(today).first(),
        "families": list(counts_by_family().items()),
        "skill": skill_of(request.user),
    }
    return render(request, "puzzles/index.html", context)


@require_safe
@never_cache
def solitaire_page(request: HttpRequest, slug: str) -> HttpResponse:
    """A solitaire board; `today` redirects to the permanent URL of the day."""
    board = find_board(slug)
    if slug != board.slug:
        return redirect("games:solitaire", board.slug)
    puzzle = solitaire_json(board, request.user)
    context = {
        "title": board_title(board),
        "crumbs": _crumbs(is_daily=board.day is not None),
        "puzzle": puzzle,
        "board": _picture(puzzle["face"]),
        "position_words": position_words(puzzle["face"]["scene"], solitaire_game().colours),
        "data": _script_data(puzzle),
    }
    return render(request, "puzzles/solitaire.html", context)


@require_safe
@never_cache
def boards_page(request: HttpRequest) -> HttpResponse:
    """The archive of daily boards, newest first."""
    ensure_board(puzzle_day())
    page = Paginator(past_boards(), DAYS_A_PAGE).get_page(request.GET.get("page"))
    boards = list(page)
    own, leaders = own_bests(boards, request.user), table_leaders(boards)
    lines = [{"board": board, "own": own.get(board.pk), "best": leaders.get(board.pk)} for board in boards]
    context = {"page": page, "lines": lines, "crumbs": _crumbs()}
    return render(request, "puzzles/solitaire_boards.html", context)


@require_safe
def solitaire_rules(request: HttpRequest) -> HttpResponse:
    return render(request, "puzzles/rules.html", {"crumbs": _crumbs()})


def _crumbs(*, is_daily: bool = False) -> list[tuple[str, str]]:
    crumbs = [(_("Puzzles"), reverse("games:puzzles"))]
    return [*crumbs, (_("Daily puzzles"), reverse("games:solitaire_boards"))] if is_daily else crumbs


def _picture(face: SolitaireStateJson) -> SafeString:
    board = standing_board(solitaire_game(), face["scene"], seat=0, label=_("The position"))
    return SafeString(board)  # nosec B703 # drawn here, with escaped text


def _script_data(puzzle: SolitaireJson) -> dict[str, Any]:
    return {
        "api": f"puzzles/solitaire/{puzzle['slug']}/",
        "face": puzzle["face"],
        "solution": puzzle["solution"],
        "look": variant_look(solitaire_game()),
    }
