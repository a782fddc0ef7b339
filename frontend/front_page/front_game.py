"""The recorded AI game that is replayed on the front page, as a list of scenes."""

from dataclasses import replace
from functools import cache

from games.pictures.svg import page_svg
from games.pictures.view import View
from games.rules import Game, variant
from games.rules.match import Match
from games.rules.scene import Scene
from games.selectors.position_json import Json, board_json, scene_json

VARIANT = "lyra-2"
# In seat order.
PLAYERS = ("Nova", "Comet")
TURNS = """
a5-c6 f5-d6 a1-c4 f6-e7 c4-d4 d6-c4 c6-d8 f7-d10 a7-c8 d10-c10 c8-d10 e7-d6 d8-e5 c10-a7 d10-f7 d6-c6 a2-b3
c6-a5 b3-c6 f1-d2 d4-f1 d2-c2 c6-d8 c2-a1 a3-c6 f4-e7 a4-b5 a1-a4 c6-d4 e7-d10 d8-f5 d10-c8 b5-d7 c8-b5
d7-c9 b5-a2 c9-e9 f3-e2 e5-f4 f2-e3 d4-e5 e3-c3 e5-f2 c3-b2 e9-c9 b2-a3 c9-e7 e2-f3 e7-e4 c4-b5 e4-d7 f3-d6
d7-d10 d6-c4 d10-e7 c4-a1 e7-d6 b5-d7 d6-f3 d7-b7 f5-d6 a5-c6 a6-b5 b7-a6 d6-f5 c6-b3 b5-b8 b3-c6 b8-b5
a4-b7 b5-c4 c6-a5 c4-c7 a3-b6 c7-b4 b7-c6 b4-c5 b6-b3 c5-e5 c6-a3 e5-c7 a7-c8 c7-e7 c8-a7 e7-c9 a5-c8 c9-e9
c8-a5 f7-d8 a3-c6 e9-f6 b3-a4 d8-f7
"""
RECORD = tuple(TURNS.split())
# The position shown until the script has loaded: a middle game.
FIRST_SHOWN = 12


@cache
def scenes() -> tuple[Scene, ...]:
    """Return the scenes at the start and after each step."""
    match = Match.begin(variant(VARIANT))
    positions = [match.scene()]
    for step in RECORD:
        match = match.play(step)
        positions.append(match.scene())
    # Highlighted goal cells are for players only.
    return tuple(replace(scene, marked=()) for scene in positions)


@cache
def game_json() -> Json:
    game = variant(VARIANT)
    look = {"family": game.family, "colours": list(game.colours), "board": board_json(game.board())}
    return {"look": look, "first": FIRST_SHOWN, "scenes": [scene_json(scene) for scene in scenes()]}


def seats() -> tuple[tuple[str, str], ...]:
    """Return (colour, player name) per seat."""
    return tuple(zip(variant(VARIANT).colours, PLAYERS, strict=True))


def preview_scene() -> tuple[Game, Scene]:
    """Return the game and its first shown position, for the site's link preview."""
    return variant(VARIANT), scenes()[FIRST_SHOWN]


@cache
def first_picture(label: str) -> str:
    """Return the first shown position as inline SVG; `label` is its accessible name."""
    game = variant(VARIANT)
    return page_svg(View(game.board(), game.family, game.colours), scenes()[FIRST_SHOWN], label=label)
