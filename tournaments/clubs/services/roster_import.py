"""Import people into a roster: a preview that writes nothing, and the import of exactly what was previewed."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.errors import Conflict, Invalid
from accounts.models import User
from games.translation import error_words
from tournaments.clubs.roster_files.matching import KnownPerson, PlannedLine, Verdict, plan_digest, plan_import
from tournaments.clubs.roster_files.people import Fault, read_people
from tournaments.clubs.roster_files.tables import UnreadableRoster
from tournaments.clubs.services.clubs import check_role, record_club_action
from tournaments.clubs.services.roster import create_person, lock_roster, save_person, tidy_name
from tournaments.enums import RUNNERS, ClubAction
from tournaments.models import Club, Person

CREATE, UPDATE = "create", "update"


@dataclass(frozen=True)
class Choice:
    """An organiser's decision about a doubtful line: create a person, or update one of the roster."""

    line: int
    action: str
    person: int | None = None


@dataclass(frozen=True)
class Imported:
    created: int
    updated: int
    skipped: int


def preview_import(*, club: Club, user: User, content: bytes) -> tuple[PlannedLine, ...]:
    """What an import would do, line by line; nothing is written."""
    check_role(club, user, *RUNNERS)
    return _plan(club, content)


def import_people(*, club_id: int, user: User, content: bytes, digest: str, choices: Sequence[Choice] = ()) -> Imported:
    """Do what was previewed: add the new people, fill in what is missing for known ones, follow choices for the rest.

    Raises Conflict if the roster has changed since, so that the import would do something else. Repeating an import
    finds the people known.
    """
    with transaction.atomic():
        club = lock_roster(club_id, user)
        plan = _plan(club, content)
        if plan_digest(plan) != digest:
            raise Conflict(_("The roster has changed since the preview. Review it again."), code="stale")
        chosen = {choice.line: choice for choice in choices}
        done = [_apply(club, line, chosen.get(line.person.line)) for line in plan]
        result = Imported(done.count(CREATE), done.count(UPDATE), done.count(None))
        if result.created or result.updated:
            record_club_action(club, user, ClubAction.PEOPLE_IMPORTED, str(result.created + result.updated))
    return result


def _plan(club: Club, content: bytes) -> tuple[PlannedLine, ...]:
    try:
        listed = read_people(content)
    except UnreadableRoster as error:
        raise Invalid.at("file", error_words(error)) from error
    people = Person.objects.filter(club=club, departed_at=None).order_by("pk")
    return plan_import(listed, [KnownPerson(one.pk, one.name, one.email, one.rating) for one in people])


def _apply(club: Club, line: PlannedLine, choice: Choice | None) -> str | None:
    """Create or update the person of a line; None if it is skipped or changes nothing."""
    if line.verdict == Verdict.NEW:
        return _create(club, line)
    if line.verdict == Verdict.KNOWN:
        return _update(club, line, line.people[0])
    if choice is None or Fault.NO_NAME in line.person.faults:
        return None
    if choice.action == CREATE:
        return _create(club, line)
    if choice.person is None or choice.person not in line.people:
        raise Invalid(_("Line %(line)s: choose one of the people that it may mean.") % {"line": line.person.line})
    return _update(club, line, choice.person)


def _create(club: Club, line: PlannedLine) -> str:
    person = line.person
    name = tidy_name(person.name)
    if Person.objects.filter(club=club, departed_at=None, name_key=name.casefold()).exists():
        message = _("Line %(line)s: “%(name)s” is already on the roster. Leave the line out.")
        raise Conflict(message % {"line": person.line, "name": name}, code="name_taken")
    create_person(club, name, email=person.email, rating=person.rating)
    return CREATE


def _update(club: Club, line: PlannedLine, person_id: int) -> str | None:
    """Take over the e-mail and the rating that the line has."""
    person = Person.objects.get(club=club, pk=person_id)
    listed = line.person
    new = (listed.email or person.email, listed.rating if listed.rating is not None else person.rating)
    if new == (person.email, person.rating):
        return None
    person.email, person.rating = new
    save_person(person)
    return UPDATE
