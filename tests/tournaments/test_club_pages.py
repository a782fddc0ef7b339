"""A club's pages: joining, members, news, seasons and who leads them."""

from random import Random

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Rating, RatingPool
from tests.games.playing import make_people
from tests.tournaments.pages import browser_of
from tests.tournaments.playing import (
    decide,
    make_club,
    next_round,
    running_tournament,
)
from tournaments.clubs.services.seasons import create_season
from tournaments.models import Club, Season, Tournament
from tournaments.services.lifecycle import sign_off

pytestmark = pytest.mark.slow


def test_a_club_with_one_member_shows_how_to_invite(club: Club, secretary: User) -> None:
    page = browser_of(secretary).get(f"/clubs/{club.slug}/").content.decode()
    assert club.invitation in page.partition('<details class="fold" open>')[2].partition("</details>")[0]


def test_the_club_pages(db: None) -> None:
    owner, mira, pavel = make_people("owner", "mira", "pavel")
    client = browser_of(owner)
    client.post("/clubs/new/", {"name": "Vega Circle", "description": "", "joining": "request"})
    club = Club.objects.get()
    browser_of(mira).post("/clubs/vega-circle/do/join/", {"message": "hello"})
    request = club.join_requests.get()
    client.post("/clubs/vega-circle/do/answer/", {"request": request.pk, "answer": "accept"})
    link = f"/clubs/invitations/{club.invitation}/"
    assert browser_of(pavel).get(link).status_code == 200
    browser_of(pavel).post(link)
    client.post("/clubs/vega-circle/do/role/", {"username": "mira", "role": "organiser"})
    browser_of(mira).post("/clubs/vega-circle/do/news/", {"title": "Hello", "text": "We meet."})
    browser_of(pavel).post("/clubs/vega-circle/do/news/", {"title": "Spam", "text": "Buy."})
    page = Client().get("/clubs/vega-circle/").content.decode()
    assert ("Hello" in page, "Spam" in page, club.memberships.count()) == (True, False, 3)
    assert club.invitation not in page
    assert client.get("/clubs/vega-circle/members/").status_code == 200
    client.post("/clubs/vega-circle/edit/", {"name": "Lyra Circle", "description": "New", "joining": "open"})
    assert "Lyra Circle" in Client().get("/clubs/").content.decode()
    browser_of(pavel).post("/clubs/vega-circle/do/leave/")
    client.post("/clubs/vega-circle/do/transfer/", {"username": "mira"})
    assert dict(club.memberships.values_list("user__username", "role")) == {"owner": "organiser", "mira": "owner"}


def test_an_invited_visitor_sees_the_club_and_joins_after_signing_up(club: Club) -> None:
    link = f"/clubs/invitations/{club.invitation}/"
    browser = Client()
    page = browser.get(link).content.decode()
    assert "<bdi>Vega Circle</bdi>" in page
    assert f'href="/accounts/signup/?next={link}"' in page
    assert f'href="/accounts/login/?next={link}"' in page
    assert browser.post(link)["Location"] == f"/accounts/login/?next={link}"
    password = "glass-orbit-77"
    form = {"username": "newcomer", "email": "new@example.org", "password1": password, "password2": password}
    back = browser.post("/accounts/signup/", {**form, "next": link})
    assert back["Location"] == link
    browser.post(link)
    assert club.memberships.filter(user__username="newcomer").exists()


@pytest.mark.parametrize(("joining", "asks"), [("request", True), ("open", False), ("invitation", False)])
def test_a_membership_request_can_have_a_message(secretary: User, stranger: User, joining: str, asks: bool) -> None:
    address = f"/clubs/{make_club(secretary, joining=joining).slug}/"
    assert ('name="message"' in browser_of(stranger).get(address).content.decode()) is asks
    assert 'name="message"' not in browser_of(secretary).get(address).content.decode()


def test_the_message_of_a_membership_request_is_shown_to_organisers(secretary: User, stranger: User) -> None:
    address = f"/clubs/{make_club(secretary, joining='request').slug}/"
    browser_of(stranger).post(f"{address}do/join/", {"message": "  I play <Galax>. "})
    assert "I play &lt;Galax&gt;.</span>" in browser_of(secretary).get(address).content.decode()
    assert "Galax&gt;" not in browser_of(stranger).get(address).content.decode()


def test_the_season_page(club: Club, secretary: User, stranger: User) -> None:
    tournament = running_tournament(club, secretary, 4, rounds=1)
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(1))
    body = {"name": "2026", "best": "", "score": "places", "tournament_ids": [str(tournament.pk)]}
    browser_of(secretary).post(f"/clubs/{club.slug}/seasons/new/", body)
    assert (Season.objects.get().name, Season.objects.get().best) == ("2026", None)
    season, client = Season.objects.get(), browser_of(secretary)
    address = f"/clubs/{club.slug}/seasons/{season.pk}/"
    assert client.get(f"{address}edit/").context["form"]["tournament_ids"].value() == [str(tournament.pk)]
    changed = client.post(f"{address}edit/", {**body, "name": "2027", "best": "2"}, follow=True)
    assert ("2027" in changed.content.decode(), Season.objects.get().best) == (True, 2)
    edit = f'href="{address}edit/"'
    assert (edit in changed.content.decode(), edit in Client().get(address).content.decode()) == (True, False)
    for part in ("edit/", "delete/"):
        assert browser_of(stranger).post(f"{address}{part}", body).status_code == 403
    client.post(f"{address}delete/")
    assert not Season.objects.exists()
    assert Tournament.objects.exists()


def test_the_leaderboard_of_a_club_lists_only_its_members(club: Club, secretary: User, stranger: User) -> None:
    pool = RatingPool.objects.create(family="nonaga", is_live=False)
    for user, mu in ((secretary, 30), (stranger, 40)):
        Rating.objects.create(user=user, pool=pool, mu=mu, sigma=1, games=20, changed_at=timezone.now())
    assert Client().get(f"/clubs/{club.slug}/leaderboard/").status_code == 302
    page = Client().get(f"/clubs/{club.slug}/leaderboard/nonaga/").content.decode()
    assert ("secretary" in page, "stranger" in page) == (True, False)
    assert f"/clubs/{club.slug}/leaderboard/vega/" in page
    assert "stranger" in Client().get("/ratings/nonaga/").content.decode()
    assert Client().get(f"/clubs/{club.slug}/leaderboard/chess/").status_code == 404
    api = Client().get(f"/api/v1/clubs/{club.slug}/leaderboard/?family=nonaga").json()
    assert [line["player"]["username"] for line in api["results"]] == ["secretary"]


def test_a_club_shows_who_leads_its_season(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, rounds=1)
    season = create_season(club_id=club.pk, user=secretary, name="2026", best=None, tournament_ids=[tournament.pk])
    address = f"/clubs/{club.slug}/"
    assert list(Client().get(address).context["leaders"]) == []
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(1))
    sign_off(tournament_id=tournament.pk, user=secretary)
    page = Client().get(address)
    assert [row["rank"] for row in page.context["leaders"]] == [1, 1, 3, 3]
    assert f"{address}seasons/{season.pk}/" in page.content.decode()
