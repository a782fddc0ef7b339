"""The game page: everything is on it without JavaScript, to be read; playing needs it."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Game, Seat
from games.selectors.faces import Json, board_json
from games.selectors.views import record_json, time_text, view_for
from games.services.reading import get_settled_game


@require_safe
@never_cache
def game_page(request: HttpRequest, game_id: int) -> HttpResponse:
    game, seats = get_settled_game(game_id, request.user)
    view, record = view_for(game, seats, request.user), record_json(game)
    context = {
        "game": view,
        "seats": _seat_lines(view, seats),
        "record": record,
        "is_over": not game.is_in_progress,
        "data": {
            "game": view,
            "record": record,
            "variant": _variant_look(game),
            "words": _words(),
            "now": time_text(timezone.now()),
        },
    }
    return render(request, "games/game.html", context)


def _seat_lines(view: Json, seats: list[Seat]) -> list[dict[str, Any]]:
    limit = view["state"]["if_limit_now"]
    return [
        {
            **line,
            "person": seat.user,
            "tally": view["state"]["tally"][seat.index],
            "limit": None
            if limit is None
            else {"rank": limit["ranks"][seat.index], "points": limit["points"][seat.index]},
            "to_move": view["to_move"] == seat.index,
        }
        for line, seat in zip(view["seats"], seats, strict=True)
    ]


def _variant_look(game: Game) -> Json:
    engine = game.engine
    return {"family": engine.family, "colours": list(engine.colours), "board": board_json(engine.board())}


def _words() -> Json:
    """What the page's script says, in the viewer's language."""
    return {
        "board": _("Board. Arrow keys move the cursor, Enter picks, Escape lets go."),
        "your_turn": _("Your turn."),
        "their_turn": _("{name} is to move."),
        "setup_yours": _("Arrange your pieces, then hand in your set-up. Nobody sees it before all are in."),
        "setup_wait": _("Waiting for the set-ups."),
        "setup_in": _("set-up is in"),
        "setup_out": _("arranging"),
        "left_resignation": _("resigned"),
        "left_timeout": _("ran out of time"),
        "wants_draw": _("offers a draw"),
        "wants_takeback": _("asks to take a turn back"),
        "thinking": _("thinking"),
        "rank": _("{rank}. with {points} points"),
        "confirm_resign": _("Resign the game?"),
        "confirm_abort": _("Call this game off? It will count for nobody."),
        "rematch_asked": _("You asked for a rematch. The game starts when everybody agrees."),
        "buttons": {"pass": _("Pass"), "P+": _("Platform towards T"), "P-": _("Platform towards A")},
    }
