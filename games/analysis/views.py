"""The analysis page: the board with a button to request an analysis, then a graph and the same as a table."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.http.requests import person_of
from games.analysis.selectors import JudgedTurnJson, analysis_json, analysis_of, better_ways
from games.analysis.services import request_analysis
from games.models import Game, Seat
from games.selectors.game_json import TurnJson, record_json, view_for
from games.selectors.position_json import Json
from games.selectors.replay import face_at
from games.services.settled_reads import get_settled_game
from games.translation import in_words
from games.views.game import board_before_script, is_large, past_ply, play_on_form, turns_around, variant_look
from games.views.page_text import better_words, position_words

WIDTH, HEIGHT, MARGIN = 640, 200, 8


@require_safe
@never_cache
def analysis_page(request: HttpRequest, game_id: int) -> HttpResponse:
    game, seats = get_settled_game(game_id, request.user)
    found, record = analysis_json(game, analysis_of(game)), record_json(game)
    turns = _numbered(found["turns"], record)
    context = {
        "game": game,
        "name": in_words(game.engine.name),
        "seats": seats,
        "analysis": found,
        "lines": [_line(turns, seat.index) for seat in seats[: 1 if len(seats) == 2 else None]],
        "points": _points(turns),
        "rows": [_row(turn, seats) for turn in turns],
        "width": WIDTH,
        "height": HEIGHT,
        "middle": HEIGHT // 2,
        **(_looking_back(request, game, seats, record, turns) if record else {}),
    }
    return render(request, "games/analysis.html", context)


def _numbered(turns: list[JudgedTurnJson], record: list[TurnJson]) -> list[JudgedTurnJson]:
    """The evaluated turns, numbered as in the record, where set-ups count too."""
    numbers = {turn["ply"] + len(turn["steps"]): number for number, turn in enumerate(record, start=1)}
    return [{**turn, "turn": numbers[turn["ply"]]} for turn in turns]


def _looking_back(
    request: HttpRequest, game: Game, seats: list[Seat], record: list[TurnJson], turns: list[JudgedTurnJson]
) -> Json:
    """The board at the requested ply, with the better turn that was missed there."""
    view, ply = view_for(game, seats, request.user), past_ply(request, game.ply)
    face = game.face if ply is None else face_at(game, ply)
    shown = game.ply if ply is None else ply
    missed = _missed(game, turns)
    here = missed.get(shown, {"ways": [], "words": ""})
    return {
        "board": board_before_script(game.engine, face, view["you"], here["ways"]),
        "board_is_large": is_large(game.engine),
        "position_words": position_words(face["scene"], game.engine.colours),
        "record": record,
        "around": turns_around(record, ply),
        "ply": ply,
        "shown": shown,
        "advice": here["words"],
        "play_on": play_on_form(request, game.is_in_progress, reverse("games:play_on", args=[game.pk])),
        "data": {"game": view, "record": record, "ply": ply, "missed": missed, **_script_data(game)},
    }


def _script_data(game: Game) -> Json:
    return {
        "variant": variant_look(game.engine),
        "positions": reverse("games:position", args=[game.pk, 0]).removesuffix("0/"),
    }


def _missed(game: Game, turns: list[JudgedTurnJson]) -> dict[int, Json]:
    """The better turns, by the ply after the turn played: as paths to draw and as text."""
    ways = better_ways(game, turns)
    return {
        turn["ply"]: {"ways": ways[turn["ply"]], "words": better_words(turn)} for turn in turns if turn["ply"] in ways
    }


@require_POST
@login_required
def ask_for_analysis(request: HttpRequest, game_id: int) -> HttpResponseRedirect:
    request_analysis(game_id=game_id, user=person_of(request))
    return redirect("games:analysis", game_id=game_id)


def _place(number: int, turns: list[JudgedTurnJson], chance: float) -> tuple[float, float]:
    """The point of a turn's winning chance in the graph."""
    across = WIDTH * (number / max(1, len(turns) - 1))
    return round(across, 1), round(HEIGHT * (1 - chance), 1)


def _line(turns: list[JudgedTurnJson], seat: int) -> str:
    places = (
        _place(number, turns, turn["chances"][seat]) for number, turn in enumerate(turns) if turn["chances"] is not None
    )
    return " ".join(f"{x},{y}" for x, y in places)


def _points(turns: list[JudgedTurnJson]) -> list[dict[str, Any]]:
    """A point per turn, on the line of its seat; with two seats only the first seat's line is drawn."""
    found = []
    for number, turn in enumerate(turns):
        if turn["chances"] is not None:
            x, y = _place(number, turns, turn["chances"][0 if len(turn["chances"]) == 2 else turn["seat"]])
            found.append({**turn, "x": str(x), "y": str(y), **_strip(x, len(turns))})
    return found


def _strip(x: float, count: int) -> dict[str, str]:
    """The part of the graph that is nearer to this turn than to any other."""
    half = WIDTH / max(1, count - 1) / 2
    left, right = max(-MARGIN, x - half), min(WIDTH + MARGIN, x + half)
    return {"left": f"{left:.1f}", "breadth": f"{right - left:.1f}"}


def _row(turn: JudgedTurnJson, seats: list[Seat]) -> dict[str, Any]:
    chances: Sequence[float | None] = turn["chances"] or [None] * len(seats)
    return {
        **turn,
        "colour": seats[turn["seat"]].colour,
        "better": " ".join(turn["best"]),
        "percentages": [None if chance is None else round(100 * chance) for chance in chances],
    }
