"""AIs at the table: one turn whatever happens to the task, answers to offers, and help when one fails."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from accounts.errors import Conflict, Forbidden, NotFound, Unprocessable
from accounts.models import User
from games import tasks
from games.ai import Budget
from games.enums import GameStatus
from games.lobby.services import create
from games.models import AiTurn, Game, GameEvent, Seat, Step
from games.rules import variant_ids
from games.selectors.ai import ai_players
from games.services import ai as service
from games.services.ai import ensure_ai_players, retry_ai, run_ai_turn, run_next_ai_turn, waiting_games
from games.services.endings import abort_game, resign
from games.services.offers import ask_takeback, decline_draw, decline_takeback, offer_draw
from games.services.play import submit_turn
from tests.accounts.people import has_code
from tests.games.playing import client_of, play, start

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thinking for a second is not what is tested here."""
    monkeypatch.setattr(service, "_budget", lambda game, level: Budget(nodes=200))
    monkeypatch.setattr(service, "ANSWER_BUDGET", Budget(nodes=200))


@pytest.fixture
def ais(db: None) -> list[User]:
    ensure_ai_players()
    return list(ai_players())


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def test_five_opponents_who_are_the_same_however_often_they_are_asked_for(ais: list[User]) -> None:
    ensure_ai_players()
    assert [user.username for user in ai_players()] == ["meteor", "comet", "nova", "pulsar", "quasar"]
    assert not any(user.has_usable_password() for user in ais)


@pytest.mark.parametrize("variant", variant_ids())
def test_ais_play_every_variant_to_its_end(variant: str, ais: list[User]) -> None:
    game = start(variant, [ais[0]] * int(variant[-1]) if variant[-1].isdigit() else ais[:2], set_up=False, turn_limit=3)
    for _ in range(40):
        if fresh(game).status == GameStatus.OVER:
            break
        assert run_ai_turn(game_id=game.pk)
    assert fresh(game).status == GameStatus.OVER
    assert not run_ai_turn(game_id=game.pk)


def test_the_ai_moves_only_when_it_is_to_move(people: list[User], ais: list[User]) -> None:
    game = start("lyra-2", [people[0], ais[0]])
    assert not run_ai_turn(game_id=game.pk)
    assert waiting_games() == []
    submit_turn(game_id=game.pk, user=people[0], ply=0, steps=["a1-b4"])
    assert waiting_games() == [game.pk]
    assert run_ai_turn(game_id=game.pk)
    assert fresh(game).to_move == 0
    assert Step.objects.filter(game=game).count() == 2


def test_a_task_delivered_three_times_plays_one_turn(people: list[User], ais: list[User]) -> None:
    game = start("nonaga", [ais[1], people[0]])
    assert [run_ai_turn(game_id=game.pk) for _ in range(3)] == [True, False, False]
    assert set(Step.objects.filter(game=game).values_list("seat", flat=True)) == {0}


def test_a_game_being_thought_about_is_left_alone_until_the_lease_is_over(people: list[User], ais: list[User]) -> None:
    game = start("lyra-2", [ais[0], people[0]])
    # A worker took it and was killed.
    AiTurn.objects.create(game=game, ply=0, attempts=1, lease_until=timezone.now() + timedelta(seconds=5))
    assert waiting_games() == []
    assert not run_ai_turn(game_id=game.pk)
    AiTurn.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert waiting_games() == [game.pk]
    assert run_ai_turn(game_id=game.pk)


def test_a_late_answer_is_dropped(people: list[User], ais: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    game = start("lyra-2", [ais[0], people[0]])
    think = service.choose_turn

    def think_too_long(*args: Any, **kwargs: Any) -> Any:
        monkeypatch.setattr(service, "choose_turn", think)
        thought = think(*args, **kwargs)
        AiTurn.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
        assert run_ai_turn(game_id=game.pk)
        return thought

    monkeypatch.setattr(service, "choose_turn", think_too_long)
    run_ai_turn(game_id=game.pk)
    assert Step.objects.filter(game=game).count() == 1


def test_after_three_failures_the_game_says_so_once(
    people: list[User], ais: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = start("lyra-2", [ais[0], people[0]])

    def fail(*args: Any, **kwargs: Any) -> None:
        raise RuntimeError("a bug in the search")

    monkeypatch.setattr(service, "choose_turn", fail)
    for _ in range(3):
        assert waiting_games() == [game.pk]
        with pytest.raises(RuntimeError):
            run_ai_turn(game_id=game.pk)
    assert waiting_games() == []
    assert waiting_games() == []
    assert not run_ai_turn(game_id=game.pk)
    assert GameEvent.objects.filter(game=game, kind="ai_stuck").count() == 1


def stuck(game: Game) -> None:
    AiTurn.objects.create(game=game, ply=game.ply, attempts=3, is_stuck=True)


def test_no_turn_is_looked_for_in_games_that_wait_for_a_person(
    people: list[User], ais: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They would be looked at before every turn of an AI, as those that were served longest ago."""
    stuck, waiting = (start("nonaga", [ais[0], people[number]]) for number in range(2))
    AiTurn.objects.create(game=stuck, ply=stuck.ply, attempts=3, is_stuck=True, lease_until=stuck.created_at)
    AiTurn.objects.create(game=waiting, lease_until=timezone.now())
    looked_at = []

    def look(*, game_id: int) -> bool:
        looked_at.append(game_id)
        return True

    monkeypatch.setattr(service, "run_ai_turn", look)
    assert run_next_ai_turn(game_id=stuck.pk)
    assert looked_at == [waiting.pk]


def test_its_human_may_have_a_stuck_ai_try_again(people: list[User], ais: list[User]) -> None:
    game = start("lyra-2", [ais[0], people[0]])
    with pytest.raises(Conflict, check=has_code("ai_at_work")):
        retry_ai(game_id=game.pk, user=people[0])
    stuck(game)
    with pytest.raises(Forbidden, check=has_code("not_a_player")):
        retry_ai(game_id=game.pk, user=people[4])
    retry_ai(game_id=game.pk, user=people[0])
    assert waiting_games() == [game.pk]
    assert run_ai_turn(game_id=game.pk)


def test_its_human_may_replace_a_stuck_ai(people: list[User], ais: list[User]) -> None:
    game = start("lyra-2", [ais[0], people[0]])
    stuck(game)
    with pytest.raises(Unprocessable, match="meteor, comet"):
        retry_ai(game_id=game.pk, user=people[0], replacement="deep-blue")
    view = retry_ai(game_id=game.pk, user=people[0], replacement="comet")
    assert Seat.objects.get(game=game, index=0).user == ais[1]
    assert view["seats"][0]["username"] == "comet"


def test_an_ai_stuck_over_an_offer_may_be_replaced_at_the_humans_turn(people: list[User], ais: list[User]) -> None:
    game = start("lyra-2", [people[0], ais[0]])
    offer_draw(game_id=game.pk, user=people[0], ply=0)
    stuck(game)
    view = retry_ai(game_id=game.pk, user=people[0], replacement="comet")
    assert view["seats"][1]["username"] == "comet"
    assert run_ai_turn(game_id=game.pk)
    assert not Seat.objects.filter(game=game, wants_draw=True).exists()


def test_only_the_stuck_ai_of_several_is_replaced(people: list[User], ais: list[User]) -> None:
    game = start("lyra-3", [ais[0], ais[2], people[0]])
    stuck(game)
    view = retry_ai(game_id=game.pk, user=people[0], replacement="comet")
    assert [seat["username"] for seat in view["seats"]] == ["comet", "nova", "ada"]


def test_its_human_may_call_a_game_with_a_stuck_ai_off(people: list[User], ais: list[User]) -> None:
    game = start("lyra-2", [people[0], ais[0]])
    submit_turn(game_id=game.pk, user=people[0], ply=0, steps=["a1-b4"])
    run_ai_turn(game_id=game.pk)
    submit_turn(game_id=game.pk, user=people[0], ply=2, steps=["b4-a1"])
    with pytest.raises(Conflict, check=has_code("too_late_to_abort")):
        abort_game(game_id=game.pk, user=people[0])
    AiTurn.objects.filter(game=game).update(ply=3, attempts=3, is_stuck=True)
    abort_game(game_id=game.pk, user=people[0])
    assert fresh(game).status == GameStatus.ABORTED


def test_an_ai_allows_take_backs(people: list[User], ais: list[User]) -> None:
    game = start("lyra-2", [people[0], ais[0]])
    submit_turn(game_id=game.pk, user=people[0], ply=0, steps=["a1-b4"])
    run_ai_turn(game_id=game.pk)
    ask_takeback(game_id=game.pk, user=people[0], ply=2)
    assert waiting_games() == [game.pk]
    assert run_ai_turn(game_id=game.pk)
    assert fresh(game).ply == 0


@pytest.mark.parametrize(("score", "agrees"), [(-50, True), (0, True), (300, False)])
def test_an_ai_agrees_to_a_draw_when_it_is_even_or_worse(
    score: int, agrees: bool, people: list[User], ais: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    judged = service.analyse

    def judge(*args: Any, **kwargs: Any) -> Any:
        analysis = judged(*args, **kwargs)
        return type(analysis)((-score, score), analysis.best)

    monkeypatch.setattr(service, "analyse", judge)
    game = start("lyra-2", [people[0], ais[0]])
    offer_draw(game_id=game.pk, user=people[0], ply=0)
    assert run_ai_turn(game_id=game.pk)
    assert (fresh(game).status == GameStatus.OVER) is agrees
    assert not Seat.objects.filter(game=game, wants_draw=True).exists()


def test_an_ai_gives_up_only_after_being_lost_for_long(
    people: list[User], ais: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = start("lyra-2", [ais[0], people[0]])
    think = service.choose_turn

    def despair(*args: Any, **kwargs: Any) -> Any:
        return replace(think(*args, **kwargs), score=-900, depth=4, proven=None, turns=None)

    monkeypatch.setattr(service, "choose_turn", despair)
    turns = 0
    while fresh(game).status != GameStatus.OVER:
        assert run_ai_turn(game_id=game.pk)
        turns += 1
        if fresh(game).to_move == 1 and fresh(game).status == GameStatus.RUNNING:
            play(fresh(game), 1)
    assert turns == 6
    assert Seat.objects.get(game=game, index=0).left == "resignation"


def test_an_ai_that_is_out_owes_nothing(people: list[User], ais: list[User]) -> None:
    game = start("bataille-3", [people[0], ais[0], people[1]])
    resign(game_id=game.pk, user=ais[0])
    offer_draw(game_id=game.pk, user=people[0], ply=fresh(game).ply)
    assert waiting_games() == []
    assert not run_ai_turn(game_id=game.pk)


def test_an_ai_with_two_seats_speaks_for_both(people: list[User], ais: list[User]) -> None:
    game = start("lyra-3", [people[0], ais[0], ais[0]])
    submit_turn(game_id=game.pk, user=people[0], ply=0, steps=["a1-b4"])
    run_ai_turn(game_id=game.pk)
    run_ai_turn(game_id=game.pk)
    ask_takeback(game_id=game.pk, user=people[0], ply=3)
    assert run_ai_turn(game_id=game.pk)
    assert fresh(game).ply == 0
    assert waiting_games() == []


def test_a_set_up_cannot_be_worked_out_from_what_is_public(people: list[User], ais: list[User], settings: Any) -> None:
    game = start("galax", [people[0], ais[2]], set_up=False)
    first = service._seed(game)
    settings.SECRET_KEY = "another site's secret"
    assert service._seed(game) != first


def test_twenty_games_of_one_do_not_keep_another_waiting(people: list[User], ais: list[User]) -> None:
    greedy = [start("lyra-2", [ais[0], people[0]]) for _ in range(4)]
    modest = start("lyra-2", [ais[0], people[1]])
    served = []
    for _ in range(4):
        assert run_next_ai_turn(game_id=greedy[0].pk)
        served.append(Step.objects.latest("pk").game_id)
    assert served == [greedy[0].pk, modest.pk, greedy[1].pk, greedy[2].pk]


def test_games_of_ais_alone_take_turns_with_people(people: list[User], ais: list[User]) -> None:
    alone = start("lyra-2", ais[:2])
    with_human = start("lyra-2", [ais[0], people[0]])
    served = []
    for _ in range(3):
        run_next_ai_turn(game_id=alone.pk)
        served.append(Step.objects.latest("pk").game_id)
    assert served == [alone.pk, with_human.pk, alone.pk]


def test_a_message_serves_whoever_waits_and_none_when_nobody_does(people: list[User], ais: list[User]) -> None:
    game = start("lyra-2", [ais[0], people[0]])
    assert [run_next_ai_turn(game_id=2**40), run_next_ai_turn(game_id=game.pk)] == [True, False]


def test_the_sweep_leaves_a_turn_that_has_just_begun_to_its_own_hint(
    people: list[User], ais: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """AIs among themselves answer a hint with the next one: what the sweep said too often would stay for ever."""
    hints: list[int] = []
    monkeypatch.setattr(tasks.run_next_ai_turn, "apply_async", lambda arguments, **_: hints.extend(arguments))
    game = start("lyra-2", ais[:2])
    tasks.call_waiting_ais()
    assert hints == []
    Game.objects.update(since=timezone.now() - tasks.CALL_AGAIN_AFTER)  # its hint is lost, or waits for long
    tasks.call_waiting_ais()
    assert hints == [game.pk]
    Game.objects.update(since=timezone.now() + timedelta(hours=2))  # the clock was ahead, and was put right
    tasks.call_waiting_ais()
    assert hints == [game.pk, game.pk]


def test_a_person_has_a_limited_number_of_ai_games(
    people: list[User], ais: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(create, "MAX_AI_GAMES", 2)
    body = {"variant": "lyra-2", "control": {"kind": "days", "allowance": 86400}}
    challenge = {**body, "opponents": ["meteor"]}
    post = client_of(people[0]).post
    games = [post("/api/v1/challenges/", challenge, format="json").json()["game"] for _ in range(2)]
    refused = post("/api/v1/challenges/", challenge, format="json")
    assert (refused.status_code, refused.json()["code"]) == (422, "too_many_ai_games")
    seek = post("/api/v1/seeks/", body, format="json").json()
    assert post(f"/api/v1/seeks/{seek['id']}/ai/", {"username": "meteor"}, format="json").status_code == 422
    assert client_of(people[1]).post("/api/v1/challenges/", challenge, format="json").status_code == 201
    resign(game_id=games[0], user=people[0])
    assert post("/api/v1/challenges/", challenge, format="json").status_code == 201


def test_no_such_game() -> None:
    assert not run_ai_turn(game_id=2**40)
    with pytest.raises(NotFound):
        retry_ai(game_id=2**40, user=User(pk=1))


def test_the_api_names_the_opponents_weak_to_strong(ais: list[User]) -> None:
    answer = client_of(None).get("/api/v1/ais/")
    assert [line["username"] for line in answer.json()] == ["meteor", "comet", "nova", "pulsar", "quasar"]


def test_the_api_lets_only_players_help_a_stuck_ai(people: list[User], ais: list[User]) -> None:
    game = start("lyra-2", [ais[0], people[0]])
    stuck(game)
    address = f"/api/v1/games/{game.pk}/ai/"
    assert client_of(None).post(address, {}, format="json").status_code == 401
    assert client_of(people[4]).post(address, {}, format="json").status_code == 403
    assert client_of(people[0]).post(address, {"replacement": "comet"}, format="json").status_code == 200
    assert Seat.objects.get(game=game, index=0).user == ais[1]


def test_an_ai_that_agreed_to_a_draw_plays_on_while_others_think(
    people: list[User], ais: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "accepts_draw", lambda score: True)
    game = start("lyra-3", [people[0], ais[0], people[1]])
    offer_draw(game_id=game.pk, user=people[0], ply=0)
    assert run_ai_turn(game_id=game.pk)
    play(fresh(game), 1)
    assert run_ai_turn(game_id=game.pk)
    assert fresh(game).to_move == 2
    assert list(Seat.objects.filter(game=game).order_by("index").values_list("wants_draw", flat=True)) == [
        True,
        True,
        False,
    ]


def test_an_ai_accepts_no_draw_that_was_taken_back_while_it_thought(
    people: list[User], ais: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = start("lyra-2", [ais[0], people[0]])
    offer_draw(game_id=game.pk, user=people[0], ply=0)

    def agree_too_late(score: int) -> bool:
        decline_draw(game_id=game.pk, user=people[0])
        return True

    monkeypatch.setattr(service, "accepts_draw", agree_too_late)
    assert not run_ai_turn(game_id=game.pk)
    assert not Seat.objects.filter(game=game, wants_draw=True).exists()
    AiTurn.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert run_ai_turn(game_id=game.pk)
    assert fresh(game).to_move == 1


def test_an_ai_asks_for_no_takeback_itself_when_one_was_given_up(
    people: list[User], ais: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = play(start("lyra-2", [people[0], ais[0]]), 2)
    ask_takeback(game_id=game.pk, user=people[0], ply=game.ply)
    claim = service._claim

    def claim_late(*args: Any) -> bool:
        decline_takeback(game_id=game.pk, user=people[0])
        return claim(*args)

    monkeypatch.setattr(service, "_claim", claim_late)
    assert not run_ai_turn(game_id=game.pk)
    assert fresh(game).takeback_to is None


def test_an_ai_resigns_only_the_position_it_thought_about(
    people: list[User], ais: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = start("lyra-2", [ais[0], people[0]])
    think = service.choose_turn

    def think_too_long(*args: Any, **kwargs: Any) -> Any:
        monkeypatch.setattr(service, "choose_turn", think)
        AiTurn.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
        assert run_ai_turn(game_id=game.pk)  # another worker takes over, and is answered
        play(fresh(game), 1)
        monkeypatch.setattr(service, "is_hopeless", lambda thoughts: True)
        return think(*args, **kwargs)

    monkeypatch.setattr(service, "choose_turn", think_too_long)
    assert not run_ai_turn(game_id=game.pk)
    assert fresh(game).status == GameStatus.RUNNING


class TestAskedWhileItThinks:
    """A turn declines what was offered, so an AI looks once more before it plays."""

    @pytest.fixture
    def game(self, people: list[User], ais: list[User]) -> Game:
        return play(start("lyra-2", [people[0], ais[0]]), 3)

    def serve_while(self, act: Callable[[], object], monkeypatch: pytest.MonkeyPatch, game: Game) -> bool:
        think = service.choose_turn

        def be_asked(*args: Any, **kwargs: Any) -> Any:
            thought = think(*args, **kwargs)
            act()
            return thought

        monkeypatch.setattr(service, "choose_turn", be_asked)
        return run_ai_turn(game_id=game.pk)

    def test_a_turn_is_taken_back(self, game: Game, people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
        ask = partial(ask_takeback, game_id=game.pk, user=people[0], ply=game.ply)
        assert self.serve_while(ask, monkeypatch, game)
        assert (fresh(game).ply, fresh(game).to_move) == (2, 0)

    @pytest.mark.parametrize("agrees", [True, False])
    def test_a_draw_is_agreed_or_declined_by_its_turn(
        self, agrees: bool, game: Game, people: list[User], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(service, "accepts_draw", lambda score: agrees)
        offer = partial(offer_draw, game_id=game.pk, user=people[0], ply=game.ply)
        assert self.serve_while(offer, monkeypatch, game)
        assert fresh(game).reason == ("agreement" if agrees else "")
        assert fresh(game).ply == 4

    def test_a_game_that_ended_is_left_alone(
        self, game: Game, people: list[User], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert not self.serve_while(partial(resign, game_id=game.pk, user=people[0]), monkeypatch, game)
        assert fresh(game).reason == "resignation"
