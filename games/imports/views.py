"""Imported games: upload, replay, play on, delete."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.drf.throttling import charge_for_work
from accounts.errors import Invalid, Refused
from accounts.http.requests import person_of
from accounts.json_types import time_text
from accounts.selectors import get_person
from games.imports.play_on import play_on_import
from games.imports.selectors import get_import, import_face, import_turns, import_view, imports_of
from games.imports.services import LARGEST_FILE, MAX_ENTRIES, delete_import, import_text
from games.models import ImportedGame
from games.views.game import (
    board_before_script,
    past_ply,
    play_on_form,
    posted_ply,
    record_line,
    turns_around,
    variant_look,
)
from games.views.page_text import position_words

A_PAGE = 30
SHORTEST_ENTRY = 6  # bytes, with quotation marks, comma and space


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def imports_page(request: HttpRequest) -> HttpResponse:
    """The list and the upload form, with the error of a refused file beside it."""
    problem, status = "", 200
    if request.method == "POST":
        try:
            return redirect("games:import", _read_file(request).pk)
        except Refused as refusal:
            problem, status = refusal.message, refusal.status
    page = Paginator(imports_of(person_of(request)), A_PAGE).get_page(request.GET.get("page"))
    return render(request, "games/imports.html", {"page": page, "problem": problem}, status=status)


def _read_file(request: HttpRequest) -> ImportedGame:
    file = request.FILES.get("record")
    if file is None:
        raise Invalid(_("Choose a JSON game file exported from Asterism."))
    text = file.read(LARGEST_FILE + 1)
    charge_for_work(request, steps=min(len(text) // SHORTEST_ENTRY, MAX_ENTRIES))
    return import_text(owner=person_of(request), text=text)


@require_safe
@never_cache
@login_required
def import_page(request: HttpRequest, import_id: int) -> HttpResponse:
    game = get_import(import_id, person_of(request))
    view, record = import_view(game), import_turns(game)
    ply = past_ply(request, len(game.record))
    face = view["state"] if ply is None else import_face(game, ply)
    context = {
        "is_imported": True,
        "game": view,
        "board": board_before_script(game.engine, face, None),
        "terms": [_("imported, only visible to you")],
        "seats": [{**seat, "tally": view["state"]["tally"][seat["index"]]} for seat in view["seats"]],
        "position_words": position_words(face["scene"], game.engine.colours),
        "record": [record_line(turn, ply) for turn in record],
        "around": turns_around(record, ply),
        "ply": ply,
        "play_on": play_on_form(request, False, reverse("games:import_play_on", args=[game.pk])),
        "data": {
            "game": view,
            "record": record,
            "ply": ply,
            "variant": variant_look(game.engine),
            "positions": reverse("games:import_position", args=[game.pk, 0]).removesuffix("0/"),
            "is_live": False,
            "is_arranged": False,
            "silenced": [],
            "now": time_text(timezone.now()),
        },
    }
    return render(request, "games/game.html", context)


@require_safe
@never_cache
@login_required
def import_position(request: HttpRequest, import_id: int, ply: int) -> JsonResponse:
    return JsonResponse(import_face(get_import(import_id, person_of(request)), ply))


@require_POST
@login_required
def play_on_page(request: HttpRequest, import_id: int) -> HttpResponse:
    imported = get_import(import_id, person_of(request))
    ai, ply = get_person(request.POST.get("ai", "")), posted_ply(request)
    return redirect("games:game", play_on_import(user=person_of(request), imported=imported, ply=ply, ai=ai).pk)


@require_POST
@login_required
def delete_page(request: HttpRequest, import_id: int) -> HttpResponse:
    delete_import(owner=person_of(request), import_id=import_id)
    messages.success(request, _("Imported game deleted."))
    return redirect("games:imports")
