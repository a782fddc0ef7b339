"""The game page: everything is on it without JavaScript, to be read; playing needs it. And the game as files."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.ai import LEVELS
from games.enums import GameStatus
from games.models import Game, Seat
from games.selectors.faces import Json, board_json
from games.selectors.lists import silenced_names
from games.selectors.notes import note_on_game
from games.selectors.pictures import picture, standing_board
from games.selectors.plans import plan_view
from games.selectors.replay import face_at, record_file, transcript
from games.selectors.time_off import leave_of
from games.selectors.views import record_json, seat_of, time_text, view_for
from games.services.reading import get_settled_game
from games.views.words import has_clock, is_awaited, page_words, seat_note, status_words, terms_words

YEAR_SECONDS = 365 * 86_400
# From so many cells on, a board is seen through a window on a phone; as in the board's script.
LARGE = 200


@require_safe
@never_cache
def game_page(request: HttpRequest, game_id: int) -> HttpResponse:
    game, seats = get_settled_game(game_id, request.user)
    view, record = view_for(game, seats, request.user), record_json(game)
    ply = _asked_ply(request, game)
    context = {
        "game": view,
        "is_awaited": is_awaited(view),
        "status": status_words(view),
        "board": _standing_board(game, view["you"], ply),
        "board_is_large": len(game.engine.board().cells) > LARGE,
        "terms": terms_words(game.terms),
        "seats": _seat_lines(view, seats),
        "record": [_record_line(turn, ply) for turn in record],
        "ply": ply,
        "ai_levels": LEVELS,
        "note": note_on_game(request.user, game),
        "data": {
            "game": view,
            "record": record,
            "ply": ply,
            "variant": _variant_look(game),
            "words": page_words(),
            "silenced": silenced_names(request.user),
            "plan": _own_plan(game, seats, request),
            "now": time_text(timezone.now()),
        },
    }
    return render(request, "games/game.html", context)


@require_safe
@never_cache
def position(request: HttpRequest, game_id: int, ply: int) -> JsonResponse:
    """A past position, for looking back."""
    game, _ = get_settled_game(game_id, request.user)
    return JsonResponse(face_at(game, min(ply, game.ply)))


@require_safe
def game_picture(request: HttpRequest, game_id: int) -> HttpResponse:
    """The position as an SVG picture. An address that names the event it was drawn at may be kept."""
    game, seats = get_settled_game(game_id, request.user)
    own = seat_of(seats, request.user, game)
    ply = _asked_ply(request, game)
    face = game.face if ply is None else face_at(game, ply)
    text = picture(game.engine, face["scene"], seat=None if own is None else own.index)
    response = HttpResponse(text, content_type="image/svg+xml")
    if request.GET.get("event") == str(game.event_seq):
        patch_cache_control(response, private=True, max_age=YEAR_SECONDS, immutable=True)
    else:
        patch_cache_control(response, private=True, no_cache=True)
    return response


@require_safe
@never_cache
def game_json(request: HttpRequest, game_id: int) -> HttpResponse:
    game, seats = get_settled_game(game_id, request.user)
    response = JsonResponse(record_file(game, seats), json_dumps_params={"indent": 2, "ensure_ascii": False})
    return _as_file(response, f"asterism-{game.pk}.json")


@require_safe
@never_cache
def game_text(request: HttpRequest, game_id: int) -> HttpResponse:
    game, seats = get_settled_game(game_id, request.user)
    response = HttpResponse(transcript(game, seats), content_type="text/plain; charset=utf-8")
    return _as_file(response, f"asterism-{game.pk}.txt")


def _own_plan(game: Game, seats: list[Seat], request: HttpRequest) -> Json | None:
    own = seat_of(seats, request.user, game)
    return None if own is None or game.is_live else plan_view(game, own)


def _as_file(response: HttpResponse, name: str) -> HttpResponse:
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _standing_board(game: Game, seat: int | None, ply: int | None) -> SafeString:
    """The board to be seen before the script has drawn its own, and instead of it where there are no scripts."""
    face = game.face if ply is None else face_at(game, ply)
    return SafeString(standing_board(game.engine, face["scene"], seat=seat, label=_("The position")))


def _asked_ply(request: HttpRequest, game: Game) -> int | None:
    """The past position the address asks for; the present needs no number."""
    asked = request.GET.get("ply", "")
    if not asked.isascii() or not asked.isdecimal() or len(asked) > 6:
        return None
    return int(asked) if int(asked) < game.ply else None


def _record_line(turn: Json, ply: int | None) -> Json:
    after = turn["ply"] + len(turn["steps"])
    is_whole_line = turn["seat"] is None or turn["steps"][0].startswith("=")
    column = "all" if is_whole_line else turn["seat"]
    return {"text": " ".join(turn["steps"]), "ply": after, "column": column, "is_shown": after == ply}


def _seat_lines(view: Json, seats: list[Seat]) -> list[dict[str, Any]]:
    limit = None if view["status"] == GameStatus.SETUP else view["state"]["if_limit_now"]
    return [
        {
            **line,
            "person": seat.user,
            "away": leave_of(seat),
            "tally": view["state"]["tally"][seat.index],
            "limit": None
            if limit is None
            else {"rank": limit["ranks"][seat.index], "points": limit["points"][seat.index]},
            "to_move": view["to_move"] == seat.index,
            "note": seat_note(line, view),
            "has_clock": has_clock(view["clock"], seat.index),
        }
        for line, seat in zip(view["seats"], seats, strict=True)
    ]


def _variant_look(game: Game) -> Json:
    engine = game.engine
    return {"family": engine.family, "colours": list(engine.colours), "board": board_json(engine.board())}
