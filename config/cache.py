"""The embedded site's cache: Django's files, with `add` and `incr` that hold when processes and threads race.

Rate limits count in the cache. Django's file cache looks first and writes afterwards, so parallel tries slip through;
here one lock for the folder makes every operation whole. (In production Redis does this by itself.)
"""

import fcntl
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.cache.backends.filebased import FileBasedCache


class LockedFileCache(FileBasedCache):
    def __init__(self, directory: str, params: dict[str, Any]) -> None:
        super().__init__(directory, params)
        self._lock_file = os.path.join(directory, "lock")
        self._held = threading.local()

    @contextmanager
    def _lock(self) -> Iterator[None]:
        """Held by one thread of one process; entered again freely by the thread that has it."""
        if getattr(self._held, "yes", False):
            yield
            return
        os.makedirs(os.path.dirname(self._lock_file), mode=0o700, exist_ok=True)
        descriptor = os.open(self._lock_file, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            self._held.yes = True
            yield
        finally:
            self._held.yes = False
            os.close(descriptor)

    def add(self, *args: Any, **kwargs: Any) -> bool:
        with self._lock():
            return super().add(*args, **kwargs)

    def get(self, *args: Any, **kwargs: Any) -> Any:
        with self._lock():
            return super().get(*args, **kwargs)

    def set(self, *args: Any, **kwargs: Any) -> None:
        with self._lock():
            super().set(*args, **kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> bool:
        with self._lock():
            return super().touch(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        with self._lock():
            return super().delete(*args, **kwargs)

    def has_key(self, *args: Any, **kwargs: Any) -> bool:
        with self._lock():
            return super().has_key(*args, **kwargs)

    def incr(self, *args: Any, **kwargs: Any) -> int:
        with self._lock():
            return super().incr(*args, **kwargs)
