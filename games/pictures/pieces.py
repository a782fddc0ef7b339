"""Draw pieces as shapes. A seat has a colour and a pattern, an emblem or a figure, so that colour isn't needed."""

import math
from collections.abc import Sequence
from functools import cache

from games.pictures.shapes import Disc, Group, Shape, Words, area, middle, strokes
from games.pictures.tetrahedron import Facet, standing
from games.rules.scene import Piece, Point

RADIUS = 0.4
LETTERS = {"sun": "S", "moon": "M", "star": "T", "champion": "C"}
# Pawns of these colours have a pointed head.
POINTED = ("yellow", "black")
NECK = ((0.3, 0.2), (0.31, 0.12), (0.24, 0.04), (0.13, -0.08), (0.1, -0.14))


def draw_piece(piece: Piece, colour: str, at: Point, *, outline: Sequence[Point], on_screen: Sequence[Point]) -> Group:
    """A piece at its place; a pyramid is drawn at its true corners, `on_screen`."""
    marks = "".join(f" mark-{mark}" for mark in piece.marks)
    kind = f"piece piece-{piece.kind} colour-{colour}{marks}"
    if piece.kind == "tetrahedron":
        return Group(kind, tuple(_pyramid(colour, outline, on_screen)), colour=colour)
    shapes = _token(piece.kind) if piece.kind in LETTERS else _pawn(colour)
    return Group(kind, shapes + (_huff_signs() if "huffable" in piece.marks else ()), *at, colour=colour)


# -- pyramids ---------------------------------------------------------------------------------------------------------


def _pyramid(colour: str, outline: Sequence[Point], on_screen: Sequence[Point]) -> list[Shape]:
    body = standing(outline, on_screen)
    shapes: list[Shape] = [area("piece-shadow", body.foot)]
    for facet in body.facets:
        shapes += _facet(facet)
    return shapes + _emblem(colour, body.top, scale=0.62, kind="cap")


def _facet(facet: Facet) -> list[Shape]:
    shapes: list[Shape] = [
        area("piece-body facet", facet.points),
        area("facet-hatching", facet.points),
        area("facet-shade", facet.points, opacity=round(facet.shade, 2)),
    ]
    if facet.is_marked:
        x, y = middle(facet.points)
        shapes.append(area("facet-sign", [(x + (px - x) * 0.3, y + (py - y) * 0.3) for px, py in facet.points]))
    return shapes


# -- suns, moons, stars and champions ---------------------------------------------------------------------------------


@cache
def _token(kind: str) -> tuple[Shape, ...]:
    return (
        Disc("piece-shadow", RADIUS, 0.03, 0.06),
        Disc("piece-body", RADIUS),
        Disc("turned-rim", 0.325),
        strokes("turned-light", _arc(0.36, 190, 280)),
        *_sign(kind),
        Words("piece-letter", LETTERS[kind], 0, 0.01),
    )


def _sign(kind: str) -> tuple[Shape, ...]:
    if kind == "sun":
        ways = [_on_circle(1, 30 * ray) for ray in range(12)]
        return Disc("piece-sign", 0.135), strokes(
            "piece-sign-line", *([(0.195 * x, 0.195 * y), (0.27 * x, 0.27 * y)] for x, y in ways)
        )
    if kind == "moon":
        return (area("piece-sign", _crescent()),)
    if kind == "star":
        corners = [_on_circle(0.115 if corner % 2 else 0.28, 36 * corner - 90) for corner in range(10)]
        return (area("piece-sign", corners),)
    crown = ((-0.24, 0.12), (-0.24, -0.13), (-0.12, 0.0), (0.0, -0.22), (0.12, 0.0), (0.24, -0.13), (0.24, 0.12))
    return area("piece-sign", crown), strokes("piece-sign-line", [(-0.22, 0.2), (0.22, 0.2)])


def _crescent() -> list[Point]:
    """The area between a circle and a smaller one that hides its right side."""
    outer = [_on_circle(0.27, turn) for turn in range(60, 301, 20)]
    inner = [(x + 0.11, y) for x, y in (_on_circle(0.235, turn) for turn in range(276, 83, -16))]
    return outer + inner


# -- pawns ------------------------------------------------------------------------------------------------------------


@cache
def _pawn(colour: str) -> tuple[Shape, ...]:
    """A flat disc with the seat's emblem and a turned figure; the look shows one of them."""
    flat: list[Shape] = [
        Disc("piece-shadow flat", RADIUS, 0.03, 0.06),
        Disc("piece-body flat", RADIUS),
        Disc("flat-rim", 0.325),
        strokes("flat-light", _arc(0.36, 190, 280)),
        *_emblem(colour, (0, 0), scale=1, kind="emblem"),
    ]
    head: Shape = Disc("piece-body figure", 0.18, 0, -0.25)
    if colour in POINTED:
        head = area("piece-body figure", [(-0.16, -0.16), (0, -0.5), (0.16, -0.16), (0, -0.1)])
    figure: list[Shape] = [
        area("piece-shadow figure", [(x + 0.05, y + 0.05) for x, y in _ellipse(0.32, 0.15, 0.2)]),
        area("piece-body figure", _bell()),
        head,
        area("figure-light", [(x - 0.06, y) for x, y in _ellipse(0.035, 0.06, -0.28)]),
    ]
    return tuple(flat + figure)


def _bell() -> list[Point]:
    """The foot of a turned pawn, from its left neck down around and up to its right."""
    left = [(-width, y) for width, y in reversed(NECK)]
    foot = [
        (0.3 * math.cos(math.radians(turn)), 0.2 + 0.13 * math.sin(math.radians(turn))) for turn in range(160, 19, -20)
    ]
    return left + foot + [(width, y) for width, y in NECK]


def _emblem(colour: str, at: Point, *, scale: float, kind: str) -> list[Shape]:
    """The sign of a colour: a dot, a bar, a ring, a cross. Suns, moons and stars have signs of their own."""
    x, y = at
    reach = 0.17 * scale
    bar = [(x - reach, y), (x + reach, y)]
    signs: dict[str, list[Shape]] = {
        "red": [Disc(kind, 0.13 * scale, x, y)],
        "blue": [strokes(f"{kind}-line", bar)],
        "yellow": [strokes(f"{kind}-line", bar, [(x, y - reach), (x, y + reach)])],
        "violet": [area(kind, [(x - reach, y + 0.7 * reach), (x, y - 1.1 * reach), (x + reach, y + 0.7 * reach)])],
        "orange": [Disc(f"{kind}-line", 0.14 * scale, x, y)],
        "black": [strokes(f"{kind}-line", bar)],
    }
    return signs.get(colour, [])


def _huff_signs() -> tuple[Shape, ...]:
    return (
        Disc("huff-ring", RADIUS - 0.01),
        Disc("huff-sign", 0.15, 0.29, -0.29),
        Words("huff-text", "!", 0.29, -0.285),
    )


# -- curves -----------------------------------------------------------------------------------------------------------


def _on_circle(radius: float, degrees: float) -> Point:
    return radius * math.cos(math.radians(degrees)), radius * math.sin(math.radians(degrees))


def _arc(radius: float, first: int, last: int) -> list[Point]:
    return [_on_circle(radius, turn) for turn in range(first, last + 1, 15)]


def _ellipse(width: float, height: float, y: float) -> list[Point]:
    turns = [math.radians(turn) for turn in range(0, 360, 24)]
    return [(width * math.cos(turn), y + height * math.sin(turn)) for turn in turns]
