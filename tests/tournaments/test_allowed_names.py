"""Allowed names of clubs, tournaments and players."""

import pytest

from accounts.errors import Invalid
from accounts.models import User
from tests.accounts.people import at_once
from tests.games.playing import client_of, make_people
from tests.tournaments.playing import open_tournament
from tournaments.models import Club
from tournaments.services.lifecycle import change_tournament
from tournaments.services.registration import add_player

HIDDEN = ["\u202esoletsi", "Circ\u200ble", "Circle\u2800", "\u3164x"]


@pytest.mark.parametrize("name", HIDDEN)
def test_names_with_invisible_or_bidi_control_characters_are_refused(club: Club, secretary: User, name: str) -> None:
    client = client_of(secretary)
    assert client.post("/api/v1/clubs/", {"name": f"Club {name}", "joining": "open"}).status_code == 400
    assert client.patch(f"/api/v1/clubs/{club.slug}/", {"name": name}).status_code == 400
    tournament = open_tournament(club, secretary)
    with pytest.raises(Invalid):
        change_tournament(tournament_id=tournament.pk, user=secretary, changes={"name": name})
    with pytest.raises(Invalid):
        add_player(tournament_id=tournament.pk, user=secretary, name=name)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_concurrent_clubs_with_one_name_create_one() -> None:
    people = make_people(*(f"founder{number}" for number in range(6)))

    def found(number: int) -> int:
        return client_of(people[number]).post("/api/v1/clubs/", {"name": "Vega Circle", "joining": "open"}).status_code

    assert sorted(at_once(6, found)) == [201] + [400] * 5
