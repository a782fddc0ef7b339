"""The word that a feed has news, for the streams of every process."""

from django.db import connection

CHANNEL = "asterism_feeds"


def wake_listeners(kind: str, feed_id: int) -> None:
    """PostgreSQL carries the word to every process at commit; on SQLite each process looks by itself."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{kind}:{feed_id}"])
