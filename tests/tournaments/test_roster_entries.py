"""People of the roster in tournaments: each plays once, and those who were removed do not come back."""

from decimal import Decimal

import pytest
from django.test import Client

from accounts.errors import Conflict, Unprocessable
from accounts.models import User
from tests.accounts.people import has_code
from tests.games.playing import client_of
from tests.tournaments.pages import browser_of
from tests.tournaments.playing import make_club, open_tournament, running_tournament
from tests.tournaments.test_roster import member, person, played
from tournaments.check_in.services import check_self_in
from tournaments.clubs.services.membership import join_club, leave_club, remove_member
from tournaments.clubs.services.name_claims import answer_claim, claim_name, link_account
from tournaments.clubs.services.roster import add_person, change_person, merge_people, remove_person
from tournaments.models import Club, Entry, NameClaim, Person
from tournaments.pairing.trf_import import TrfPlayer
from tournaments.selectors.personal_data import export_tournaments
from tournaments.services.registration import add_player, enter, import_players
from tournaments.services.roster_entries import enter_people
from tournaments.services.withdrawal import reinstate_player, withdraw_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna(club: Club, secretary: User) -> User:
    """A member whose account is linked to the name Ana."""
    user = member(club, "anna")
    ana = add_person(club_id=club.pk, user=secretary, name="Ana")
    link_account(person_id=ana.pk, user=secretary, member=user, seen=0)
    return user


def test_the_name_of_an_entered_account_is_not_entered_after_it_left_the_club(
    club: Club, secretary: User, anna: User
) -> None:
    leave_club(club_id=club.pk, user=anna)
    tournament = open_tournament(club, secretary)
    entry = enter(tournament_id=tournament.pk, user=anna)
    with pytest.raises(Conflict, check=has_code("name_taken")):
        add_player(tournament_id=tournament.pk, user=secretary, name="Ana")
    people = [person(club, "Ana").pk]
    assert enter_people(tournament_id=tournament.pk, user=secretary, people=people) == [entry]
    assert Entry.objects.filter(tournament=tournament).count() == 1


def test_an_import_skips_the_name_of_an_account_that_is_entered(club: Club, secretary: User, anna: User) -> None:
    tournament = open_tournament(club, secretary)
    enter(tournament_id=tournament.pk, user=anna)
    listed = [TrfPlayer(1, "Ana", 1500), TrfPlayer(2, "Ben", 1400)]
    new = import_players(tournament_id=tournament.pk, user=secretary, players=listed)
    assert [entry.name for entry in new] == ["Ben"]


def test_a_removed_person_is_not_reinstated(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, accounts=False, rounds=3)
    entry = Entry.objects.get(tournament=tournament, number=4)
    withdraw_player(entry_id=entry.pk, user=secretary)
    remove_person(person_id=entry.person_id, user=secretary, seen=0)
    with pytest.raises(Unprocessable, check=has_code("not_possible")):
        reinstate_player(entry_id=entry.pk, user=secretary)


def test_a_claim_of_the_own_name_is_closed_when_it_is_accepted(club: Club, secretary: User, anna: User) -> None:
    ana = person(club, "Ana")
    add_player(tournament_id=open_tournament(club, secretary).pk, user=secretary, player=anna)
    claim = claim_name(club_id=club.pk, person_id=ana.pk, user=anna)
    answer_claim(club_id=club.pk, claim_id=claim.pk, user=secretary, accept=True)
    assert not NameClaim.objects.exists()


@pytest.mark.parametrize("is_removed", [False, True])
def test_a_claim_ends_with_the_membership(club: Club, secretary: User, is_removed: bool) -> None:
    played(club, secretary, "Ana", "Ben")
    plain = member(club, "plain")
    claim_name(club_id=club.pk, person_id=person(club, "Ana").pk, user=plain)
    if is_removed:
        remove_member(club_id=club.pk, user=secretary, member=plain)
    else:
        leave_club(club_id=club.pk, user=plain)
    assert not NameClaim.objects.exists()


@pytest.mark.parametrize("private", [{"remark": "x" * 300}, {"dues_owed": Decimal("600000.00")}])
def test_a_merge_that_would_exceed_a_limit_is_refused(club: Club, secretary: User, private: dict[str, object]) -> None:
    ana, anna = (add_person(club_id=club.pk, user=secretary, name=name, **private) for name in ("Ana", "Anna"))
    both = {"person_id": ana.pk, "other_id": anna.pk, "user": secretary, "seen": 0, "other_seen": 0}
    with pytest.raises(Conflict, check=has_code("too_long")):
        merge_people(**both)
    assert Person.objects.filter(club=club).count() == 2


@pytest.mark.parametrize("field", [{"dues_owed": "-5"}, {"rating": "20000"}])
def test_the_page_has_the_limits_of_the_api(club: Club, secretary: User, field: dict[str, str]) -> None:
    ana = add_person(club_id=club.pk, user=secretary, name="Ana")
    fields = {"person": ana.pk, "revision": 0, "name": "Ana", "email": "", "remark": "", **field}
    browser_of(secretary).post(f"/clubs/{club.slug}/people/do/change-person/", fields)
    ana.refresh_from_db()
    assert (ana.revision, ana.dues_owed, ana.rating) == (0, 0, None)


def test_a_name_that_never_played_stays_private_when_its_account_plays(
    club: Club, secretary: User, anna: User, stranger: User
) -> None:
    ana = person(club, "Ana")
    change_person(person_id=ana.pk, user=secretary, seen=ana.revision, name="Zdislava Q.")
    played(club, secretary, anna, "Ben")
    address = f"/clubs/{club.slug}/people/{ana.pk}/"
    for client in (Client(), browser_of(stranger)):
        assert "Zdislava" not in client.get(address).content.decode()
    assert client_of(stranger).get(f"/api/v1{address}").json()["name"] == "anna"
    assert client_of(secretary).get(f"/api/v1{address}").json()["name"] == "Zdislava Q."


def test_a_member_linked_in_another_club_can_be_linked_here(club: Club, secretary: User, anna: User) -> None:
    other = make_club(secretary, "Deneb")
    join_club(club_id=other.pk, user=anna)
    ana = add_person(club_id=other.pk, user=secretary, name="Ana")
    page = browser_of(secretary).get(f"/clubs/{other.slug}/people/{ana.pk}/")
    assert anna in [one.user for one in page.context["members"]]
    here = add_person(club_id=club.pk, user=secretary, name="Ben")
    page = browser_of(secretary).get(f"/clubs/{club.slug}/people/{here.pk}/")
    assert anna not in [one.user for one in page.context["members"]]


def test_the_data_export_says_when_a_player_checked_in(club: Club, secretary: User, anna: User) -> None:
    tournament = open_tournament(club, secretary, check_in=True)
    entry = enter(tournament_id=tournament.pk, user=anna)
    check_self_in(token=tournament.check_in_token, entry_id=entry.pk)
    (exported,) = export_tournaments(anna)["entries"]
    assert (exported["checked_in_by"], exported["checked_in_at"] is not None) == ("self", True)
