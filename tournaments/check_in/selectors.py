"""Who is present at a tournament with check-in."""

from typing import Annotated, NamedTuple, TypedDict

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.errors import NotFound
from accounts.json_types import DateTime, time_text
from tournaments.enums import CheckedInBy, EntryStatus, Status
from tournaments.models import Entry, Tournament

IS_OPEN_IN = (Status.REGISTRATION, Status.RUNNING)


class Present(NamedTuple):
    """How many of the players are present."""

    present: int
    players: int


class PresenceChange(NamedTuple):
    """A player after a change of presence, and the round whose draft was discarded because of it."""

    entry: Entry
    dropped_round: int | None = None


class PlayerPresenceJson(TypedDict):
    id: int
    name: str
    is_present: bool
    checked_in_at: DateTime | None
    checked_in_by: Annotated[str, CheckedInBy] | None


class PresenceJson(TypedDict):
    present: int
    players: int
    link: Annotated[str, "Path by which players check themselves in: keep it in the hall."]
    entries: list[PlayerPresenceJson]


class CheckInNameJson(TypedDict):
    id: int
    name: str
    is_present: bool


class CheckInJson(TypedDict):
    tournament: str
    club: str
    is_open: bool
    players: list[CheckInNameJson]


def people_of(tournament: Tournament) -> QuerySet[Entry]:
    """Players who check in, by name: all who are entered but AIs, which are always present."""
    entered = Entry.objects.filter(tournament=tournament, status=EntryStatus.ENTERED, is_bye_ai=False)
    return entered.exclude(user__is_ai=True).select_related("user").order_by("name", "id")


def is_check_in_open(tournament: Tournament) -> bool:
    return tournament.check_in and tournament.status in IS_OPEN_IN


def needs_check_in(tournament: Tournament) -> bool:
    """Whether only players who are present are paired. Elsewhere a schedule decides, and presence only informs."""
    return tournament.check_in and tournament.pairing_format.is_open


def count_present(tournament: Tournament) -> Present:
    people = people_of(tournament)
    return Present(people.filter(checked_in_at__isnull=False).count(), people.count())


def absent_ids(tournament: Tournament) -> set[int]:
    """Entries that are left out of the next pairing because they are not checked in."""
    if not needs_check_in(tournament):
        return set()
    return set(people_of(tournament).filter(checked_in_at=None).values_list("pk", flat=True))


def find_by_check_in_token(token: str) -> Tournament:
    """The tournament of a check-in link; raises NotFound for one that was renewed, or never existed."""
    tournament = Tournament.objects.filter(check_in_token=token).exclude(status=Status.DRAFT)
    found = tournament.select_related("club").first()
    if found is None:
        raise NotFound(_("This check-in link is not valid. Scan the code in the hall again, or ask an organiser."))
    return found


def presence_json(tournament: Tournament) -> PresenceJson:
    """Presence as organisers see it."""
    entries = [player_presence_json(entry) for entry in people_of(tournament)]
    return {
        "present": sum(entry["is_present"] for entry in entries),
        "players": len(entries),
        "link": f"/check-in/{tournament.check_in_token}/",
        "entries": entries,
    }


def player_presence_json(entry: Entry) -> PlayerPresenceJson:
    return {
        "id": entry.pk,
        "name": entry.name,
        "is_present": entry.checked_in_at is not None,
        "checked_in_at": time_text(entry.checked_in_at),
        "checked_in_by": entry.checked_in_by or None,
    }


def check_in_json(tournament: Tournament, *, own_id: int | None = None) -> CheckInJson:
    """Names for the self check-in, the viewer's own first: nothing else about the players."""
    people = people_of(tournament).values_list("pk", "name", "checked_in_at", "user_id")
    ordered = sorted(people, key=lambda person: own_id is None or person[3] != own_id)
    return {
        "tournament": tournament.name,
        "club": tournament.club.name,
        "is_open": is_check_in_open(tournament),
        "players": [{"id": pk, "name": name, "is_present": at is not None} for pk, name, at, _user in ordered],
    }
