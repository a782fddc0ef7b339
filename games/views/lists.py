"""Lists of games: a player's own, most urgent first, and the archive of all that are over."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.api.pagination import BoundedPaginator
from accounts.models import User
from games.selectors.lists import games_awaiting
from games.selectors.tables import finished_games, my_games
from games.views.forms import ArchiveForm, MyGamesForm

CARDS_A_PAGE = 24
LINES_A_PAGE = 30


@require_safe
@never_cache
@login_required
def my_games_page(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    filters = MyGamesForm(request.GET)
    wanted = filters.wanted()
    page = BoundedPaginator(my_games(request.user, wanted), CARDS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "filters": filters,
        "is_narrowed": any(wanted.values()),
        "page": page,
    }
    return render(request, "games/my_games.html", context)


@require_safe
@login_required
def next_game(request: HttpRequest) -> HttpResponse:
    """On to the most urgent other game that waits; with none left, to the list."""
    assert isinstance(request.user, User)
    after = request.GET.get("after", "")
    waiting = games_awaiting(request.user)
    if after.isascii() and after.isdecimal() and len(after) < 10:
        waiting = waiting.exclude(pk=int(after))
    game = waiting.first()
    return redirect("games:my_games") if game is None else redirect("games:game", game.pk)


@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    filters = ArchiveForm(request.GET)
    wanted = filters.wanted()
    page = BoundedPaginator(finished_games(request.user, wanted), LINES_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "filters": filters,
        "is_narrowed": any(wanted.values()),
        "page": page,
    }
    return render(request, "games/archive.html", context)
