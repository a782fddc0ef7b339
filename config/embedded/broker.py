"""The embedded site's Celery broker: kombu's `filesystem` transport, with atomic messages.

kombu opens the message's file under its final name and then writes it, so a worker that polls in between takes an empty
message and dies of it; it takes a message by moving it to the system's temporary folder, which isn't an atomic rename
when that is another disk; and two processes that bind the first queue at once can read half a table of queues. Here
files are written aside and renamed into place, and a message is claimed by a rename in the same folder.
"""

import fcntl
import os
import uuid
from contextlib import suppress
from pathlib import Path
from queue import Empty
from time import time_ns
from typing import Any

from kombu.transport import filesystem
from kombu.utils.json import dumps, loads

LONGEST_WAIT_SECONDS = 0.25


class Channel(filesystem.Channel):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for folder in (self._inbox, self._aside, self.control_folder):
            folder.mkdir(parents=True, exist_ok=True)

    def _queue_bind(self, exchange: str, routing_key: str | None, pattern: str | None, queue: str) -> None:
        entry = filesystem.exchange_queue_t(routing_key or "", pattern or "", queue or "")
        if entry in self.get_table(exchange):  # nothing to write: a worker may start on a read-only disk
            return
        with open(self.control_folder / "lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            table = self.get_table(exchange)
            if entry not in table:
                draft = self.control_folder / f"{exchange}.draft"
                draft.write_text(dumps([entry, *table]))
                draft.rename(self.control_folder / f"{exchange}.exchange")

    @property
    def _inbox(self) -> Path:
        return Path(self.data_folder_in)

    @property
    def _aside(self) -> Path:
        return Path(self.processed_folder)

    def _put(self, queue: str, payload: Any, **_: Any) -> None:  # type: ignore[override]
        name = f"{time_ns():020d}_{uuid.uuid4()}.{queue}.msg"
        draft = self._aside / name
        try:
            draft.write_text(dumps(payload))
            draft.rename(self._inbox / name)
        except OSError:  # disk full: leave no half message behind for every tick of the outage
            with suppress(OSError):
                draft.unlink(missing_ok=True)
            raise

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        for name in sorted(os.listdir(self._inbox)):
            if name.partition(".")[2] != f"{queue}.msg":
                continue
            claimed = self._aside / f"{name}.{os.getpid()}"
            try:
                (self._inbox / name).rename(claimed)
            except FileNotFoundError:  # another worker was faster
                continue
            except OSError:  # read-only disk: what can't be claimed waits, and the worker with it
                break
            payload = claimed.read_text()
            with suppress(OSError):
                claimed.unlink()
            return loads(payload)
        raise Empty()


class Transport(filesystem.Transport):
    Channel = Channel

    def drain_events(self, connection: Any, timeout: float | None = None, **_: Any) -> Any:
        """Return often, so that a worker notices soon that it should stop."""
        return super().drain_events(connection, timeout and min(timeout, LONGEST_WAIT_SECONDS))
