"""Views of the Learn pages: list of games, rules and tutorial per family, shared rules."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from frontend.families import FAMILIES, find_family
from frontend.front_page.front_game import game_json
from frontend.learn.diagrams import Diagram, page_json
from frontend.learn.library import LIBRARY, RECKONINGS, reckonings_of
from frontend.learn.words import script_words
from frontend.look_samples import family_picture
from frontend.portraits import PORTRAITS
from games.selectors.position_json import Json

DAY_SECONDS = 24 * 60 * 60


@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    shelves = [
        {"family": family, "portrait": PORTRAITS[family.id], "reckonings": reckonings_of(family.id)}
        for family in FAMILIES
    ]
    return render(request, "learn/index.html", {"shelves": shelves})


@require_safe
def family_rules(request: HttpRequest, family_id: str) -> HttpResponse:
    """Show the rules of a family, with interactive diagrams."""
    family = find_family(family_id)
    diagrams = LIBRARY[family.id].diagrams
    context = {
        "family": family,
        "reckonings": reckonings_of(family.id),
        "crumbs": [(_("Learn"), reverse("frontend:learn"))],
        "diagrams": diagrams,
        "data": script_data(diagrams),
    }
    return render(request, f"learn/{family.id}.html", context)


@require_safe
def tutorial(request: HttpRequest, family_id: str) -> HttpResponse:
    """Show a family's lessons, each a position with a task; the browser stores which are solved."""
    family = find_family(family_id)
    lessons = LIBRARY[family.id].lessons
    context = {
        "family": family,
        "crumbs": [
            (_("Learn"), reverse("frontend:learn")),
            (family.name, reverse("frontend:family", args=[family.id])),
        ],
        "lessons": lessons,
        "data": {**script_data(lessons), "family": family.id},
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


def script_data(diagrams: tuple[Diagram, ...]) -> Json:
    """Return the data for the script of a page with diagrams."""
    return {**page_json(diagrams), "words": script_words()}
