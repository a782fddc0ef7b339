"""Play against an AI at once, with one button. A visitor who uses it becomes a guest."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.errors import Refused
from accounts.forms import show_refusal
from accounts.views.guests import player_of, recognise_guest
from accounts.views.idempotent_posts import idempotent_post
from games.lobby.services.create import play_ai
from games.views.forms import PlayAiForm


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def play_ai_page(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        # A link may choose the game: `?variant=galax`.
        return _show(request, PlayAiForm(initial={"variant": request.GET.get("variant")}))
    form = PlayAiForm(request.POST)
    if not form.is_valid():
        return _show(request, form, status=400)
    try:
        player_id, game_id = idempotent_post(request, lambda: _begin(request, form))
    except Refused as refusal:
        show_refusal(form, refusal)
        return _show(request, form, status=refusal.status)
    recognise_guest(request, player_id)
    return redirect("games:game", game_id)


def _begin(request: HttpRequest, form: PlayAiForm) -> tuple[int, int]:
    player = player_of(request)
    return player.pk, play_ai(user=player, **form.wishes()).pk


def _show(request: HttpRequest, form: PlayAiForm, *, status: int = 200) -> HttpResponse:
    return render(request, "games/play_ai.html", {"form": form}, status=status)
