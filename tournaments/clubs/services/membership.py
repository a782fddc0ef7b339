"""Club membership: join, answer requests, change roles, leave, remove."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.errors import Conflict, Forbidden, NotFound
from accounts.models import User
from accounts.services.checks import check_can_post, check_good_standing
from tournaments.clubs.selectors.clubs import role_of
from tournaments.clubs.services.clubs import check_open, check_role, lock_club, record_club_action
from tournaments.clubs.services.roster import delete_claims
from tournaments.enums import RUNNERS, ClubAction, Joining, LogKind, Role
from tournaments.log_texts import LogText
from tournaments.models import Club, JoinRequest, Membership, Tournament
from tournaments.selectors.names import user_name
from tournaments.services.locking import lock_tournament, record_change
from tournaments.services.notices import (
    ask_runners,
    forget_request,
    notify_admission,
    notify_organiser,
    notify_removal,
    notify_request_taken_back,
    notify_role,
)


def join_club(*, club_id: int, user: User, invitation: str = "", message: str = "") -> Membership | JoinRequest:
    """Join the club, or ask to, as the club's rules say; the invitation link always admits. Idempotent."""
    check_good_standing(user)
    if message:
        check_can_post(user)
    with transaction.atomic():
        club = lock_club(club_id)
        check_open(club)
        member = Membership.objects.filter(club=club, user=user).first()
        if member is not None:
            return member
        if club.joining == Joining.OPEN or invitation == club.invitation:
            return _admit(club, user)
        if club.joining == Joining.INVITATION:
            raise Forbidden(_("This club is by invitation only. Ask an organiser for the link."), code="by_invitation")
        request, is_new = JoinRequest.objects.get_or_create(club=club, user=user, defaults={"message": message})
        if is_new:
            ask_runners(club, user, "join_asked")
    return request


def answer_request(*, request_id: int, user: User, accept: bool) -> Membership | None:
    """Admit or reject a request to join."""
    with transaction.atomic():
        club, asker = _open_request(request_id)
        check_role(club, user, *RUNNERS)
        check_open(club)
        notify_admission(club, asker, is_admitted=accept)
        record_club_action(club, user, ClubAction.ADMITTED if accept else ClubAction.TURNED_AWAY, person=asker)
        if accept:
            return _admit(club, asker)
        _forget_request(club, asker)
    return None


def withdraw_request(*, club_id: int, user: User) -> None:
    with transaction.atomic():
        club = lock_club(club_id)
        if JoinRequest.objects.filter(club=club, user=user).delete()[0]:
            notify_request_taken_back(club, user, "join_asked")


def change_role(*, club_id: int, user: User, member: User, role: Role) -> Membership:
    """Change a member's role. A plain member is removed from the organisers of the club's tournaments.

    The last owner keeps the role.
    """
    with transaction.atomic():
        club = lock_club(club_id)
        check_role(club, user, Role.OWNER)
        membership = _membership(club, member)
        if role != Role.OWNER:
            _check_another_owner(club, membership)
        if membership.role != role:
            membership.role = role
            membership.save(update_fields=["role"])
            if role == Role.MEMBER:
                _take_tournaments_from(club, member, actor=user)
            notify_role(membership, actor=user)
            record_club_action(club, user, ClubAction.ROLE, person=member, role=role)
    return membership


def transfer_club(*, club_id: int, user: User, member: User) -> Membership:
    """Transfer the club: the member becomes an owner, and the user an organiser."""
    with transaction.atomic():
        club = lock_club(club_id)
        check_role(club, user, Role.OWNER)
        heir = _membership(club, member)
        Membership.objects.filter(pk=heir.pk).update(role=Role.OWNER)
        if member.pk != user.pk:
            Membership.objects.filter(club=club, user=user).update(role=Role.ORGANISER)
        if heir.role != Role.OWNER:
            heir.role = Role.OWNER
            notify_role(heir, actor=user)
        record_club_action(club, user, ClubAction.HANDED_OVER, person=member)
    return heir


def leave_club(*, club_id: int, user: User) -> None:
    """Leave the club and stop organising its tournaments; entries as a player stay. Idempotent."""
    with transaction.atomic():
        club = lock_club(club_id)
        membership = Membership.objects.filter(club=club, user=user).select_related("user").first()
        if membership is not None:
            _end_membership(club, membership, actor=user)


def remove_member(*, club_id: int, user: User, member: User) -> None:
    """Remove a member, also as organiser of the club's tournaments. Owners remove anyone, organisers plain members."""
    with transaction.atomic():
        club = lock_club(club_id)
        own = check_role(club, user, *RUNNERS)
        membership = _membership(club, member)
        if own != Role.OWNER and membership.role != Role.MEMBER:
            raise Forbidden(_("Only an owner can remove organisers and owners."), code="not_your_club")
        _end_membership(club, membership, actor=user)
        notify_removal(club, member, actor=user)
        record_club_action(club, user, ClubAction.REMOVED, person=member)


def _end_membership(club: Club, membership: Membership, *, actor: User) -> None:
    _check_another_owner(club, membership)
    membership.delete()
    delete_claims(club=club, user=membership.user)
    _take_tournaments_from(club, membership.user, actor=actor)


def _take_tournaments_from(club: Club, member: User, *, actor: User) -> None:
    """Remove a member from the organisers of the club's tournaments.

    A tournament left without an organiser goes to the actor, or to the club's first owner if that is the member.
    """
    owners = Membership.objects.filter(club=club, role=Role.OWNER).select_related("user")
    heir = actor if actor.pk != member.pk else next((owner.user for owner in owners[:1]), None)
    for found in Tournament.objects.filter(club=club, organisers=member).order_by("pk"):
        tournament = lock_tournament(found.pk)
        if heir is not None and not tournament.organisers.exclude(pk=member.pk).exists():
            tournament.organisers.add(heir)
            record_change(tournament, LogKind.LIFE, LogText.ORGANISER_ADDED(name=user_name(heir)), actor=actor)
            notify_organiser(tournament, heir, "organiser_named", actor=actor)
        tournament.organisers.remove(member)
        text = LogText.ORGANISER_REMOVED(name=user_name(member))
        record_change(tournament, LogKind.LIFE, text, actor=actor)


def leave_all_clubs(*, user: User) -> None:
    """Remove a closed account from all clubs.

    A club left without an owner goes to its longest-serving organiser, else member; tournaments without another
    organiser go to an owner.
    """
    for membership in Membership.objects.filter(user=user).select_related("club"):
        with transaction.atomic():
            club = lock_club(membership.club_id)
            membership.delete()
            if not Membership.objects.filter(club=club, role=Role.OWNER).exists():
                _find_heir(club)
    for club_id in Tournament.objects.filter(organisers=user).values_list("club_id", flat=True).distinct():
        with transaction.atomic():
            _take_tournaments_from(lock_club(club_id), user, actor=user)
    for request in JoinRequest.objects.filter(user=user).select_related("club"):
        _forget_request(request.club, user)


def _find_heir(club: Club) -> None:
    for role in (Role.ORGANISER, Role.MEMBER):
        heir = Membership.objects.filter(club=club, role=role).order_by("joined_at", "id").first()
        if heir is not None:
            heir.role = Role.OWNER
            heir.save(update_fields=["role"])
            notify_role(heir)
            return


def _open_request(request_id: int) -> tuple[Club, User]:
    """Lock the club and return it with the request; of two concurrent answers the second raises."""
    requests = JoinRequest.objects.filter(pk=request_id)
    for club_id in requests.values_list("club_id", flat=True):
        club = lock_club(club_id)
        if found := requests.select_related("user").first():
            return club, found.user
    raise NotFound(_("This request was already answered."))


def _admit(club: Club, user: User) -> Membership:
    _forget_request(club, user)
    return Membership.objects.get_or_create(club=club, user=user)[0]


def _forget_request(club: Club, user: User) -> None:
    JoinRequest.objects.filter(club=club, user=user).delete()
    forget_request(club, user, "join_asked")


def _membership(club: Club, member: User) -> Membership:
    membership = Membership.objects.filter(club=club, user=member).select_related("user").first()
    if membership is None:
        raise NotFound(_("This person is not a member. Invite them first."))
    return membership


def _check_another_owner(club: Club, membership: Membership) -> None:
    if role_of(club, membership.user) != Role.OWNER:
        return
    if not Membership.objects.filter(club=club, role=Role.OWNER).exclude(pk=membership.pk).exists():
        raise Conflict(_("A club needs an owner. Transfer it, or close it."), code="last_owner")
