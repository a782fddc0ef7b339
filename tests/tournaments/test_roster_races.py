"""Two organisers at once on a roster: a name is created once, and nothing is lost between merging and entering."""

import pytest

from accounts.models import User
from tests.accounts.people import at_once, attempt
from tests.games.playing import make_people
from tests.tournaments.playing import make_club, open_tournament, running_tournament
from tournaments.clubs.services.membership import join_club
from tournaments.clubs.services.name_claims import link_account
from tournaments.clubs.services.roster import add_person, change_person, merge_people, remove_person
from tournaments.models import Club, Entry, Person, Tournament
from tournaments.services.registration import add_player, enter
from tournaments.services.withdrawal import reinstate_player, withdraw_player

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.postgres]


def made_club() -> tuple[User, Club]:
    (secretary,) = make_people("secretary")
    return secretary, make_club(secretary)


def test_a_name_typed_in_several_tournaments_at_once_is_one_person() -> None:
    secretary, club = made_club()
    tournaments = [open_tournament(club, secretary, name=f"Evening {number}") for number in range(6)]

    def type_name(number: int) -> str:
        tournament = tournaments[number]
        return attempt(lambda: add_player(tournament_id=tournament.pk, user=secretary, name="Ana"))

    assert at_once(6, type_name) == ["done"] * 6
    assert Entry.objects.filter(person=Person.objects.get()).count() == 6


def test_a_person_added_ten_times_at_once_is_there_once() -> None:
    secretary, club = made_club()
    answers = at_once(10, lambda _: attempt(lambda: add_person(club_id=club.pk, user=secretary, name="Ana")))
    assert sorted(answers) == ["done"] + ["name_taken"] * 9
    assert Person.objects.count() == 1


def test_entering_while_two_people_are_merged_loses_nobody() -> None:
    secretary, club = made_club()
    tournaments = [open_tournament(club, secretary, name=f"Evening {number}") for number in range(4)]
    ana, anna = (add_person(club_id=club.pk, user=secretary, name=name) for name in ("Ana", "Anna"))
    merge = {"person_id": ana.pk, "other_id": anna.pk, "user": secretary, "seen": 0, "other_seen": 0}

    def act(number: int) -> str:
        if number == 4:
            return attempt(lambda: merge_people(**merge))
        return attempt(lambda: add_player(tournament_id=tournaments[number].pk, user=secretary, name="Anna"))

    assert at_once(5, act) == ["done"] * 5
    assert Entry.objects.filter(person__isnull=False).count() == 4
    for entry in Entry.objects.select_related("person"):
        assert entry.name == entry.person.name


def test_two_changes_of_one_revision_are_not_both_written() -> None:
    secretary, club = made_club()
    ana = add_person(club_id=club.pk, user=secretary, name="Ana")
    answers = at_once(
        2, lambda number: attempt(lambda: change_person(person_id=ana.pk, user=secretary, seen=0, rating=number))
    )
    assert sorted(answers) == ["done", "stale"]


def test_a_name_linked_to_two_accounts_at_once_goes_to_one() -> None:
    secretary, club = made_club()
    ana = add_person(club_id=club.pk, user=secretary, name="Ana")
    members = make_people("anna", "ben")
    for member in members:
        join_club(club_id=club.pk, user=member)

    def link(number: int) -> str:
        member = members[number]
        return attempt(lambda: link_account(person_id=ana.pk, user=secretary, member=member, seen=0))

    assert sorted(at_once(2, link)) == ["done", "stale"]


def test_an_account_that_enters_while_it_is_linked_plays_once() -> None:
    secretary, club = made_club()
    (anna,) = make_people("anna")
    join_club(club_id=club.pk, user=anna)
    tournament: Tournament = open_tournament(club, secretary)
    ana = add_player(tournament_id=tournament.pk, user=secretary, name="Ana").person

    def act(number: int) -> str:
        if number:
            return attempt(lambda: enter(tournament_id=tournament.pk, user=anna))
        return attempt(lambda: link_account(person_id=ana.pk, user=secretary, member=anna, seen=0))

    assert sorted(at_once(2, act)) in (["counts_twice", "done"], ["done", "entered_by_name"])


def test_a_player_reinstated_while_being_removed_is_one_of_both() -> None:
    secretary, club = made_club()
    tournament = running_tournament(club, secretary, 4, accounts=False, rounds=3)
    entry = Entry.objects.get(tournament=tournament, number=4)
    withdraw_player(entry_id=entry.pk, user=secretary)

    def act(number: int) -> str:
        if number:
            return attempt(lambda: reinstate_player(entry_id=entry.pk, user=secretary))
        return attempt(lambda: remove_person(person_id=entry.person_id, user=secretary, seen=0))

    assert at_once(2, act) in (["done", "not_possible"], ["still_entered", "done"])
