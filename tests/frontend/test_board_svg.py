"""Inline boards: the same scene as the engine gives, in the classes that board.css knows."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from frontend.board_svg import View, bounds, draw
from games.rules import Game, State, variant, variant_ids

CSS = (Path(__file__).resolve().parents[2] / "frontend" / "static" / "css" / "board.css").read_text()
SETUPS = {"vaeva": "=BDFHJLNPR", "galax": "=SMTSMTSMTS/MTSMTSMTSM/TSMTSMTSMT"}


def first_turn(game: Game) -> State:
    state = game.start()
    while state.awaits_setup():
        state = state.play(SETUPS["vaeva" if game.id == "vaeva" else "galax"])
    return state


def drawing(game: Game, state: State, seat: int = 0) -> ElementTree.Element:
    view = View(game.board(), game.family, game.colours, seat)
    return ElementTree.fromstring(draw(view, state.scene(), label="A board"))


@pytest.mark.parametrize("variant_id", variant_ids())
def test_every_piece_is_drawn_in_its_colour(variant_id: str) -> None:
    game = variant(variant_id)
    state = first_turn(game)
    drawn = [
        part.get("class", "") for part in drawing(game, state).iter("g") if "piece piece-" in part.get("class", "")
    ]
    expected = [f"piece piece-{piece.kind} colour-{game.colours[piece.seat]}" for piece in state.scene().pieces]
    assert sorted(drawn) == sorted(expected)


def test_a_pyramid_has_three_lit_facets_and_at_most_one_mark() -> None:
    game = variant("lyra-2")
    for piece in drawing(game, game.start()).iter("g"):
        classes = [part.get("class") for part in piece]
        assert classes.count("piece-body") == classes.count("piece-shade") == 3
        assert classes.count("piece-sign") <= 1


def test_a_seat_sees_its_own_goal_and_its_side_below() -> None:
    game = variant("lyra-2")
    marks = [
        part
        for part in drawing(game, game.start(), seat=1).iter("polygon")
        if part.get("class") == "marked marked-goal"
    ]
    heights = [float(pair.split(",")[1]) for mark in marks for pair in mark.get("points", "").split()]
    assert len(marks) == 7
    assert max(heights) < 0


def test_the_window_holds_every_cell() -> None:
    game = variant("nonaga")
    view = View(game.board(), game.family, game.colours)
    cells = game.start().scene().cells
    left, top, width, height = bounds(view, cells)
    assert all(left < x < left + width and top < y < top + height for cell in cells for x, y in cell.outline)


def test_the_label_is_what_a_screen_reader_says() -> None:
    game = variant("nonaga")
    picture = drawing(game, game.start())
    assert (picture.get("role"), picture.get("aria-label")) == ("img", "A board")


@pytest.mark.parametrize(
    "name", ["cell-disc", "tone-b", "marked-goal", "pin-head", "platform-cell", "piece-rim", "huff-sign"]
)
def test_the_sheet_knows_the_classes(name: str) -> None:
    assert re.search(rf"\.{name}\b", CSS)
