"""Players from the club's roster: enter several at once, correct a player's name."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.errors import NotFound, Unprocessable
from accounts.models import User
from tournaments.clubs.services.clubs import lock_club, record_club_action
from tournaments.clubs.services.roster import rename, save_person, tidy_name
from tournaments.enums import ClubAction, EntryStatus, LogKind
from tournaments.log_texts import LogText
from tournaments.models import Entry, Person, Tournament
from tournaments.services.locking import check_organiser, lock_entry, record_change
from tournaments.services.notices import notify_entry
from tournaments.services.registration import (
    GONE,
    check_entries_possible,
    check_opponents_can_meet,
    check_places,
    entry_of_person,
    lock_with_roster,
    seat_in_running_tournament,
)


def enter_people(*, tournament_id: int, user: User, people: Sequence[int]) -> list[Entry]:
    """Enter people of the roster, with one line in the log; those who are entered already stay so. Idempotent."""
    with transaction.atomic():
        tournament = lock_with_roster(tournament_id, user)
        check_entries_possible(tournament)
        entries = [entry_of_person(tournament, person, by=user) for person in _people(tournament, people)]
        new = [entry for entry in entries if entry.pk is None or entry.status != EntryStatus.ENTERED]
        if any(entry.user is None for entry in new):
            check_opponents_can_meet(tournament, adds_name=True)
        check_places(tournament, sum(entry.pk is None or entry.status in GONE for entry in new))
        for entry in new:
            _enter(tournament, entry, actor=user)
        if new:
            text = LogText.ENTERED_FROM_ROSTER(count=len(new))
            record_change(tournament, LogKind.PLAYERS, text, actor=user)
    return entries


def rename_player(*, entry_id: int, user: User, name: str) -> Entry:
    """Correct the name of a player without an account: on the roster, and in all tournaments of the club."""
    with transaction.atomic():
        for club_id in Entry.objects.filter(pk=entry_id).values_list("tournament__club_id", flat=True):
            lock_club(club_id)
        tournament, entry = lock_entry(entry_id)
        club = tournament.club
        check_organiser(tournament, user)
        person = Person.objects.filter(entries=entry, departed_at=None).first()
        if person is None:
            message = _("Only the name of a player without an account can be corrected here.")
            raise Unprocessable(message, code="has_account")
        rename(club, person, tidy_name(name), actor=user)
        save_person(person)
        record_club_action(club, user, ClubAction.PERSON_CHANGED, roster_person=person)
        entry.refresh_from_db()
    return entry


def _people(tournament: Tournament, ids: Sequence[int]) -> list[Person]:
    people = Person.objects.filter(club=tournament.club_id, pk__in=ids, departed_at=None).select_related("user")
    if len(people) < len(set(ids)):
        raise NotFound(_("This person isn't on the club's roster. Reload the page."))
    return list(people)


def _enter(tournament: Tournament, entry: Entry, *, actor: User) -> None:
    entry.status, entry.left_round = EntryStatus.ENTERED, None
    seat_in_running_tournament(tournament, entry, actor=actor)
    entry.save()
    notify_entry(tournament, entry, "entry_admitted", actor=actor)
