"""Lists of games: a player's own, most urgent first, and the archive of all that are over."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.drf.pagination import BoundedPaginator
from accounts.http.requests import open_to_guests, person_of
from games.lobby.selectors import finished_games, my_games
from games.selectors.game_queries import games_awaiting
from games.views.forms import ArchiveForm, MyGamesForm
from games.views.game import read_number

CARDS_A_PAGE = 24
LINES_A_PAGE = 30


@require_safe
@never_cache
@open_to_guests
def my_games_page(request: HttpRequest) -> HttpResponse:
    filters = MyGamesForm(request.GET)
    wanted = filters.wanted()
    page = BoundedPaginator(my_games(person_of(request), wanted), CARDS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "filters": filters,
        "is_narrowed": any(wanted.values()),
        "page": page,
    }
    return render(request, "games/my_games.html", context)


@require_safe
@open_to_guests
def next_game(request: HttpRequest) -> HttpResponse:
    """Redirect to the most urgent other game that waits; with none left, to the list."""
    after = read_number(request.GET.get("after", "")) or 0
    game = games_awaiting(person_of(request)).exclude(pk=after).first()
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
