"""Who a player is across the tournaments of a club: an account, or a person of the roster without one."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from accounts.models import User
from tournaments.models import Club, Entry, Person

Key = tuple[str, int]


@dataclass(frozen=True)
class Player:
    """One player of a club. A claimed name counts as its account; `person` is the account's name on the roster."""

    user: User | None
    person: Person | None

    @property
    def key(self) -> Key:
        if self.user is not None:
            return "user", self.user.pk
        assert self.person is not None, "a player has an account or a name on the roster"
        return "person", self.person.pk

    @property
    def name(self) -> str:
        if self.user is not None:
            return self.user.public_name
        return "" if self.person is None else self.person.name


def club_entries(club: Club) -> QuerySet[Entry]:
    """The entries of a club's tournaments, with what `players_of` reads."""
    return Entry.objects.filter(tournament__club=club).select_related("user", "person__user")


def players_of(club: Club, entries: Iterable[Entry]) -> dict[int, Player]:
    """The player of each entry, by entry. An entry with neither account nor person is left out."""
    claimed = {person.user_id: person for person in Person.objects.filter(club=club, user__isnull=False)}
    players = {}
    for entry in entries:
        user = entry.user or (None if entry.person is None else entry.person.user)
        if user is not None:
            players[entry.pk] = Player(user, claimed.get(user.pk))
        elif entry.person is not None:
            players[entry.pk] = Player(None, entry.person)
    return players


def entries_of_person(person: Person) -> QuerySet[Entry]:
    """The entries that count for a person: under the name, and those of the account that claimed it."""
    own = Q(person=person) if person.user_id is None else Q(person=person) | Q(user=person.user_id)
    return Entry.objects.filter(own, tournament__club=person.club_id)
