"""One process at a time may own a data directory: the launcher while it serves, a restore while it replaces."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class DataDirTaken(Exception):
    """Raised when another process holds the lock."""


@contextmanager
def data_dir_lock(data_dir: Path) -> Iterator[None]:
    """Held until the end, given back by the system however the process ends. An OSError: it can't be written."""
    data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = data_dir / "launcher.lock"
    path.open("w").close()
    # Held by a file that is only read: one open for writing would keep the disk from being remounted under the site.
    with path.open() as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise DataDirTaken from error
        yield
