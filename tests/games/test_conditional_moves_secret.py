"""No part of conditional moves is sent to anyone but their owner, at any address."""

import json

import pytest
from django.core import serializers
from django.test import Client

from accounts.models import User
from games.api.game_events import GAMES
from games.models import ConditionalMoves, Game, GameEvent, Step
from games.selectors.game_json import match_of
from tests.games.playing import client_of, start
from tests.games.test_conditional_moves import keep, line_of
from tests.games.test_secret_set_ups import game_addresses, responses_of

pytestmark = pytest.mark.slow


@pytest.fixture
def game_and_secret(people: list[User]) -> tuple[Game, str]:
    """A game with conditional moves, and the text of their reply, which occurs nowhere else."""
    game = start("nonaga", people[:2])
    tree = line_of(match_of(game), 2)
    keep(game, people[1], tree)
    return game, json.dumps(tree[0]["then"][0]["steps"])[1:-1]


def is_in(secret: str, text: str) -> bool:
    """Whether the text contains the secret: as JSON, escaped in a page, or step by step."""
    shapes = [secret, secret.replace('"', "&quot;"), secret.replace('"', '\\"'), secret.replace('", "', " ").strip('"')]
    return any(shape in text for shape in shapes)


@pytest.mark.once
def test_no_address_shows_them_to_others(game_and_secret: tuple[Game, str], people: list[User], client: Client) -> None:
    game, secret = game_and_secret
    administrator = User.objects.create_superuser("keeper", "keeper@example.org", "glass-orbit-77")
    client.force_login(administrator)
    opponent = Client()
    opponent.force_login(people[0])
    others = [client_of(people[0]), client_of(people[4]), client_of(None), client_of(administrator), client, opponent]
    staff = ["/admin/", "/admin/games/", f"/admin/games/game/{game.pk}/change/", "/admin/games/conditional-moves/"]
    lists = ["/api/v1/games/", "/api/v1/notices/", "/api/v1/me/export/", "/my/games/", "/notices/"]
    for path in [*game_addresses(game), *lists, *staff]:
        for other in others:
            for answer in responses_of(other, path):
                assert not is_in(secret, answer.content.decode(errors="replace")), path
    assert ConditionalMoves.objects.filter(seat__game=game, seat__user=people[1]).exists()


def test_the_owner_sees_them_on_the_page_and_by_api(game_and_secret: tuple[Game, str], people: list[User]) -> None:
    game, secret = game_and_secret
    assert is_in(secret, json.dumps(client_of(people[1]).get(f"/api/v1/games/{game.pk}/conditional-moves/").json()))
    owner = Client()
    owner.force_login(people[1])
    assert is_in(secret, owner.get(f"/games/{game.pk}/").content.decode())


def test_they_are_not_in_events_record_or_game(game_and_secret: tuple[Game, str]) -> None:
    game, secret = game_and_secret
    rows = serializers.serialize("json", [game, *GameEvent.objects.filter(game=game), *Step.objects.filter(game=game)])
    assert not is_in(secret, rows)
    assert all(not is_in(secret, message.data.decode()) for message in GAMES.read(game.pk, after=0))
