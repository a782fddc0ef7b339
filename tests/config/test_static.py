"""A stylesheet is sent as one file with its imports inlined; third-party files are sent unchanged."""

import re
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage

from config.env import BASE_DIR
from config.static import SentFiles, whole_stylesheet

STATIC = BASE_DIR / "frontend" / "static"
STYLESHEETS = sorted(str(path.relative_to(STATIC)) for path in (STATIC / "css").glob("*.css"))


@pytest.mark.parametrize("name", STYLESHEETS)
def test_no_import_is_left(name: str) -> None:
    assert "@import" not in whole_stylesheet(FileSystemStorage(STATIC), name)


def test_imported_styles_keep_their_order() -> None:
    whole = whole_stylesheet(FileSystemStorage(STATIC), "css/site.css")
    names = re.findall(r'@import "([\w-]+\.css)"', (STATIC / "css" / "site.css").read_text())
    places = [whole.index((STATIC / "css" / name).read_text()) for name in names]
    assert len(places) > 5
    assert places == sorted(places)


def test_nested_imports_are_inlined_and_external_ones_stay(tmp_path: Path) -> None:
    sources = FileSystemStorage(tmp_path)
    sources.save("css/page.css", ContentFile(b'@import "board.css";\n.page {}\n'))
    sources.save("css/board.css", ContentFile(b'@import "piece.css";\n.board {}\n'))
    sources.save("css/piece.css", ContentFile(b'@import url("https://example.org/far.css");\n.piece {}\n'))
    whole = whole_stylesheet(sources, "css/page.css")
    assert whole == '@import url("https://example.org/far.css");\n.piece {}\n.board {}\n.page {}\n'


def test_third_party_scripts_are_sent_unchanged(tmp_path: Path) -> None:
    sources = FileSystemStorage(tmp_path)
    (tmp_path / "core.js").write_text("// theirs\n")
    with SentFiles(sources).open("core.js") as sent:
        assert sent.read() == b"// theirs\n"
