"""The pictures that other sites show beside a link: PNG, 1200 × 630, drawn from scenes and tables."""

import io
from collections.abc import Sequence

from PIL import Image, ImageDraw

from frontend.letters import font, legible, shortened, wrapped
from frontend.raster import Canvas
from games.pictures.drawing import draw_scene, frame_of
from games.pictures.looks import COLOURS
from games.pictures.view import View
from games.rules.core import Game as Engine
from games.rules.scene import Scene

Pen = ImageDraw.ImageDraw
SIZE = (1200, 630)
# Drawn larger, then made smaller: edges are smooth then.
FINER = 2
NIGHT, STAR, INK, MUTED, BRASS = "#10131f", "#2b3147", "#ece7da", "#a9a798", "#d9b25f"
BOARD_BOX = (44, 40, 550, 550)
TEXT_LEFT = 650
RIGHT, POINTS_LEFT = 1150, 980


def game_preview(
    engine: Engine,
    scene: Scene,
    *,
    title: str,
    note: str = "",
    prose: str = "",
    lines: Sequence[tuple[str, str]] = (),
    seat: int = 0,
) -> bytes:
    """A position, with what it is and who plays it: each line is a seat's colour and a name."""
    image = _sky()
    view = View(engine.board(), engine.family, engine.colours, seat, is_small=True)
    box = tuple(FINER * length for length in BOARD_BOX)
    Canvas(image, (box[0], box[1], box[2], box[3]), frame_of(view, scene)).draw(draw_scene(view, scene))
    image = image.resize(SIZE, Image.Resampling.LANCZOS)
    pen = ImageDraw.Draw(image)
    _write(pen, TEXT_LEFT, 96, title, size=60, fill=INK)
    y = 180
    for text, fill in ((note, BRASS), (prose, MUTED)):
        for line in wrapped(legible(text), size=34, width=RIGHT - TEXT_LEFT)[:3]:
            _write(pen, TEXT_LEFT, y, line, size=34, fill=fill)
            y += 46
    y += 26
    for colour, line in lines[:4]:
        pen.ellipse((TEXT_LEFT, y + 8, TEXT_LEFT + 30, y + 38), fill=COLOURS[colour].fill, outline=INK, width=2)
        _write(pen, TEXT_LEFT + 48, y, line, size=38, fill=INK)
        y += 60
    return _finish(image, pen, TEXT_LEFT)


def table_preview(*, title: str, subtitle: str, rows: Sequence[tuple[str, str, str]]) -> bytes:
    """The top of a table: rank, name, points."""
    image = _sky().resize(SIZE, Image.Resampling.LANCZOS)
    pen = ImageDraw.Draw(image)
    _write(pen, 80, 70, title, size=64, fill=INK)
    _write(pen, 80, 155, subtitle, size=34, fill=MUTED)
    for number, (rank, name, points) in enumerate(rows[:5]):
        y = 235 + 62 * number
        _write(pen, 80, y, rank, size=40, fill=BRASS)
        _write(pen, 160, y, name, size=40, fill=INK, until=POINTS_LEFT)
        width = pen.textlength(points, font=font(40))
        pen.text((1120 - width, y), points, font=font(40), fill=INK)
    return _finish(image, pen, 80)


def _sky() -> Image.Image:
    image = Image.new("RGB", (SIZE[0] * FINER, SIZE[1] * FINER), NIGHT)
    pen = ImageDraw.Draw(image)
    for number in range(120):  # always the same stars: the same page has the same picture
        x, y = (number * 7919) % SIZE[0] * FINER, (number * 104729) % SIZE[1] * FINER
        width = FINER * (number % 3 + 1)
        pen.ellipse((x, y, x + width, y + width), fill=STAR)
    return image


def _finish(image: Image.Image, pen: Pen, left: int) -> bytes:
    _write(pen, left, 556, "Asterism", size=32, fill=BRASS)
    file = io.BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def _write(pen: Pen, x: int, y: int, text: str, *, size: int, fill: str, until: int = RIGHT) -> None:
    pen.text((x, y), shortened(legible(text), size=size, width=until - x), font=font(size), fill=fill)
