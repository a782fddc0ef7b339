"""Imports into a roster: exactly what was previewed, or nothing; private data is for owners and organisers only."""

import pytest

from accounts.errors import Conflict, Forbidden
from accounts.models import User
from tests.accounts.people import has_code
from tests.games.playing import client_of, make_people
from tests.tournaments.playing import open_tournament
from tournaments.clubs.roster_files.matching import plan_digest
from tournaments.clubs.selectors.roster import people_of
from tournaments.clubs.services.membership import join_club
from tournaments.clubs.services.roster import add_person
from tournaments.clubs.services.roster_import import Choice, Imported, import_people, preview_import
from tournaments.models import Club, Person
from tournaments.selectors.personal_data import export_clubs
from tournaments.services.registration import add_player

pytestmark = pytest.mark.django_db
LIST = b"name;e-mail;rating\nAna;ana@example.org;1500\nBenn;;1400\nCyril;;\n"


def digest(club: Club, user: User, content: bytes = LIST) -> str:
    return plan_digest(preview_import(club=club, user=user, content=content))


def roster(club: Club) -> list[tuple[str, str, int | None]]:
    return [(one.name, one.email, one.rating) for one in people_of(club)]


def test_an_import_does_what_was_previewed(club: Club, secretary: User) -> None:
    ben = add_person(club_id=club.pk, user=secretary, name="Ben")
    add_person(club_id=club.pk, user=secretary, name="Ana")
    seen = digest(club, secretary)
    assert Person.objects.count() == 2
    choices = [Choice(3, "update", ben.pk)]
    done = import_people(club_id=club.pk, user=secretary, content=LIST, digest=seen, choices=choices)
    assert done == Imported(created=1, updated=2, skipped=0)
    assert roster(club) == [("Ana", "ana@example.org", 1500), ("Ben", "", 1400), ("Cyril", "", None)]


def test_doubtful_lines_need_a_choice(club: Club, secretary: User) -> None:
    add_person(club_id=club.pk, user=secretary, name="Ben")
    seen = digest(club, secretary)
    assert import_people(club_id=club.pk, user=secretary, content=LIST, digest=seen).skipped == 1
    seen = digest(club, secretary)
    import_people(club_id=club.pk, user=secretary, content=LIST, digest=seen, choices=[Choice(3, "create")])
    assert [name for name, *_more in roster(club)] == ["Ana", "Ben", "Benn", "Cyril"]


def test_a_stale_preview_imports_nothing(club: Club, secretary: User) -> None:
    seen = digest(club, secretary)
    add_person(club_id=club.pk, user=secretary, name="Ana")
    with pytest.raises(Conflict, check=has_code("stale")):
        import_people(club_id=club.pk, user=secretary, content=LIST, digest=seen)
    assert roster(club) == [("Ana", "", None)]


def test_a_stranger_imports_nothing(club: Club, secretary: User, stranger: User) -> None:
    seen = digest(club, secretary)
    with pytest.raises(Forbidden):
        preview_import(club=club, user=stranger, content=LIST)
    with pytest.raises(Forbidden):
        import_people(club_id=club.pk, user=stranger, content=LIST, digest=seen)


SECRETS = ("ana@secret.example", "Owes a book", "17.50", "17.5", "3.25")


def test_private_data_is_shown_to_owners_and_organisers_only(club: Club, secretary: User, stranger: User) -> None:
    (plain,) = make_people("plain")
    join_club(club_id=club.pk, user=plain)
    private = {"email": SECRETS[0], "remark": SECRETS[1], "dues_owed": "17.50", "dues_paid": "3.25"}
    ana = add_person(club_id=club.pk, user=secretary, name="Ana", **private)
    tournament = open_tournament(club, secretary)
    add_player(tournament_id=tournament.pk, user=secretary, name="Ana")
    addresses = [
        f"/clubs/{club.slug}/people/",
        f"/clubs/{club.slug}/people/{ana.pk}/",
        f"/clubs/{club.slug}/",
        f"/tournaments/{tournament.pk}/players/",
        f"/tournaments/{tournament.pk}/log/",
        *(f"/api/v1/clubs/{club.slug}/{path}" for path in ("people/", f"people/{ana.pk}/", "people/csv/", "log/")),
        *(f"/api/v1/tournaments/{tournament.pk}/{path}" for path in ("players/", "players/roster/", "log/")),
    ]
    for user in (None, stranger, plain):
        client = client_of(user)
        for address in addresses:
            text = client.get(address).content.decode()
            assert not any(secret in text for secret in SECRETS), (user, address)
    shown = client_of(secretary).get(f"/api/v1/clubs/{club.slug}/people/{ana.pk}/").json()
    assert shown["private"]["email"] == SECRETS[0]
    assert not any(secret in str(export_clubs(secretary)) for secret in SECRETS)


def test_a_name_is_public_once_it_has_played(club: Club, secretary: User, stranger: User) -> None:
    ana = add_person(club_id=club.pk, user=secretary, name="Ana")
    address = f"/api/v1/clubs/{club.slug}/people/{ana.pk}/"
    assert client_of(stranger).get(address).status_code == 404
    add_player(tournament_id=open_tournament(club, secretary).pk, user=secretary, name="Ana")
    assert client_of(stranger).get(address).status_code == 200


def test_the_exported_roster_can_be_imported_and_runs_no_formula(club: Club, secretary: User) -> None:
    add_person(club_id=club.pk, user=secretary, name="=Ana()", rating=1500)
    content = client_of(secretary).get(f"/api/v1/clubs/{club.slug}/people/csv/").content
    assert b"'=Ana()" in content
    (line,) = preview_import(club=club, user=secretary, content=content)
    assert (line.verdict, line.person.name) == ("known", "=Ana()")
