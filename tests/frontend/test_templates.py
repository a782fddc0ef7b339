"""Rules for all templates and style sheets: nothing inline, nothing external, names bidi-isolated."""

import re
from pathlib import Path

import pytest

ROOM = Path(__file__).resolve().parents[2] / "frontend"
TEMPLATES = sorted((ROOM / "templates").rglob("*.html"))
SHEETS = sorted((ROOM / "static" / "css").glob("*.css"))
# Wooden and plastic pieces keep their colours in the dark theme.
OWN_COLOURS = {"tokens.css", "looks.css"}
LONGEST_LINE = 160
SCRIPTS = sorted((ROOM / "static" / "js").rglob("*.js"))

# Mail programs need inline styles; the site's policy doesn't apply there.
WEB_TEMPLATES = [template for template in TEMPLATES if "email" not in template.relative_to(ROOM).parts]
every_template = pytest.mark.parametrize("template", WEB_TEMPLATES, ids=lambda path: str(path.relative_to(ROOM)))


@pytest.mark.slow
@every_template
def test_there_are_no_inline_scripts_or_styles(template: Path) -> None:
    text = template.read_text()
    assert re.findall(r"\sstyle\s*=|<style|\son[a-z]+\s*=\s*[\"']", text) == []
    assert re.findall(r"<script(?![^>]*\ssrc=)", text) == []


@pytest.mark.slow
@every_template
def test_nothing_is_loaded_from_other_sites(template: Path) -> None:
    assert re.findall(r"(?:src|href)=[\"'](?:https?:)?//[^\"']+", template.read_text()) == []


@pytest.mark.parametrize(
    "sheet", [sheet for sheet in SHEETS if sheet.name not in OWN_COLOURS], ids=lambda path: path.name
)
def test_colours_are_defined_as_tokens(sheet: Path) -> None:
    """A colour elsewhere would be missing in the other theme, unless it is defined for both."""
    without_pairs = re.sub(r"light-dark\((?:[^()]|\([^()]*\))*\)", "", sheet.read_text())
    strays = set(re.findall(r"#[0-9a-f]{3,8}\b", without_pairs))
    assert strays <= {"#10131f", "#fff"}


def test_every_icon_named_in_templates_exists() -> None:
    drawn = set(re.findall(r'<symbol id="([^"]+)"', (ROOM / "static" / "img" / "icons.svg").read_text()))
    named = {name for template in TEMPLATES for name in re.findall(r'{% icon "([^"]+)"', template.read_text())}
    assert named - drawn == set()


def test_lines_of_templates_are_short() -> None:
    """Beside djhtml, which indents and doesn't break lines; a longer one hides what is decided at its end."""
    texts = [path for path in (ROOM / "templates").rglob("*") if path.suffix in (".html", ".txt")]
    long = [
        f"{path.relative_to(ROOM)}:{number}"
        for path in sorted(texts)
        for number, line in enumerate(path.read_text().splitlines(), start=1)
        if len(line) > LONGEST_LINE
    ]
    assert long == []


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_scripts_are_modules_with_a_description(script: Path) -> None:
    text = script.read_text()
    assert text.startswith("/**")
    assert re.findall(r"\bwindow\.\w+\s*=[^=]|\bdocument\.write\b|\.innerHTML\b|\beval\(", text) == []
