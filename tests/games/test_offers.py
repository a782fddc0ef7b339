"""Draw offers, take-backs, resignation, abort, rematch: who may do it, when, and with what effect."""

from collections.abc import Callable

import pytest

from accounts.models import User
from accounts.services.account_closure import close_account
from games.lobby.services.create import start_game
from games.lobby.services.terms import read_terms
from games.models import Game, Proposal
from games.services.endings import abort_game, annul_game
from games.signals import game_dropped
from games.timing import TimeControl
from tests.games.playing import client_of, play, start

pytestmark = pytest.mark.slow


def post(user: User, game: Game, what: str, **body: object):
    return client_of(user).post(f"/api/v1/games/{game.pk}/{what}/", body)


def delete(user: User, game: Game, what: str):
    return client_of(user).delete(f"/api/v1/games/{game.pk}/{what}/")


def kinds(game: Game) -> list[str]:
    return list(game.events.order_by("seq").values_list("kind", flat=True))


@pytest.fixture
def game(people: list[User]) -> Game:
    return play(start("lyra-2", people[:2]), 3)


@pytest.fixture
def table(people: list[User]) -> Game:
    return play(start("lyra-3", people[:3]), 3)


# -- strangers ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["draw", "takeback", "resign", "abort", "rematch"])
def test_strangers_are_refused(what: str, game: Game, people: list[User]) -> None:
    assert post(people[4], game, what, ply=game.ply).status_code == 403
    assert client_of(None).post(f"/api/v1/games/{game.pk}/{what}/", {"ply": game.ply}).status_code == 401
    assert kinds(game) == ["started", "turn", "turn", "turn"]


# -- draws --------------------------------------------------------------------------------------------------------


def test_a_draw_needs_the_agreement_of_all_seats_in_play(table: Game, people: list[User]) -> None:
    for person in people[:2]:
        answer = post(person, table, "draw", ply=table.ply)
        assert (answer.status_code, answer.json()["status"]) == (200, "running")
    assert [seat["wants_draw"] for seat in answer.json()["seats"]] == [True, True, False]
    over = post(people[2], table, "draw", ply=table.ply).json()
    assert (over["status"], over["result"]["reason"], over["result"]["ranks"]) == ("over", "agreement", [1, 1, 1])
    assert over["result"]["points"] == ["2", "2", "2"]


def test_a_draw_does_not_need_seats_that_left(table: Game, people: list[User]) -> None:
    post(people[1], table, "resign")
    table.refresh_from_db()
    post(people[0], table, "draw", ply=table.ply)
    over = post(people[2], table, "draw", ply=table.ply).json()
    assert over["result"]["ranks"] == [1, 3, 1]
    assert post(people[1], table, "draw", ply=table.ply).status_code == 409


def test_a_turn_by_the_opponent_declines_a_draw_offer(game: Game, people: list[User]) -> None:
    assert post(people[0], game, "draw", ply=game.ply - 1).status_code == 409
    post(people[0], game, "draw", ply=game.ply)
    play(game, 1)  # the opponent plays on
    assert not game.seats.filter(wants_draw=True).exists()


def test_a_draw_offer_survives_the_offering_players_own_turn(game: Game, people: list[User]) -> None:
    post(people[1], game, "draw", ply=game.ply)
    play(game, 1)
    assert list(game.seats.order_by("index").values_list("wants_draw", flat=True)) == [False, True]
    over = post(people[0], game, "draw", ply=game.ply).json()
    assert over["result"]["reason"] == "agreement"


def test_a_declined_draw_can_be_offered_again_after_a_turn(game: Game, people: list[User]) -> None:
    post(people[1], game, "draw", ply=game.ply)
    declined = delete(people[0], game, "draw")
    assert [seat["wants_draw"] for seat in declined.json()["seats"]] == [False, False]
    again = post(people[1], game, "draw", ply=game.ply)
    assert (again.status_code, again.json()["code"]) == (422, "offered_already")
    play(game, 1)
    assert post(people[1], game, "draw", ply=game.ply).status_code == 200


def test_offering_a_draw_is_idempotent(game: Game, people: list[User]) -> None:
    first = post(people[0], game, "draw", ply=game.ply)
    assert post(people[0], game, "draw", ply=game.ply).json() == first.json()
    assert kinds(game).count("draw_offered") == 1


# -- take-backs ---------------------------------------------------------------------------------------------------


def test_a_turn_is_taken_back_by_agreement(game: Game, people: list[User]) -> None:
    before = play(start("lyra-2", people[:2]), 2)  # the same game, one turn shorter
    asked = post(people[0], game, "takeback", ply=game.ply).json()
    assert (asked["takeback_to"], asked["ply"]) == (2, 3)
    back = post(people[1], game, "takeback", ply=game.ply).json()
    assert (back["ply"], back["turn"], back["to_move"], back["takeback_to"]) == (2, 2, 0, None)
    assert back["state"] == before.face
    game.refresh_from_db()
    assert game.snapshot == before.snapshot
    assert list(game.steps.values_list("text")) == list(before.steps.values_list("text"))
    play(game, 2, seed=5)
    assert game.ply == 4


def test_a_whole_turn_of_two_steps_is_taken_back(people: list[User]) -> None:
    game = play(start("nonaga", people[:2]), 2)
    post(people[0], game, "takeback", ply=game.ply)
    back = post(people[1], game, "takeback", ply=game.ply).json()
    assert (back["ply"], back["to_move"]) == (0, 0)


def test_set_ups_are_not_taken_back(people: list[User]) -> None:
    game = start("vaeva", people[:2])
    answer = post(people[0], game, "takeback", ply=game.ply)
    assert (answer.status_code, answer.json()["code"]) == (422, "nothing_to_take_back")


def test_rated_and_tournament_games_have_no_take_backs(people: list[User]) -> None:
    rated = play(start("lyra-2", people[:2], rated=True), 1)
    terms = read_terms(variant="lyra-2", control=TimeControl.days(1))
    arranged = start_game(terms=terms, players=people[:2], arranged_by="round 1")
    for game in (rated, arranged):
        assert post(people[0], game, "takeback", ply=game.ply).status_code == 403
    assert post(people[0], arranged, "abort").status_code == 403


def test_a_declined_take_back_changes_nothing(game: Game, people: list[User]) -> None:
    post(people[0], game, "takeback", ply=game.ply)
    assert delete(people[1], game, "takeback").json()["takeback_to"] is None
    game.refresh_from_db()
    assert (game.ply, game.seats.filter(wants_takeback=True).count()) == (3, 0)


# -- leaving ------------------------------------------------------------------------------------------------------


def test_resigning_ends_a_game_of_two(game: Game, people: list[User]) -> None:
    over = post(people[1], game, "resign").json()
    assert (over["status"], over["result"]["reason"], over["result"]["ranks"]) == ("over", "resignation", [1, 2])
    assert over["result"]["points"] == ["6", "0"]
    assert post(people[1], game, "resign").status_code == 409


def test_with_three_seats_the_others_play_on_when_one_resigns_out_of_turn(table: Game, people: list[User]) -> None:
    deadline = table.deadline
    left = post(people[1], table, "resign").json()
    assert (left["status"], left["to_move"]) == ("running", 0)
    assert [seat["left"] for seat in left["seats"]] == [None, "resignation", None]
    table.refresh_from_db()
    assert table.deadline == deadline
    play(table, 1)
    assert table.to_move == 2
    over = post(people[0], table, "resign").json()
    assert over["result"]["ranks"] == [2, 3, 1]


def test_a_game_can_be_aborted_before_all_have_moved(people: list[User]) -> None:
    fresh = play(start("lyra-3", people[:3]), 2)
    aborted = post(people[0], fresh, "abort").json()
    assert (aborted["status"], aborted["result"]["ranks"]) == ("aborted", [None, None, None])
    assert client_of(people[0]).post(f"/api/v1/games/{fresh.pk}/turns/", {"ply": 2, "steps": ["x"]}).status_code == 409


def test_a_game_cannot_be_aborted_after_all_have_moved(game: Game, people: list[User]) -> None:
    answer = post(people[0], game, "abort")
    assert (answer.status_code, answer.json()["code"]) == (409, "too_late_to_abort")


# -- rematch ------------------------------------------------------------------------------------------------------


def test_a_seat_that_left_before_moving_does_not_keep_the_game_abortable(people: list[User]) -> None:
    table = start("lyra-3", people[:3])
    post(people[2], table, "resign")
    table.refresh_from_db()
    play(table, 2)
    assert post(people[0], table, "abort").status_code == 409


def test_an_aborted_game_has_no_rematch(people: list[User]) -> None:
    game = start("nonaga", people[:2])
    assert post(people[0], game, "abort").status_code == 200
    refused = post(people[0], game, "rematch")
    assert (refused.status_code, refused.json()["code"]) == (409, "not_over")


def test_a_rematch_rotates_the_seats(game: Game, people: list[User]) -> None:
    assert post(people[0], game, "rematch").status_code == 409
    post(people[1], game, "resign")
    asked = post(people[0], game, "rematch").json()
    assert (asked["kind"], asked["status"], asked["rematch_of"]) == ("challenge", "open", game.pk)
    assert post(people[0], game, "rematch").json()["id"] == asked["id"]
    agreed = post(people[1], game, "rematch").json()
    assert (agreed["id"], agreed["status"]) == (asked["id"], "started")
    again = Game.objects.get(pk=agreed["game"])
    assert [seat.user for seat in again.seats.order_by("index")] == [people[1], people[0]]
    assert (again.rematch_of_id, again.terms) == (game.pk, game.terms)
    assert post(people[0], game, "rematch").json()["game"] == again.pk
    assert Proposal.objects.count() == 1


def test_a_rematch_offer_is_shown_in_the_original_game(game: Game, people: list[User]) -> None:
    post(people[0], game, "resign")
    url = f"/api/v1/games/{game.pk}/"
    assert client_of(people[0]).get(url).json()["rematch"] is None
    asked = post(people[1], game, "rematch").json()
    event = game.events.order_by("seq").last()
    assert (event.kind, event.payload) == ("rematch", {"seat": 1, "game": None, "status": "open"})
    for person in people[:2]:
        assert client_of(person).get(url).json()["rematch"] == {"seat": 1, "accepted": [1], "game": None}
    assert client_of(people[4]).get(url).json()["rematch"] is None
    assert post(people[1], game, "rematch").json()["id"] == asked["id"]  # idempotent
    again = post(people[0], game, "rematch").json()["game"]
    assert kinds(game)[-2:] == ["rematch", "rematch"]
    assert game.events.order_by("seq").last().payload == {"seat": 0, "game": again, "status": "started"}
    for person in (people[0], people[4]):
        assert client_of(person).get(url).json()["rematch"] == {"seat": 1, "accepted": [0, 1], "game": again}


def test_no_rematch_with_a_closed_account(game: Game, people: list[User]) -> None:
    post(people[1], game, "resign")
    close_account(user=people[1])
    answer = post(people[0], game, "rematch")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert not Proposal.objects.exists()


def test_a_turn_by_the_player_who_offers_a_draw_answers_an_open_take_back(game: Game, people: list[User]) -> None:
    post(people[1], game, "draw", ply=game.ply)
    post(people[0], game, "takeback", ply=game.ply)
    play(game, 1)
    assert game.takeback_to is None
    assert not game.seats.filter(wants_takeback=True).exists()
    assert not game.seats.filter(wants_draw=True).exists()


def test_after_a_take_back_a_declined_draw_may_be_offered_again(game: Game, people: list[User]) -> None:
    post(people[1], game, "draw", ply=game.ply)
    delete(people[0], game, "draw")
    for person in people[:2]:
        post(person, game, "takeback", ply=game.ply)
    game.refresh_from_db()
    assert game.ply == 2
    assert post(people[1], game, "draw", ply=game.ply).status_code == 200
    assert game.seats.get(index=1).wants_draw


def test_a_turn_before_a_seat_left_cannot_be_taken_back(table: Game, people: list[User]) -> None:
    post(people[1], table, "resign")
    table.refresh_from_db()
    refused = post(people[2], table, "takeback", ply=table.ply)
    assert (refused.status_code, refused.json()["code"]) == (422, "nothing_to_take_back")
    play(table, 2)
    assert post(people[2], table, "takeback", ply=table.ply).json()["takeback_to"] is not None


@pytest.mark.parametrize("is_annulled", [False, True])
def test_aborting_or_annulling_a_game_sends_a_signal_on_commit(
    is_annulled: bool, people: list[User], django_capture_on_commit_callbacks: Callable
) -> None:
    game = start("lyra-2", people[:2])
    received: list[int] = []

    def on_drop(game_id: int, **_facts: object) -> None:
        received.append(game_id)

    game_dropped.connect(on_drop)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            annul_game(game_id=game.pk) if is_annulled else abort_game(game_id=game.pk, user=people[0])
            assert received == []
    finally:
        game_dropped.disconnect(on_drop)
    assert received == [game.pk]
