"""`manage.py looks`: generate the boards' style sheet and the sprite of seat icons from games/pictures."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.pictures.marks import seat_sprite
from games.pictures.paint import style_sheet
from games.rules import families

STATIC = Path(__file__).resolve().parents[2] / "static"
SHEET = STATIC / "css" / "looks.css"
SPRITE = STATIC / "img" / "seats.svg"


class Command(BaseCommand):
    help = "Write css/looks.css and img/seats.svg from games/pictures."
    requires_system_checks = []

    def handle(self, **options: Any) -> None:
        SHEET.write_text(style_sheet(), encoding="utf-8")
        SPRITE.write_text(seat_marks(), encoding="utf-8")


def seat_marks() -> str:
    return seat_sprite(families())
