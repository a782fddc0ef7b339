"""Pages of refusals say what was refused, why, and what to do next."""

import pytest
from django.test import Client

from accounts.models import User
from tests.games.playing import make_people, start
from tests.tournaments.playing import make_club

pytestmark = pytest.mark.django_db


@pytest.fixture
def private_game() -> str:
    """Return the URL of a game that only its players may see."""
    return f"/games/{start('nonaga', make_people('ada', 'ben'), spectators=False).pk}/"


def test_a_private_game_offers_anonymous_users_to_log_in(client: Client, private_game: str) -> None:
    page = client.get(private_game)
    text = page.content.decode()
    assert page.status_code == 404
    assert page.context["refusal"].code == "not_found"
    assert f'href="/accounts/login/?next={private_game}"' in text
    assert 'href="/games/"' in text


def test_a_private_game_does_not_send_logged_in_users_to_log_in(client: Client, private_game: str) -> None:
    client.force_login(User.objects.create_user("cleo"))
    page = client.get(private_game)
    assert page.context["refusal"].code == "not_found"
    assert "/accounts/login/" not in page.content.decode()


def test_an_unknown_club_links_to_the_list_of_clubs(client: Client) -> None:
    page = client.get("/clubs/nowhere/")
    assert page.context["refusal"].code == "not_found"
    assert '<a class="button" href="/clubs/">' in page.content.decode()


@pytest.mark.parametrize(("referer", "is_offered"), [("http://testserver/people/ben/", True), ("http://evil/", False)])
def test_a_refused_form_links_back_to_its_page(client: Client, referer: str, is_offered: bool) -> None:
    make_people("ben")
    make_club(User.objects.create_user("olga"))
    client.force_login(User.objects.create_user("cleo"))
    answer = client.post("/clubs/vega-circle/edit/", {"name": "Mine"}, headers={"referer": referer})
    assert answer.status_code == 403
    assert (f'<a class="button primary" href="{referer}">' in answer.content.decode()) == is_offered
