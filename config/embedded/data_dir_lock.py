"""The lock on a data directory: held by the launcher while it serves, by a restore while it replaces."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class DataDirTaken(Exception):
    """Raised when another process holds the lock."""


@contextmanager
def data_dir_lock(data_dir: Path) -> Iterator[None]:
    """Hold the lock; the system releases it however the process ends. OSError: the directory isn't writable."""
    data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = data_dir / "launcher.lock"
    path.open("w").close()
    # Opened for reading: a file open for writing would keep the disk from being remounted under the site.
    with path.open() as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise DataDirTaken from error
        yield
