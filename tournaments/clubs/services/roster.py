"""The roster of a club: add, change, merge and remove people, with or without accounts."""

from decimal import Decimal
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import Conflict, Invalid, NotFound
from accounts.models import User
from accounts.names import departed_name, has_unseen, tidy_display_name
from tournaments.clubs.selectors.roster import NOT_PLAYING, find_person, roster_key
from tournaments.clubs.services.clubs import check_open, check_role, lock_club, record_club_action
from tournaments.enums import RUNNERS, ClubAction, EntryStatus, LogKind, Status
from tournaments.log_texts import LogText
from tournaments.models import Club, ClubChange, Entry, NameClaim, Person, Tournament
from tournaments.selectors.names import entry_name
from tournaments.services.locking import lock_tournament, record_change
from tournaments.services.notices import forget_request

MAX_NAME = 60
MAX_PEOPLE = 5000
MAX_REMARK, MAX_DUES = 500, Decimal("999999.99")
STILL_IN = Q(
    status__in=(EntryStatus.ENTERED, EntryStatus.PENDING, EntryStatus.WAITING),
    tournament__status__in=(Status.DRAFT, Status.REGISTRATION, Status.RUNNING),
)


def add_person(*, club_id: int, user: User, name: str, **private: Any) -> Person:
    """Add a person to the roster."""
    with transaction.atomic():
        club = lock_roster(club_id, user)
        tidy = tidy_name(name)
        _check_name_free(club, tidy)
        person = create_person(club, tidy, **private)
        record_club_action(club, user, ClubAction.PERSON_ADDED, roster_person=person)
    return person


def change_person(*, person_id: int, user: User, seen: int, name: str | None = None, **private: Any) -> Person:
    """Change what is given. A new name is also the name of the person's entries in all tournaments of the club."""
    with transaction.atomic():
        club, person = lock_person_of(person_id, user, seen=seen)
        if name is not None:
            rename(club, person, tidy_name(name), actor=user)
        for field, value in private.items():
            setattr(person, field, value)
        save_person(person)
        record_club_action(club, user, ClubAction.PERSON_CHANGED, roster_person=person)
    return person


def merge_people(*, person_id: int, other_id: int, user: User, seen: int, other_seen: int) -> Person:
    """Make two people of the roster one: the other's entries, dues and account go to the person, who keeps the name."""
    with transaction.atomic():
        club, person = lock_person_of(person_id, user, seen=seen)
        other = _person_in(club, other_id, seen=other_seen)
        if other.pk == person.pk:
            raise Invalid.at("other", _("Choose two different people."))
        if person.user_id is not None and other.user_id is not None:
            message = _("Both names are linked to an account. Unlink one of them first.")
            raise Conflict(message, code="two_accounts")
        _check_fits(person, other)
        tournaments = lock_person_tournaments(person, other)
        _check_never_met(person, other)
        _move_entries(person, other, tournaments, actor=user)
        _take_over(person, other)
        check_counts_once(person, person.user)
        record_club_action(club, user, ClubAction.PERSON_MERGED, roster_person=person)
    return person


def remove_person(*, person_id: int, user: User, seen: int) -> None:
    """Remove a person on request: results stay, under the name of a departed player; private data is erased."""
    with transaction.atomic():
        club, person = lock_person_of(person_id, user, seen=seen)
        lock_person_tournaments(person)  # so that no one is reinstated meanwhile
        playing = person.entries.filter(STILL_IN).select_related("tournament").first()
        if playing is not None:
            message = _("%(name)s is entered in “%(tournament)s”. Withdraw them there first.")
            names = {"name": person.name, "tournament": playing.tournament.name}
            raise Conflict(message % names, code="still_entered", payload={"tournament": playing.tournament_id})
        person.user = None
        depart(person)
        record_club_action(club, user, ClubAction.PERSON_REMOVED, roster_person=person)


def depart_account(user: User) -> None:
    """Erase the names on rosters that a closed account had claimed. Idempotent."""
    for found in Person.objects.filter(user=user, departed_at=None):
        with transaction.atomic():
            lock_club(found.club_id)
            person = Person.objects.filter(pk=found.pk, user=user, departed_at=None).first()
            if person is not None:
                depart(person)
    delete_claims(user=user)


# -- for the services of the roster; the club is locked -----------------------------------------------------------


def lock_roster(club_id: int, user: User) -> Club:
    """Lock an open club for one of its owners or organisers."""
    club = lock_club(club_id)
    check_role(club, user, *RUNNERS)
    check_open(club)
    return club


def lock_person_of(person_id: int, user: User, *, seen: int | None = None) -> tuple[Club, Person]:
    """Lock the club of a person, for its organisers; raises Conflict if the person has changed since it was seen."""
    club_id = Person.objects.filter(pk=person_id).values_list("club_id", flat=True).first()
    if club_id is None:
        raise _unknown()
    club = lock_club(club_id)
    check_role(club, user, *RUNNERS)
    return club, _person_in(club, person_id, seen=seen)


def _person_in(club: Club, person_id: int, *, seen: int | None = None) -> Person:
    person = Person.objects.filter(club=club, pk=person_id, departed_at=None).select_related("user").first()
    if person is None:
        raise _unknown()
    if seen is not None and seen != person.revision:
        message = _("%(name)s was changed in the meantime. Review the changes, then try again.")
        raise Conflict(message % {"name": person.name}, code="stale", payload={"revision": person.revision})
    return person


def _unknown() -> NotFound:
    return NotFound(_("This person isn't on the club's roster. Look for another spelling of the name."))


def tidy_name(name: str) -> str:
    """Normalise a name; raises for an empty or too long one, and for invisible characters."""
    tidy = tidy_display_name(name)
    if not tidy or len(tidy) > MAX_NAME:
        message = _("Enter a name of at most %(most)s letters.") % {"most": MAX_NAME}
        raise Invalid.at("name", message)
    if has_unseen(tidy):
        raise Invalid.at("name", _("Remove invisible characters."))
    return tidy


def create_person(club: Club, name: str, **private: Any) -> Person:
    if Person.objects.filter(club=club, departed_at=None).count() >= MAX_PEOPLE:
        message = _("A roster can have %(most)s people. Remove some first.") % {"most": MAX_PEOPLE}
        raise Conflict(message, code="too_many")
    return Person.objects.create(club=club, name=name, name_key=roster_key(name), **private)


def person_named(club: Club, name: str, *, rating: int | None = None) -> Person:
    """The person of the roster with this name, created if new."""
    return find_person(club, name) or create_person(club, tidy_name(name), rating=rating)


def save_person(person: Person) -> None:
    """Save the person as a new revision."""
    person.revision += 1
    person.save()


def rename(club: Club, person: Person, name: str, *, actor: User) -> None:
    """Give the person and their entries a new name, with a line in each tournament's log."""
    if name == person.name:
        return
    _check_name_free(club, name, but=person)
    tournaments = lock_person_tournaments(person)
    person.name, person.name_key = name, roster_key(name)
    _rename_entries(person, tournaments, actor=actor)


def _rename_entries(person: Person, tournaments: list[Tournament], *, actor: User | None = None) -> None:
    entries = list(Entry.objects.filter(person=person).exclude(name=person.name))
    locked = {tournament.pk: tournament for tournament in tournaments}
    for entry in entries:
        entry.name = person.name
        entry.save(update_fields=["name"])
        text = LogText.RENAMED(name=entry_name(entry))
        record_change(locked[entry.tournament_id], LogKind.PLAYERS, text, actor=actor)


def depart(person: Person) -> None:
    """Erase the name and the private data of a person; what they played stays."""
    tournaments = lock_person_tournaments(person)
    person.name, person.name_key = f"{departed_name(person.pk)} R", ""
    person.email = person.remark = ""
    person.rating, person.dues_owed, person.dues_paid = None, Decimal(0), Decimal(0)
    person.departed_at = timezone.now()
    save_person(person)
    _rename_entries(person, tournaments)
    delete_claims(person=person)


def delete_claims(**which: object) -> None:
    """Delete claims of names, and the notifications that ask for an answer."""
    for claim in NameClaim.objects.filter(**which).select_related("club", "user"):
        forget_request(claim.club, claim.user, "name_claimed")
        claim.delete()


def lock_person_tournaments(*people: Person) -> list[Tournament]:
    """Lock the tournaments of people in the order of their ids; no entry is added meanwhile, as the club is locked."""
    entries = Entry.objects.filter(person__in=people)
    ids = sorted(set(entries.values_list("tournament_id", flat=True)))
    return [lock_tournament(tournament_id) for tournament_id in ids]


def _check_name_free(club: Club, name: str, *, but: Person | None = None) -> None:
    namesake = find_person(club, name)
    if namesake is not None and namesake != but:
        message = _("“%(name)s” is already on the roster. Add an initial, or merge the two people.")
        raise Conflict(message % {"name": namesake.name}, code="name_taken", payload={"person": namesake.pk})


def _check_never_met(person: Person, other: Person) -> None:
    both = Tournament.objects.filter(
        pk__in=Entry.objects.filter(person=person).exclude(NOT_PLAYING).values("tournament")
    ).filter(pk__in=Entry.objects.filter(person=other).exclude(NOT_PLAYING).values("tournament"))
    for tournament in both.order_by("pk")[:1]:
        message = _("%(one)s and %(other)s both play in “%(tournament)s”, so they are two people.")
        names = {"one": person.name, "other": other.name, "tournament": tournament.name}
        raise Conflict(message % names, code="both_played", payload={"tournament": tournament.pk})


def _check_fits(person: Person, other: Person) -> None:
    """Raise if the remarks or the dues of both together exceed what one person can have."""
    dues = max(person.dues_owed + other.dues_owed, person.dues_paid + other.dues_paid)
    if len(_joined_remarks(person, other)) > MAX_REMARK or dues > MAX_DUES:
        message = _(
            "The remarks or dues of %(one)s and %(other)s exceed the limit for one person. Shorten the remarks or "
            "correct the dues first."
        )
        raise Conflict(message % {"one": person.name, "other": other.name}, code="too_long")


def _joined_remarks(person: Person, other: Person) -> str:
    return "\n".join(remark for remark in (person.remark, other.remark) if remark)


def check_counts_once(person: Person, user: User | None) -> None:
    """Raise if the account plays in a tournament under its own name and under the person's."""
    if user is None:
        return
    own = Entry.objects.filter(user=user).exclude(NOT_PLAYING).values("tournament")
    for entry in person.entries.exclude(NOT_PLAYING).filter(tournament__in=own).select_related("tournament")[:1]:
        message = _(
            "%(name)s and the account %(user)s both play in “%(tournament)s”, so the name can't be linked to it."
        )
        names = {"name": person.name, "user": user.public_name, "tournament": entry.tournament.name}
        raise Conflict(message % names, code="counts_twice", payload={"tournament": entry.tournament_id})


def _move_entries(person: Person, other: Person, tournaments: list[Tournament], *, actor: User) -> None:
    Entry.objects.filter(person=other).update(person=person)
    _rename_entries(person, tournaments, actor=actor)


def _take_over(person: Person, other: Person) -> None:
    """Give the person what is known of the other, whose row is deleted."""
    ClubChange.objects.filter(roster_person=other).update(roster_person=person)
    NameClaim.objects.filter(person=other).update(person=person)
    account = person.user or other.user
    other.delete()
    person.user = account
    person.email = person.email or other.email
    person.rating = other.rating if person.rating is None else person.rating
    person.remark = _joined_remarks(person, other)
    person.dues_owed += other.dues_owed
    person.dues_paid += other.dues_paid
    save_person(person)
