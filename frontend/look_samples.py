"""Sample boards for choosing a look (board theme and piece style): strips of pieces, one position per family."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from frontend.family_positions import portrait_of
from frontend.learn.library import position_of
from games.pictures.svg import page_svg
from games.pictures.view import View
from games.rules import Family, families, get_family
from games.rules.scene import Board, Cell, Piece, Point, Scene

VEGA_COLOURS = ("red", "blue", "yellow", "violet")
ROW_HEIGHT = math.sqrt(3) / 2


@dataclass(frozen=True)
class Sample:
    name: str
    picture: str


@cache
def sample_of(kind: str) -> str:
    """Return a strip of board as SVG for one setting: theme, vega, suits or pawns."""
    return {"theme": _themes, "vega": _vega, "suits": _suits, "pawns": _pawns}[kind]()


@cache
def family_samples() -> tuple[Sample, ...]:
    """Return a position of every family, as inline SVG."""
    return tuple(Sample(family.name, _family_sample(family)) for family in families())


@lru_cache(maxsize=64)
def family_picture(family_id: str, *, look: str) -> str:
    """Return a position of a family as standalone SVG in the given look."""
    return portrait_of(get_family(family_id)).lone_picture(look)


def _family_sample(family: Family) -> str:
    game, state = position_of(family, in_all_colours=True)
    return page_svg(View(game.board(), game.family, game.colours), state.scene(), label=family.name)


def _themes() -> str:
    pieces = (Piece(0, "sun", "b1", 1.5, 1.5), Piece(1, "moon", "c2", 2.5, 0.5), Piece(0, "star", "d1", 3.5, 1.5))
    return _squares(4, 2, pieces, ("white", "brown"))


def _suits() -> str:
    kinds = ("sun", "moon", "star", "champion")
    pieces = [
        Piece(seat, kind, f"{'abcd'[x]}{2 - seat}", x + 0.5, seat + 0.5)
        for x, kind in enumerate(kinds)
        for seat in (0, 1)
    ]
    return _squares(4, 2, pieces, ("white", "brown"))


def _pawns() -> str:
    pieces = [Piece(seat, "pawn", f"{'abcd'[seat]}1", seat + 0.5, 0.5) for seat in range(4)]
    return _squares(4, 1, pieces, ("orange", "yellow", "red", "black"))


def _vega() -> str:
    cells = [_triangle(number) for number in range(4)]
    pieces = [Piece(seat, "tetrahedron", cell.name, cell.x, cell.y) for seat, cell in enumerate(cells)]
    return _strip(cells, pieces, VEGA_COLOURS, 2.5, ROW_HEIGHT)


def _triangle(number: int) -> Cell:
    """A cell of a row of triangles, which alternately point up and down."""
    left, low, high = number / 2, ROW_HEIGHT, 0.0
    outline: tuple[Point, ...] = ((left, low), (left + 1, low), (left + 0.5, high))
    if number % 2:
        outline = ((left, high), (left + 1, high), (left + 0.5, low))
    return Cell(f"a{number}", left + 0.5, sum(y for _, y in outline) / 3, outline)


def _squares(columns: int, rows: int, pieces: Sequence[Piece], colours: Sequence[str]) -> str:
    cells = [_square(x, y, rows) for y in range(rows) for x in range(columns)]
    return _strip(cells, pieces, colours, columns, rows)


def _square(x: int, y: int, rows: int) -> Cell:
    outline: tuple[Point, ...] = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
    return Cell(f"{'abcdefgh'[x]}{rows - y}", x + 0.5, y + 0.5, outline)


def _strip(cells: Sequence[Cell], pieces: Sequence[Piece], colours: Sequence[str], width: float, height: float) -> str:
    board = Board(0, 0, width, height, tuple(cells), (), (0.0,), ())
    view = View(board, "sample", colours, is_small=True)
    return page_svg(view, Scene(pieces=tuple(pieces)), label="")
