"""Who is removed from a club, or is an organiser there no longer, has no say in its events any more."""

import pytest

from accounts.errors import Forbidden
from accounts.models import User
from tests.games.playing import make_people
from tests.tournaments.events import log_of, open_event
from tournaments.enums import Role
from tournaments.models import Club, Membership
from tournaments.services.life import add_organiser, cancel
from tournaments.services.membership import change_role, remove_member


def test_a_removed_organiser_runs_no_event_of_the_club(club: Club, secretary: User) -> None:
    rogue, helper = make_people("rogue", "helper")
    for person in (rogue, helper):
        Membership.objects.create(club=club, user=person, role=Role.ORGANISER)
    alone, shared = open_event(club, rogue), open_event(club, rogue, name="Autumn Open")
    add_organiser(tournament_id=shared.pk, user=rogue, organiser=helper)
    remove_member(club_id=club.pk, user=secretary, member=rogue)
    for tournament, left in ((alone, secretary), (shared, helper)):
        with pytest.raises(Forbidden):
            cancel(tournament_id=tournament.pk, user=rogue, reason="revenge")
        assert list(tournament.organisers.all()) == [left]
        assert log_of(tournament)[-1] == "rogue is no longer an organiser."


@pytest.mark.parametrize("role", [Role.ORGANISER, Role.OWNER])
def test_who_is_a_plain_member_again_runs_no_event_until_named_anew(club: Club, secretary: User, role: Role) -> None:
    rogue, helper = make_people("rogue", "helper")
    Membership.objects.create(club=club, user=rogue, role=role)
    alone, shared = open_event(club, rogue), open_event(club, rogue, name="Autumn Open")
    add_organiser(tournament_id=shared.pk, user=rogue, organiser=helper)
    change_role(club_id=club.pk, user=secretary, member=rogue, role=Role.MEMBER)
    for tournament, left in ((alone, secretary), (shared, helper)):
        with pytest.raises(Forbidden):
            cancel(tournament_id=tournament.pk, user=rogue, reason="revenge")
        assert list(tournament.organisers.all()) == [left]
        assert log_of(tournament)[-1] == "rogue is no longer an organiser."
    add_organiser(tournament_id=shared.pk, user=secretary, organiser=rogue)
    cancel(tournament_id=shared.pk, user=rogue, reason="rain")


def test_who_was_a_plain_member_all_along_keeps_the_event_they_were_named_for(club: Club, secretary: User) -> None:
    (helper,) = make_people("helper")
    Membership.objects.create(club=club, user=helper)
    event = open_event(club, secretary)
    add_organiser(tournament_id=event.pk, user=secretary, organiser=helper)
    change_role(club_id=club.pk, user=secretary, member=helper, role=Role.MEMBER)
    assert event.organisers.filter(pk=helper.pk).exists()
