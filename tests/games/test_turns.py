"""Playing a turn: its response, what is refused, and that a refusal changes nothing."""

from collections.abc import Sequence

import pytest
import time_machine
from django.db import connection, transaction
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.services.tokens import create_token
from games.models import Game, GameEvent, Seat, Step
from games.rules.match import Match
from games.selectors.game_json import match_of
from games.services.locked_game import lock_game
from games.services.play import submit_turn
from games.services.turns import play_whole_turn
from tests.games.playing import client_of, next_turn, play, start

TURN = ["(2,0)-(-1,0)", "o(2,0)-(3,-2)"]
OTHER_TURN = ["(2,0)-(-1,0)", "o(2,0)-(1,2)"]


def everything_about(game: Game) -> list[object]:
    """All rows of a game, to be compared."""
    return [
        list(Game.objects.filter(pk=game.pk).values()),
        list(Seat.objects.filter(game=game).order_by("index").values()),
        list(Step.objects.filter(game=game).order_by("ply").values()),
        list(GameEvent.objects.filter(game=game).order_by("seq").values()),
    ]


def post(user: User | None, game: Game, ply: int, steps: list[str]):
    return client_of(user).post(f"/api/v1/games/{game.pk}/turns/", {"ply": ply, "steps": steps})


@pytest.fixture
def nonaga(people: list[User]) -> Game:
    return start("nonaga", people[:2])


def test_a_turn_is_answered_with_the_new_state(nonaga: Game, people: list[User]) -> None:
    answer = post(people[0], nonaga, 0, TURN)
    assert answer.status_code == 201
    game = answer.json()
    assert (game["ply"], game["turn"], game["to_move"], game["you"]) == (2, 1, 1, 0)
    assert game["state"]["scene"]["last_turn"][0]["step"] == TURN[0]
    assert list(Step.objects.filter(game=nonaga).values_list("ply", "turn", "seat", "text")) == [
        (0, 0, 0, TURN[0]),
        (1, 0, 0, TURN[1]),
    ]


def test_a_repeated_turn_plays_nothing_and_gets_the_current_game(nonaga: Game, people: list[User]) -> None:
    post(people[0], nonaga, 0, TURN)
    nonaga.refresh_from_db()
    play(nonaga, 3)
    before = everything_about(nonaga)
    again = post(people[0], nonaga, 0, TURN)
    now = client_of(people[0]).get(f"/api/v1/games/{nonaga.pk}/").json()
    assert (again.status_code, again.json()) == (201, now)
    assert now["ply"] == 8
    assert everything_about(nonaga) == before


def test_another_turn_at_a_past_ply_is_stale_and_gets_the_current_game(nonaga: Game, people: list[User]) -> None:
    post(people[0], nonaga, 0, TURN)
    answer = post(people[0], nonaga, 0, OTHER_TURN)
    assert answer.status_code == 409
    assert answer.json()["code"] == "stale"
    assert answer.json()["game"]["ply"] == 2


def test_the_last_part_of_a_turn_is_not_a_repeated_turn(nonaga: Game, people: list[User]) -> None:
    post(people[0], nonaga, 0, TURN)
    answer = post(people[0], nonaga, 1, TURN[1:])
    assert (answer.status_code, answer.json()["code"]) == (409, "stale")
    assert answer.json()["game"]["ply"] == 2


def test_the_loser_of_a_race_gets_the_current_game(
    nonaga: Game, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lock makes it nearly impossible; the compare-and-set is a second guard."""

    def slip_in(match: Match, steps: Sequence[str]) -> Match:
        Game.objects.filter(pk=nonaga.pk).update(event_seq=F("event_seq") + 1)
        return play_whole_turn(match, steps)

    monkeypatch.setattr("games.services.turns.play_whole_turn", slip_in)
    answer = post(people[0], nonaga, 0, TURN)
    assert (answer.status_code, answer.json()["code"]) == (409, "stale")
    assert (answer.json()["game"]["ply"], answer.json()["game"]["you"]) == (0, 0)
    assert not Step.objects.filter(game=nonaga).exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("who", "ply", "steps", "status", "code"),
    [
        (0, 7, TURN, 409, "stale"),
        (1, 0, TURN, 403, "not_your_turn"),
        (4, 0, TURN, 403, "not_a_player"),
        (0, 0, TURN[:1], 422, "turn_unfinished"),
        (0, 0, [*TURN, TURN[0]], 422, "turn_too_long"),
        (0, 0, ["(2,0)-(9,9)"], 422, "illegal_step"),
        (0, 0, [TURN[0], "o(0,0)-(5,5)"], 422, "illegal_step"),
        (0, 0, [" (2,0)-(-1,0)", TURN[1]], 422, "illegal_step"),
        (0, 0, [], 400, "invalid"),
        (0, -1, TURN, 400, "invalid"),
        (0, 0, ["x" * 5000], 400, "invalid"),
    ],
)
def test_a_refused_turn_changes_nothing(
    nonaga: Game, people: list[User], who: int, ply: int, steps: list[str], status: int, code: str
) -> None:
    before = everything_about(nonaga)
    answer = post(people[who], nonaga, ply, steps)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["message"]
    assert everything_about(nonaga) == before


def test_anonymous_clients_and_unknown_games_are_refused(nonaga: Game, people: list[User]) -> None:
    assert post(None, nonaga, 0, TURN).status_code == 401
    assert client_of(people[0]).post("/api/v1/games/999999/turns/", {"ply": 0, "steps": TURN}).status_code == 404


def test_a_game_without_spectators_is_not_found_by_others(people: list[User]) -> None:
    game = start("nonaga", people[:2], spectators=False)
    for path in ("", "turns/", "chat/", "events/"):
        assert client_of(people[4]).get(f"/api/v1/games/{game.pk}/{path}").status_code == 404
        assert client_of(None).get(f"/api/v1/games/{game.pk}/{path}").status_code == 404
    assert post(people[4], game, 0, TURN).status_code == 404
    assert client_of(people[0]).get(f"/api/v1/games/{game.pk}/").status_code == 200
    assert [row["id"] for row in client_of(people[4]).get("/api/v1/games/").json()["results"]] == []
    assert [row["id"] for row in client_of(people[1]).get("/api/v1/games/").json()["results"]] == [game.pk]


def test_after_the_end_no_turn_is_played(people: list[User]) -> None:
    game = play(start("lyra-2", people[:2], turn_limit=1), 2)
    answer = post(people[0], game, game.ply, ["a1-b2"])
    assert (answer.status_code, answer.json()["code"]) == (409, "game_over")
    assert answer.json()["game"]["status"] == "over"


def test_a_token_needs_the_play_scope(nonaga: Game, people: list[User], client) -> None:
    _, reading = create_token(user=people[0], name="reader", scopes=["read"], days=1)
    _, playing = create_token(user=people[0], name="player", scopes=["play"], days=1)
    body = {"ply": 0, "steps": TURN}
    url = f"/api/v1/games/{nonaga.pk}/turns/"

    def turn_by(secret: str):
        return client.post(url, body, content_type="application/json", headers={"Authorization": f"Bearer {secret}"})

    assert turn_by(reading).status_code == 403
    assert turn_by(playing).status_code == 201


def test_the_game_survives_a_snapshot_at_every_turn(people: list[User]) -> None:
    """The stored snapshot equals the position that the record leads to from the start."""
    game = start("bataille-3", people[:3])
    for seed in range(12):
        game = play(game, 1, seed)
        record = game.steps.order_by("ply").values_list("text", flat=True)
        replayed = Match.replay(game.engine, record, game.turn_limit)
        assert match_of(game).snapshot() == replayed.snapshot()


def test_every_response_contains_the_servers_time(nonaga: Game, people: list[User]) -> None:
    url = f"/api/v1/games/{nonaga.pk}/"
    tag = client_of(people[1]).get(url)["ETag"]
    with time_machine.travel("2026-03-02T12:00:00Z", tick=False):
        answers = [client_of(people[1]).get(url, headers={"If-None-Match": known}) for known in ("", tag)]
    assert [answer.status_code for answer in answers] == [200, 304]
    assert {answer["Server-Time"] for answer in answers} == {"2026-03-02T12:00:00.000Z"}


def test_a_read_is_answered_304_until_something_happens(nonaga: Game, people: list[User]) -> None:
    client = client_of(people[1])
    url = f"/api/v1/games/{nonaga.pk}/"
    first = client.get(url)
    again = client.get(url, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    post(people[0], nonaga, 0, TURN)
    assert client.get(url, headers={"If-None-Match": first["ETag"]}).status_code == 200


@pytest.mark.slow
def test_a_long_game_needs_the_same_queries_as_a_short_one(people: list[User]) -> None:
    def count(game: Game) -> tuple[int, int]:
        mover = people[game.to_move or 0]
        with CaptureQueriesContext(connection) as reading:
            client_of(mover).get(f"/api/v1/games/{game.pk}/")
        with CaptureQueriesContext(connection) as writing:
            assert post(mover, game, game.ply, next_turn(game)).status_code == 201
        return len(reading), len(writing)

    short, long = start("lyra-2", people[:2]), play(start("lyra-2", people[:2]), 40)
    assert count(short) == count(long)
    # The game, its seats, and which players are on vacation.
    assert count(Game.objects.get(pk=short.pk))[0] <= 2


def test_a_turn_needs_few_queries(nonaga: Game, people: list[User]) -> None:
    """Clock, conditional moves, vacation and outage cost no query where there are none."""
    with CaptureQueriesContext(connection) as asked:
        submit_turn(game_id=nonaga.pk, user=people[0], ply=0, steps=TURN)
    words = [query["sql"].split()[0] for query in asked if "pg_notify" not in query["sql"]]
    rows = [word for word in words if word in ("SELECT", "INSERT", "UPDATE", "DELETE")]
    assert rows == ["SELECT", "SELECT", "UPDATE", "INSERT", "INSERT"]


def test_saving_an_unchanged_game_is_no_conflict(nonaga: Game) -> None:
    before = everything_about(nonaga)
    with transaction.atomic():
        lock_game(game_id=nonaga.pk, now=timezone.now()).save()
    assert everything_about(nonaga) == before
