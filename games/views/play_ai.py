"""Against the AI, now: one button for everybody. A visitor who presses it becomes a guest."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.errors import Refused
from accounts.forms import show_refusal
from accounts.views.guests import player_of
from games.services.play_ai import play_ai
from games.views.forms import PlayAiForm


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def play_ai_page(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        # A link may bring the game along: `?variant=galax`.
        return _show(request, PlayAiForm(initial={"variant": request.GET.get("variant")}))
    form = PlayAiForm(request.POST)
    if not form.is_valid():
        return _show(request, form, status=400)
    try:
        game = play_ai(user=player_of(request), **form.wishes())
    except Refused as refusal:
        show_refusal(form, refusal)
        return _show(request, form, status=refusal.status)
    return redirect("games:game", game.pk)


def _show(request: HttpRequest, form: PlayAiForm, *, status: int = 200) -> HttpResponse:
    return render(request, "games/play_ai.html", {"form": form}, status=status)
