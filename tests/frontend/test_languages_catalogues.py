"""Translation catalogues: extraction from sources, merging, compiling and checks."""

from io import StringIO
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from django.core.management import CommandError, call_command

from frontend.translations import catalogues
from frontend.translations.catalogues import (
    OF_PROGRAMS,
    OF_SCRIPTS,
    Domain,
    compile_catalogue,
    compiled,
    extract_template,
    gather,
    merge,
    read_catalogue,
    sentences,
)
from frontend.translations.check import message_problems, problems

TEMPLATE = """
  {% load i18n %}<p title="{% translate "Title" %}">
      {% blocktranslate trimmed count n=n %}
        {{ n }} game of 100%{% plural %}{{ n }} games
      {% endblocktranslate %}
    {% translate "Leave" context "the site" %} {{ name|default:_("none") }} {% include "x" with text=_("Words") %}
"""
METHODS = [("*.html", extract_template), ("*.py", "python"), ("*.js", "javascript")]
SCRIPT = """
status(t("{name} is to move.", { name }), tn("{count} turn", "{count} turns", n));
console.log("nobody translates this");
"""
PROGRAM = """
first = gettext_lazy("Title")
second = npgettext("of a game", "%(n)d turn", "%(n)d turns", n)
third = say_count("{count} piece", "{count} pieces", count=2) if n else say("No {thing!r}.", thing=n)
log.info("nobody translates this")
"""


@pytest.fixture
def domain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Domain:
    """A site of one template and one program."""
    (tmp_path / "page.html").write_text(TEMPLATE)
    (tmp_path / "program.py").write_text(PROGRAM)
    (tmp_path / "script.js").write_text(SCRIPT)
    monkeypatch.setattr(catalogues, "ROOT", tmp_path)
    monkeypatch.setattr(catalogues, "LOCALE", tmp_path / "locale")
    domain = Domain("django", METHODS, {**OF_PROGRAMS, **OF_SCRIPTS})
    for name in ("frontend.management.commands.translations.DOMAINS", "frontend.translations.catalogues.DOMAINS"):
        monkeypatch.setattr(name, (domain,))
    return domain


def test_texts_of_templates_and_programs_are_extracted_with_context_and_plural(domain: Domain) -> None:
    found = {
        (message.context, message.id): [name for name, _ in message.locations]
        for message in gather(domain)
        if message.id
    }
    assert found == {
        (None, "Title"): ["page.html", "program.py"],
        (None, ("%(n)s game of 100%%", "%(n)s games")): ["page.html"],
        ("the site", "Leave"): ["page.html"],
        (None, "none"): ["page.html"],
        (None, "Words"): ["page.html"],
        ("of a game", ("%(n)d turn", "%(n)d turns")): ["program.py"],
        (None, ("{count} piece", "{count} pieces")): ["program.py"],
        (None, "No {thing!r}."): ["program.py"],
        (None, "{name} is to move."): ["script.js"],
        (None, ("{count} turn", "{count} turns")): ["script.js"],
    }


def test_a_merge_keeps_translations_and_drops_unused_ones(domain: Domain, tmp_path: Path) -> None:
    assert merge(domain, "cs", gather(domain)) == 10
    path = domain.path("cs")
    path.write_text(path.read_text().replace('msgid "Title"\nmsgstr ""', 'msgid "Title"\nmsgstr "Název"'))
    (tmp_path / "page.html").write_text("\n\n\n" + TEMPLATE.replace("Words", "Other words"))
    assert merge(domain, "cs", gather(domain)) == 9
    kept = {message.id: message.string for message in sentences(read_catalogue(domain, "cs"))}
    assert kept["Title"] == "Název"
    assert "Words" not in kept
    assert kept["%(n)d turn", "%(n)d turns"] == ("", "", "")


def test_a_catalogue_changes_only_with_its_texts(domain: Domain, tmp_path: Path) -> None:
    merge(domain, "fr", gather(domain))
    before = domain.path("fr").read_bytes()
    (tmp_path / "page.html").write_text("\n\n\n" + TEMPLATE)
    merge(domain, "fr", gather(domain))
    assert domain.path("fr").read_bytes() == before
    assert b"page.html program.py" in before


def test_only_translated_texts_are_compiled_reproducibly(domain: Domain) -> None:
    merge(domain, "cs", gather(domain))
    path = domain.path("cs")
    path.write_text(path.read_text().replace('msgid "Title"\nmsgstr ""', 'msgid "Title"\nmsgstr "Název"'))
    compile_catalogue(domain, "cs")
    binary = path.with_suffix(".mo").read_bytes()
    assert binary == compiled(domain, "cs")
    assert "Název".encode() in binary
    assert b"Words" not in binary


@pytest.mark.parametrize(
    ("english", "translation", "found"),
    [
        ("Hello %(name)s", "Bonjour %(name)s", []),
        ("Hello %(name)s", "Bonjour %(nom)s", ["placeholders ['%(nom)s'] instead of ['%(name)s']"]),
        ("Take {count}", "Prendre", ["placeholders [] instead of ['{count}']"]),
        ("<b>Now</b>", "Maintenant", ["other markup"]),
        ('<a href="/x">Go</a>', '<a href="/x">Aller</a>', []),
        ("End. ", "Fin.", ["leading or trailing whitespace differs"]),
        ("Empty", "", ["untranslated"]),
        (("One game", "%(n)d games"), ("%(n)d partie", "%(n)d partie", "%(n)d partií"), []),
        (
            ("%(n)d game", "%(n)d games"),
            ("partie", "%(n)d partie", "%(n)d partií"),
            ["placeholders [] instead of ['%(n)d']"],
        ),
        (("%(n)d game", "%(n)d games"), ("%(n)d partie", "", "%(n)d partií"), ["untranslated"]),
    ],
)
def test_what_a_check_finds(
    english: str | tuple[str, ...], translation: str | tuple[str, ...], found: list[str]
) -> None:
    assert list(message_problems(Message(english, translation))) == found


def test_fuzzy_translations_do_not_count() -> None:
    assert list(message_problems(Message("Empty", "Vide", flags={"fuzzy"}))) == ["fuzzy"]


def test_the_command_from_extraction_to_a_complete_catalogue(domain: Domain, tmp_path: Path) -> None:
    for name in ("page.html", "script.js"):
        (tmp_path / name).unlink()
    (tmp_path / "program.py").write_text('_("Title")')
    call_command("translations", "extract", stdout=(output := StringIO()))
    assert output.getvalue().split("\n")[:3] == ["django: 1 messages", "  fr: 1 to translate", "  cs: 1 to translate"]
    with pytest.raises(CommandError, match="4 problems"):  # untranslated and not compiled, in two languages
        call_command("translations", "check", stderr=StringIO())
    for language, word in (("fr", "Titre"), ("cs", "Název")):
        path = domain.path(language)
        path.write_text(path.read_text().replace('"Title"\nmsgstr ""', f'"Title"\nmsgstr "{word}"'))
    call_command("translations", "compile")
    call_command("translations", "check", stdout=(output := StringIO()))
    assert output.getvalue() == "All messages are translated.\n"
    (tmp_path / "program.py").write_text('_("Another")')
    assert problems(domain) == [
        f"{language}/django: {problem}"
        for language in ("fr", "cs")
        for problem in (
            "not in the catalogue, extract again: Another",
            "no longer used, extract again: Title",
        )
    ]
