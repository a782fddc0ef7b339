"""The page of an analysis: a graph, the same as a table, and the way to ask for one."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.selectors.analysis import analysis_json, analysis_of
from games.selectors.faces import Json
from games.services.analysis import request_analysis
from games.services.reading import get_settled_game
from games.words import in_words

WIDTH, HEIGHT = 640, 200


@require_safe
@never_cache
def analysis_page(request: HttpRequest, game_id: int) -> HttpResponse:
    game, seats = get_settled_game(game_id, request.user)
    found = analysis_json(game, analysis_of(game))
    context = {
        "game": game,
        "name": in_words(game.engine.name),
        "seats": seats,
        "analysis": found,
        "lines": [_line(found["turns"], seat.index) for seat in seats[: 1 if len(seats) == 2 else None]],
        "marks": _marks(found["turns"]),
        "rows": [_row(turn, seats) for turn in found["turns"]],
        "width": WIDTH,
        "height": HEIGHT,
        "middle": HEIGHT // 2,
    }
    return render(request, "games/analysis.html", context)


@require_POST
@login_required
def ask_for_analysis(request: HttpRequest, game_id: int) -> HttpResponseRedirect:
    request_analysis(game_id=game_id, user=request.user)  # type: ignore[arg-type]
    return redirect("games:analysis", game_id=game_id)


def _place(number: int, turns: list[Json], chance: float) -> tuple[float, float]:
    """Where in the graph a turn's expectation lies: time goes right, hope goes up."""
    across = WIDTH * (number / max(1, len(turns) - 1))
    return round(across, 1), round(HEIGHT * (1 - chance), 1)


def _line(turns: list[Json], seat: int) -> str:
    places = (
        _place(number, turns, turn["chances"][seat]) for number, turn in enumerate(turns) if turn["chances"] is not None
    )
    return " ".join(f"{x},{y}" for x, y in places)


def _marks(turns: list[Json]) -> list[dict[str, Any]]:
    """A point a blunder, on the line of whoever made it; between two there is only the first seat's line."""
    found = []
    for number, turn in enumerate(turns):
        if turn["mark"] == "blunder" and turn["chances"] is not None:
            x, y = _place(number, turns, turn["chances"][0 if len(turn["chances"]) == 2 else turn["seat"]])
            found.append({"x": str(x), "y": str(y), "turn": turn["turn"], "ply": turn["ply"]})
    return found


def _row(turn: Json, seats: list[Any]) -> dict[str, Any]:
    chances = turn["chances"] or [None] * len(seats)
    return {
        **turn,
        "colour": seats[turn["seat"]].colour,
        "text": " ".join(turn["steps"]),
        "better": " ".join(turn["best"]),
        "percentages": [None if chance is None else round(100 * chance) for chance in chances],
    }
