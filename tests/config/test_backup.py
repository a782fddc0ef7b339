"""A backup is a consistent copy of the running site; a restore replaces nothing without --force."""

import sqlite3
import stat
import tarfile
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from config.embedded.archive import ArchiveError, read_archive, write_archive
from config.embedded.data_dir_lock import data_dir_lock
from tests.services.site import prepare_data, run_manage, site_environment


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    """A small site: two accounts whose amounts always add up to 100."""
    folder = tmp_path / "data"
    (folder / "mail").mkdir(parents=True)
    (folder / "mail" / "letter.log").write_text("Dear member")
    (folder / "secret_key").write_text("the old key")
    (folder / "vapid_key").write_text("the old key of push")
    with closing(sqlite3.connect(folder / "asterism.sqlite3")) as rows:
        rows.execute("PRAGMA journal_mode=WAL")
        rows.execute("CREATE TABLE ledger (name TEXT, amount INTEGER)")
        rows.execute("INSERT INTO ledger VALUES ('left', 100), ('right', 0)")
        rows.commit()
    return folder


def amounts(folder: Path) -> list[int]:
    with closing(sqlite3.connect(folder / "asterism.sqlite3")) as rows:
        return [amount for (amount,) in rows.execute("SELECT amount FROM ledger ORDER BY name")]


@contextmanager
def busy(folder: Path) -> Iterator[None]:
    """Transfer amounts from left to right and back, all the time."""
    stop = threading.Event()

    def move() -> None:
        with closing(sqlite3.connect(folder / "asterism.sqlite3", timeout=20)) as rows:
            while not stop.is_set():
                rows.execute("UPDATE ledger SET amount = 100 - amount")
                rows.commit()

    thread = threading.Thread(target=move)
    thread.start()
    yield
    stop.set()
    thread.join()


def test_a_restored_backup_equals_the_site(data_dir: Path, tmp_path: Path) -> None:
    write_archive(data_dir, tmp_path / "site.tar.gz")
    read_archive(tmp_path / "site.tar.gz", tmp_path / "new", force=False)
    assert amounts(tmp_path / "new") == [100, 0]
    assert (tmp_path / "new" / "secret_key").read_text() == "the old key"
    assert (tmp_path / "new" / "vapid_key").read_text() == "the old key of push"
    assert (tmp_path / "new" / "mail" / "letter.log").read_text() == "Dear member"
    kept = sorted(path.name for path in (tmp_path / "new").iterdir())
    assert kept == ["asterism.sqlite3", "mail", "secret_key", "vapid_key"]


def test_only_the_owner_may_read_the_file(data_dir: Path, tmp_path: Path) -> None:
    write_archive(data_dir, tmp_path / "site.tar.gz")
    assert stat.S_IMODE((tmp_path / "site.tar.gz").stat().st_mode) == 0o600


def test_a_backup_of_a_busy_site_is_consistent(data_dir: Path, tmp_path: Path) -> None:
    with busy(data_dir):
        for number in range(5):
            write_archive(data_dir, tmp_path / f"{number}.tar.gz")
    for number in range(5):
        read_archive(tmp_path / f"{number}.tar.gz", tmp_path / str(number), force=False)
        assert sum(amounts(tmp_path / str(number))) == 100


def test_a_backup_is_never_overwritten(data_dir: Path, tmp_path: Path) -> None:
    write_archive(data_dir, tmp_path / "site.tar.gz")
    with pytest.raises(ArchiveError, match=r"exists\. Choose another name"):
        write_archive(data_dir, tmp_path / "site.tar.gz")


def test_a_site_is_replaced_only_with_force(data_dir: Path, tmp_path: Path) -> None:
    write_archive(data_dir, tmp_path / "site.tar.gz")
    with closing(sqlite3.connect(data_dir / "asterism.sqlite3")) as rows:
        rows.execute("UPDATE ledger SET amount = 7")
        rows.commit()
    with pytest.raises(ArchiveError, match="Use --force"):
        read_archive(tmp_path / "site.tar.gz", data_dir, force=False)
    assert amounts(data_dir) == [7, 7]
    read_archive(tmp_path / "site.tar.gz", data_dir, force=True)
    assert amounts(data_dir) == [100, 0]


@pytest.mark.parametrize("content", [b"", b"no archive at all", None])
def test_an_invalid_file_changes_nothing(data_dir: Path, tmp_path: Path, content: bytes | None) -> None:
    bad = tmp_path / "bad.tar.gz"
    if content is None:
        with tarfile.open(bad, "w:gz") as archive:
            archive.add(data_dir / "secret_key", arcname="secret_key")
    else:
        bad.write_bytes(content)
    with pytest.raises(ArchiveError, match=r"Nothing was changed"):
        read_archive(bad, data_dir, force=True)
    assert amounts(data_dir) == [100, 0]
    assert (data_dir / "secret_key").read_text() == "the old key"


def test_a_missing_file_is_named_in_the_error(data_dir: Path, tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match=r"none\.tar\.gz does not exist"):
        read_archive(tmp_path / "none.tar.gz", data_dir, force=True)


@pytest.mark.slow
@pytest.mark.processes
def test_backup_and_restore_commands(tmp_path: Path) -> None:
    prepare_data(tmp_path / "data")
    environment = site_environment(tmp_path / "data")
    archive = str(tmp_path / "site.tar.gz")
    assert "contains the whole site" in run_manage(environment, "backup", archive)
    with pytest.raises(AssertionError, match="Use --force"):
        run_manage(environment, "restore", archive)
    with data_dir_lock(tmp_path / "data"), pytest.raises(AssertionError, match="Stop it first"):
        run_manage(environment, "restore", archive, "--force")
    assert "make run" in run_manage(environment, "restore", archive, "--force")
    assert "[ ]" not in run_manage(environment, "showmigrations")
