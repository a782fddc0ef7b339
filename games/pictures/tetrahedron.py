"""Draw Vega's pieces: a regular tetrahedron on its triangle, seen from above and slightly tilted, lit from one side."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from games.pictures.shapes import middle
from games.rules.scene import Point

Vertex = tuple[float, float, float]

TILT = 0.15
HEIGHT = math.sqrt(2 / 3)
SIZE = 0.9
LIGHT: Vertex = (-0.6, -0.1, 0.79)
VIEW: Vertex = (0.0, TILT, 1.0)


@dataclass(frozen=True)
class Facet:
    points: tuple[Point, ...]
    shade: float
    is_marked: bool


@dataclass(frozen=True)
class Standing:
    """The shadow, the visible facets, and the position of the top."""

    foot: tuple[Point, ...]
    facets: tuple[Facet, ...]
    top: Point


def standing(outline: Sequence[Point], on_screen: Sequence[Point]) -> Standing:
    """The drawn tetrahedron of a cell. Which of its four faces is down depends on the cell alone, not on its path."""
    centre_x, centre_y = middle(on_screen)
    base = [(centre_x + (x - centre_x) * SIZE, centre_y + (y - centre_y) * SIZE, 0.0) for x, y in on_screen]
    vertices = [*base, (centre_x, centre_y, HEIGHT * SIZE)]
    labels = [_lattice_label(corner) for corner in outline]
    marked = [*labels, 6 - sum(labels)].index(0)
    facets = [_facet(vertices, opposite, is_marked=opposite == marked) for opposite in range(4)]
    foot = tuple((x + 0.03, y + 0.05) for x, y, _ in base)
    return Standing(foot, tuple(facet for facet in facets if facet is not None), _flat(vertices[3]))


def _lattice_label(corner: Point) -> int:
    """0 to 3: the parities of the two lattice coordinates of a corner of the triangle grid."""
    row = round(corner[1] / (math.sqrt(3) / 2))
    return (row % 2) * 2 + math.floor(corner[0] - row / 2 + 0.5) % 2


def _facet(vertices: Sequence[Vertex], opposite: int, *, is_marked: bool) -> Facet | None:
    corners = [vertex for index, vertex in enumerate(vertices) if index != opposite]
    normal = _outward_normal(corners, vertices[opposite])
    if _dot(normal, VIEW) <= 0.001:
        return None
    shade = (0.5 - 0.5 * _dot(normal, LIGHT) / math.hypot(*LIGHT)) * 0.8
    return Facet(tuple(_flat(corner) for corner in corners), shade, is_marked)


def _flat(corner: Vertex) -> Point:
    return corner[0], corner[1] - corner[2] * TILT


def _outward_normal(corners: Sequence[Vertex], inside: Vertex) -> Vertex:
    (ax, ay, az), (bx, by, bz) = (_subtract(corners[1], corners[0]), _subtract(corners[2], corners[0]))
    normal = (ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx)
    length = math.hypot(*normal) * (1 if _dot(normal, _subtract(corners[0], inside)) > 0 else -1)
    return normal[0] / length, normal[1] / length, normal[2] / length


def _subtract(one: Vertex, other: Vertex) -> Vertex:
    return one[0] - other[0], one[1] - other[1], one[2] - other[2]


def _dot(one: Vertex, other: Vertex) -> float:
    return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]
