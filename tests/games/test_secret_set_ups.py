"""No part of a set-up is sent to others before all are submitted, at any address."""

import json

import pytest
from django.core import serializers
from django.http import HttpResponse
from django.test import Client
from django.urls import get_resolver
from django.urls.resolvers import URLPattern, URLResolver

from accounts.models import User
from games.api.game_events import GAMES
from games.models import Game, GameEvent, Step
from games.services.setup import submit_setup
from tests.games.playing import client_of, start

pytestmark = pytest.mark.slow

# Text that occurs in no other set-up of the tests and nowhere else on a page.
SECRETS = {
    "vaeva": "=ACEGIKMOQ",
    "galax": "=TTTTTTTTTT/MMMMMMMMMM/SSSSSSSSSS",
    "sirius": "=TTTTTTTTTT/MMMMMMMMMM/SSSSSSSSSS",
}


def addresses(patterns: list[URLPattern | URLResolver], prefix: str = "") -> list[str]:
    """Every API address below games/{id}/."""
    found: list[str] = []
    for pattern in patterns:
        path = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            found += addresses(pattern.url_patterns, path)
        elif "<int:game_id>" in path:
            found.append("/" + path)
    return found


def game_addresses(game: Game) -> list[str]:
    paths = addresses(get_resolver().url_patterns)
    assert "/api/v1/games/<int:game_id>/turns/" in paths
    return [path.replace("<int:game_id>", str(game.pk)) for path in paths if not path.endswith("events/")]


def responses_of(visitor: Client, path: str) -> list[HttpResponse]:
    """Responses to each method, except for requests that would end the game."""
    if path.endswith(("/resign/", "/abort/")):
        return [visitor.get(path)]
    return [visitor.get(path), visitor.post(path, {"ply": 0, "steps": ["pass"]}), visitor.delete(path)]


@pytest.fixture(params=SECRETS)
def half_set_up(request: pytest.FixtureRequest, people: list[User]) -> Game:
    game = start(request.param, people[:2], set_up=False)
    submit_setup(game_id=game.pk, user=people[0], setup=SECRETS[request.param])
    game.refresh_from_db()
    return game


@pytest.mark.slow
def test_others_see_only_that_a_set_up_was_submitted(half_set_up: Game, people: list[User], client) -> None:
    secret = SECRETS[half_set_up.variant]
    administrator = User.objects.create_superuser("keeper", "keeper@example.org", "glass-orbit-77")
    client.force_login(administrator)
    others = [client_of(people[1]), client_of(people[4]), client_of(None), client_of(administrator), client]
    listings = ["/api/v1/games/", "/api/v1/games/?in_progress=true", "/api/v1/games/?my_turn=true"]
    staff = [f"/admin/games/game/{half_set_up.pk}/change/", "/admin/games/game/"]
    for path in [*game_addresses(half_set_up), *listings, *staff]:
        for other in others:
            for answer in responses_of(other, path):
                assert secret not in answer.content.decode(errors="replace")
    seats = client_of(people[1]).get(f"/api/v1/games/{half_set_up.pk}/").json()["seats"]
    assert [seat["setup_in"] for seat in seats] == [True, False]


@pytest.mark.parametrize("variant", SECRETS)
def test_no_picture_shows_the_set_up_to_others(people: list[User], variant: str) -> None:
    game = start(variant, people[:2], set_up=False)
    paths = [f"/games/{game.pk}/picture.svg", f"/previews/games/{game.pk}.png"]
    pictures = [client_of(people[1]).get(path).content for path in paths]
    submit_setup(game_id=game.pk, user=people[0], setup=SECRETS[variant])
    assert [client_of(people[1]).get(path).content for path in paths] == pictures
    assert all(pictures)


def test_the_owner_sees_the_set_up(half_set_up: Game, people: list[User]) -> None:
    own = client_of(people[0])
    secret = SECRETS[half_set_up.variant]
    assert own.get(f"/api/v1/games/{half_set_up.pk}/").json()["your_setup"] == secret
    assert own.get(f"/api/v1/games/{half_set_up.pk}/setup/").json()["setup"] == secret
    assert client_of(people[1]).get(f"/api/v1/games/{half_set_up.pk}/").json()["your_setup"] is None


def test_the_set_up_is_not_in_events_record_or_position(half_set_up: Game) -> None:
    secret = SECRETS[half_set_up.variant]
    assert not Step.objects.filter(game=half_set_up).exists()
    rows = serializers.serialize("json", [half_set_up, *GameEvent.objects.filter(game=half_set_up)])
    assert secret not in rows
    assert all(secret not in message.data.decode() for message in GAMES.read(half_set_up.pk, after=0))
    assert secret not in json.dumps(half_set_up.snapshot)


def test_two_viewers_have_different_etags(half_set_up: Game, people: list[User]) -> None:
    url = f"/api/v1/games/{half_set_up.pk}/"
    owner = client_of(people[0]).get(url)
    other = client_of(people[1]).get(url, headers={"If-None-Match": owner["ETag"]})
    assert other.status_code == 200
    assert owner["Cache-Control"].startswith("private")


def test_set_ups_are_public_when_all_are_submitted(half_set_up: Game, people: list[User]) -> None:
    secret = SECRETS[half_set_up.variant]
    submit_setup(game_id=half_set_up.pk, user=people[1], setup=secret)
    record = client_of(None).get(f"/api/v1/games/{half_set_up.pk}/turns/").json()
    assert record[0]["steps"] == [secret, secret]
    assert not half_set_up.seats.exclude(secret_setup="").exists()


def test_the_set_up_of_a_game_that_never_began_stays_secret(half_set_up: Game, people: list[User]) -> None:
    client_of(people[1]).post(f"/api/v1/games/{half_set_up.pk}/resign/")
    assert not half_set_up.seats.exclude(secret_setup="").exists()
    for path in game_addresses(half_set_up):
        assert SECRETS[half_set_up.variant] not in client_of(people[1]).get(path).content.decode(errors="replace")


@pytest.mark.parametrize(
    ("variant", "setup"),
    [
        ("vaeva", "=ABCDEFGH"),
        ("vaeva", "=AABCDEFGH"),
        ("vaeva", "ABCDEFGHI"),
        ("galax", "=SSSSSSSSSS/SMMMMMMMMM/TTTTTTTTTT"),
        ("galax", "=SSSSSSSSSS/MMMMMMMMMM"),
        ("sirius", "=SSSSSSSSSS/SMMMMMMMMM/MTTTTTTTTT"),
        ("sirius", "#resignation:0"),
    ],
)
def test_an_invalid_set_up_is_refused(people: list[User], variant: str, setup: str) -> None:
    game = start(variant, people[:2], set_up=False)
    answer = client_of(people[0]).post(f"/api/v1/games/{game.pk}/setup/", {"setup": setup})
    assert (answer.status_code, answer.json()["code"]) == (422, "illegal_setup")
    game.refresh_from_db()
    assert (game.event_seq, game.seats.get(index=0).secret_setup) == (1, "")


def test_a_set_up_may_be_changed_until_all_are_submitted(people: list[User]) -> None:
    game = start("vaeva", people[:2], set_up=False)
    url = f"/api/v1/games/{game.pk}/setup/"
    first, second = client_of(people[0]), client_of(people[1])
    assert first.post(url, {"setup": "=BDFHJLNPR"}).json()["your_setup"] == "=BDFHJLNPR"
    assert first.post(url, {"setup": "=ACEGIKMOQ"}).json()["your_setup"] == "=ACEGIKMOQ"
    assert second.post(url, {"setup": "=BDFHJLNPR"}).json()["status"] == "running"
    assert first.post(url, {"setup": "=ACEGIKMOQ"}).status_code == 201
    late = first.post(url, {"setup": "=BDFHJLNPR"})
    assert (late.status_code, late.json()["code"]) == (409, "setups_are_in")
    assert client_of(people[4]).post(url, {"setup": "=BDFHJLNPR"}).status_code == 403
