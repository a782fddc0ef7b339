"""Translation catalogues: extract messages from the sources, merge them into `frontend/locale` and compile them.

Uses Babel, so the gettext programs aren't needed. Catalogues carry no line numbers and no dates: they change only
when a message does, which avoids merge conflicts.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parents[2]
LOCALE = ROOT / "frontend" / "locale"
Keywords = dict[str, tuple[int | tuple[int, str], ...] | None]
# `say`, `say_count` and the errors made of them (`illegal`, `invalid` in games/rules/core.py) mark messages in the
# packages that don't import Django.
OF_PROGRAMS: Keywords = {
    **dict.fromkeys(["_", "lazy", "gettext", "gettext_lazy", "gettext_noop", "say", "illegal", "invalid"]),
    **dict.fromkeys(["ngettext", "ngettext_lazy", "say_count"], (1, 2)),
    **dict.fromkeys(["pgettext", "pgettext_lazy"], ((1, "c"), 2)),
    **dict.fromkeys(["npgettext", "npgettext_lazy"], ((1, "c"), 2, 3)),
}
# frontend/static/js/words.js
OF_SCRIPTS: Keywords = {"t": None, "mark": None, "tn": (1, 2)}
COMMENT_TAGS = ["Translators:"]


@dataclass(frozen=True)
class Source:
    """A glob of files with messages, the Babel extraction method, and the functions that mark messages."""

    pattern: str
    method: str
    keywords: Keywords


@dataclass(frozen=True)
class Domain:
    """A gettext domain, with one catalogue per language: Python and templates, or the browser's scripts."""

    name: str
    sources: tuple[Source, ...]

    def path(self, language: str) -> Path:
        return LOCALE / language / "LC_MESSAGES" / f"{self.name}.po"


_PYTHON_PACKAGES = ("accounts", "config", "frontend", "games", "tournaments")
PAGES = Domain(
    "django",
    (
        *(Source(f"{package}/**/*.py", "python", OF_PROGRAMS) for package in _PYTHON_PACKAGES),
        Source("frontend/templates/**/*.html", "template", OF_PROGRAMS),
        Source("frontend/templates/**/*.txt", "template", OF_PROGRAMS),
    ),
)
SCRIPTS = Domain("djangojs", (Source("frontend/static/js/**/*.js", "javascript", OF_SCRIPTS),))
DOMAINS = (PAGES, SCRIPTS)


def languages() -> list[str]:
    """Return the languages that need a catalogue: all but English, the language of the sources."""
    return [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


class CalmCatalog(Catalog):
    """A catalogue without dates or version numbers in its header, so that diffs show only messages."""

    def __init__(self, language: str) -> None:
        super().__init__(locale=language, fuzzy=False, header_comment=f"# Asterism in the language {language}.")

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        return [
            ("Language", str(self.locale_identifier)),
            ("Plural-Forms", self.plural_forms),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
        ]


def gather(domain: Domain) -> Catalog:
    """Extract all messages of a domain's sources, ordered by file and line."""
    gathered = Catalog()
    for path, source in _files(domain):
        for line, ids, comments, context in _sentences(path, source):
            where = [(path.relative_to(ROOT).as_posix(), line)]
            gathered.add(ids, locations=where, auto_comments=comments, context=context)
    return gathered


def _files(domain: Domain) -> Iterator[tuple[Path, Source]]:
    found = {path: source for source in domain.sources for path in ROOT.glob(source.pattern)}
    yield from ((path, found[path]) for path in sorted(found) if "migrations" not in path.parts)


def _sentences(path: Path, source: Source) -> Iterator[tuple[int, Any, list[str], str | None]]:
    text = path.read_text()
    if source.method == "template":
        text = _as_calls(text, path)
    method = "python" if source.method == "template" else source.method
    file = BytesIO(text.encode())
    yield from extract(
        method, file, source.keywords, COMMENT_TAGS, options={"encoding": "utf-8"}, strip_comment_tags=True
    )


def _as_calls(template: str, path: Path) -> str:
    """Turn a template into gettext calls, without indentation, so that Babel's Python extractor can read it."""
    calls = templatize(template, origin=str(path))
    return "".join(line.lstrip() for line in StringIO(calls))


def read_catalogue(domain: Domain, language: str) -> Catalog:
    path = domain.path(language)
    if not path.exists():
        return CalmCatalog(language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def merge(domain: Domain, language: str, gathered: Catalog) -> int:
    """Update the catalogue: keep translations, drop messages that are gone. Return how many are untranslated."""
    before, after = read_catalogue(domain, language), CalmCatalog(language)
    for message in sentences(gathered):
        known = before.get(message.id, message.context)
        # A message that gained or lost its plural forms needs a new translation.
        kept = known if known is not None and known.id == message.id else None
        after.add(
            message.id,
            kept.string if kept else _empty_translation(message, after),
            locations=[(name, 0) for name in sorted({name for name, _line in message.locations})],
            flags=kept.flags if kept else message.flags,
            auto_comments=message.auto_comments,
            user_comments=kept.user_comments if kept else (),
            context=message.context,
        )
    path = domain.path(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(_written(after))
    return sum(not is_translated(message) for message in sentences(after))


def _empty_translation(message: Message, catalogue: Catalog) -> str | tuple[str, ...]:
    return ("",) * catalogue.num_plurals if message.pluralizable else ""


def _written(catalogue: Catalog) -> bytes:
    out = BytesIO()
    write_po(out, catalogue, width=0, include_lineno=False)
    return out.getvalue().rstrip(b"\n") + b"\n"


def compiled(domain: Domain, language: str) -> bytes:
    """Return the .mo file's content."""
    out, catalogue = BytesIO(), CalmCatalog(language)
    for message in filter(is_translated, sentences(read_catalogue(domain, language))):
        catalogue.add(message.id, message.string, flags=message.flags, context=message.context)
    write_mo(out, catalogue)
    return out.getvalue()


def compile_catalogue(domain: Domain, language: str) -> None:
    domain.path(language).with_suffix(".mo").write_bytes(compiled(domain, language))


def sentences(catalogue: Iterable[Message]) -> Iterator[Message]:
    """Return the messages without the header entry."""
    return (message for message in catalogue if message.id)


def is_translated(message: Message) -> bool:
    strings = message.string if isinstance(message.string, tuple | list) else (message.string,)
    return all(strings) and not message.fuzzy
