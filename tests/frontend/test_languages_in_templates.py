"""Templates have no untranslatable text, and no date or number formats of one language."""

import re
from pathlib import Path

import pytest

from tests.frontend.unmarked import unmarked

TEMPLATES = Path(__file__).resolve().parents[2] / "frontend" / "templates"
FILES = sorted(path for path in TEMPLATES.rglob("*") if path.suffix in (".html", ".txt"))
EXCUSED = {
    "styleguide/components.html": "made-up samples: people, tournaments, figures",
    "allauth/elements/button.html": "puts one tag together from pieces of markup",
}
# Named formats differ between languages; the others are for programs.
DATE_FORMAT = re.compile(r"""\|(?:date|time):["']([^"']*)["']""")
FORMATS_FOR_PROGRAMS = {"c", r"Y-m-d\TH:i"}


def test_every_text_of_a_template_is_translatable() -> None:
    found = {
        name: words
        for path in FILES
        if (name := path.relative_to(TEMPLATES).as_posix()) not in EXCUSED
        and (words := unmarked(path.read_text(), is_html=path.suffix == ".html"))
    }
    assert found == {}


def test_every_exception_exists() -> None:
    assert set(EXCUSED) <= {path.relative_to(TEMPLATES).as_posix() for path in FILES}


def test_dates_use_named_formats() -> None:
    formats = {name for path in FILES for name in DATE_FORMAT.findall(path.read_text())}
    assert {name for name in formats - FORMATS_FOR_PROGRAMS if not name.endswith("_FORMAT")} == set()


@pytest.mark.parametrize(
    ("template", "found"),
    [
        ("<p>Hello there</p>", ["Hello there"]),
        ('<p>{% translate "Hello there" %}</p>', []),
        ("<p>{% blocktranslate %}Hello {{ name }}{% endblocktranslate %}, you</p>", [", you"]),
        ('<img alt="A board" src="x"><input placeholder="Your name">', ["A board", "Your name"]),
        ('<a aria-label="{% translate "Menu" %}" class="button small">…</a>', []),
        ('{% include "empty.html" with title="Nothing yet" text=_("Make one") %}', ['"Nothing yet"']),
        ('{{ mail|default:"none" }} {{ count }} game{{ count|pluralize }}', ['"none"', "{} {} game{}"]),
        ('<meta name="description" content="All games">', ["All games"]),
        ("<code>d3-e4</code> Vega · {{ name }} {# a comment #}", []),
    ],
)
def test_the_finder_finds_untranslatable_text(template: str, found: list[str]) -> None:
    assert unmarked(template, is_html=True) == found
