"""Translation catalogues: extract messages from the sources, merge them into `frontend/locale` and compile them.

Uses Babel, so the gettext programs aren't needed. Catalogues carry no line numbers and no dates: they change only
when a message does, which avoids merge conflicts.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO, StringIO
from pathlib import Path
from typing import IO, Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir, extract_python
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
NOT_SOURCES = {".venv", "build", "data", "docs", "migrations", "node_modules", "tests"}


def extract_template(file: IO[bytes], *arguments: Any, **options: Any) -> Iterator[Any]:
    """An extraction method for Babel: a template as gettext calls, without indentation, is read as Python."""
    calls = StringIO(templatize(file.read().decode()))
    return extract_python(BytesIO("".join(line.lstrip() for line in calls).encode()), *arguments, **options)


@dataclass(frozen=True)
class Domain:
    """A gettext domain, with one catalogue per language: Python and templates, or the browser's scripts.

    `methods` are Babel's extraction methods by glob, `keywords` the functions that mark messages.
    """

    name: str
    methods: list[tuple[str, Any]]
    keywords: Keywords

    def path(self, language: str) -> Path:
        return LOCALE / language / "LC_MESSAGES" / f"{self.name}.po"


PAGES = Domain(
    "django",
    [
        ("**.py", "python"),
        ("frontend/templates/**.html", extract_template),
        ("frontend/templates/**.txt", extract_template),
    ],
    OF_PROGRAMS,
)
SCRIPTS = Domain("djangojs", [("frontend/static/js/**.js", "javascript")], OF_SCRIPTS)
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
    found = extract_from_dir(
        ROOT,
        domain.methods,
        keywords=domain.keywords,
        comment_tags=COMMENT_TAGS,
        strip_comment_tags=True,
        directory_filter=lambda folder: Path(folder).name not in NOT_SOURCES,
    )
    for name, line, ids, comments, context in sorted(found, key=lambda each: Path(each[0])):
        gathered.add(ids, locations=[(name, line)], auto_comments=comments, context=context)
    return gathered


def read_catalogue(domain: Domain, language: str) -> Catalog:
    catalogue, path = CalmCatalog(language), domain.path(language)
    if path.exists():
        with path.open("rb") as file:
            known = read_po(file, locale=language)
        catalogue.update(known, no_fuzzy_matching=True)
        catalogue.obsolete = known.obsolete
    return catalogue


def merge(domain: Domain, language: str, gathered: Catalog) -> int:
    """Update the catalogue: keep translations, drop messages that are gone. Return how many are untranslated."""
    catalogue, out = read_catalogue(domain, language), BytesIO()
    catalogue.update(gathered, no_fuzzy_matching=True)
    write_po(out, catalogue, width=0, include_lineno=False, ignore_obsolete=True)
    path = domain.path(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(out.getvalue().rstrip(b"\n") + b"\n")
    return sum(not is_translated(message) for message in sentences(catalogue))


def compiled(domain: Domain, language: str) -> bytes:
    """Return the .mo file's content."""
    out = BytesIO()
    write_mo(out, read_catalogue(domain, language))
    return out.getvalue()


def compile_catalogue(domain: Domain, language: str) -> None:
    domain.path(language).with_suffix(".mo").write_bytes(compiled(domain, language))


def sentences(catalogue: Iterable[Message]) -> Iterator[Message]:
    """Return the messages without the header entry."""
    return (message for message in catalogue if message.id)


def is_translated(message: Message) -> bool:
    strings = message.string if isinstance(message.string, tuple | list) else (message.string,)
    return all(strings) and not message.fuzzy
