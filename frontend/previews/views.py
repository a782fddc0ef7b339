"""Link preview images (Open Graph): public, cached, rate limited, without cookies.

The images contain translated text, so cache keys and ETags include the language.
"""

from collections.abc import Callable

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import condition, require_safe

from accounts.drf.throttling import PictureThrottle
from accounts.errors import NotFound
from frontend.families import find_family
from frontend.front_page.front_game import preview_scene
from frontend.learn.library import position_of
from frontend.previews.cards import game_preview, table_preview
from frontend.previews.text_layout import legible
from frontend.templatetags.tournaments import points
from games.models import Game, engine_for
from games.puzzles.engine.solitaire_rules import solitaire_game
from games.puzzles.selectors.solitaire import board_title, face_after, get_board
from games.puzzles.selectors.tactics import get_tactic, start_of
from games.selectors.game_json import can_see, seats_of
from games.selectors.pictures import scene_from_json
from games.selectors.result_text import result_words
from games.translation import colour_words, in_words
from games.views.page_text import terms_words
from tournaments.selectors.api_json import EntryJson
from tournaments.selectors.standings import standings_json
from tournaments.selectors.tournaments import get_tournament

KEPT_SECONDS = 300


# -- games and tournaments --------------------------------------------------------------------------------------------


def _public_game(game_id: int) -> Game:
    game = Game.objects.filter(pk=game_id).first()
    if game is None or not can_see(game, (), None):
        raise NotFound(_("This game doesn't exist, or it isn't open to spectators."))
    return game


def _game_version(request: HttpRequest, game_id: int) -> str:
    return f'"game-{game_id}-{_public_game(game_id).event_seq}-{request.LANGUAGE_CODE}"'


def _event_version(request: HttpRequest, tournament_id: int) -> str:
    return f'"event-{tournament_id}-{get_tournament(tournament_id, None).revision}-{request.LANGUAGE_CODE}"'


@require_safe
@condition(etag_func=_game_version)
def game_picture(request: HttpRequest, game_id: int) -> HttpResponse:
    game = _public_game(game_id)

    def draw() -> bytes:
        seats = seats_of(game)
        names = [legible(seat.user.public_name, instead=seat.user.username) for seat in seats]
        return game_preview(
            game.engine,
            scene_from_json(game.face["scene"]),
            title=in_words(game.engine.name),
            note=result_words(game, seats) or " · ".join(terms_words(game.terms)[:2]),
            lines=list(zip(game.engine.colours, names, strict=True)),
        )

    return _picture(request, _game_version(request, game_id), draw)


@require_safe
@condition(etag_func=_event_version)
def event_picture(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = get_tournament(tournament_id, None)

    def draw() -> bytes:
        table = standings_json(tournament)
        subtitle = f"{tournament.club.name} · {in_words(tournament.engine.name)} · {tournament.get_status_display()}"
        rows = [(str(row["rank"]), _player_name(row["player"]), points(row["points"])) for row in table["rows"]]
        return table_preview(
            title=legible(tournament.name, instead=tournament.engine.name), subtitle=subtitle, rows=rows
        )

    return _picture(request, _event_version(request, tournament_id), draw)


def _player_name(player: EntryJson) -> str:
    return legible(player["name"], instead=player["username"] or _("No. %(number)s") % {"number": player["number"]})


# -- puzzles ----------------------------------------------------------------------------------------------------------


@require_safe
def solitaire_picture(request: HttpRequest, slug: str) -> HttpResponse:
    board = get_board(slug)

    def draw() -> bytes:
        scene = scene_from_json(face_after(board, [])["scene"])
        fewest = _("Shortest solution: %(par)s turns") % {"par": board.par}
        return game_preview(solitaire_game(), scene, title=board_title(board), note=_("Vega solitaire"), prose=fewest)

    return _picture(request, f"solitaire-{slug}-{request.LANGUAGE_CODE}", draw)


@require_safe
def tactic_picture(request: HttpRequest, tactic_id: int) -> HttpResponse:
    tactic = get_tactic(tactic_id)

    def draw() -> bytes:
        engine, state = engine_for(tactic.variant, {}), start_of(tactic)
        colour = engine.colours[state.seat]
        turns = ngettext("Win in %(count)d turn", "Win in %(count)d turns", tactic.turns) % {"count": tactic.turns}
        return game_preview(
            engine,
            state.scene(),
            seat=int(state.seat),
            title=in_words(engine.name),
            note=turns,
            lines=[(colour, _("%(colour)s to play") % {"colour": capfirst(colour_words(colour))})],
        )

    return _picture(request, f"tactic-{tactic_id}-{request.LANGUAGE_CODE}", draw)


# -- the site and its games -------------------------------------------------------------------------------------------


@require_safe
def family_picture(request: HttpRequest, family_id: str) -> HttpResponse:
    family = find_family(family_id)

    def draw() -> bytes:
        game, state = position_of(family)
        return game_preview(game, state.scene(), title=family.name, prose=in_words(family.summary))

    return _picture(request, f"family-{family.id}-{request.LANGUAGE_CODE}", draw)


@require_safe
def site_picture(request: HttpRequest) -> HttpResponse:
    def draw() -> bytes:
        game, scene = preview_scene()
        return game_preview(game, scene, title="Asterism", prose=_("Five abstract games for your club"))

    return _picture(request, f"site-{request.LANGUAGE_CODE}", draw)


def _picture(request: HttpRequest, version: str, draw: Callable[[], bytes]) -> HttpResponse:
    key = f"preview:{version.strip(chr(34))}"
    picture = cache.get(key)
    if picture is None:
        # Drawing takes 0.1 s, and the result fills the cache.
        message = _("Too many images requested from your address. Try again in a minute.")
        PictureThrottle().check(request, message, code="too_many_pictures")
        picture = draw()
        cache.set(key, picture, KEPT_SECONDS)
    response = HttpResponse(picture, content_type="image/png")
    patch_cache_control(response, public=True, max_age=KEPT_SECONDS)
    return response
