"""Lists are narrowed by what the schema says, and whoever misspells it is told."""

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from tests.games.playing import make_people, start
from tests.tournaments.events import open_event
from tournaments.models import Club
from tournaments.pairing.values import Format
from tournaments.services.clubs import create_club

pytestmark = pytest.mark.django_db


@pytest.fixture
def secretary() -> User:
    return make_people("mira")[0]


@pytest.fixture
def club(secretary: User) -> Club:
    return create_club(user=secretary, name="Vega Circle")


def test_events_are_narrowed_by_their_format(club: Club, secretary: User) -> None:
    swiss, robin = (open_event(club, secretary, way) for way in (Format.SWISS, Format.ROUND_ROBIN))
    found = {
        way: [event["id"] for event in APIClient().get(f"/api/v1/tournaments/?format={way}").json()["results"]]
        for way in ("swiss", "round_robin", "knockout")
    }
    assert found == {"swiss": [swiss.pk], "round_robin": [robin.pk], "knockout": []}


@pytest.mark.parametrize("asked", ["format=chess", "variant=chess", "family=chess", "status=asleep"])
def test_events_of_what_there_is_not_are_an_error(asked: str) -> None:
    answer = APIClient().get(f"/api/v1/tournaments/?{asked}")
    assert (answer.status_code, list(answer.json()["fields"])) == (400, [asked.partition("=")[0]])


@pytest.mark.parametrize(("asked", "found"), [("true", 0), ("TRUE", 0), ("1", 0), ("false", 1), ("0", 1), ("", 1)])
def test_a_yes_or_no_is_read(secretary: User, asked: str, found: int) -> None:
    start("lyra-2", [secretary, *make_people("pavel")])
    assert APIClient().get(f"/api/v1/games/?rated={asked}").json()["count"] == found


@pytest.mark.parametrize("asked", ["rated", "is_live", "in_progress", "mine", "my_turn"])
def test_a_maybe_is_an_error_and_not_everything(asked: str) -> None:
    answer = APIClient().get(f"/api/v1/games/?{asked}=maybe")
    assert (answer.status_code, list(answer.json()["fields"])) == (400, [asked])
