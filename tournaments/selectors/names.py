"""Names of people in stored texts: kept as ids of entries and accounts, looked up when a text is read."""

from collections import defaultdict
from collections.abc import Iterable
from typing import TypeVar

from django.db.models import Model

from accounts.models import User
from accounts.names import bidi_isolate
from games.rules.sentences import Name, Sentence
from tournaments.models import Entry

ENTRY, USER = "entry", "user"
Row = TypeVar("Row", bound=Model)


def entry_name(entry: Entry) -> Name:
    """A player's name, for a text to be stored."""
    return Name(bidi_isolate(entry.name), ENTRY, entry.pk)


def user_name(user: User) -> Name:
    """A user's name, for a text to be stored."""
    return Name(bidi_isolate(user.public_name), USER, user.pk)


def with_names(texts: Iterable[str]) -> list[str]:
    """Stored texts with the present names of the people in them, in at most two queries."""
    found = list(texts)
    ids: dict[str, set[int]] = defaultdict(set)
    for text in found:
        if isinstance(text, Sentence):
            for name in text.names():
                ids[name.kind].add(name.id)
    known = {(ENTRY, entry_id): name for entry_id, name in entry_names(ids[ENTRY]).items()}
    if ids[USER]:
        known |= {(USER, user.pk): user.public_name for user in User.objects.filter(pk__in=ids[USER])}

    def present(name: Name) -> Name:
        return Name(bidi_isolate(known.get((name.kind, name.id), name)), name.kind, name.id)

    return [text.replace_names(present) if isinstance(text, Sentence) else text for text in found]


def fill_names(rows: list[Row], column: str) -> list[Row]:
    """The rows, with the present names in a column of texts."""
    for row, text in zip(rows, with_names(getattr(row, column) for row in rows), strict=True):
        setattr(row, column, text)
    return rows


def entry_names(entry_ids: Iterable[int]) -> dict[int, str]:
    """Names by entry; no query without ids."""
    ids = set(entry_ids)
    return dict(Entry.objects.filter(pk__in=ids).values_list("pk", "name")) if ids else {}
