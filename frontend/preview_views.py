"""Pictures of games and events for those who show a link somewhere else. Public, kept a while, without cookies."""

from collections.abc import Callable

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import condition, require_safe

from accounts.errors import NotFound
from frontend.letters import legible
from frontend.previews import game_preview, table_preview
from games.models import Game
from games.selectors.faces import Json
from games.selectors.views import can_see, seats_of
from tournaments.selectors.events import get_tournament
from tournaments.selectors.standings import standings_json

KEPT_SECONDS = 300


def _public_game(game_id: int) -> Game:
    game = Game.objects.filter(pk=game_id).first()
    if game is None or not can_see(game, (), None):
        raise NotFound(_("There is no such game, or it is not open to spectators."))
    return game


def _game_version(request: HttpRequest, game_id: int) -> str:
    return f'"game-{game_id}-{_public_game(game_id).event_seq}"'


def _event_version(request: HttpRequest, tournament_id: int) -> str:
    # The event's state is written on the picture in words.
    return f'"event-{tournament_id}-{get_tournament(tournament_id, None).revision}-{request.LANGUAGE_CODE}"'


@require_safe
@condition(etag_func=_game_version)
def game_picture(request: HttpRequest, game_id: int) -> HttpResponse:
    game = _public_game(game_id)

    def draw() -> bytes:
        names = [legible(seat.user.public_name, instead=seat.user.username) for seat in seats_of(game)]
        return game_preview(game.engine, game.face["scene"], title=game.engine.name, lines=names)

    return _picture(_game_version(request, game_id), draw)


@require_safe
@condition(etag_func=_event_version)
def event_picture(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = get_tournament(tournament_id, None)

    def draw() -> bytes:
        table = standings_json(tournament)
        subtitle = f"{tournament.club.name} · {tournament.engine.name} · {tournament.get_status_display()}"
        rows = [(str(row["rank"]), _player_name(row["player"]), row["points"]) for row in table["rows"]]
        return table_preview(
            title=legible(tournament.name, instead=tournament.engine.name), subtitle=subtitle, rows=rows
        )

    return _picture(_event_version(request, tournament_id), draw)


def _player_name(player: Json) -> str:
    return legible(player["name"], instead=player["username"] or f"No. {player['number']}")


def _picture(version: str, draw: Callable[[], bytes]) -> HttpResponse:
    key = f"preview:{version.strip(chr(34))}"
    picture = cache.get(key)
    if picture is None:
        picture = draw()
        cache.set(key, picture, KEPT_SECONDS)
    response = HttpResponse(picture, content_type="image/png")
    patch_cache_control(response, public=True, max_age=KEPT_SECONDS)
    return response
