"""Tactics puzzles: the list, one to solve, and the next one."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Tactic, engine_for
from games.puzzles.selectors.tactics import (
    best_solvers,
    get_tactic,
    next_tactic,
    outcomes_of,
    skill_of,
    start_of,
    tactic_json,
    tactics,
)
from games.puzzles.services.tactics import prepare_tactics
from games.ratings.selectors import families
from games.rules import get_family
from games.selectors.pictures import standing_board
from games.selectors.position_json import Json
from games.translation import colour_words, in_words
from games.views.game import read_number, variant_look
from games.views.page_text import outcome_words, position_words, theme_words

TACTICS_A_PAGE = 40
SOLVERS_SHOWN = 10


@require_safe
@never_cache
def tactics_page(request: HttpRequest) -> HttpResponse:
    prepare_tactics()
    family = _family(request)
    page = Paginator(tactics(family=family), TACTICS_A_PAGE).get_page(request.GET.get("page"))
    listed = list(page)
    outcomes = outcomes_of(listed, request.user)
    context = {
        "crumbs": _crumbs(),
        "families": families(),
        "family": family,
        "page": page,
        "lines": [_line(tactic, outcomes.get(tactic.pk)) for tactic in listed],
        "skill": skill_of(request.user),
        "solvers": best_solvers()[:SOLVERS_SHOWN],
    }
    return render(request, "puzzles/tactics.html", context)


@require_safe
@never_cache
def tactic_page(request: HttpRequest, tactic_id: int) -> HttpResponse:
    tactic = get_tactic(tactic_id)
    puzzle = tactic_json(tactic, request.user)
    engine, seat = engine_for(tactic.variant, {}), puzzle["face"]["seat"]
    board = standing_board(engine, puzzle["face"]["scene"], seat=seat, label=_("The position"))
    colour = engine.colours[start_of(tactic).seat]
    context = {
        "crumbs": [*_crumbs(), (_("Tactics"), reverse("games:tactics"))],
        "puzzle": puzzle,
        "name": in_words(engine.name),
        "has_suits": get_family(engine.family).has_suits,
        "colour": colour,
        "colour_word": colour_words(colour),
        "idea": theme_words(tactic.theme),
        "outcome": outcome_words(puzzle["your_outcome"]),
        "board": SafeString(board),  # nosec B703 # drawn here, with escaped text
        "position_words": position_words(puzzle["face"]["scene"], engine.colours),
        "next_url": f"{reverse('games:next_tactic')}?after={tactic.pk}&family={tactic.family}",
        "data": {
            "api": f"puzzles/tactics/{tactic.pk}/",
            "variant": tactic.variant,
            "seat": seat,
            "face": puzzle["face"],
            "solution": puzzle["solution"],
            "look": variant_look(engine),
        },
    }
    return render(request, "puzzles/tactic.html", context)


@require_safe
@never_cache
def next_page(request: HttpRequest) -> HttpResponse:
    """Redirect to a puzzle not tried yet, of about the user's rating; with none left, to the list."""
    prepare_tactics()
    after = read_number(request.GET.get("after", "")) or 0
    found = next_tactic(request.user, family=_family(request), after=after)
    return redirect("games:tactics") if found is None else redirect("games:tactic", found.pk)


def _family(request: HttpRequest) -> str:
    asked = request.GET.get("family", "")
    return asked if asked in families() else ""


def _line(tactic: Tactic, outcome: str | None) -> Json:
    return {
        "tactic": tactic,
        "name": in_words(engine_for(tactic.variant, {}).name),
        "theme": theme_words(tactic.theme),
        "outcome": outcome_words(outcome),
    }


def _crumbs() -> list[tuple[str, str]]:
    return [(_("Puzzles"), reverse("games:puzzles"))]
