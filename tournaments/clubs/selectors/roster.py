"""Queries about a club's roster: people, their private data for organisers, dues, claims of names."""

from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from typing import Annotated, TypedDict

from django.db.models import F, Q, QuerySet, Sum
from django.utils.translation import gettext as _

from accounts.errors import NotFound
from accounts.json_types import DateTime, time_text
from accounts.models import User
from accounts.names import plain_letters, tidy_display_name
from games.selectors.game_json import PlayerJson
from games.selectors.game_queries import player_json
from tournaments.clubs.roster_files.matching import PlannedLine, Verdict
from tournaments.clubs.selectors.clubs import Viewer, role_of
from tournaments.clubs.selectors.identity import entries_of_person
from tournaments.enums import RUNNERS, EntryStatus, Status
from tournaments.models import Club, Entry, NameClaim, Person, Tournament

VERDICTS = tuple(verdict.value for verdict in Verdict)
NOT_PLAYING = Q(status__in=[EntryStatus.WITHDRAWN, EntryStatus.REFUSED], number=None)


def roster_key(name: str) -> str:
    """A name as it is compared: without case and surplus spaces, with compatible letters unified."""
    return tidy_display_name(name).casefold()


def people_of(club: Club) -> QuerySet[Person]:
    """The roster by name."""
    return Person.objects.filter(club=club, departed_at=None).select_related("user").order_by("name_key", "id")


def owing(people: QuerySet[Person]) -> QuerySet[Person]:
    """Those who owe more dues than they have paid."""
    return people.filter(dues_owed__gt=F("dues_paid"))


def called_on_roster(people: QuerySet[Person], words: str) -> QuerySet[Person]:
    """Those whose name or e-mail contains the text, ignoring case and accents; compared here, as SQLite can't."""
    wanted = plain_letters(words)
    rows = people.values_list("pk", "name", "email")
    found = [pk for pk, name, email in rows if wanted in plain_letters(name) or wanted in email.casefold()]
    return people.filter(pk__in=found)


def find_person(club: Club, name: str) -> Person | None:
    """The person of the roster with this name, ignoring case."""
    return Person.objects.filter(club=club, departed_at=None, name_key=roster_key(name)).first()


def get_person_of(club: Club, person_id: int, viewer: Viewer) -> Person:
    """A person of the roster; raises NotFound if the viewer may not know of them.

    A name becomes public by playing: before the first entry in a published tournament, only organisers see it.
    """
    person = Person.objects.filter(club=club, pk=person_id).select_related("user", "club").first()
    if person is None or not (_has_played(person) or runs_club(club, viewer)):
        raise NotFound(_("This person isn't on the club's roster. Look for another spelling of the name."))
    return person


def _has_played(person: Person) -> bool:
    return entries_of_person(person).exclude(tournament__status=Status.DRAFT).exists()


def runs_club(club: Club, viewer: Viewer) -> bool:
    """Whether the viewer sees and changes the private data of the roster."""
    return role_of(club, viewer) in RUNNERS


def claims_in(club: Club) -> QuerySet[NameClaim]:
    return NameClaim.objects.filter(club=club).select_related("user", "person")


def own_claim(club: Club, viewer: Viewer) -> NameClaim | None:
    if not isinstance(viewer, User):
        return None
    return NameClaim.objects.filter(club=club, user=viewer).select_related("person").first()


def own_person(club: Club, viewer: Viewer) -> Person | None:
    """The name on the roster that the viewer's account has claimed."""
    return Person.objects.filter(club=club, user=viewer).first() if isinstance(viewer, User) else None


def people_to_enter(tournament: Tournament) -> QuerySet[Person]:
    """People of the roster who are not entered in the tournament, neither by name nor by account."""
    entered = Entry.objects.filter(tournament=tournament).exclude(NOT_PLAYING)
    people = people_of(tournament.club)
    people = people.exclude(pk__in=entered.filter(person__isnull=False).values("person"))
    return people.exclude(user__isnull=False, user__in=entered.filter(user__isnull=False).values("user"))


def plays_by_account(tournament: Tournament, person: Person) -> bool:
    """Whether the account that claimed the name is entered: another entry would count for the same player."""
    own = Entry.objects.filter(tournament=tournament, user__isnull=False, user=person.user_id)
    return own.exclude(NOT_PLAYING).exists()


def entered_keys(tournament: Tournament) -> set[str]:
    """The names that are entered, and those linked to an account that is, as they are compared."""
    entries = Entry.objects.filter(tournament=tournament)
    linked = Person.objects.filter(club=tournament.club_id, user__in=entries.exclude(NOT_PLAYING).values("user"))
    names = [*entries.values_list("name", flat=True), *linked.values_list("name", flat=True)]
    return {roster_key(name) for name in names}


# -- as JSON ------------------------------------------------------------------------------------------------------


class RosterNameJson(TypedDict):
    id: int
    name: str
    rating: int | None


def roster_name_json(person: Person) -> RosterNameJson:
    return {"id": person.pk, "name": person.name, "rating": person.rating}


class RosterPersonJson(RosterNameJson):
    """A person with the data that only owners and organisers see. `revision` is named by changes."""

    account: PlayerJson | None
    email: str
    remark: str
    dues_owed: str
    dues_paid: str
    revision: int
    created_at: DateTime


def roster_person_json(person: Person) -> RosterPersonJson:
    return {
        **roster_name_json(person),
        "account": None if person.user is None else player_json(person.user),
        "email": person.email,
        "remark": person.remark,
        "dues_owed": f"{person.dues_owed:.2f}",
        "dues_paid": f"{person.dues_paid:.2f}",
        "revision": person.revision,
        "created_at": time_text(person.created_at),
    }


class DuesJson(TypedDict):
    people: int
    owed: str
    paid: str
    open: str


def dues_json(club: Club) -> DuesJson:
    """The treasurer's totals: how many people, what they owe, what they have paid, and what is still open."""
    people = Person.objects.filter(club=club, departed_at=None)
    sums = people.aggregate(owed=Sum("dues_owed"), paid=Sum("dues_paid"))
    outstanding = owing(people).aggregate(sum=Sum(F("dues_owed") - F("dues_paid")))
    return {
        "people": people.count(),
        "owed": _amount(sums["owed"]),
        "paid": _amount(sums["paid"]),
        "open": _amount(outstanding["sum"]),
    }


def _amount(total: Decimal | None) -> str:
    return f"{total or Decimal(0):.2f}"


class NameClaimJson(TypedDict):
    id: int
    person: RosterNameJson
    account: PlayerJson
    created_at: DateTime


def claim_json(claim: NameClaim) -> NameClaimJson:
    return {
        "id": claim.pk,
        "person": roster_name_json(claim.person),
        "account": player_json(claim.user),
        "created_at": time_text(claim.created_at),
    }


def roster_csv_rows(club: Club) -> list[list[object]]:
    """The roster as CSV rows, the header first; the import reads them back."""
    rows: list[list[object]] = [["name", "e-mail", "rating", "remark", "dues owed", "dues paid", "account"]]
    for person in people_of(club):
        account = "" if person.user is None else person.user.username
        dues = [f"{person.dues_owed:.2f}", f"{person.dues_paid:.2f}"]
        rows.append([person.name, person.email, person.rating, person.remark, *dues, account])
    return rows


class RosterPreviewLineJson(TypedDict):
    """A line of an import. `people` are the people of the roster that it may mean, the likeliest first.

    `changes` are the fields of a known person that get another value: `email`, `rating`.
    """

    line: int
    name: str
    email: str
    rating: int | None
    verdict: Annotated[str, VERDICTS]
    doubts: list[str]
    changes: list[str]
    people: list[RosterNameJson]


class RosterPreviewJson(TypedDict):
    """What an import would do; `digest` is to be sent with the import."""

    digest: str
    new: int
    known: int
    doubtful: int
    lines: list[RosterPreviewLineJson]


def import_json(club: Club, plan: Sequence[PlannedLine], digest: str) -> RosterPreviewJson:
    names = {person.pk: roster_name_json(person) for person in people_of(club)}
    lines: list[RosterPreviewLineJson] = [
        {
            "line": one.person.line,
            "name": one.person.name,
            "email": one.person.email,
            "rating": one.person.rating,
            "verdict": one.verdict.value,
            "doubts": list(one.doubts),
            "changes": list(one.changes),
            "people": [names[person] for person in one.people if person in names],
        }
        for one in plan
    ]
    counts = Counter(line["verdict"] for line in lines)
    return {
        "digest": digest,
        "new": counts[Verdict.NEW],
        "known": counts[Verdict.KNOWN],
        "doubtful": counts[Verdict.DOUBTFUL],
        "lines": lines,
    }
