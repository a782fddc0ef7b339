"""Coordinates in a picture: the board rotated so that a seat's side is at the bottom."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from games.pictures.shapes import hull
from games.rules.scene import Board, Cell, Point

Box = tuple[float, float, float, float]
# How far the mount of a small picture reaches beyond the cells: it has no coordinates.
SMALL_MOUNT = 0.25


@dataclass(frozen=True)
class View:
    """A board seen from a seat, or from the first seat for spectators; `is_small` leaves out details."""

    board: Board
    family: str
    colours: Sequence[str]
    seat: int | None = 0
    is_small: bool = False

    @cached_property
    def _turn(self) -> tuple[float, float, float, float]:
        """Cosine and sine of the angle, and the centre of rotation."""
        board = self.board
        seat = self.seat or 0
        angle = math.radians(board.turns[seat] if seat < len(board.turns) else 0)
        return math.cos(angle), math.sin(angle), board.x + board.width / 2, board.y + board.height / 2

    def point(self, x: float, y: float) -> Point:
        cosine, sine, centre_x, centre_y = self._turn
        dx, dy = x - centre_x, y - centre_y
        return centre_x + dx * cosine - dy * sine, centre_y + dx * sine + dy * cosine

    def outline(self, points: Iterable[Point]) -> list[Point]:
        return [self.point(x, y) for x, y in points]

    @property
    def mount(self) -> float:
        """How far the mount reaches beyond the cells."""
        return SMALL_MOUNT if self.is_small else self.board.mount

    def hull(self) -> list[Point]:
        """The corners of a fixed board; empty for one that moves."""
        return hull(self.point(x, y) for cell in self.board.cells for x, y in cell.outline)


def bounds(view: View, cells: Iterable[Cell]) -> Box:
    """The visible area: all cells and the mount around them."""
    points = [view.point(x, y) for cell in cells for x, y in cell.outline]
    mount = view.mount
    left, top = min(x for x, _ in points) - mount, min(y for _, y in points) - mount
    box = left, top, max(x for x, _ in points) + mount - left, max(y for _, y in points) + mount - top
    return box if view.board.cells or view.is_small else squared(box)


def squared(box: Box) -> Box:
    """A square around the box: a board that moves changes its shape, the page around it must not shift."""
    left, top, width, height = box
    side = max(width, height)
    return left - (side - width) / 2, top - (side - height) / 2, side, side
