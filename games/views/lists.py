"""Lists of games: a player's own, most urgent first, and the archive of all that are over."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.drf.pagination import BoundedPaginator
from accounts.http.requests import open_to_guests, person_of
from games.lobby.selectors import finished_games, my_games
from games.models import Game
from games.selectors.game_queries import games_awaiting
from games.views.forms import ArchiveForm, MyGamesForm, TermsFilterForm
from games.views.game import read_number

CARDS_A_PAGE = 24
LINES_A_PAGE = 30


@require_safe
@never_cache
@open_to_guests
def my_games_page(request: HttpRequest) -> HttpResponse:
    filters = MyGamesForm(request.GET)
    games = my_games(person_of(request), filters.wanted())
    return render(request, "games/my_games.html", _list_context(request, filters, games, CARDS_A_PAGE))


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
    games = finished_games(request.user, filters.wanted())
    return render(request, "games/archive.html", _list_context(request, filters, games, LINES_A_PAGE))


def _list_context(
    request: HttpRequest, filters: TermsFilterForm, games: QuerySet[Game], page_size: int
) -> dict[str, Any]:
    page = BoundedPaginator(games, page_size).get_page(request.GET.get("page"))
    return {"filters": filters, "is_narrowed": any(filters.wanted().values()), "page": page}
