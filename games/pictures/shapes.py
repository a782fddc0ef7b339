"""Shapes that pictures are made of. `kind` is one or more CSS classes, which `paint` styles."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.rules.scene import Point


@dataclass(frozen=True, slots=True)
class Area:
    """One or more closed outlines, painted as one; `opacity` is for what the light decides, such as a facet's shade,
    `width` for a stroke that the board decides."""

    kind: str
    outlines: tuple[tuple[Point, ...], ...]
    opacity: float | None = None
    width: float | None = None


@dataclass(frozen=True, slots=True)
class Strokes:
    """Open lines."""

    kind: str
    lines: tuple[tuple[Point, ...], ...]


@dataclass(frozen=True, slots=True)
class Disc:
    kind: str
    radius: float
    x: float = 0.0
    y: float = 0.0


@dataclass(frozen=True, slots=True)
class Words:
    """A text; `size` is for a height that the board decides."""

    kind: str
    text: str
    x: float
    y: float
    size: float | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Shapes that belong together, with their own origin; `colour` is a seat's."""

    kind: str
    shapes: tuple["Shape", ...]
    x: float = 0.0
    y: float = 0.0
    colour: str = ""


Shape = Area | Strokes | Disc | Words | Group


def area(kind: str, points: Iterable[Point], *, opacity: float | None = None, width: float | None = None) -> Area:
    return Area(kind, (tuple(points),), opacity, width)


def rectangle(x: float, y: float, width: float, height: float) -> list[Point]:
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


def strokes(kind: str, *lines: Iterable[Point]) -> Strokes:
    return Strokes(kind, tuple(tuple(line) for line in lines))


def middle(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def hull(points: Iterable[Point]) -> list[Point]:
    """The corners of the smallest convex area that holds all points (Andrew's monotone chain)."""
    ordered = sorted({(round(x, 4), round(y, 4)) for x, y in points})
    return _chain(ordered)[:-1] + _chain(ordered[::-1])[:-1]


def _chain(points: Sequence[Point]) -> list[Point]:
    chain: list[Point] = []
    for point in points:
        while len(chain) > 1 and _turn(chain[-2], chain[-1], point) < 1e-3:
            chain.pop()
        chain.append(point)
    return chain


def _turn(one: Point, other: Point, third: Point) -> float:
    return (other[0] - one[0]) * (third[1] - one[1]) - (other[1] - one[1]) * (third[0] - one[0])
