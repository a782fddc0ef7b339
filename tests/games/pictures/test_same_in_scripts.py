"""Boards drawn by the server and by JavaScript are the same picture, shape by shape."""

import json
import random
import subprocess
from collections.abc import Sequence
from typing import Any

import pytest

from config.env import BASE_DIR
from games.pictures import ground
from games.pictures.drawing import cells_of
from games.pictures.pieces import draw_piece
from games.pictures.shapes import Area, Disc, Group, Shape, Strokes, Words
from games.pictures.view import View
from games.rules import variant
from games.rules.match import Match
from games.rules.scene import Scene
from games.selectors.pictures import scene_from_json
from games.selectors.position_json import Json, board_json, scene_json
from tests.services.node import node_environment

SCRIPT = BASE_DIR / "tests" / "js" / "drawn_by_script.js"
# Seeds that lead to captures, a huffable piece, a platform with pawns aboard, a frozen disc.
GAMES = {
    "lyra-4": (1, 14),
    "bataille-3": (3, 25),
    "vaeva": (5, 60),
    "galax": (5, 60),
    "sirius": (2, 80),
    "nonaga": (4, 24),
}
Drawn = list[list[Any]]


CHAMPIONS = "3C6/10/10/10/9t/10/c9/10/7M2/10 w - -"


def played(variant_id: str) -> Match:
    seed, steps = GAMES[variant_id]
    match, chance = Match.begin(variant(variant_id)), random.Random(seed)
    for _ in range(steps):
        if match.result is None:
            match = match.play(_step(match, chance))
    return match


def _step(match: Match, chance: random.Random) -> str:
    if match.state.awaits_setup():
        form = match.game.setup_form(match.state.seat)
        assert form is not None
        return chance.choice(form.arrangements)[1]
    steps = match.state.steps()
    return chance.choice([step for step in steps if "x" in step] or steps)


def drawn_lines(shape: Shape) -> Drawn:
    match shape:
        case Group():
            return [line for inner in shape.shapes for line in drawn_lines(inner)]
        case Area():
            numbers = [value for outline in shape.outlines for point in outline for value in point]
            own = [value for value in (shape.opacity, shape.width) if value is not None]
            return [[shape.kind, [*numbers, *own], ""]]
        case Strokes():
            return [[shape.kind, [value for line in shape.lines for point in line for value in point], ""]]
        case Disc():
            return [[shape.kind, [shape.x, shape.y, shape.radius], ""]]
        case Words():
            return [[shape.kind, [shape.x, shape.y, *([] if shape.size is None else [shape.size])], shape.text]]


def drawn_by_server(view: View, scene: Scene) -> dict[str, Drawn]:
    cells = cells_of(view, scene)
    layers: dict[str, list[Shape]] = {
        "mount": ground.draw_mount(view) if view.board.cells else [],
        "labels": ground.draw_labels(view, view.board.labels),
        "wandering labels": [] if view.board.cells else ground.draw_wandering_labels(view, cells.values()),
        "marks": ground.draw_marks(view, scene, cells),
        "platform": [] if scene.platform is None else ground.draw_platform(view, scene.platform),
        "trails": ground.draw_trails(view, scene, cells),
        "pieces": [
            draw_piece(
                piece,
                view.colours[piece.seat],
                (0, 0),
                outline=cells[piece.cell].outline,
                on_screen=view.outline(cells[piece.cell].outline),
            )
            for piece in scene.pieces
        ],
    }
    return {name: [line for shape in shapes for line in drawn_lines(shape)] for name, shapes in layers.items()}


def drawn_by_script(asked: list[Json]) -> list[dict[str, Drawn]]:
    command = ["node", str(SCRIPT)]
    answer = subprocess.run(
        command,
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        env=node_environment(),
        cwd=BASE_DIR,
        check=True,
    )
    drawn: list[dict[str, Drawn]] = json.loads(answer.stdout)
    return drawn


@pytest.mark.slow
@pytest.mark.parametrize("seat", [0, 1])
def test_server_and_script_draw_the_same(seat: int) -> None:
    galax = variant("galax")
    champions = Match.begin_from(galax, galax.parse(CHAMPIONS))
    check_both_draw_the_same([*(played(variant_id) for variant_id in GAMES), champions], seat)


def check_both_draw_the_same(matches: Sequence[Match], seat: int) -> None:
    looks = [
        {"family": match.game.family, "colours": match.game.colours, "board": board_json(match.game.board())}
        for match in matches
    ]
    scenes = [scene_json(match.scene()) for match in matches]
    by_script = drawn_by_script(
        [{"look": look, "scene": scene, "seat": seat} for look, scene in zip(looks, scenes, strict=True)]
    )
    for match, scene, script in zip(matches, scenes, by_script, strict=True):
        view = View(match.game.board(), match.game.family, match.game.colours, seat)
        server = drawn_by_server(view, scene_from_json(scene))
        for layer, shapes in server.items():
            kinds = [(kind, words) for kind, _, words in shapes]
            assert [(kind, words) for kind, _, words in script[layer]] == kinds, (match.game.id, layer)
            for ours, theirs in zip(shapes, script[layer], strict=True):
                assert theirs[1] == pytest.approx(ours[1], abs=0.006), (match.game.id, layer, ours[0])
