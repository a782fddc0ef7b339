"""Stamps: fingerprints of the sources of a build step, so that it is skipped when nothing has changed."""

import hashlib
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from config.env import BASE_DIR

LOCK = BASE_DIR / "requirements" / "runtime.txt"
APPS = ("frontend", "tournaments", "games", "accounts")


class Stamp:
    """A fingerprint stored in the data directory."""

    def __init__(self, data_dir: Path, name: str, sources: Iterable[Path]) -> None:
        self._file = data_dir / "stamps" / name
        self._print = _fingerprint(sources)

    def is_current(self) -> bool:
        return self._file.is_file() and self._file.read_text() == self._print

    def set(self) -> None:
        self._file.parent.mkdir(exist_ok=True)
        self._file.write_text(self._print)


def static_stamp(data_dir: Path) -> Stamp:
    trees = (path for app in APPS for path in (BASE_DIR / app / "static").rglob("*") if path.is_file())
    return Stamp(data_dir, "static", [*trees, LOCK, *(BASE_DIR / "config").glob("s*.py")])


def migrations_stamp(data_dir: Path) -> Stamp:
    return Stamp(data_dir, "migrations", [*migration_files(), LOCK])


def migration_files() -> list[Path]:
    return [path for app in APPS for path in (BASE_DIR / app / "migrations").glob("0*.py")]


def has_all_migrations(database: Path) -> bool:
    """Whether the database has all migrations: a restored or replaced one may be older than its stamp."""
    if not database.is_file():
        return False
    try:
        with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
            applied = set(connection.execute("SELECT app, name FROM django_migrations"))
    except sqlite3.Error:
        return False
    return {(path.parent.parent.name, path.stem) for path in migration_files()} <= applied


def _fingerprint(sources: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in sorted(set(sources)):
        facts = path.stat()
        digest.update(f"{path}\0{facts.st_size}\0{facts.st_mtime_ns}\n".encode())
    return digest.hexdigest()
