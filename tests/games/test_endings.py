"""How games end and how that is worded; projected results; games that go on after a seat has left."""

import re

import pytest
from django.utils.html import escape

from accounts.models import User
from games.enums import EndReason
from games.models import Game
from games.selectors.result_text import reason_words
from games.services.endings import abort_game, resign
from games.services.offers import offer_draw
from games.timing import HOUR, TimeControl
from tests.games.playing import client_of, play, start

pytestmark = pytest.mark.slow


def view(game: Game, user: User | None = None) -> dict:
    return client_of(user).get(f"/api/v1/games/{game.pk}/").json()


def page(game: Game) -> str:
    return client_of(None).get(f"/games/{game.pk}/").content.decode()


def test_every_reason_for_an_ending_has_a_text() -> None:
    sentences = [reason_words(reason, "lyra-2") for reason in EndReason]
    assert len(set(sentences)) == len(EndReason)
    assert all(sentence.endswith(".") for sentence in sentences)


def by_limit(people: list[User]) -> Game:
    return play(start("lyra-2", people[:2], turn_limit=1), 2)


def by_resignation(people: list[User]) -> Game:
    game = play(start("lyra-2", people[:2]), 2)
    resign(game_id=game.pk, user=people[0])
    return game


def by_agreement(people: list[User]) -> Game:
    game = play(start("lyra-2", people[:2]), 2)
    for person in people[:2]:
        offer_draw(game_id=game.pk, user=person, ply=game.ply)
    return game


def by_abort(people: list[User]) -> Game:
    game = start("lyra-2", people[:2])
    abort_game(game_id=game.pk, user=people[0])
    return game


@pytest.mark.parametrize(
    ("end", "reason"),
    [
        (by_limit, "limit"),
        (by_resignation, "resignation"),
        (by_agreement, "agreement"),
        (by_abort, "aborted"),
    ],
)
def test_page_and_api_say_how_the_game_ended(people: list[User], end, reason: str) -> None:
    game = end(people)
    result = view(game)["result"]
    assert result["reason"] == reason
    assert reason == "aborted" or result["words"].endswith(f" {reason_words(reason, 'lyra-2')}")
    assert escape(result["words"]) in page(game)


def test_players_read_the_result_in_the_second_person(people: list[User]) -> None:
    game = by_resignation(people)
    texts = [view(game, viewer)["result"]["words"] for viewer in people[:3]]
    assert len(set(texts)) == 3
    assert ["ben" in words for words in texts] == [False, False, True]


def test_a_right_to_left_name_does_not_reorder_the_text(people: list[User]) -> None:
    User.objects.filter(pk=people[1].pk).update(display_name="נועם")
    game = play(start("lyra-3", people[:3]), 3)
    for person in people[:2]:
        resign(game_id=game.pk, user=person)
    assert "1 cleo, 2 \u2068נועם\u2069, 3 ada" in view(game)["result"]["words"]


def test_the_projected_result(people: list[User]) -> None:
    """The tally of every seat; ranks and points only where a turn or time limit will end the game."""
    free = play(start("bataille-2", people[:2], turn_limit=None), 6)
    assert view(free)["state"]["if_limit_now"] is None
    assert len(view(free)["state"]["tally"]) == 2
    by_turns = play(start("bataille-2", people[:2], turn_limit=30), 6)
    by_time = start("vaeva", people[:2], control=TimeControl.seconds(60), turn_limit=None, time_limit=HOUR)
    for game in (by_turns, by_time):
        state = view(game)["state"]
        now = state["if_limit_now"]
        higher = [sum(other > own for other in state["tally"]) for own in state["tally"]]
        assert now["ranks"] == [1 + count for count in higher]
        assert now["points"] == (["2", "2"] if higher == [0, 0] else ["0" if count else "4" for count in higher])
        limits = re.findall(r'<span data-part="limit">([^<]*)</span>', page(game))
        assert [re.findall(r"\d+", limit) for limit in limits] == [
            [str(rank), points] for rank, points in zip(now["ranks"], now["points"], strict=True)
        ]


@pytest.mark.parametrize("variant", ["lyra-4", "ligne-4", "bataille-4"])
def test_with_four_seats_the_game_goes_on_when_one_and_then_another_leaves(people: list[User], variant: str) -> None:
    game = play(start(variant, people[:4]), 4)
    resign(game_id=game.pk, user=people[game.to_move or 0])
    game.refresh_from_db()
    assert (game.status, game.to_move, game.face["placed"]) == ("running", 1, [4, 0, 0, 0])
    play(game, 3)
    assert game.to_move == 1
    resign(game_id=game.pk, user=people[2])
    resign(game_id=game.pk, user=people[3])
    result = view(game)["result"]
    assert (result["reason"], result["ranks"], result["points"]) == ("resignation", [4, 1, 3, 2], ["0", "6", "2", "4"])
    assert "1 ben, 2 dan, 3 cleo, 4 ada" in result["words"]
