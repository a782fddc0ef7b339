"""What a restore removes: nothing of the previous site may remain beside the restored rows."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from config.embedded.archive import DATABASE, ArchiveError, read_archive, write_archive

LEFTOVERS = (f"{DATABASE}-wal", f"{DATABASE}-shm", "stamps", "broker", "cache")


def test_a_restore_removes_wal_stamps_messages_and_cache_of_the_previous_site(tmp_path: Path) -> None:
    site, archive = tmp_path / "site", tmp_path / "backup.tar.gz"
    site.mkdir()
    with closing(sqlite3.connect(site / DATABASE)) as database:
        database.execute("CREATE TABLE kept (name TEXT)")
    write_archive(site, archive)
    for name in LEFTOVERS[:2]:
        (site / name).write_text("of the site before")
    for name in LEFTOVERS[2:]:
        (site / name).mkdir()
        (site / name / "file").touch()
    read_archive(archive, site, force=True)
    assert sorted(path.name for path in site.iterdir()) == [DATABASE]
    with closing(sqlite3.connect(site / DATABASE)) as database:
        assert database.execute("SELECT name FROM sqlite_master").fetchall() == [("kept",)]


def test_a_backup_with_violated_constraints_is_not_restored(tmp_path: Path) -> None:
    """It opens and can be read: only the integrity check reports the fault."""
    site, archive, target = tmp_path / "site", tmp_path / "backup.tar.gz", tmp_path / "new"
    site.mkdir()
    with closing(sqlite3.connect(site / DATABASE)) as database:
        database.executescript(
            "CREATE TABLE kept (name TEXT); INSERT INTO kept VALUES (NULL); PRAGMA writable_schema = ON;"
            "UPDATE sqlite_master SET sql = 'CREATE TABLE kept (name TEXT NOT NULL)';"
        )
    write_archive(site, archive)
    with pytest.raises(ArchiveError):
        read_archive(archive, target, force=False)
    assert list(target.iterdir()) == []
