"""Finding clubs and events by what they are called."""

from typing import TypeVar

from django.db.models import QuerySet

from accounts.names import plain_letters
from tournaments.models import Club, Tournament

# The newest: no index finds words amid names, and what is asked must not grow with the site.
MOST_SEARCHED = 5000
Named = TypeVar("Named", Club, Tournament)


def called(rows: QuerySet[Named], words: str) -> QuerySet[Named]:
    """Those whose names have these words in them, whatever the case and the accents.

    Compared here, because the databases differ: SQLite knows no case but that of ASCII.
    """
    wanted = plain_letters(words)
    newest = rows.order_by("-pk").values_list("pk", "name")[:MOST_SEARCHED]
    return rows.filter(pk__in=[pk for pk, name in newest if wanted in plain_letters(name)])
