"""The pictures that other sites show beside a link: PNG, 1200 × 630, drawn from scenes and tables.

Those who show previews take no SVG, so these are drawn a third way; but what is drawn is the scene, as everywhere.
"""

import io
import math
from collections.abc import Sequence

from PIL import Image, ImageDraw

from frontend.letters import font, legible, shortened
from games.rules.core import Game as Engine
from games.rules.scene import Board
from games.selectors.faces import Json
from games.selectors.pictures import COLOURS, LINE, PLATFORM, PLATFORM_EDGE, WOOD, WOOD_B

Point = tuple[float, float]

SIZE = (1200, 630)
NIGHT, STAR, INK, MUTED, BRASS = "#10131f", "#2b3147", "#ece7da", "#a9a798", "#d9b25f"
BOARD_BOX = (40, 40, 590, 590)
TEXT_LEFT = 640
RIGHT, POINTS_LEFT = 1160, 980


def game_preview(engine: Engine, scene: Json, *, title: str, lines: Sequence[str]) -> bytes:
    """A position, with what the game is and who plays it."""
    image, pen = _sky()
    _draw_board(pen, engine, scene)
    _write(pen, TEXT_LEFT, 120, title, size=60, fill=INK)
    for number, line in enumerate(lines[:5]):
        _write(pen, TEXT_LEFT, 230 + 62 * number, line, size=40, fill=MUTED)
    return _finish(image, pen, TEXT_LEFT)


def table_preview(*, title: str, subtitle: str, rows: Sequence[tuple[str, str, str]]) -> bytes:
    """The top of a table: rank, name, points."""
    image, pen = _sky()
    _write(pen, 80, 70, title, size=64, fill=INK)
    _write(pen, 80, 155, subtitle, size=34, fill=MUTED)
    for number, (rank, name, points) in enumerate(rows[:5]):
        y = 235 + 62 * number
        _write(pen, 80, y, rank, size=40, fill=BRASS)
        _write(pen, 160, y, name, size=40, fill=INK, until=POINTS_LEFT)
        width = pen.textlength(points, font=font(40))
        pen.text((1120 - width, y), points, font=font(40), fill=INK)
    return _finish(image, pen, 80)


def _sky() -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("RGB", SIZE, NIGHT)
    pen = ImageDraw.Draw(image)
    for number in range(120):  # always the same stars: the same page has the same picture
        x, y = (number * 7919) % SIZE[0], (number * 104729) % SIZE[1]
        pen.ellipse((x, y, x + number % 3 + 1, y + number % 3 + 1), fill=STAR)
    return image, pen


def _finish(image: Image.Image, pen: ImageDraw.ImageDraw, left: int) -> bytes:
    _write(pen, left, 560, "Asterism", size=32, fill=BRASS)
    file = io.BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def _write(pen: ImageDraw.ImageDraw, x: int, y: int, text: str, *, size: int, fill: str, until: int = RIGHT) -> None:
    pen.text((x, y), shortened(legible(text), size=size, width=until - x), font=font(size), fill=fill)


# -- a position -------------------------------------------------------------------------------------------------------


class _Frame:
    """Board units as pixels of the picture's board box."""

    def __init__(self, points: Sequence[Point]) -> None:
        left, top = min(x for x, _ in points), min(y for _, y in points)
        width, height = max(x for x, _ in points) - left, max(y for _, y in points) - top
        box_width, box_height = BOARD_BOX[2] - BOARD_BOX[0], BOARD_BOX[3] - BOARD_BOX[1]
        self.scale = min(box_width / width, box_height / height)
        self.x = BOARD_BOX[0] + (box_width - width * self.scale) / 2 - left * self.scale
        self.y = BOARD_BOX[1] + (box_height - height * self.scale) / 2 - top * self.scale

    def __call__(self, x: float, y: float) -> Point:
        return self.x + x * self.scale, self.y + y * self.scale


def _draw_board(pen: ImageDraw.ImageDraw, engine: Engine, scene: Json) -> None:
    board = engine.board()
    cells = _outlines(board, scene)
    frame = _Frame([point for _, outline in cells.values() for point in outline])
    for is_dark, outline in cells.values():
        pen.polygon([frame(*point) for point in outline], fill=WOOD_B if is_dark else WOOD, outline=LINE)
    if scene["platform"] is not None:
        _draw_platform(pen, frame, scene["platform"])
    for piece in scene["pieces"]:
        outline = cells[piece["cell"]][1] if piece["cell"] in cells else ()
        _draw_piece(pen, frame, piece, COLOURS[engine.colours[piece["seat"]]], outline)


def _outlines(board: Board, scene: Json) -> dict[str, tuple[bool, Sequence[Point]]]:
    """Each cell's outline, and whether it is one of the dark ones; a board that wanders brings its discs."""
    if scene["cells"]:
        return {cell["name"]: (False, cell["outline"]) for cell in scene["cells"] if cell["kind"] == "disc"}
    return {
        cell.name: (len(cell.outline) == 4 and (math.floor(cell.x) + math.floor(cell.y)) % 2 == 1, cell.outline)
        for cell in board.cells
    }


def _draw_platform(pen: ImageDraw.ImageDraw, frame: _Frame, platform: Json) -> None:
    corners = (platform["x"], platform["y"]), (platform["x"] + platform["width"], platform["y"] + platform["height"])
    (left, top), (right, bottom) = (frame(*corner) for corner in corners)
    pen.rectangle((left, top, right, bottom), fill=PLATFORM, outline=PLATFORM_EDGE, width=4)


def _draw_piece(
    pen: ImageDraw.ImageDraw, frame: _Frame, piece: Json, colours: tuple[str, str, str], outline: Sequence[Point]
) -> None:
    fill, edge, ink = colours
    if piece["kind"] == "tetrahedron" and outline:
        pen.polygon([frame(*point) for point in _shrunk(outline, (piece["x"], piece["y"]))], fill=fill, outline=edge)
        return
    (x, y), radius = frame(piece["x"], piece["y"]), 0.4 * frame.scale
    pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=fill, outline=edge, width=2)
    if sign := SIGNS.get(piece["kind"]):
        pen.polygon([(x + dx * frame.scale, y + dy * frame.scale) for dx, dy in sign], fill=ink)


def _shrunk(outline: Sequence[Point], centre: Point) -> list[Point]:
    return [(centre[0] + (x - centre[0]) * 0.86, centre[1] + (y - centre[1]) * 0.86) for x, y in outline]


def _ray_shape(corners: int, outer: float, inner: float) -> list[Point]:
    turns = [math.pi * corner / corners - math.pi / 2 for corner in range(2 * corners)]
    return [
        (radius * math.cos(turn), radius * math.sin(turn))
        for turn, radius in zip(turns, (outer, inner) * corners, strict=True)
    ]


def _crescent() -> list[Point]:
    outer = [(0.25 * math.cos(turn / 10), 0.25 * math.sin(turn / 10)) for turn in range(10, 54)]
    inner = [(0.08 + 0.2 * math.cos(turn / 10), 0.2 * math.sin(turn / 10)) for turn in range(53, 9, -1)]
    return outer + inner


SIGNS = {
    "sun": _ray_shape(12, 0.27, 0.17),
    "moon": _crescent(),
    "star": _ray_shape(5, 0.28, 0.12),
    "champion": [(-0.22, 0.16), (-0.22, -0.12), (-0.11, 0.02), (0, -0.2), (0.11, 0.02), (0.22, -0.12), (0.22, 0.16)],
}
