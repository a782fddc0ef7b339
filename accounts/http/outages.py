"""Detection of outages: when the database can't be reached or written, the response is a 503 that says what to do.

Bugs (a missing table, a bad query) are not among these: they stay 500.
"""

import errno
import sqlite3
import time
from dataclasses import dataclass

import psycopg
from django.db import InterfaceError, OperationalError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

RETRY_AFTER_SECONDS = 10
NO_ROOM_ERRORS = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
READ_ONLY_ERRORS = {errno.EROFS}
DISK_FULL_STATE = "53100"
LOWEST_BYTE = 0xFF  # SQLite's primary result code
SENSED_SECONDS = 60.0


@dataclass(frozen=True)
class Outage:
    code: str
    message: Promise


AWAY = Outage("unavailable", _("The site can't reach its database. Nothing was changed; try again in a minute."))
NO_ROOM = Outage(
    "no_room",
    _("The site's disk is full. Nothing was changed. Ask the administrator to free disk space."),
)
READ_ONLY = Outage(
    "read_only", _("The site can't write to its disk. Nothing was changed. Ask the administrator to check the disk.")
)
SQLITE_OUTAGES = {
    sqlite3.SQLITE_BUSY: AWAY,
    sqlite3.SQLITE_LOCKED: AWAY,
    sqlite3.SQLITE_IOERR: NO_ROOM,
    sqlite3.SQLITE_CANTOPEN: READ_ONLY,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_FULL: NO_ROOM,
}


def outage_of(error: BaseException | None) -> Outage | None:
    """The outage that an exception indicates; None if it is a bug."""
    if isinstance(error, OSError):
        if error.errno in NO_ROOM_ERRORS:
            return NO_ROOM
        return READ_ONLY if error.errno in READ_ONLY_ERRORS else None
    if not isinstance(error, OperationalError | InterfaceError):
        return None
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        return SQLITE_OUTAGES.get(getattr(cause, "sqlite_errorcode", 0) & LOWEST_BYTE)
    if isinstance(cause, psycopg.Error) and cause.sqlstate == DISK_FULL_STATE:
        return NO_ROOM
    return AWAY


# -- recent failures of this process --------------------------------------------------------------------------------

_failed_at: dict[str, float] = {}


def sense_failure(part: str) -> None:
    """Record that the broker or the cache failed: pages show it, and work without."""
    _failed_at[part] = time.monotonic()


def sense_recovery(part: str) -> None:
    _failed_at.pop(part, None)


def is_degraded() -> bool:
    """Whether something failed in this process within a minute. Cheap, as every page calls it."""
    oldest = time.monotonic() - SENSED_SECONDS
    return any(failed_at > oldest for failed_at in tuple(_failed_at.values()))
