"""Positions as SVG: every piece in its colour, the viewer's side at the bottom, nothing outside the frame."""

import re
from xml.etree import ElementTree

import pytest

from games.pictures.drawing import frame_of
from games.pictures.looks import KINDS
from games.pictures.shapes import hull
from games.pictures.svg import lone_svg, page_svg
from games.pictures.view import View
from games.rules import Game, State, variant, variant_ids
from games.rules.match import Match
from games.selectors.pictures import scene_from_json
from games.selectors.position_json import scene_json

SETUPS = {"vaeva": "=BDFHJLNPR", "galax": "=SMTSMTSMTS/MTSMTSMTSM/TSMTSMTSMT"}
SVG = "{http://www.w3.org/2000/svg}"


def first_turn(game: Game) -> State:
    state = game.start()
    while state.awaits_setup():
        state = state.play(SETUPS["vaeva" if game.id == "vaeva" else "galax"])
    return state


def view_of(game: Game, seat: int = 0, *, is_small: bool = False) -> View:
    return View(game.board(), game.family, game.colours, seat, is_small=is_small)


def drawing(game: Game, state: State, seat: int = 0) -> ElementTree.Element:
    return ElementTree.fromstring(page_svg(view_of(game, seat), state.scene(), label="A board"))


def classes_in(picture: ElementTree.Element, tag: str) -> list[str]:
    return [part.get("class", "") for part in picture.iter(tag)]


@pytest.mark.parametrize("variant_id", variant_ids())
def test_every_piece_is_drawn_in_its_colour(variant_id: str) -> None:
    game = variant(variant_id)
    state = first_turn(game)
    drawn = [kind for kind in classes_in(drawing(game, state), "g") if kind.startswith("piece piece-")]
    expected = [f"piece piece-{piece.kind} colour-{game.colours[piece.seat]}" for piece in state.scene().pieces]
    assert sorted(drawn) == sorted(expected)


def test_a_pyramid_has_three_lit_facets_and_at_most_one_mark() -> None:
    game = variant("lyra-2")
    for piece in drawing(game, game.start()).iter("g"):
        classes = [part.get("class") for part in piece]
        assert classes.count("piece-body facet") == classes.count("facet-shade") == 3
        assert classes.count("facet-sign") <= 1


def test_a_hint_is_drawn_step_by_step_without_steps_that_name_no_cell() -> None:
    game = variant("lyra-2")
    ways = [["a1", "b2", "b3"], ["P+"], ["a4", "b4"]]
    picture = ElementTree.fromstring(page_svg(view_of(game), game.start().scene(), label="A board", advised=ways))
    assert classes_in(picture, "path").count("hint hint-advice") == 2
    assert classes_in(picture, "circle").count("hint hint-advice-end") == 2


def test_a_seat_sees_its_own_goal_and_its_side_at_the_bottom() -> None:
    game = variant("lyra-2")
    picture = drawing(game, game.start(), seat=1)
    marks = [part.get("d", "") for part in picture.iter("path") if part.get("class") == "marked marked-goal"]
    heights = [float(pair.split()[1]) for mark in marks for pair in re.split("[ML]", mark.rstrip("Z"))[1:]]
    assert len(marks) == 7
    assert max(heights) < 0


@pytest.mark.parametrize("is_small", [False, True])
@pytest.mark.parametrize("variant_id", ["nonaga", "lyra-3", "vaeva"])
def test_the_frame_holds_every_cell(variant_id: str, is_small: bool) -> None:
    game = variant(variant_id)
    scene = game.start().scene()
    view = view_of(game, 1, is_small=is_small)
    left, top, width, height = frame_of(view, scene)
    cells = [cell for cell in scene.cells or game.board().cells if not is_small or cell.kind != "space"]
    corners = [view.point(x, y) for cell in cells for x, y in cell.outline]
    assert all(left < x < left + width and top < y < top + height for x, y in corners)


def test_the_label_is_read_by_screen_readers() -> None:
    game = variant("nonaga")
    text = page_svg(view_of(game), game.start().scene(), label='"A" <board>')
    assert 'role="img" aria-label="&quot;A&quot; &lt;board&gt;"' in text


def test_the_mount_is_the_convex_hull_of_the_board() -> None:
    assert hull([(0, 0), (1, 0), (2, 0), (1, 1), (2, 2), (0, 2), (0, 1)]) == [(0, 0), (2, 0), (2, 2), (0, 2)]
    assert len(view_of(variant("lyra-2")).hull()) == 6


@pytest.mark.parametrize("variant_id", ["galax", "vaeva", "nonaga", "bataille-2"])
def test_a_scene_survives_a_round_trip_through_json(variant_id: str) -> None:
    game = variant(variant_id)
    match = Match.begin(game)
    while match.state.awaits_setup():
        match = match.play(SETUPS["vaeva" if variant_id == "vaeva" else "galax"])
    match = match.play(match.state.steps()[0])
    written = scene_json(match.scene())
    assert scene_json(scene_from_json(written)) == written


class TestStandaloneSvg:
    @pytest.mark.slow
    @pytest.mark.parametrize("word", [word for kind in KINDS for word in kind])
    def test_every_look_is_painted_without_classes_or_styles(self, word: str) -> None:
        for variant_id in ("lyra-4", "vaeva", "sirius", "nonaga"):
            game = variant(variant_id)
            text = lone_svg(view_of(game, is_small=True), first_turn(game).scene(), look=word)
            assert re.findall(r"class=|style=|\{|var\(", text) == []
            for name in re.findall(r"url\(#([^)]+)\)", text):
                assert f'id="{name}"' in text

    def test_the_look_decides_what_is_drawn(self) -> None:
        game = variant("galax")
        scene = first_turn(game).scene()
        signs, letters = (lone_svg(view_of(game, is_small=True), scene, look=look) for look in ("engraved", "letters"))
        assert "<text" not in signs
        assert re.findall(r"<text[^>]*>([^<]+)<", letters).count("S") == 20

    def test_unknown_words_of_a_look_are_ignored(self) -> None:
        game = variant("nonaga")
        scene, view = game.start().scene(), view_of(game, is_small=True)
        assert lone_svg(view, scene, look='"><script> gold') == lone_svg(view, scene)
