"""The site's cache: shared by all processes, with a fallback per process while the shared one fails.

Rate limits count in it. Django's file cache reads, then writes, so parallel attempts slip through; on the embedded site
a lock on the folder makes every operation atomic, in production Redis does. While Redis is down, or the disk is full,
limits are counted within the process only, and no request fails.
"""

import fcntl
import logging
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property, partialmethod
from typing import Any

from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.filebased import FileBasedCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

from accounts.http.outages import sense_failure, sense_recovery

logger = logging.getLogger("asterism.cache")

PART = "cache"
PAUSE_SECONDS = 2.0
"""Seconds without requests to the shared cache after a failure: a server that is down may be slow to refuse."""

_asked_again_at = 0.0


class LockedFileCache(FileBasedCache):
    def __init__(self, directory: str, params: dict[str, Any]) -> None:
        super().__init__(directory, params)
        self._lock_file = os.path.join(directory, "lock")
        self._held = threading.local()

    @contextmanager
    def _lock(self) -> Iterator[None]:
        """The folder's lock, held by one thread of one process; reentrant."""
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

    def _do(self, operation: str, *args: Any, **kwargs: Any) -> Any:
        with self._lock():
            return getattr(super(), operation)(*args, **kwargs)

    add = partialmethod(_do, "add")
    get = partialmethod(_do, "get")
    set = partialmethod(_do, "set")
    touch = partialmethod(_do, "touch")
    delete = partialmethod(_do, "delete")
    has_key = partialmethod(_do, "has_key")
    incr = partialmethod(_do, "incr")


class FallbackCache(BaseCache):
    """Abstract: a shared cache, and this process's memory for as long as the shared one fails."""

    kind: type[FileBasedCache] | type[RedisCache]

    def __init__(self, location: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._location, self._params = location, params
        self.own = LocMemCache("in place of the shared cache", params)

    @cached_property
    def shared(self) -> BaseCache:
        """Created on first use: a folder that can't be created is a failure like any other."""
        return self.kind(self._location, self._params)

    def _do(self, operation: str, *args: Any, **kwargs: Any) -> Any:
        global _asked_again_at  # noqa: PLW0603 - Django makes a cache per thread; the outage is the process's
        if time.monotonic() >= _asked_again_at:
            try:
                answer = getattr(self.shared, operation)(*args, **kwargs)
            except (RedisError, OSError) as error:
                _asked_again_at = time.monotonic() + PAUSE_SECONDS
                sense_failure(PART)
                logger.warning(
                    "Shared cache failed (%s); falling back to the cache of this process.", type(error).__name__
                )
            else:
                sense_recovery(PART)
                return answer
        return getattr(self.own, operation)(*args, **kwargs)

    add = partialmethod(_do, "add")
    get = partialmethod(_do, "get")
    set = partialmethod(_do, "set")
    touch = partialmethod(_do, "touch")
    delete = partialmethod(_do, "delete")
    has_key = partialmethod(_do, "has_key")
    incr = partialmethod(_do, "incr")
    get_many = partialmethod(_do, "get_many")
    set_many = partialmethod(_do, "set_many")
    delete_many = partialmethod(_do, "delete_many")
    clear = partialmethod(_do, "clear")

    def close(self, **kwargs: Any) -> None:
        if "shared" in self.__dict__:
            self.shared.close(**kwargs)


class FallbackFileCache(FallbackCache):
    """The embedded site's cache, in files."""

    kind = LockedFileCache


class FallbackRedisCache(FallbackCache):
    """The production cache."""

    kind = RedisCache
