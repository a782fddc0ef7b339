"""`manage.py looks` writes the style sheet of boards from the table of paint, after either has changed."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.pictures.paint import style_sheet

SHEET = Path(__file__).resolve().parents[2] / "static" / "css" / "looks.css"


class Command(BaseCommand):
    help = "Write frontend/static/css/looks.css from games/pictures."
    requires_system_checks = []

    def handle(self, **options: Any) -> None:
        SHEET.write_text(style_sheet(), encoding="utf-8")
