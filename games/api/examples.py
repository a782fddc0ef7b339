"""Example values of the API schema. They are real: a game of Nonaga after its first turn."""

from typing import Any

CONTROL = {"kind": "days", "allowance": 259200.0, "increment": 0.0, "cap": None}
TERMS: dict[str, Any] = {
    "variant": "nonaga",
    "family": "nonaga",
    "name": "Nonaga",
    "options": {},
    "rated": False,
    "turn_limit": 60,
    "time_limit": None,
    "spectators": True,
    "chat": True,
    "weekends_off": False,
    "vacation_allowed": True,
    "is_live": False,
    "control": CONTROL,
}
MIRA = {"username": "mira", "name": "Mira Kovač", "is_ai": False}
PAVEL = {"username": "pavel", "name": "Pavel", "is_ai": False}

VARIANT = {
    "id": "nonaga",
    "family": "nonaga",
    "name": "Nonaga",
    "seats": 2,
    "colours": ["red", "black"],
    "options": {},
    "turn_limit": 60,
    "has_setup": False,
    "has_threats": False,
}
START = "2rob/1oooo/booor/oooo/rob (-2,-2) r p -"
VARIANT_DETAIL = {
    **VARIANT,
    "board": {
        "x": -4.0,
        "y": -4.0,
        "width": 8.0,
        "height": 8.0,
        "cells": [],
        "labels": [],
        "turns": [0.0, 180.0],
        "homes": [[], []],
        "mount": 0.68,
        "label_size": 0.25,
        "piece_scale": 1.0,
        "rows_have_letters": False,
    },
    "setup_forms": [],
    "start": START,
}
PIECE = {"seat": 0, "kind": "pawn", "cell": "(-1,0)", "x": -1.0, "y": 0.0, "marks": []}
SCENE: dict[str, Any] = {"pieces": [PIECE], "cells": [], "platform": None, "marked": {}, "last_turn": []}
CHOICE = {"kind": "pawn", "text": "(2,0)-(-1,0)", "clicks": ["(2,0)", "(-1,0)"]}
POSITION_REQUEST = {"options": {}, "steps": ["(2,0)-(-1,0)"]}
POSITION = {
    "position": START,
    "seat": 0,
    "awaits_setup": False,
    "turn_begins": False,
    "steps": ["o(2,0)-(3,-2)"],
    "choices": [{"kind": "disc", "text": "o(2,0)-(3,-2)", "clicks": ["(2,0)", "(3,-2)"]}],
    "tally": [0, 0],
    "placed": [0, 0],
    "scene": SCENE,
    "threats": {},
    "result": None,
}
TURN_REQUEST = {"ply": 0, "steps": ["(2,0)-(-1,0)", "o(2,0)-(3,-2)"]}
TURN = {
    "turn": 0,
    "ply": 0,
    "seat": 0,
    "steps": ["(2,0)-(-1,0)", "o(2,0)-(3,-2)"],
    "at": "2026-03-01T18:05:00.000Z",
    "spent": 300.0,
}
RECORD = {
    "format": "asterism-game",
    "version": 1,
    "id": 12,
    "variant": "nonaga",
    "options": {},
    "turn_limit": 60,
    "control": CONTROL,
    "rated": False,
    "players": [{"seat": 0, "colour": "red", **MIRA}, {"seat": 1, "colour": "black", **PAVEL}],
    "started_at": "2026-03-01T18:00:00.000Z",
    "finished_at": "2026-03-01T18:07:00.000Z",
    "status": "over",
    "reason": "resignation",
    "ranks": [1, 2],
    "record": ["(2,0)-(-1,0)", "o(2,0)-(3,-2)", "#resignation:1"],
}
PLY = {"ply": 2}


def _seat(index: int, colour: str, player: dict[str, Any]) -> dict[str, Any]:
    return {
        "index": index,
        "colour": colour,
        **player,
        "rating": 1620,
        "rating_is_provisional": False,
        "setup_in": True,
        "wants_draw": False,
        "wants_takeback": False,
        "left": None,
        "vacation": None,
        "rank": None,
        "points": None,
    }


IF_LIMIT_NOW = {"ranks": [1, 1], "reason": "limit", "by_tally": [0, 1], "points": ["2", "2"]}
GAME = {
    "id": 12,
    **TERMS,
    "status": "running",
    "ply": 2,
    "turn": 1,
    "to_move": 1,
    "event": 2,
    "seats": [_seat(0, "red", MIRA), _seat(1, "black", PAVEL)],
    "you": 0,
    "your_setup": None,
    "clock": {
        "seat": 1,
        "since": "2026-03-01T18:05:00.000Z",
        "deadline": "2026-03-04T18:05:00.000Z",
        "ends_at": None,
        "banks": [None, None],
    },
    "state": {
        "position": START,
        "seat": 1,
        "awaits_setup": False,
        "choices": [CHOICE],
        "tally": [0, 0],
        "placed": [0, 0],
        "scene": SCENE,
        "turns": [1, 0],
        "if_limit_now": IF_LIMIT_NOW,
        "result": None,
    },
    "takeback_to": None,
    "ai_stuck": False,
    "result": None,
    "rematch_of": None,
    "rematch": None,
    "played_on": None,
    "created_at": "2026-03-01T18:00:00.000Z",
    "started_at": "2026-03-01T18:00:00.000Z",
    "finished_at": None,
}
GAME_SUMMARY = {
    "id": 12,
    **TERMS,
    "status": "running",
    "ply": 2,
    "turn": 1,
    "to_move": 1,
    "deadline": "2026-03-04T18:05:00.000Z",
    "event": 2,
    "you": 0,
    "players": [
        {**MIRA, "rank": None, "vacation": None},
        {**PAVEL, "rank": None, "vacation": {"from": "2026-03-01T20:00:00.000Z", "until": "2026-03-08T23:00:00.000Z"}},
    ],
    "result": None,
    "created_at": "2026-03-01T18:00:00.000Z",
    "finished_at": None,
}
SETUP_REQUEST = {"setup": "=BDFHJLNPR"}
SAVED_SETUP_REQUEST = {"variant": "vaeva", "name": "every other one", "setup": "=BDFHJLNPR"}
SAVED_SETUP = {"id": 3, **SAVED_SETUP_REQUEST}
SETUP_FORM = {
    "cells": ["A1", "B1"],
    "symbols": [{"symbol": "B", "kind": "pawn", "count": 9}],
    "arrangements": [{"name": "every other one", "text": "=BDFHJLNPR"}],
    "example": "=BDFHJLNPR",
    "help": "The columns of your nine pawns, from A to T.",
    "saved": [SAVED_SETUP],
    "setup": None,
}
CHAT_REQUEST = {"text": "Good luck!"}
CHAT = {"id": 5, "room": "players", "author": MIRA, "text": "Good luck!", "at": "2026-03-01T18:01:00.000Z"}

TERMS_REQUEST = {"variant": "nonaga", "control": {"kind": "days", "allowance": 259200}, "rated": False}
SEEK_REQUEST = {**TERMS_REQUEST, "lowest_rating": None, "highest_rating": None}
CHALLENGE_REQUEST = {**TERMS_REQUEST, "opponents": ["pavel"], "seat": 0, "message": "A quiet one?"}
AI_REQUEST = {"username": "nova"}
PROPOSAL = {
    "id": 4,
    "kind": "seek",
    "status": "open",
    **TERMS,
    "creator": MIRA,
    "seating": "lot",
    "places": [
        {"index": 0, "player": MIRA, "kept_for": None},
        {"index": 1, "player": None, "kept_for": None},
    ],
    "lowest_rating": None,
    "highest_rating": None,
    "message": "",
    "token": None,  # nosec B105 # an example
    "game": None,
    "rematch_of": None,
    "created_at": "2026-03-01T17:00:00.000Z",
    "expires_at": "2026-03-31T17:00:00.000Z",
}
CHALLENGE = {
    **PROPOSAL,
    "kind": "challenge",
    "seating": "chosen",
    "places": [
        {"index": 0, "player": MIRA, "kept_for": None},
        {"index": 1, "player": None, "kept_for": PAVEL},
    ],
}
INVITATION = {**PROPOSAL, "kind": "invitation", "token": "q3vX0c9oJm1dT2uYw5ZkRg"}  # nosec B105 # an example
STREAM = 'id: 3\nevent: turn\ndata: {"seq": 3, "kind": "turn", "seat": 1, "steps": ["(0,2)-(0,1)"], "ply": 4}\n\n'
