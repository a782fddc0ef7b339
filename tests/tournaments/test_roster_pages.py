"""Pages of the roster: what organisers do there, what others see; and the people of earlier tournaments."""

from importlib import import_module

import pytest
from django.apps import apps
from django.test import Client

from accounts.models import User
from tests.games.playing import make_people
from tests.tournaments.playing import open_tournament, running_tournament
from tests.tournaments.test_roster import member, person, played
from tournaments.clubs.services.roster import add_person
from tournaments.models import Club, Entry, NameClaim, Person

pytestmark = pytest.mark.django_db


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_organisers_change_a_person(club: Club, secretary: User) -> None:
    played(club, secretary, "Ana", "Ben")
    ana = person(club, "Ana")
    fields = {"person": ana.pk, "revision": 0, "name": "Anna", "dues_owed": "20.00", "email": "", "remark": ""}
    client = signed_in(secretary)
    answer = client.post(f"/clubs/{club.slug}/people/do/change-person/", fields)
    assert answer.headers["Location"] == f"/clubs/{club.slug}/people/{ana.pk}/"
    ana.refresh_from_db()
    assert (ana.name, str(ana.dues_owed), ana.revision) == ("Anna", "20.00", 1)
    client.post(f"/clubs/{club.slug}/people/do/change-person/", fields | {"name": "Stale"})
    ana.refresh_from_db()
    assert ana.name == "Anna"
    for bad in ({"dues_owed": "-1"}, {"rating": "10000"}, {"name": ""}):
        client.post(f"/clubs/{club.slug}/people/do/change-person/", fields | {"revision": 1} | bad)
        ana.refresh_from_db()
        assert (ana.name, str(ana.dues_owed), ana.rating) == ("Anna", "20.00", None)
    assert "20.00" in client.get(f"/clubs/{club.slug}/people/?owes=1").content.decode()


def test_others_see_a_persons_results_only(club: Club, secretary: User, stranger: User) -> None:
    played(club, secretary, "Ana", "Ben")
    address = f"/clubs/{club.slug}/people/{person(club, 'Ana').pk}/"
    for client in (Client(), signed_in(stranger), signed_in(member(club, "plain"))):
        answer = client.get(address)
        assert answer.status_code == 200
        assert answer.context["edits"] is False
        assert [one["name"] for one in answer.context["shown"]["opponents"]] == ["Ben"]
        assert b"do/change-person/" not in answer.content
    assert signed_in(stranger).get(f"/clubs/{club.slug}/people/").status_code == 403
    assert signed_in(stranger).get(f"/clubs/{club.slug}/people/import/").status_code == 403


def test_a_member_claims_a_name_and_an_organiser_accepts(club: Club, secretary: User) -> None:
    played(club, secretary, "Ana", "Ben")
    anna, ana = member(club, "anna"), person(club, "Ana")
    assert signed_in(anna).get(f"/clubs/{club.slug}/people/{ana.pk}/").context["may_claim"] is True
    signed_in(anna).post(f"/clubs/{club.slug}/people/do/claim/", {"person": ana.pk})
    claim = NameClaim.objects.get()
    answer = {"claim": claim.pk, "answer": "accept"}
    assert signed_in(anna).post(f"/clubs/{club.slug}/people/do/answer-claim/", answer).status_code == 403
    signed_in(secretary).post(f"/clubs/{club.slug}/people/do/answer-claim/", answer)
    ana.refresh_from_db()
    assert ana.user == anna
    assert signed_in(anna).get(f"/clubs/{club.slug}/people/{ana.pk}/").context["is_own"] is True


def test_a_season_links_to_people(club: Club, secretary: User) -> None:
    tournament = played(club, secretary, "Ana", "Ben")
    season = club.seasons.create(name="2026")
    season.tournaments.add(tournament)
    text = Client().get(f"/clubs/{club.slug}/seasons/{season.pk}/").content.decode()
    assert f"/clubs/{club.slug}/people/{person(club, 'Ana').pk}/" in text


def test_people_are_ticked_on_the_page_of_players(club: Club, secretary: User, stranger: User) -> None:
    ana = add_person(club_id=club.pk, user=secretary, name="Ana")
    tournament = open_tournament(club, secretary)
    address = f"/tournaments/{tournament.pk}/do/enter-people/"
    assert signed_in(stranger).post(address, {"people": [ana.pk]}).status_code == 403
    signed_in(secretary).post(address, {"people": []})
    assert Entry.objects.count() == 0
    signed_in(secretary).post(address, {"people": [ana.pk]})
    assert [entry.person for entry in Entry.objects.all()] == [ana]


def test_players_of_older_tournaments_become_people(club: Club, secretary: User) -> None:
    first, second = (running_tournament(club, secretary, 3, accounts=False, name=name) for name in ("A", "B"))
    Entry.objects.filter(tournament=first, name="player002").update(name="PLAYER001")
    make_people("pavel")
    Entry.objects.update(person=None)
    Person.objects.all().delete()
    import_module("tournaments.migrations.0020_roster_people").add_people(apps, None)
    assert set(Person.objects.values_list("name", flat=True)) == {
        "player001",
        "PLAYER001 (2)",
        "player002",
        "player003",
    }
    both = Entry.objects.filter(name="player001")
    assert both.count() == 2
    assert both.values("person").distinct().count() == 1
    assert Entry.objects.filter(tournament=second, person=None).count() == 0


def test_a_doubtful_line_offers_what_can_be_done(club: Club, secretary: User) -> None:
    for name in ("Ana Lee", "Ben Ray"):
        add_person(club_id=club.pk, user=secretary, name=name)
    listed = "name;rating\nAna Le;\nBEN RAY;x\nCyril;\nCyril;\n;1500\n"
    page = signed_in(secretary).post(f"/clubs/{club.slug}/people/import/", {"text": listed})
    ana, ben, _cyril, again, nameless = page.context["preview"]["lines"]
    assert (ana["may_create"], ana["may_choose"]) == (True, True)
    assert "Ana Lee" in ana["reasons"][0]
    assert (ben["may_create"], ben["may_choose"]) == (False, True)
    assert not any(line["may_choose"] for line in (again, nameless))
    assert b'name="choice-3"' in page.content
    assert b'name="choice-5"' not in page.content
