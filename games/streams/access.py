"""End streams whose readers lost access: one check every few seconds for all streams of a process.

It queries the database instead of listening for changes, so that any loss of access counts, in any process.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Protocol
from weakref import WeakKeyDictionary

from accounts.drf.credentials import Credential, live_credentials
from games.streams.hub import in_database_thread

logger = logging.getLogger("asterism.stream")

CHECK_SECONDS = 3.0


class Guarded(Protocol):
    """A user's stream: its credential, and a further condition for it to go on."""

    credential: Credential | None
    may_hear: Callable[[], bool] | None

    def end(self) -> None: ...


class AccessGuard:
    """The streams of one event loop that were opened with a credential, and the task that checks them."""

    def __init__(self) -> None:
        self.streams: set[Guarded] = set()
        self.task: asyncio.Task[None] | None = None

    def watch(self, stream: Guarded) -> None:
        if stream.credential is None:
            return
        self.streams.add(stream)
        if self.task is None or self.task.done():
            self.task = asyncio.create_task(self._check())

    def leave(self, stream: Guarded) -> None:
        self.streams.discard(stream)

    async def _check(self) -> None:
        while self.streams:
            await asyncio.sleep(CHECK_SECONDS)
            try:
                refused = await in_database_thread(_refused, list(self.streams))
            except Exception:  # streams must never continue unchecked
                logger.exception("Failed to check access to streams; retrying.")
                continue
            for stream in refused:
                stream.end()


_guards: WeakKeyDictionary[asyncio.AbstractEventLoop, AccessGuard] = WeakKeyDictionary()


def get_guard() -> AccessGuard:
    """The guard of the running event loop; a web process has one."""
    return _guards.setdefault(asyncio.get_running_loop(), AccessGuard())


def _refused(streams: list[Guarded]) -> list[Guarded]:
    live = live_credentials(stream.credential for stream in streams if stream.credential is not None)
    return [stream for stream in streams if stream.credential not in live or not _may_hear(stream)]


def _may_hear(stream: Guarded) -> bool:
    """Whether the reader has access. If the check fails the stream ends: the client reconnects and is checked again."""
    try:
        return stream.may_hear is None or stream.may_hear()
    except Exception:
        logger.exception("Failed to check access to a stream; closing it.")
        return False
