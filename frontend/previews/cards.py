"""Rendering of link preview images (Open Graph): PNG, 1200 × 630, with a board or the top of the standings."""

import io
from collections.abc import Sequence
from functools import cache

import resvg_py
from PIL import Image, ImageDraw

from frontend.previews.text_layout import FONT, font, legible, shortened, wrapped
from games.pictures.looks import COLOURS
from games.pictures.svg import lone_svg
from games.pictures.view import View
from games.rules.core import Game as Engine
from games.rules.scene import Scene

Pen = ImageDraw.ImageDraw
SIZE = (1200, 630)
NIGHT, STAR, INK, MUTED, BRASS = "#10131f", "#2b3147", "#ece7da", "#a9a798", "#d9b25f"
BOARD_LEFT, BOARD_TOP, BOARD_SIZE = 44, 40, 550
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
    """Draw a position beside a title, texts and up to four lines of (seat colour, name)."""
    image = _sky().copy()
    view = View(engine.board(), engine.family, engine.colours, seat, is_small=True)
    board = _rendered(lone_svg(view, scene, size=BOARD_SIZE))
    left, top = BOARD_LEFT + (BOARD_SIZE - board.width) // 2, BOARD_TOP + (BOARD_SIZE - board.height) // 2
    image.paste(board, (left, top), board)
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
    """Draw the first five rows of standings: rank, name, points."""
    image = _sky().copy()
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


@cache
def _sky() -> Image.Image:
    """Deterministic, so that the same page has the same image."""
    stars = "".join(
        f'<circle cx="{number * 7919 % SIZE[0]}" cy="{number * 104729 % SIZE[1]}" r="{(number % 3 + 1) / 2}"/>'
        for number in range(120)
    )
    size = f'width="{SIZE[0]}" height="{SIZE[1]}"'
    sky = f'<rect {size} fill="{NIGHT}"/><g fill="{STAR}">{stars}</g>'
    return _rendered(f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{sky}</svg>').convert("RGB")


def _rendered(svg: str) -> Image.Image:
    """Rasterise an SVG with our font only, for the same image on every machine."""
    png = resvg_py.svg_to_bytes(
        svg_string=svg, skip_system_fonts=True, font_files=[str(FONT)], font_family="DejaVu Sans Condensed"
    )
    return Image.open(io.BytesIO(png))


def _finish(image: Image.Image, pen: Pen, left: int) -> bytes:
    _write(pen, left, 556, "Asterism", size=32, fill=BRASS)
    file = io.BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def _write(pen: Pen, x: int, y: int, text: str, *, size: int, fill: str, until: int = RIGHT) -> None:
    pen.text((x, y), shortened(legible(text), size=size, width=until - x), font=font(size), fill=fill)
