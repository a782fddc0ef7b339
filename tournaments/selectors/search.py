"""Search for clubs and tournaments by name."""

from typing import TypeVar

from django.db.models import QuerySet

from accounts.names import plain_letters
from tournaments.models import Club, Tournament

# Only the newest: no index finds a text within names, so the cost must not grow with the site.
MAX_SEARCHED = 5000
Named = TypeVar("Named", Club, Tournament)


def called(rows: QuerySet[Named], words: str) -> QuerySet[Named]:
    """The rows whose name contains this text, ignoring case and accents.

    Compared in Python, because the databases differ: SQLite folds only ASCII case.
    """
    wanted = plain_letters(words)
    newest = rows.order_by("-pk").values_list("pk", "name")[:MAX_SEARCHED]
    return rows.filter(pk__in=[pk for pk, name in newest if wanted in plain_letters(name)])
