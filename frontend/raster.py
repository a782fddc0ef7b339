"""Shapes as pixels, painted as `games/pictures` paints them as SVG: for those who show pictures and take no SVG."""

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from PIL import Image, ImageColor, ImageDraw

from frontend.letters import font
from games.pictures.paint import PATTERN_SCALE, PATTERNS, properties
from games.pictures.shapes import Area, Disc, Group, Shape, Strokes, Words
from games.pictures.view import Box
from games.rules.scene import Point

Paint = dict[str, str]
Colour = tuple[int, int, int, int]
PATTERN = re.compile(r"url\(#pattern-(\w+)\)")
NUMBERS = re.compile(r"M(-?\d+),(-?\d+)(?: L(-?\d+),(-?\d+))?")


@dataclass(frozen=True)
class Canvas:
    """A part of an image, `box` in pixels, on which the rectangle `seen` of a board is drawn as large as it fits."""

    image: Image.Image
    box: Box
    seen: Box

    @cached_property
    def scale(self) -> float:
        return min(self.box[2] / self.seen[2], self.box[3] / self.seen[3])

    @cached_property
    def pen(self) -> ImageDraw.ImageDraw:
        return ImageDraw.Draw(self.image, "RGBA")

    def point(self, x: float, y: float) -> Point:
        (left, top, width, height), (seen_x, seen_y, seen_width, seen_height) = self.box, self.seen
        return (
            left + width / 2 + (x - seen_x - seen_width / 2) * self.scale,
            top + height / 2 + (y - seen_y - seen_height / 2) * self.scale,
        )

    def draw(self, shapes: Iterable[Shape]) -> None:
        for shape in shapes:
            self._draw(shape, (0.0, 0.0), "")

    def _draw(self, shape: Shape, offset: Point, colour: str) -> None:
        if isinstance(shape, Group):
            for inner in shape.shapes:
                self._draw(inner, (offset[0] + shape.x, offset[1] + shape.y), shape.colour)
            return
        paint = properties(shape.kind, colour=colour)
        if paint is None:
            return
        match shape:
            case Area():
                paint = paint if shape.opacity is None else {**paint, "opacity": str(shape.opacity)}
                for outline in shape.outlines:
                    self._area(self._moved(outline, offset), paint)
            case Strokes():
                for line in shape.lines:
                    self._line(self._moved(line, offset), paint)
            case Disc():
                self._disc(self.point(shape.x + offset[0], shape.y + offset[1]), shape.radius * self.scale, paint)
            case Words():
                self._words(self.point(shape.x + offset[0], shape.y + offset[1]), shape.text, paint)

    def _moved(self, points: Iterable[Point], offset: Point) -> list[Point]:
        return [self.point(x + offset[0], y + offset[1]) for x, y in points]

    # -- painting -----------------------------------------------------------------------------------------------------

    def _area(self, points: list[Point], paint: Paint) -> None:
        fill = paint.get("fill", "none")
        if pattern := PATTERN.match(fill):
            self._hatch(points, pattern[1], _opacity(paint))
        elif fill != "none":
            self.pen.polygon(points, fill=_colour(fill, _opacity(paint, "fill")))
        self._line([*points, points[0]], paint)

    def _line(self, points: Sequence[Point], paint: Paint) -> None:
        """With round ends and corners, as all our lines are."""
        if paint.get("stroke", "none") == "none":
            return
        colour, width = _colour(paint["stroke"], _opacity(paint, "stroke")), self._width(paint)
        if colour[3] < 255:  # what is seen through must not be painted twice where two pieces meet
            self.pen.line(points, fill=colour, width=width, joint="curve")
            return
        for one, other in pairwise(points):
            self.pen.polygon(_band(one, other, width / 2), fill=colour)
        for x, y in points:
            self.pen.ellipse(_around(x, y, width / 2), fill=colour)

    def _disc(self, at: Point, radius: float, paint: Paint) -> None:
        if paint.get("fill", "none") != "none":
            self.pen.ellipse(_around(*at, radius), fill=_colour(paint["fill"], _opacity(paint, "fill")))
        if paint.get("stroke", "none") != "none":
            width = self._width(paint)
            colour = _colour(paint["stroke"], _opacity(paint, "stroke"))
            self.pen.ellipse(_around(*at, radius + width / 2), outline=colour, width=width)

    def _words(self, at: Point, text: str, paint: Paint) -> None:
        size = round(float(paint["font-size"].removesuffix("px")) * self.scale)
        self.pen.text(at, text, font=font(size), fill=_colour(paint["fill"], _opacity(paint)), anchor="mm")

    def _hatch(self, points: list[Point], pattern: str, opacity: float) -> None:
        """The pattern, seen through a stencil of the area."""
        left, top = (math.floor(min(values)) for values in zip(*points, strict=True))
        right, bottom = (math.ceil(max(values)) for values in zip(*points, strict=True))
        stencil = Image.new("L", (right - left + 1, bottom - top + 1), 0)
        ImageDraw.Draw(stencil).polygon([(x - left, y - top) for x, y in points], fill=round(255 * opacity))
        tile = _tile(pattern, PATTERN_SCALE * self.scale)
        lines = Image.new("L", stencil.size, 0)
        for x in range(-(left % tile.width), stencil.width, tile.width):
            for y in range(-(top % tile.height), stencil.height, tile.height):
                lines.paste(tile, (x, y))
        nothing = Image.new("L", stencil.size, 0)
        self.image.paste(PATTERNS[pattern][0], (left, top), Image.composite(stencil, nothing, lines))

    def _width(self, paint: Paint) -> int:
        return max(1, round(float(paint["stroke-width"]) * self.scale))


def _tile(pattern: str, scale: float) -> Image.Image:
    """One repeat of a pattern, four of its units wide."""
    size = max(2, round(4 * scale))
    unit = size / 4
    tile = Image.new("L", (size, size), 0)
    pen = ImageDraw.Draw(tile)
    for x, y, to_x, to_y in NUMBERS.findall(PATTERNS[pattern][1]):
        if to_x:
            ends = [(int(x) * unit, int(y) * unit), (int(to_x) * unit, int(to_y) * unit)]
            pen.line(ends, fill=255, width=max(1, round(unit)))
        else:
            pen.ellipse(_around(int(x) * unit, int(y) * unit, unit / 2), fill=255)
    return tile


def _band(one: Point, other: Point, reach: float) -> list[Point]:
    """The corners of a straight stroke."""
    (x, y), (to_x, to_y) = one, other
    length = math.hypot(to_x - x, to_y - y) or 1
    side_x, side_y = reach * (y - to_y) / length, reach * (to_x - x) / length
    return [
        (x + side_x, y + side_y),
        (to_x + side_x, to_y + side_y),
        (to_x - side_x, to_y - side_y),
        (x - side_x, y - side_y),
    ]


def _around(x: float, y: float, radius: float) -> Box:
    return x - radius, y - radius, x + radius, y + radius


def _opacity(paint: Paint, part: str = "") -> float:
    return float(paint.get("opacity", 1)) * float(paint.get(f"{part}-opacity", 1) if part else 1)


def _colour(text: str, opacity: float) -> Colour:
    red, green, blue = ImageColor.getrgb(text)[:3]
    return red, green, blue, round(255 * opacity)
