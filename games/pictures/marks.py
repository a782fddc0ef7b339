"""Small pieces of each seat to show beside a name: the symbols of `img/seats.svg`.

They are drawn in the default look by the same code as those on the boards. A symbol used in another document can't
refer to a pattern, so hatching is drawn line by line, and wide enough to be visible at the size of a letter.
"""

import math
from collections.abc import Iterable, Iterator, Sequence

from games.pictures.looks import COLOURS, DEFAULT_LOOK
from games.pictures.paint import PATTERNS, properties
from games.pictures.pieces import draw_piece
from games.pictures.shapes import Area, Disc, Shape, strokes
from games.pictures.svg import written
from games.rules.family import Family
from games.rules.scene import Piece, Point

# A triangle on which a piece lies on its marked face: none of the three visible ones has the sign.
TRIANGLE: tuple[Point, ...] = ((0.5, math.sqrt(3) / 2), (1.5, math.sqrt(3) / 2), (1.0, 0.0))
FRAMES = {"tetrahedron": "0.52 0 0.98 0.98"}
USUAL_FRAME = "-0.45 -0.44 0.9 0.9"
PERIOD = 0.13
SLOPES = {"slashes": 1, "backslashes": -1}


def seat_sprite(families: Iterable[Family]) -> str:
    """An SVG sprite with a symbol for each colour of each family, named `seat-vega-red`."""
    symbols = [_symbol(family.id, colour, kind) for family in families for colour, kind in family.pieces.items()]
    note = "<!-- Written by `manage.py looks` from games/pictures: change it there. -->"
    return "\n".join(['<svg xmlns="http://www.w3.org/2000/svg">', note, *symbols, "</svg>", ""])


def _symbol(family: str, colour: str, kind: str) -> str:
    piece = draw_piece(Piece(0, kind, "", 0, 0), colour, (0, 0), outline=TRIANGLE, on_screen=TRIANGLE)
    shapes = [shape for drawn in piece.shapes for shape in _hatched(drawn, COLOURS[colour].pattern)]
    drawing = written(shapes, lambda kind, _: _attributes(kind, colour))
    return f'<symbol id="seat-{family}-{colour}" viewBox="{FRAMES.get(kind, USUAL_FRAME)}">{drawing}</symbol>'


def _attributes(kind: str, colour: str) -> str | None:
    """SVG attributes; the edge has the page's colour, light in dark mode: the piece isn't on a board."""
    if kind in PATTERNS:
        line = f'fill="none" stroke="{PATTERNS[kind][0]}" stroke-width="0.05" stroke-linecap="round"'
        return f' {line} opacity="0.6"'
    painted = properties(kind, DEFAULT_LOOK, colour)
    if painted is None:
        return None
    if kind.startswith("piece-body"):
        painted = {**painted, "stroke": "var(--seat-edge,#3a3322)"}
    return "".join(f' {name}="{value}"' for name, value in painted.items())


# -- hatching ---------------------------------------------------------------------------------------------------------


def _hatched(shape: Shape, pattern: str) -> Iterator[Shape]:
    if not isinstance(shape, Area) or shape.kind != "facet-hatching":
        yield shape
    elif pattern == "dots":
        yield from (Disc("emblem", 0.028, x, y) for x, y in _dots(shape.outlines[0]))
    elif pattern:
        yield strokes(pattern, *_lines(shape.outlines[0], SLOPES[pattern]))


def _lines(corners: Sequence[Point], slope: int) -> Iterator[list[Point]]:
    """Parallel lines from edge to edge of a triangle: on each, x plus or minus y is constant."""
    heights = [x + slope * y for x, y in corners]
    for number in range(math.ceil(min(heights) / PERIOD), math.floor(max(heights) / PERIOD) + 1):
        height = number * PERIOD
        ends = [_between(corners, heights, index, height) for index in range(3)]
        found = [end for end in ends if end is not None]
        if len(found) == 2 and math.dist(*found) > PERIOD / 2:
            yield found


def _between(corners: Sequence[Point], heights: Sequence[float], index: int, height: float) -> Point | None:
    """The point where an edge reaches a height."""
    (x, y), (other_x, other_y) = corners[index], corners[(index + 1) % 3]
    low, high = heights[index], heights[(index + 1) % 3]
    if (low < height) == (high < height):
        return None
    part = (height - low) / (high - low)
    return x + (other_x - x) * part, y + (other_y - y) * part


def _dots(corners: Sequence[Point]) -> Iterator[Point]:
    xs, ys = zip(*corners, strict=True)
    for row in range(math.ceil(min(ys) / PERIOD), math.floor(max(ys) / PERIOD) + 1):
        for column in range(math.ceil(min(xs) / PERIOD), math.floor(max(xs) / PERIOD) + 1):
            point = (column * PERIOD, row * PERIOD)
            if _is_well_inside(point, corners):
                yield point


def _is_well_inside(point: Point, corners: Sequence[Point]) -> bool:
    """Whether the distance to every edge is more than the width of a dot."""
    (x, y), distances = point, []
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        distances.append(((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / math.hypot(bx - ax, by - ay))
    return min(distances) > 0.035 or max(distances) < -0.035
