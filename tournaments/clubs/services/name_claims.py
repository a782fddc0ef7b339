"""Accounts and the names on a roster: a member claims a name, an organiser accepts, links directly, or unlinks.

Entries are not rewritten: results count for the account while the name is linked to it, so unlinking undoes it wholly.
"""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.errors import Conflict, Forbidden, NotFound
from accounts.models import User
from tournaments.clubs.selectors.clubs import role_of
from tournaments.clubs.selectors.roster import get_person_of
from tournaments.clubs.services.clubs import check_open, check_role, lock_club, record_club_action
from tournaments.clubs.services.roster import (
    check_counts_once,
    delete_claims,
    lock_person_of,
    lock_person_tournaments,
    save_person,
)
from tournaments.enums import RUNNERS, ClubAction
from tournaments.models import Club, NameClaim, Person
from tournaments.services.notices import ask_runners, notify_claim_answer, notify_request_taken_back


def claim_name(*, club_id: int, person_id: int, user: User) -> NameClaim:
    """Ask to be linked to a name of the roster, as a member; replaces an earlier claim. Idempotent."""
    with transaction.atomic():
        club = lock_club(club_id)
        check_open(club)
        if role_of(club, user) is None:
            raise Forbidden(_("Join the club first, then claim your name."), code="not_a_member")
        person = get_person_of(club, person_id, user)
        _check_free(person, user)
        claim, is_new = NameClaim.objects.update_or_create(club=club, user=user, defaults={"person": person})
        if is_new:
            ask_runners(club, user, "name_claimed")
    return claim


def withdraw_claim(*, club_id: int, user: User) -> None:
    """Take an unanswered claim back. Idempotent."""
    with transaction.atomic():
        club = lock_club(club_id)
        if NameClaim.objects.filter(club=club, user=user).delete()[0]:
            notify_request_taken_back(club, user, "name_claimed")


def answer_claim(*, club_id: int, claim_id: int, user: User, accept: bool) -> None:
    """Link the account that claimed a name, or decline."""
    with transaction.atomic():
        club = lock_club(club_id)
        check_role(club, user, *RUNNERS)
        claim = NameClaim.objects.filter(club=club, pk=claim_id).select_related("user", "person").first()
        if claim is None:
            raise NotFound(_("This claim was already answered."))
        if accept:
            _link(club, claim.person, claim.user, actor=user)
        else:
            delete_claims(pk=claim.pk)
            notify_claim_answer(club, claim.user, is_accepted=False, actor=user)
            record_club_action(club, user, ClubAction.CLAIM_DECLINED, person=claim.user)


def link_account(*, person_id: int, user: User, member: User, seen: int) -> Person:
    """Link a name of the roster to a member's account, as an organiser."""
    with transaction.atomic():
        club, person = lock_person_of(person_id, user, seen=seen)
        if role_of(club, member) is None:
            raise Forbidden(
                _("This person isn't a member of the club. Invite them to join first."), code="not_a_member"
            )
        _link(club, person, member, actor=user)
    return person


def release_name(*, person_id: int, user: User, seen: int) -> Person:
    """Unlink a name from its account: results under the name count for the name again."""
    with transaction.atomic():
        club, person = lock_person_of(person_id, user, seen=seen)
        if person.user_id is not None:
            person.user = None
            save_person(person)
            record_club_action(club, user, ClubAction.NAME_RELEASED, roster_person=person)
    return person


def _link(club: Club, person: Person, member: User, *, actor: User) -> None:
    if person.user_id == member.pk:
        delete_claims(club=club, user=member)
        return
    _check_free(person, member)
    lock_person_tournaments(person)
    check_counts_once(person, member)
    person.user = member
    save_person(person)
    delete_claims(club=club, user=member)
    notify_claim_answer(club, member, is_accepted=True, actor=actor)
    record_club_action(club, actor, ClubAction.NAME_LINKED, roster_person=person)


def _check_free(person: Person, member: User) -> None:
    if person.departed_at is not None or (person.user_id is not None and person.user_id != member.pk):
        raise Conflict(_("This name is linked to another account. Unlink it first."), code="claimed")
    other = Person.objects.filter(club=person.club_id, user=member).exclude(pk=person.pk).first()
    if other is not None:
        message = _("The account is linked to “%(name)s” already. Merge the two names, or unlink it first.")
        raise Conflict(message % {"name": other.name}, code="has_a_name")
