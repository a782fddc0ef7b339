"""The game page, readable without JavaScript, which only playing needs; and the game as files."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.errors import Invalid, NotFound
from accounts.http.requests import guest_of, open_to_guests, person_of
from accounts.json_types import time_text
from accounts.selectors import get_person
from games.ai import LEVELS
from games.enums import GameStatus
from games.imports.play_on import play_on
from games.models import Game, Seat
from games.rules import get_family
from games.rules.core import Game as Engine
from games.selectors.ai import ai_players
from games.selectors.conditional_moves import ConditionalMovesJson, conditional_moves_json
from games.selectors.game_json import GameJson, TurnJson, record_json, seat_of, view_for
from games.selectors.game_queries import silenced_names
from games.selectors.notes import note_on
from games.selectors.pictures import picture, standing_board
from games.selectors.position_json import Json, StateFaceJson, board_json
from games.selectors.replay import face_at, record_file, transcript
from games.services.settled_reads import get_settled_game
from games.translation import in_words
from games.vacations.time_off import vacation_of
from games.views.page_text import (
    entry_words,
    has_clock,
    is_awaited,
    is_thinking,
    place_words,
    position_words,
    seat_note,
    status_words,
    terms_words,
)

YEAR_SECONDS = 365 * 86_400
# From so many cells on, a phone shows a scrollable part of the board; as in the board's script.
LARGE = 200


@require_safe
@never_cache
def game_page(request: HttpRequest, game_id: int) -> HttpResponse:
    game, seats = get_settled_game(game_id, request.user)
    view, record = view_for(game, seats, request.user), record_json(game)
    ply = past_ply(request, game.ply)
    face = game.face if ply is None else face_at(game, ply)
    context = {
        **_shown_parts(view, ply),
        "game": view,
        "has_analysis": not game.is_in_progress,
        "status": status_words(view),
        "board": board_before_script(game.engine, face, view["you"]),
        "board_is_large": is_large(game.engine),
        "has_suits": get_family(game.engine.family).has_suits,
        "setup_help": setup_help(game.engine),
        "terms": terms_words(game.terms),
        "seats": _seat_lines(view, seats),
        "position_words": position_words(face["scene"], game.engine.colours),
        "deadline": game.deadline if game.is_in_progress else None,
        "record": [record_line(turn, ply) for turn in record],
        "around": turns_around(record, ply),
        "ply": ply,
        "ai_levels": LEVELS,
        "play_on": play_on_form(request, game.is_in_progress, reverse("games:play_on", args=[game.pk])),
        "note": note_on(request.user, game=game),
        "data": {
            "game": view,
            "record": record,
            "ply": ply,
            "variant": variant_look(game.engine),
            "positions": reverse("games:position", args=[game.pk, 0]).removesuffix("0/"),
            "is_live": True,
            "is_arranged": bool(game.arranged_by),
            "silenced": silenced_names(request.user),
            "conditional_moves": _own_conditional_moves(game, seats, request),
            "now": time_text(timezone.now()),
        },
    }
    return render(request, "games/game.html", context)


@require_safe
@never_cache
def position(request: HttpRequest, game_id: int, ply: int) -> JsonResponse:
    """A past position, for replay."""
    game, _ = get_settled_game(game_id, request.user)
    return JsonResponse(face_at(game, min(ply, game.ply)))


@require_POST
@open_to_guests
def play_on_page(request: HttpRequest, game_id: int) -> HttpResponse:
    ai = get_person(request.POST.get("ai", ""))
    game = play_on(user=person_of(request), game_id=game_id, ply=posted_ply(request), ai=ai)
    return redirect("games:game", game.pk)


@require_safe
def game_picture(request: HttpRequest, game_id: int) -> HttpResponse:
    """The position as an SVG picture. With the current event number in the URL it may be cached."""
    game, seats = get_settled_game(game_id, request.user)
    own = seat_of(seats, request.user, game)
    ply = past_ply(request, game.ply)
    face = game.face if ply is None else face_at(game, ply)
    text = picture(
        game.engine, face["scene"], seat=None if own is None else own.index, look=request.GET.get("look", "")
    )
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
    shown_as = {"indent": 2, "ensure_ascii": False}
    return JsonResponse(record_file(game, seats), json_dumps_params=shown_as, headers=_as_file(game, "json"))


@require_safe
@never_cache
def game_text(request: HttpRequest, game_id: int) -> HttpResponse:
    game, seats = get_settled_game(game_id, request.user)
    text = transcript(game, seats)
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers=_as_file(game, "txt"))


def _shown_parts(view: GameJson, ply: int | None) -> dict[str, bool]:
    """Which parts of the page are shown, until the script decides."""
    awaited, is_seated = is_awaited(view), view["you"] is not None
    is_my_turn = awaited and view["status"] == GameStatus.RUNNING
    return {
        "is_my_turn": is_my_turn,
        "shows_turn": is_my_turn and ply is None,
        "offers_next_game": is_seated and ply is None and not awaited and not is_thinking(view),
        "sets_up": is_seated and view["status"] == GameStatus.SETUP,
    }


def _own_conditional_moves(game: Game, seats: list[Seat], request: HttpRequest) -> ConditionalMovesJson | None:
    own = seat_of(seats, request.user, game)
    if own is None or game.is_live or guest_of(request) is not None:
        return None
    return conditional_moves_json(game, own)


def _as_file(game: Game, extension: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="asterism-{game.pk}.{extension}"'}


def board_before_script(
    engine: Engine, face: StateFaceJson, seat: int | None, advised: Sequence[Sequence[str]] = ()
) -> SafeString:
    """The board as SVG, shown until the script has drawn its own, and without scripts."""
    board = standing_board(engine, face["scene"], seat=seat, label=_("The position"), advised=advised)
    return SafeString(board)  # nosec B703 # drawn here, with escaped text


def is_large(engine: Engine) -> bool:
    return len(engine.board().cells) > LARGE


def past_ply(request: HttpRequest, latest: int) -> int | None:
    """The ply in the URL if it is before the latest, else None; raises NotFound for an invalid one."""
    given = request.GET.get("ply", "")
    asked = read_number(given)
    if given and asked is None:
        raise NotFound(_("Position not found. Choose one from the move list."))
    return asked if asked is not None and asked < latest else None


def posted_ply(request: HttpRequest) -> int:
    """The ply that a form plays on from."""
    ply = read_number(request.POST.get("ply", ""))
    if ply is None:
        raise Invalid.at("ply", _("Choose a position in the move list to play on from."))
    return ply


def read_number(text: str) -> int | None:
    """A number in a URL or form, such as a ply; None if it is invalid or out of range."""
    is_number = text.isascii() and text.isdecimal() and len(text) < 10
    return int(text) if is_number else None


def play_on_form(request: HttpRequest, is_in_progress: bool, url: str) -> Json | None:
    """What the form to play on against an AI needs; None while the game is in progress, and for visitors."""
    if is_in_progress or request.user.pk is None:
        return None
    return {"url": url, "ais": ai_players()}


def record_line(turn: TurnJson, ply: int | None) -> Json:
    after = turn["ply"] + len(turn["steps"])
    is_whole_line = turn["seat"] is None or turn["steps"][0].startswith("=")
    column = "all" if is_whole_line else turn["seat"]
    return {"text": " ".join(map(entry_words, turn["steps"])), "ply": after, "column": column, "is_shown": after == ply}


def turns_around(record: list[TurnJson], ply: int | None) -> Json:
    """The current turn of the record and the plies around it, for links to step through it."""
    stops = [0, *(turn["ply"] + len(turn["steps"]) for turn in record)]
    at = len(stops) - 1 if ply is None else next(index for index, stop in enumerate(stops) if stop >= ply)
    around = {"back": at - 1, "on": at + 1}
    near = {name: stops[index] for name, index in around.items() if 0 <= index < len(stops)}
    return {"turn": at, "turns": len(record), "first": 0, "last": stops[-1], **near}


def _seat_lines(view: GameJson, seats: list[Seat]) -> list[dict[str, Any]]:
    limit = None if view["status"] == GameStatus.SETUP else view["state"]["if_limit_now"]
    return [
        {
            **line,
            "person": seat.user,
            "away": vacation_of(seat),
            "tally": view["state"]["tally"][seat.index],
            "limit": limit and place_words(limit["ranks"][seat.index], limit["points"][seat.index]),
            "to_move": view["to_move"] == seat.index,
            "note": seat_note(line, view),
            "has_clock": has_clock(view["clock"], seat.index),
        }
        for line, seat in zip(view["seats"], seats, strict=True)
    ]


def setup_help(engine: Engine) -> str:
    """How a set-up is typed; empty where the game begins without set-ups."""
    form = engine.setup_form(0)
    return "" if form is None else in_words(form.help)


def variant_look(engine: Engine) -> Json:
    return {
        "family": engine.family,
        "colours": list(engine.colours),
        "board": board_json(engine.board()),
        "has_threats": engine.has_threats,
    }
