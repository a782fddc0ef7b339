"""Contrast of every look (WCAG): with any board and pieces, seats and signs can be distinguished."""

import itertools
import re

import pytest

from frontend.management.commands.looks import SHEET, SPRITE, seat_marks
from games.pictures import looks
from games.pictures.drawing import draw_scene
from games.pictures.looks import COLOURS, KINDS, THEMES, VEGA_SETS, known_look, tokens_of
from games.pictures.paint import PAINT, PATTERNS, properties, style_sheet
from games.pictures.pieces import draw_piece
from games.pictures.shapes import Group, Shape
from games.rules import families, variant
from games.rules.scene import Piece
from tests.games.pictures.test_drawing import first_turn, view_of

# WCAG 2.2: 1.4.11 for graphics, 1.4.3 for text.
SEEN, READ = 3.0, 4.5
SQUARES = ("cell", "cell-b")
GROUNDS = {"vega": ("cell",), "vaeva": (*SQUARES, "platform"), "nonaga": ("disc",)}
UNPAINTED = {"piece", "tone-a", "cell-disc", "pin", "cell-space"}
every_theme = pytest.mark.parametrize("theme", THEMES)


def luminance(colour: str) -> float:
    channels = [int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def mixed(over: str, under: str, opacity: float) -> str:
    pairs = [(int(over[index : index + 2], 16), int(under[index : index + 2], 16)) for index in (1, 3, 5)]
    return "#" + "".join(f"{round(high * opacity + low * (1 - opacity)):02x}" for high, low in pairs)


def family_colours() -> set[tuple[str, str]]:
    return {(family.id, colour) for family in families() for colour in family.colours}


def shapes_in(shapes: tuple[Shape, ...] | list[Shape]) -> list[Shape]:
    return [inner for shape in shapes for inner in (shapes_in(shape.shapes) if isinstance(shape, Group) else [shape])]


@every_theme
def test_every_piece_contrasts_with_its_background(theme: str) -> None:
    tokens = tokens_of(theme)
    for family, colour in sorted(family_colours()):
        for ground in GROUNDS.get(family, SQUARES):
            best = max(contrast(tokens[ground], tokens[colour]), contrast(tokens[ground], tokens[f"{colour}-edge"]))
            assert best >= SEEN, (family, colour, ground)


@every_theme
def test_signs_on_a_piece_are_readable(theme: str) -> None:
    tokens = tokens_of(theme)
    for colour in COLOURS:
        assert contrast(tokens[colour], tokens[f"{colour}-ink"]) >= READ, colour


@every_theme
def test_hints_are_visible_and_coordinates_readable(theme: str) -> None:
    tokens = tokens_of(theme)
    for hint, grounds in {
        "accent": ("cell", "cell-b", "disc", "table", "platform"),
        "bad": ("cell", "cell-b"),
        "brass": ("cell", "cell-b", "disc"),
        "platform-edge": ("cell", "cell-b", "platform"),
    }.items():
        for ground in grounds:
            assert contrast(tokens[hint], tokens[ground]) >= SEEN, (hint, ground)
    assert contrast(tokens["label"], tokens["mount"]) >= READ
    assert contrast(tokens["table-label"], tokens["table"]) >= READ, (
        "the coordinates of a board that moves are drawn on the background"
    )
    assert contrast(tokens["bad"], tokens["halo"]) >= READ


def test_white_and_brown_differ_in_luminance() -> None:
    assert contrast(COLOURS["white"].fill, COLOURS["brown"].fill) >= SEEN


def visible_signs(kind: str, colour: str, look: str) -> frozenset[str]:
    """What shows a piece's seat besides its colour."""
    outline = ((0.0, 0.0), (1.0, 0.0), (0.5, -0.866))
    piece = draw_piece(Piece(0, kind, "a1", 0, 0), colour, (0, 0), outline=outline, on_screen=outline)
    signs = set()
    for shape in piece.shapes:
        painted = properties(shape.kind, look, colour)
        if painted is not None and shape.kind.startswith(("facet-hatching", "cap", "emblem", "piece-body figure")):
            signs.add(painted["fill"] if shape.kind == "facet-hatching" else str(shape).replace(colour, ""))
    return frozenset(signs)


@pytest.mark.parametrize(
    ("kind", "colours", "sets"),
    [
        ("tetrahedron", ("red", "blue", "yellow", "violet"), looks.VEGA_SETS),
        ("pawn", ("orange", "yellow"), looks.PAWN_SETS),
        ("pawn", ("red", "black"), looks.PAWN_SETS),
    ],
)
def test_no_piece_set_distinguishes_seats_by_colour_alone(
    kind: str, colours: tuple[str, ...], sets: dict[str, looks.Tokens]
) -> None:
    for look in sets:
        for one, other in itertools.combinations(colours, 2):
            assert visible_signs(kind, one, look) != visible_signs(kind, other, look), (look, one, other)


def test_hatching_is_visible_on_its_colour() -> None:
    opacity = float(PAINT["facet-hatching"]["opacity"])
    for name, colour in COLOURS.items():
        if colour.pattern:
            line = mixed(PATTERNS[colour.pattern][0], colour.fill, opacity)
            assert contrast(line, colour.fill) >= 1.9, name


class TestSeatMarks:
    def test_seat_marks_are_up_to_date_with_the_pieces(self) -> None:
        assert SPRITE.read_text(encoding="utf-8") == seat_marks(), "run `manage.py looks`"

    def test_seat_marks_are_self_contained(self) -> None:
        """A symbol used in another document finds neither patterns nor style sheets."""
        assert "url(" not in seat_marks()
        assert "class=" not in seat_marks()

    def test_seats_of_a_family_differ_without_colour(self) -> None:
        shapes = {
            name: re.sub(r'(fill|stroke)="[^"]*"', "", drawing)
            for name, drawing in re.findall(r'<symbol id="seat-([^"]+)"[^>]*>(.*)</symbol>', seat_marks())
        }
        for family in families():
            drawn = [shapes[f"{family.id}-{colour}"] for colour in family.colours]
            assert len(set(drawn)) == len(family.colours), family.id


class TestStyleSheet:
    def test_the_style_sheet_is_up_to_date_with_the_paint_table(self) -> None:
        assert SHEET.read_text(encoding="utf-8") == style_sheet(), "run `manage.py looks`"

    @pytest.mark.parametrize("variant_id", ["lyra-4", "vaeva", "galax", "nonaga"])
    def test_every_drawn_class_has_a_style(self, variant_id: str) -> None:
        game = variant(variant_id)
        for is_small in (False, True):
            drawn = shapes_in(draw_scene(view_of(game, is_small=is_small), first_turn(game).scene()))
            assert {word for shape in drawn for word in shape.kind.split() if word not in PAINT} <= UNPAINTED

    def test_every_look_defines_every_token_used_by_paint(self) -> None:
        for words in itertools.product(*KINDS):
            for kind in PAINT:
                properties(kind, " ".join(words), "red")


def test_a_look_has_a_canonical_form() -> None:
    assert known_look(["letters", "night", "gold"]) == "night hatched letters discs coordinates"
    assert known_look([]) == looks.DEFAULT_LOOK
    assert len({word for kind in KINDS for word in kind}) == sum(len(kind) for kind in KINDS)
    assert all(set(tokens) == set(VEGA_SETS["hatched"]) for tokens in VEGA_SETS.values())
