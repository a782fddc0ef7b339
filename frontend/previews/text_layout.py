"""Text layout for preview images: font loading, replacement of missing glyphs, truncation, wrapping."""

import unicodedata
from functools import cache
from pathlib import Path

from PIL import ImageFont

FONT = Path(__file__).parent.parent / "fonts" / "DejaVuSansCondensed.ttf"
NONCHARACTER = "\uffff"  # draws the missing-glyph box
# Bidirectional classes that need text shaping, which the basic layout engine can't do.
NEEDS_SHAPING = ("R", "AL", "AN", "NSM")
PROBE_SIZE = 24


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONT, size, layout_engine=ImageFont.Layout.BASIC)


def legible(text: str, instead: str = "") -> str:
    """Reduce the text to characters the font has, without accents if need be; `instead` if under half remains."""
    written = "".join(map(_written, unicodedata.normalize("NFC", text)))
    kept = " ".join(written.split())
    letters = sum(letter.isalnum() for letter in text)
    return kept if 2 * sum(letter.isalnum() for letter in kept) >= letters else instead


def shortened(text: str, *, size: int, width: float) -> str:
    """Truncate the text to a width, with an ellipsis."""
    if font(size).getlength(text) <= width:
        return text
    kept = text
    while kept and font(size).getlength(kept + "…") > width:
        kept = kept[:-1].rstrip()
    return kept + "…"


def wrapped(text: str, *, size: int, width: float) -> list[str]:
    """Break the text into lines of at most a width, between words."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and font(size).getlength(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


@cache
def _written(letter: str) -> str:
    if letter.isspace() or _has(letter):
        return letter
    return "".join(part for part in unicodedata.normalize("NFKD", letter) if part != letter and _has(part))


def _has(letter: str) -> bool:
    if not letter.isprintable() or unicodedata.bidirectional(letter) in NEEDS_SHAPING:
        return False
    return letter == " " or _drawn(letter) != _drawn(NONCHARACTER)


def _drawn(letter: str) -> bytes:
    return bytes(font(PROBE_SIZE).getmask(letter))
