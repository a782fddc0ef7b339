"""Members who leave a club, are removed, or lose the organiser role no longer run its tournaments."""

from collections.abc import Callable

import pytest

from accounts.errors import Forbidden
from accounts.models import User
from accounts.services.account_closure import close_account
from games.models import Notice
from tests.games.playing import make_people
from tests.tournaments.playing import log_of, open_tournament
from tournaments.clubs.services.membership import change_role, leave_club, remove_member
from tournaments.enums import LogKind, Role
from tournaments.models import Club, Membership
from tournaments.services.account_closure import withdraw_everywhere
from tournaments.services.lifecycle import add_organiser, cancel


def be_removed(club: Club, rogue: User) -> None:
    remove_member(club_id=club.pk, user=User.objects.get(username="secretary"), member=rogue)


def leave(club: Club, rogue: User) -> None:
    leave_club(club_id=club.pk, user=rogue)


def lose_account(_club: Club, rogue: User) -> None:
    close_account(user=rogue)
    withdraw_everywhere(user_id=rogue.pk)


@pytest.mark.parametrize("go", [be_removed, leave, lose_account])
def test_former_members_do_not_run_the_clubs_tournaments(
    club: Club, secretary: User, go: Callable[[Club, User], None]
) -> None:
    rogue, helper = make_people("rogue", "helper")
    for person in (rogue, helper):
        Membership.objects.create(club=club, user=person, role=Role.ORGANISER)
    alone, shared = open_tournament(club, rogue), open_tournament(club, rogue, name="Autumn Open")
    add_organiser(tournament_id=shared.pk, user=rogue, organiser=helper)
    go(club, rogue)
    rogue.refresh_from_db()
    for tournament, left in ((alone, secretary), (shared, helper)):
        with pytest.raises(Forbidden):
            cancel(tournament_id=tournament.pk, user=rogue, reason="revenge")
        assert list(tournament.organisers.all()) == [left]
        assert log_of(tournament)[-1] == (LogKind.LIFE, {"name": rogue.public_name})
    assert log_of(alone)[-2] == (LogKind.LIFE, {"name": "secretary"})


def test_the_owner_is_notified_of_a_tournament_they_now_run(club: Club, secretary: User) -> None:
    (rogue,) = make_people("rogue")
    Membership.objects.create(club=club, user=rogue, role=Role.ORGANISER)
    tournament = open_tournament(club, rogue)
    leave(club, rogue)
    notices = Notice.objects.filter(user=secretary, about="organiser_named")
    assert [notice.path for notice in notices] == [f"/tournaments/{tournament.pk}/"]


@pytest.mark.parametrize("by_role", [True, False])
def test_a_former_owner_does_not_run_the_clubs_tournaments(club: Club, secretary: User, by_role: bool) -> None:
    """One of two owners becomes a plain member, or leaves."""
    (second,) = make_people("second")
    Membership.objects.create(club=club, user=second, role=Role.OWNER)
    tournament = open_tournament(club, second)
    if by_role:
        change_role(club_id=club.pk, user=second, member=second, role=Role.MEMBER)
    else:
        remove_member(club_id=club.pk, user=second, member=second)
    assert list(tournament.organisers.all()) == [secretary]


@pytest.mark.parametrize("role", [Role.ORGANISER, Role.OWNER])
def test_a_demoted_organiser_runs_no_tournament_until_named_again(club: Club, secretary: User, role: Role) -> None:
    rogue, helper = make_people("rogue", "helper")
    Membership.objects.create(club=club, user=rogue, role=role)
    alone, shared = open_tournament(club, rogue), open_tournament(club, rogue, name="Autumn Open")
    add_organiser(tournament_id=shared.pk, user=rogue, organiser=helper)
    change_role(club_id=club.pk, user=secretary, member=rogue, role=Role.MEMBER)
    for tournament, left in ((alone, secretary), (shared, helper)):
        with pytest.raises(Forbidden):
            cancel(tournament_id=tournament.pk, user=rogue, reason="revenge")
        assert list(tournament.organisers.all()) == [left]
        assert log_of(tournament)[-1] == (LogKind.LIFE, {"name": "rogue"})
    add_organiser(tournament_id=shared.pk, user=secretary, organiser=rogue)
    cancel(tournament_id=shared.pk, user=rogue, reason="rain")


def test_a_plain_member_named_as_organiser_keeps_the_tournament(club: Club, secretary: User) -> None:
    (helper,) = make_people("helper")
    Membership.objects.create(club=club, user=helper)
    tournament = open_tournament(club, secretary)
    add_organiser(tournament_id=tournament.pk, user=secretary, organiser=helper)
    change_role(club_id=club.pk, user=secretary, member=helper, role=Role.MEMBER)
    assert tournament.organisers.filter(pk=helper.pk).exists()


def test_organisers_may_remove_only_plain_members(club: Club, secretary: User) -> None:
    helper, other, member = make_people("helper", "other", "member")
    for person, role in ((helper, Role.ORGANISER), (other, Role.ORGANISER), (member, Role.MEMBER)):
        Membership.objects.create(club=club, user=person, role=role)
    for person in (secretary, other):
        with pytest.raises(Forbidden) as refused:
            remove_member(club_id=club.pk, user=helper, member=person)
        assert refused.value.code == "not_your_club"
    remove_member(club_id=club.pk, user=helper, member=member)
    remove_member(club_id=club.pk, user=secretary, member=other)
    assert {one.user for one in Membership.objects.filter(club=club)} == {secretary, helper}
