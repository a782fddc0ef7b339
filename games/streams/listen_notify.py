"""Wake event streams in every process when a feed has news (PostgreSQL LISTEN/NOTIFY)."""

from collections.abc import Callable

from django.db import connection, transaction

CHANNEL = "asterism_feeds"

local_listeners: set[Callable[[], None]] = set()
"""Listeners in this process, called from any thread: how SQLite sites wake their streams."""


def wake_listeners(kind: str, feed_id: int) -> None:
    """Wake the feed's listeners: by NOTIFY at commit; on SQLite those of this process, while others poll."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{kind}:{feed_id}"])
    else:
        transaction.on_commit(_wake_own_process)


def _wake_own_process() -> None:
    for listener in tuple(local_listeners):
        listener()
