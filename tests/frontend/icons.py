"""Draw the app icons from the favicon with Chromium: `pytest tests/frontend/icons.py`."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser

FOLDER = Path(__file__).resolve().parents[2] / "frontend" / "static" / "img"
FAVICON = (FOLDER / "favicon.svg").read_text()
SIDE = 32
GROUND = re.search(r"<rect [^>]+/>", FAVICON).group()
# The centre of the stars.
MIDDLE = (14.9, 14.3)
STARS = FAVICON.split(GROUND)[1].replace("</svg>", "")


@dataclass(frozen=True)
class Icon:
    name: str
    size: int
    ground: str
    """Below the stars: nothing, the favicon's tile, or dark to the edge, where systems cut their own shape."""
    scale: float | None = None
    """The stars centred at this scale; None leaves them where the favicon has them."""
    is_silhouette: bool = False

    @property
    def drawing(self) -> str:
        stars = re.sub(r'(fill|stroke)="#\w+"', r'\1="#fff"', STARS) if self.is_silhouette else STARS
        if self.scale is not None:
            x, y = (SIDE / 2 - self.scale * middle for middle in MIDDLE)
            stars = f'<g transform="translate({x} {y}) scale({self.scale})">{stars}</g>'
        opening = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}" width="{self.size}">'
        return f"{opening}{self.ground}{stars}</svg>"


TO_THE_EDGE = re.sub(r' rx="\d+"', "", GROUND)
ICONS = [
    Icon("icon-192.png", 192, GROUND),
    Icon("icon-512.png", 512, GROUND),
    # The safe zone is the circle of 80 percent that every system shows.
    Icon("icon-maskable-512.png", 512, TO_THE_EDGE, scale=0.8),
    Icon("apple-touch-icon.png", 180, TO_THE_EDGE, scale=0.95),
    Icon("badge.png", 96, "", scale=1.2, is_silhouette=True),
]


@pytest.mark.browser
@pytest.mark.parametrize("icon", ICONS, ids=lambda icon: icon.name)
def test_draw(icon: Icon, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": icon.size, "height": icon.size})
    page.set_content(f'<body style="margin:0">{icon.drawing}</body>')
    page.locator("svg").screenshot(path=FOLDER / icon.name, omit_background=True)
    page.close()
