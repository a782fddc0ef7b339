"""Chat: players and spectators have separate rooms until the end."""

import pytest

from accounts.models import User
from games.models import ChatMessage, Game
from tests.games.playing import client_of, start


def say(user: User | None, game: Game, text: str):
    return client_of(user).post(f"/api/v1/games/{game.pk}/chat/", {"text": text})


def hears(user: User | None, game: Game) -> list[str]:
    return [line["text"] for line in client_of(user).get(f"/api/v1/games/{game.pk}/chat/").json()]


@pytest.fixture
def game(people: list[User]) -> Game:
    return start("lyra-2", people[:2])


def test_players_and_spectators_have_separate_rooms_until_the_end(game: Game, people: list[User]) -> None:
    assert say(people[0], game, "Good luck!").json()["room"] == "players"
    assert say(people[4], game, "Left is better.").json()["room"] == "spectators"
    assert hears(people[1], game) == ["Good luck!"]
    assert hears(people[3], game) == hears(None, game) == ["Left is better."]
    client_of(people[0]).post(f"/api/v1/games/{game.pk}/resign/")
    assert hears(people[1], game) == hears(people[3], game) == ["Good luck!", "Left is better."]


@pytest.mark.parametrize("text", ["", "   ", "x" * 501])
def test_empty_and_overlong_messages_are_refused(game: Game, people: list[User], text: str) -> None:
    assert say(people[0], game, text).status_code == 400
    assert hears(people[0], game) == []


def test_games_without_chat_or_spectators_refuse_messages(people: list[User]) -> None:
    silent = start("lyra-2", people[:2], chat=False)
    answer = say(people[0], silent, "Hello?")
    assert (answer.status_code, answer.json()["code"]) == (403, "no_chat")
    private = start("lyra-2", people[:2], spectators=False)
    assert say(people[4], private, "Hello?").status_code == 404
    assert say(None, private, "Hello?").status_code == 401


def test_chat_and_turns_share_event_numbers(game: Game, people: list[User]) -> None:
    say(people[0], game, "one")
    say(people[4], game, "two")
    assert list(game.events.order_by("seq").values_list("seq", "kind", "audience")) == [
        (1, "started", "all"),
        (2, "chat", "players"),
        (3, "chat", "spectators"),
    ]


def test_the_latest_200_messages_are_shown_in_order(game: Game, people: list[User]) -> None:
    lines = [ChatMessage(game=game, room="players", author=people[0], text=str(number)) for number in range(203)]
    ChatMessage.objects.bulk_create(lines)
    assert hears(people[1], game) == [str(number) for number in range(3, 203)]
