"""Views of the Learn pages: list of games, rules and tutorial per family, shared rules."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from frontend.families import find_family
from frontend.family_positions import portrait_of
from frontend.front_page.front_game import game_json
from frontend.learn.diagrams import Diagram, page_json
from frontend.learn.library import LIBRARY, RECKONINGS, FamilyContent, reckonings_of
from frontend.look_samples import family_picture
from games.rules import Family, families
from games.selectors.position_json import Json
from games.views.page_text import page_words

DAY_SECONDS = 24 * 60 * 60


@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    shelves = [
        {"family": family, "portrait": portrait_of(family), "reckonings": reckonings_of(family.id)}
        for family in families()
    ]
    return render(request, "learn/index.html", {"shelves": shelves})


@require_safe
def family_rules(request: HttpRequest, family_id: str) -> HttpResponse:
    """Show the rules of a family, with interactive diagrams."""
    family, lore = _find_lore(family_id)
    context = {
        "family": family,
        "reckonings": reckonings_of(family.id),
        "crumbs": [(_("Learn"), reverse("frontend:learn"))],
        "diagrams": lore.diagrams,
        "data": script_data(lore.diagrams),
    }
    return render(request, f"learn/{family.id}.html", context)


@require_safe
def tutorial(request: HttpRequest, family_id: str) -> HttpResponse:
    """Show a family's lessons, each a position with a task; the browser stores which are solved."""
    family, lore = _find_lore(family_id)
    context = {
        "family": family,
        "crumbs": [
            (_("Learn"), reverse("frontend:learn")),
            (family.name, reverse("frontend:family", args=[family.id])),
        ],
        "lessons": lore.lessons,
        "data": {**script_data(lore.lessons), "family": family.id},
    }
    return render(request, "learn/tutorial.html", context)


@require_safe
def shared_rules(request: HttpRequest) -> HttpResponse:
    context = {"crumbs": [(_("Learn"), reverse("frontend:learn"))], "reckonings": RECKONINGS}
    return render(request, "learn/shared.html", context)


@require_safe
@cache_control(public=True, max_age=DAY_SECONDS)
def front_game(request: HttpRequest) -> HttpResponse:
    """Return the game that the front page replays, as JSON."""
    return JsonResponse(game_json())


@require_safe
@cache_control(public=True, max_age=DAY_SECONDS)
def family_board(request: HttpRequest, family_id: str) -> HttpResponse:
    """Return a position of a family as SVG, in the requested look."""
    return HttpResponse(
        family_picture(find_family(family_id).id, look=request.GET.get("look", "")), content_type="image/svg+xml"
    )


def _find_lore(family_id: str) -> tuple[Family, FamilyContent]:
    """A family with its diagrams and lessons; Http404 if it has none."""
    family = find_family(family_id, among=[family for family in families() if family.id in LIBRARY])
    return family, LIBRARY[family.id]


def script_words() -> Json:
    """Return the texts shared by all boards and those of diagrams, in the active language."""
    return {
        **page_words(),
        "done": _("That's it: {step}."),
        "played": _("Played: {step}."),
        "not_it": _("{step} is legal, but it isn't what the task asks for. Reset the position and try another move."),
        "solved": _("Solved: {count} of {all}"),
        "ends": _("The game is over."),
        "wins": _winners(),
    }


def _winners() -> Json:
    return {
        "red": _("Red wins."),
        "blue": _("Blue wins."),
        "yellow": _("Yellow wins."),
        "violet": _("Violet wins."),
        "orange": _("Orange wins."),
        "white": _("White wins."),
        "brown": _("Brown wins."),
        "black": _("Black wins."),
    }


def script_data(diagrams: tuple[Diagram, ...]) -> Json:
    """Return the data for the script of a page with diagrams."""
    return {**page_json(diagrams), "words": script_words()}
