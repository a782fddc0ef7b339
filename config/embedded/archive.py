"""Backup and restore of the embedded site as one file, consistent while the site runs.

The archive holds the database (copied by SQLite's own backup, which sees whole transactions only), the secret keys,
the media and the kept mails. What can be rebuilt (static files, cache) and what is only in transit (the broker) is left
out: the sweeps recover from the rows what was in transit.
"""

import json
import shutil
import sqlite3
import tarfile
import tempfile
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

DATABASE = "asterism.sqlite3"
KEPT = ("secret_key", "vapid_key", "media", "mail")
NOTE = "asterism.json"
FORMAT = 1


class ArchiveError(Exception):
    """An error message for the command line: what is wrong and what to do."""


def write_archive(data_dir: Path, target: Path) -> None:
    """Write an archive atomically: to a temporary file, then renamed."""
    if target.exists():
        raise ArchiveError(f"{target} exists. Choose another name, or remove it first.")
    if not (data_dir / DATABASE).is_file():
        raise ArchiveError(f"No site in {data_dir}. Set ASTERISM_DATA to its data directory.")
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".asterism-backup-") as folder:
        workshop = Path(folder)
        _copy_database(data_dir / DATABASE, workshop / DATABASE)
        (workshop / NOTE).write_text(json.dumps({"format": FORMAT, "made_at": datetime.now(UTC).isoformat()}))
        draft = workshop / "draft"
        draft.touch(mode=0o600)
        with tarfile.open(draft, "w:gz") as archive:
            for path in (workshop / NOTE, workshop / DATABASE, *(data_dir / name for name in KEPT)):
                if path.exists():
                    archive.add(path, arcname=path.name)
        draft.rename(target)


def read_archive(source: Path, data_dir: Path, *, force: bool) -> None:
    """Unpack and check the archive beside the data, then replace the data."""
    if (data_dir / DATABASE).exists() and not force:
        raise ArchiveError(f"A site already exists in {data_dir}. Use --force to replace it.")
    data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=data_dir, prefix=".restore-") as folder:
        workshop = Path(folder)
        _unpack(source, workshop)
        _check(workshop, source)
        _put_in_place(workshop, data_dir)


def _copy_database(source: Path, target: Path) -> None:
    with closing(sqlite3.connect(source)) as live, closing(sqlite3.connect(target)) as copy:
        live.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")


def _unpack(source: Path, workshop: Path) -> None:
    try:
        with tarfile.open(source, "r:gz") as archive:
            archive.extractall(workshop, filter="data")
    except FileNotFoundError as error:
        raise ArchiveError(f"{source} does not exist.") from error
    except (OSError, EOFError, tarfile.TarError) as error:
        raise ArchiveError(f"{source} can't be read as a backup ({error}). Nothing was changed.") from error


def _check(workshop: Path, source: Path) -> None:
    try:
        note = json.loads((workshop / NOTE).read_text())
        with closing(sqlite3.connect(workshop / DATABASE)) as copy:
            [answer] = copy.execute("PRAGMA integrity_check").fetchone()
    except (OSError, ValueError, sqlite3.Error) as error:
        raise ArchiveError(f"{source} isn't a backup of a site ({error}). Nothing was changed.") from error
    if note.get("format") != FORMAT or answer != "ok":
        raise ArchiveError(f"{source} is damaged or from a newer version. Nothing was changed.")


def _put_in_place(workshop: Path, data_dir: Path) -> None:
    # Left from the former site: its write-ahead log would be applied to the restored rows, old stamps would be wrong.
    leftovers = [f"{DATABASE}-wal", f"{DATABASE}-shm", "stamps", "broker", "cache"]
    for name in (*leftovers, DATABASE, *KEPT):
        path = data_dir / name
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    for name in (DATABASE, *KEPT):
        if (workshop / name).exists():
            (workshop / name).rename(data_dir / name)
