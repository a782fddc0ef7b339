"""A player's own games: whose turn, most urgent first, and the way from one to the next."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from games.selectors.lists import games_awaiting


@require_safe
@login_required
def next_game(request: HttpRequest) -> HttpResponse:
    """On to the most urgent other game that waits; with none left, to the list."""
    after = request.GET.get("after", "")
    waiting = games_awaiting(request.user)
    if after.isascii() and after.isdecimal() and len(after) < 10:
        waiting = waiting.exclude(pk=int(after))
    game = waiting.first()
    return redirect("games:my_games") if game is None else redirect("games:game", game.pk)
