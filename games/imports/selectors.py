"""A user's imported games, in the JSON shape of the game page."""

from typing import TypedDict

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.errors import NotFound
from accounts.json_types import DateTime, time_text
from accounts.models import User
from games.imports.entries import read_entries
from games.models import ImportedGame
from games.rules.match import Match
from games.selectors.game_json import TurnJson
from games.selectors.position_json import Json, ResultJson, StateJson, face_of
from games.translation import in_words


def imports_of(user: User) -> QuerySet[ImportedGame]:
    return ImportedGame.objects.filter(owner=user).order_by("-id")


def get_import(import_id: int, user: User) -> ImportedGame:
    """A user's imported game; raises NotFound for all others."""
    found = ImportedGame.objects.filter(pk=import_id, owner=user).first()
    if found is None:
        raise NotFound(_("Imported game not found."))
    return found


def import_face(game: ImportedGame, ply: int) -> StateJson:
    match = Match.replay(game.engine, game.record[:ply], game.turn_limit)
    return {**face_of(match, is_limited=game.turn_limit is not None), "choices": []}


def import_turns(game: ImportedGame) -> list[TurnJson]:
    """The record turn by turn, as of any game; a file has no times."""
    turns: list[TurnJson] = []
    _match, entries = read_entries(game.engine, game.record, turn_limit=game.turn_limit)
    for ply, entry in enumerate(entries):
        if not turns or turns[-1]["turn"] != entry.turn:
            at = time_text(game.created_at)
            turns.append({"turn": entry.turn, "ply": ply, "seat": entry.seat, "steps": [], "at": at, "spent": None})
        turns[-1]["steps"].append(entry.text)
    return turns


class ImportJson(TypedDict):
    id: int
    variant: str
    name: str
    options: dict[str, str]
    turn_limit: int | None
    players: list[str]
    plies: int
    result: ResultJson | None
    created_at: DateTime


def import_json(game: ImportedGame) -> ImportJson:
    return {
        "id": game.pk,
        "variant": game.variant,
        "name": in_words(game.engine.name),
        "options": game.options,
        "turn_limit": game.turn_limit,
        "players": game.players,
        "plies": len(game.record),
        "result": game.result,
        "created_at": time_text(game.created_at),
    }


def import_view(game: ImportedGame) -> Json:
    """An imported game in the JSON shape of the game page: without players to move and clocks."""
    result = game.result
    return {
        "id": game.pk,
        "variant": game.variant,
        "family": game.engine.family,
        "name": in_words(game.engine.name),
        "rated": False,
        "chat": False,
        "status": "over" if result else "imported",
        "ply": len(game.record),
        "turn": len(game.record),
        "to_move": None,
        "event": 0,
        "seats": [_seat(game, index, name) for index, name in enumerate(game.players)],
        "you": None,
        "your_setup": None,
        "clock": {"seat": None, "since": None, "deadline": None, "ends_at": None, "banks": [None] * len(game.players)},
        "state": import_face(game, len(game.record)),
        "takeback_to": None,
        "ai_stuck": False,
        "result": {**(result or {}), "words": _("Imported from a file; not rated.")},
        "rematch_of": None,
        "played_on": None,
    }


def _seat(game: ImportedGame, index: int, name: str) -> Json:
    return {
        "index": index,
        "colour": game.engine.colours[index],
        "username": "",
        "name": name,
        "is_ai": False,
        "rating": None,
        "wants_draw": False,
        "wants_takeback": False,
        "setup_in": True,
        "left": None,
        "vacation": None,
        "rank": None if game.result is None else game.result["ranks"][index],
        "points": None if game.result is None else game.result["points"][index],
    }
