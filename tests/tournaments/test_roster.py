"""The roster of a club: names in tournaments, renaming, merging, claiming, removing; seasons that count people."""

from collections import defaultdict
from fractions import Fraction
from random import Random

import pytest

from accounts.errors import Conflict, Forbidden, NotFound, Refused
from accounts.models import User
from accounts.services.account_closure import close_account
from games.services.account_closure import erase_player_data
from tests.access.test_closed_account_names import rows_that_name
from tests.accounts.people import has_code
from tests.games.playing import make_people
from tests.tournaments.playing import decide, next_round, open_tournament
from tournaments.clubs.selectors.person_record import opponents_met, tournaments_played
from tournaments.clubs.selectors.roster import dues_json, people_of, people_to_enter
from tournaments.clubs.services.membership import join_club
from tournaments.clubs.services.name_claims import answer_claim, claim_name, link_account, release_name
from tournaments.clubs.services.roster import add_person, change_person, merge_people, remove_person
from tournaments.models import Club, ClubChange, Entry, Person, Tournament
from tournaments.pairing.trf_import import TrfPlayer
from tournaments.selectors.seasons import club_table_json
from tournaments.selectors.standings import standings_json
from tournaments.services.account_closure import withdraw_everywhere
from tournaments.services.lifecycle import sign_off, start_tournament
from tournaments.services.registration import add_player, enter, import_players
from tournaments.services.roster_entries import enter_people, rename_player
from tournaments.services.withdrawal import withdraw_player

pytestmark = pytest.mark.django_db


def played(club: Club, owner: User, *players: str | User, seed: int = 1) -> Tournament:
    """A final tournament of one round, of names and accounts."""
    tournament = open_tournament(club, owner, rounds=1)
    for player in players:
        if isinstance(player, User):
            enter(tournament_id=tournament.pk, user=player)
        else:
            add_player(tournament_id=tournament.pk, user=owner, name=player)
    start_tournament(tournament_id=tournament.pk, user=owner)
    next_round(tournament, owner)
    decide(tournament, owner, Random(seed))
    return sign_off(tournament_id=tournament.pk, user=owner)


def person(club: Club, name: str) -> Person:
    return Person.objects.get(club=club, name=name)


def member(club: Club, name: str) -> User:
    (user,) = make_people(name)
    join_club(club_id=club.pk, user=user)
    return user


def totals(club: Club) -> dict[str, Fraction]:
    return {row["name"]: Fraction(row["total"]) for row in club_table_json(club, best=None, score="points")["rows"]}


def test_a_typed_name_is_on_the_roster_once(club: Club, secretary: User) -> None:
    played(club, secretary, "Ana", "Ben")
    played(club, secretary, "  ANA ", "Čeněk")
    assert [one.name for one in people_of(club)] == ["Ana", "Ben", "Čeněk"]
    assert set(Entry.objects.filter(person=person(club, "Ana")).values_list("name", flat=True)) == {"Ana"}


def test_imported_players_are_on_the_roster(club: Club, secretary: User) -> None:
    tournament = open_tournament(club, secretary)
    import_players(tournament_id=tournament.pk, user=secretary, players=[TrfPlayer(1, "Ana", 1500)])
    assert person(club, "Ana").rating == 1500
    assert Entry.objects.get(name="Ana").person == person(club, "Ana")


def test_a_name_withdrawn_before_the_start_can_be_entered_again(club: Club, secretary: User) -> None:
    tournament = open_tournament(club, secretary)
    entry = add_player(tournament_id=tournament.pk, user=secretary, name="Ana")
    with pytest.raises(Conflict, check=has_code("name_taken")):
        add_player(tournament_id=tournament.pk, user=secretary, name="ana")
    withdraw_player(entry_id=entry.pk, user=secretary)
    assert add_player(tournament_id=tournament.pk, user=secretary, name="Ana") == entry


def test_a_season_counts_names_and_accounts_alike(club: Club, secretary: User) -> None:
    (pavel,) = make_people("pavel")
    for seed in (1, 2):
        played(club, secretary, "Ana", pavel, seed=seed)
    rows = club_table_json(club, best=None, score="points")["rows"]
    assert {row["name"]: (row["username"], len(row["counted"])) for row in rows} == {
        "Ana": (None, 2),
        "pavel": ("pavel", 2),
    }
    assert sum(totals(club).values()) == sum(
        Fraction(row["points"]) for one in club.tournaments.all() for row in standings_json(one)["rows"]
    )


def test_a_corrected_spelling_is_right_everywhere(club: Club, secretary: User) -> None:
    tournaments = [played(club, secretary, "Ana", "Ben") for _round in range(2)]
    revisions = [tournament.revision for tournament in tournaments]
    change_person(person_id=person(club, "Ana").pk, user=secretary, seen=0, name="Anna")
    assert Entry.objects.filter(name="Ana").exists() is False
    for tournament, before in zip(tournaments, revisions, strict=True):
        tournament.refresh_from_db()
        assert tournament.revision > before
        assert {row["player"]["name"] for row in standings_json(tournament)["rows"]} == {"Anna", "Ben"}


def test_an_organiser_renames_a_player_in_a_tournament(club: Club, secretary: User, stranger: User) -> None:
    tournament = played(club, secretary, "Ana", "Ben")
    entry = Entry.objects.get(tournament=tournament, name="Ana")
    with pytest.raises(Forbidden, check=has_code("not_an_organiser")):
        rename_player(entry_id=entry.pk, user=stranger, name="Anna")
    assert rename_player(entry_id=entry.pk, user=secretary, name="Anna").name == "Anna"
    with pytest.raises(Conflict, check=has_code("name_taken")):
        rename_player(entry_id=entry.pk, user=secretary, name="BEN")


def test_a_stale_change_is_refused(club: Club, secretary: User) -> None:
    ana = add_person(club_id=club.pk, user=secretary, name="Ana")
    change_person(person_id=ana.pk, user=secretary, seen=0, remark="Plays on Tuesdays.")
    for stale in (change_person, remove_person):
        with pytest.raises(Conflict, check=has_code("stale")):
            stale(person_id=ana.pk, user=secretary, seen=0)


def test_only_owners_and_organisers_change_the_roster(club: Club, secretary: User, stranger: User) -> None:
    ana = add_person(club_id=club.pk, user=secretary, name="Ana")
    for user in (stranger, member(club, "plain")):
        with pytest.raises(Forbidden):
            add_person(club_id=club.pk, user=user, name="Ben")
        with pytest.raises(Forbidden):
            change_person(person_id=ana.pk, user=user, seen=0, name="Anna")
        with pytest.raises(Forbidden):
            remove_person(person_id=ana.pk, user=user, seen=0)


def test_two_people_are_merged(club: Club, secretary: User) -> None:
    played(club, secretary, "Ana", "Ben")
    played(club, secretary, "Anna", "Ben")
    before = totals(club)
    ana, anna = person(club, "Ana"), person(club, "Anna")
    change_person(person_id=anna.pk, user=secretary, seen=0, dues_owed=20, email="anna@example.org")
    merge_people(person_id=ana.pk, other_id=anna.pk, user=secretary, seen=0, other_seen=1)
    assert totals(club) == {"Ana": before["Ana"] + before["Anna"], "Ben": before["Ben"]}
    assert person(club, "Ana").email == "anna@example.org"
    assert dues_json(club) == {"people": 2, "owed": "20.00", "paid": "0.00", "open": "20.00"}
    assert len(tournaments_played(ana)) == 2


def test_two_people_of_one_tournament_are_not_merged(club: Club, secretary: User) -> None:
    tournament = played(club, secretary, "Ana", "Anna")
    with pytest.raises(Conflict, check=has_code("both_played")) as refusal:
        merge_people(
            person_id=person(club, "Ana").pk,
            other_id=person(club, "Anna").pk,
            user=secretary,
            seen=0,
            other_seen=0,
        )
    assert refusal.value.payload == {"tournament": tournament.pk}


def test_a_claim_takes_the_results_along_and_can_be_undone(club: Club, secretary: User) -> None:
    anna = member(club, "anna")
    played(club, secretary, "Ana", "Ben")
    played(club, secretary, anna, "Ben", seed=3)
    before = totals(club)
    ana = person(club, "Ana")
    claim = claim_name(club_id=club.pk, person_id=ana.pk, user=anna)
    with pytest.raises(Forbidden):
        answer_claim(club_id=club.pk, claim_id=claim.pk, user=anna, accept=True)
    answer_claim(club_id=club.pk, claim_id=claim.pk, user=secretary, accept=True)
    assert totals(club) == {"anna": before["Ana"] + before["anna"], "Ben": before["Ben"]}
    ana.refresh_from_db()
    (ben,) = opponents_met(ana)
    assert (ben["name"], ben["wins"] + ben["draws"] + ben["losses"]) == ("Ben", 2)
    release_name(person_id=ana.pk, user=secretary, seen=ana.revision)
    assert totals(club) == before


def test_nobody_counts_twice_in_a_tournament(club: Club, secretary: User) -> None:
    anna = member(club, "anna")
    played(club, secretary, "Ana", anna)
    with pytest.raises(Conflict, check=has_code("counts_twice")):
        link_account(person_id=person(club, "Ana").pk, user=secretary, member=anna, seen=0)
    ben = add_person(club_id=club.pk, user=secretary, name="Ben")
    tournament = open_tournament(club, secretary)
    add_player(tournament_id=tournament.pk, user=secretary, name="Ben")
    link_account(person_id=ben.pk, user=secretary, member=anna, seen=0)
    with pytest.raises(Conflict, check=has_code("entered_by_name")):
        enter(tournament_id=tournament.pk, user=anna)


def test_a_stranger_claims_no_name(club: Club, secretary: User, stranger: User) -> None:
    played(club, secretary, "Ana", "Ben")
    with pytest.raises(Forbidden, check=has_code("not_a_member")):
        claim_name(club_id=club.pk, person_id=person(club, "Ana").pk, user=stranger)
    hidden = add_person(club_id=club.pk, user=secretary, name="Hidden")
    with pytest.raises(NotFound):
        claim_name(club_id=club.pk, person_id=hidden.pk, user=member(club, "plain"))


def test_people_are_entered_by_ticking(club: Club, secretary: User) -> None:
    anna = member(club, "anna")
    people = [add_person(club_id=club.pk, user=secretary, name=name) for name in ("Ana", "Ben", "Cyril")]
    link_account(person_id=people[0].pk, user=secretary, member=anna, seen=0)
    tournament = open_tournament(club, secretary)
    ids = [one.pk for one in people[:2]]
    lines = tournament.changes.count()
    for _time in range(2):
        entries = enter_people(tournament_id=tournament.pk, user=secretary, people=ids)
        assert [(entry.name, entry.user) for entry in entries] == [("anna", anna), ("Ben", None)]
    assert tournament.changes.count() == lines + 1
    assert [one.name for one in people_to_enter(tournament)] == ["Cyril"]


def test_a_removed_person_is_named_nowhere(club: Club, secretary: User) -> None:
    tournament = open_tournament(club, secretary)
    entry = add_player(tournament_id=tournament.pk, user=secretary, name="Zdislava Q.")
    zdislava = person(club, "Zdislava Q.")
    with pytest.raises(Conflict, check=has_code("still_entered")):
        remove_person(person_id=zdislava.pk, user=secretary, seen=0)
    withdraw_player(entry_id=entry.pk, user=secretary)
    played(club, secretary, "Zdislava Q.", "Ben")
    change_person(person_id=zdislava.pk, user=secretary, seen=0, email="zq@example.org", remark="Owes a book.")
    before = sum(totals(club).values())
    remove_person(person_id=zdislava.pk, user=secretary, seen=1)
    assert rows_that_name("Zdislava Q.", "zq@example.org", "Owes a book.") == []
    assert sum(totals(club).values()) == before
    assert [one.name for one in people_of(club)] == ["Ben"]


def test_closing_an_account_erases_its_name_on_the_roster(club: Club, secretary: User) -> None:
    anna = member(club, "anna")
    played(club, secretary, "Zdislava Q.", "Ben")
    link_account(person_id=person(club, "Zdislava Q.").pk, user=secretary, member=anna, seen=0)
    close_account(user=anna)
    erase_player_data(user_id=anna.pk)
    withdraw_everywhere(user_id=anna.pk)
    assert rows_that_name("Zdislava Q.") == []
    assert set(totals(club)) == {f"departed player {anna.pk}", "Ben"}


def test_the_club_log_stores_no_private_data(club: Club, secretary: User) -> None:
    ana = add_person(club_id=club.pk, user=secretary, name="Ana", email="ana@example.org", remark="Owes a book.")
    change_person(person_id=ana.pk, user=secretary, seen=0, email="new@example.org", dues_owed=12)
    lines = ClubChange.objects.filter(club=club)
    assert {line.subject for line in lines} == {"Ana"}
    assert {line.about for line in lines} == {""}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_random_changes_of_the_roster_keep_season_totals(club: Club, secretary: User, seed: int) -> None:
    """After each rename, merge, link, release and removal, the table equals a recount from the standings."""
    random = Random(seed)
    users = [member(club, f"member{number}") for number in range(3)]
    for _tournament in range(4):
        names = random.sample(["Ana", "Anna", "Ben", "Cyril", "Dana"], 3)
        played(club, secretary, *names, random.choice(users), seed=random.randrange(99))
    for step in range(25):
        one, other = (random.choice(list(Person.objects.filter(club=club))) for _person in range(2))
        changes = [
            lambda one=one, step=step: change_person(
                person_id=one.pk, user=secretary, seen=one.revision, name=f"Name {step % 7}"
            ),
            lambda one=one, other=other: merge_people(
                person_id=one.pk, other_id=other.pk, user=secretary, seen=one.revision, other_seen=other.revision
            ),
            lambda one=one: link_account(
                person_id=one.pk, user=secretary, member=random.choice(users), seen=one.revision
            ),
            lambda one=one: release_name(person_id=one.pk, user=secretary, seen=one.revision),
            lambda one=one: remove_person(person_id=one.pk, user=secretary, seen=one.revision),
        ]
        try:
            random.choices(changes, [4, 4, 6, 3, 1])[0]()
        except Refused:
            continue
        assert totals_by_key(club) == recount(club)


def totals_by_key(club: Club) -> dict[tuple[str | None, int | None], Fraction]:
    rows = club_table_json(club, best=None, score="points")["rows"]
    return {(row["username"], None if row["username"] else row["person"]): Fraction(row["total"]) for row in rows}


def recount(club: Club) -> dict[tuple[str | None, int | None], Fraction]:
    sums: dict[tuple[str | None, int | None], Fraction] = defaultdict(Fraction)
    for tournament in club.tournaments.all():
        for row in standings_json(tournament)["rows"]:
            entry = Entry.objects.get(pk=row["player"]["id"])
            user = entry.user or entry.person.user
            sums[(user.username, None) if user else (None, entry.person_id)] += Fraction(row["points"])
    return dict(sums)
