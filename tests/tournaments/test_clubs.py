"""Clubs: names, membership requests and ownership."""

import pytest

from accounts.errors import Invalid, NotFound
from accounts.models import User
from games.models import Notice
from tests.accounts.people import at_once
from tests.games.playing import make_people
from tests.tournaments.playing import make_club
from tournaments.clubs.services.clubs import change_club
from tournaments.clubs.services.membership import answer_request, join_club, transfer_club
from tournaments.enums import Role
from tournaments.models import Club, ClubChange, JoinRequest, Membership


def test_a_club_may_change_the_case_of_its_name(club: Club, secretary: User) -> None:
    assert change_club(club_id=club.pk, user=secretary, name="VEGA circle").name == "VEGA circle"


@pytest.mark.parametrize("name", ["Lyra Friends", "lyra friends", " Lyra   Friends"])
def test_club_names_are_unique(club: Club, secretary: User, name: str) -> None:
    make_club(secretary, "Lyra Friends")
    with pytest.raises(Invalid):
        change_club(club_id=club.pk, user=secretary, name=name)
    assert Club.objects.get(pk=club.pk).name == "Vega Circle"


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_membership_request_is_answered_once() -> None:
    secretary, asker = make_people("secretary", "asker")
    club = make_club(secretary, joining="request")

    def answer(number: int) -> bool:
        try:
            answer_request(request_id=request.pk, user=secretary, accept=bool(number % 2))
        except NotFound:
            return False
        return True

    for _ in range(6):
        request = join_club(club_id=club.pk, user=asker)
        assert isinstance(request, JoinRequest)
        assert sorted(at_once(4, answer)) == [False, False, False, True]
        action = ClubChange.objects.order_by("id").last()
        is_admitted = Membership.objects.filter(user=asker).delete()[0]
        assert action is not None
        assert action.action == ("admitted" if is_admitted else "turned_away")
    assert Notice.objects.filter(user=asker).count() == 6


def test_transferring_a_club_makes_the_former_owner_an_organiser(club: Club, secretary: User) -> None:
    (heir,) = make_people("heir")
    Membership.objects.create(club=club, user=heir)
    transfer_club(club_id=club.pk, user=secretary, member=heir)
    roles = dict(Membership.objects.filter(club=club).values_list("user__username", "role"))
    assert roles == {"heir": Role.OWNER, "secretary": Role.ORGANISER}
