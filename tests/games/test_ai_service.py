"""AIs in games: one turn whatever happens to the task, replies to offers, and recovery when one fails."""

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
    """Shorten the thinking time, which is not tested here."""
    monkeypatch.setattr(service, "_budget", lambda game, level: Budget(nodes=200))
    monkeypatch.setattr(service, "ANSWER_BUDGET", Budget(nodes=200))


@pytest.fixture
def ais(db: None) -> list[User]:
    ensure_ai_players()
    return list(ai_players())


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def test_ensuring_the_five_ais_is_idempotent(ais: list[User]) -> None:
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


def test_the_ai_moves_only_on_its_turn(people: list[User], ais: list[User]) -> None:
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


def test_a_leased_game_is_skipped_until_the_lease_expires(people: list[User], ais: list[User]) -> None:
    game = start("lyra-2", [ais[0], people[0]])
    # A worker took the lease and was killed.
    AiTurn.objects.create(game=game, ply=0, attempts=1, lease_until=timezone.now() + timedelta(seconds=5))
    assert waiting_games() == []
    assert not run_ai_turn(game_id=game.pk)
    AiTurn.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert waiting_games() == [game.pk]
    assert run_ai_turn(game_id=game.pk)


def test_a_late_ai_turn_is_dropped(people: list[User], ais: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_three_failures_are_reported_once_in_the_game(
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


def test_games_that_wait_for_a_person_are_not_searched(
    people: list[User], ais: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They would be searched before every AI turn, being those served longest ago."""
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


def test_the_opponent_may_retry_a_stuck_ai(people: list[User], ais: list[User]) -> None:
    game = start("lyra-2", [ais[0], people[0]])
    with pytest.raises(Conflict, check=has_code("ai_at_work")):
        retry_ai(game_id=game.pk, user=people[0])
    stuck(game)
    with pytest.raises(Forbidden, check=has_code("not_a_player")):
        retry_ai(game_id=game.pk, user=people[4])
    retry_ai(game_id=game.pk, user=people[0])
    assert waiting_games() == [game.pk]
    assert run_ai_turn(game_id=game.pk)


def test_the_opponent_may_replace_a_stuck_ai(people: list[User], ais: list[User]) -> None:
    game = start("lyra-2", [ais[0], people[0]])
    stuck(game)
    with pytest.raises(Unprocessable, match="meteor, comet"):
        retry_ai(game_id=game.pk, user=people[0], replacement="deep-blue")
    view = retry_ai(game_id=game.pk, user=people[0], replacement="comet")
    assert Seat.objects.get(game=game, index=0).user == ais[1]
    assert view["seats"][0]["username"] == "comet"


def test_an_ai_stuck_over_an_offer_may_be_replaced_on_the_opponents_turn(people: list[User], ais: list[User]) -> None:
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


def test_the_opponent_may_abort_a_game_with_a_stuck_ai(people: list[User], ais: list[User]) -> None:
    game = start("lyra-2", [people[0], ais[0]])
    submit_turn(game_id=game.pk, user=people[0], ply=0, steps=["a1-b4"])
    run_ai_turn(game_id=game.pk)
    submit_turn(game_id=game.pk, user=people[0], ply=2, steps=["b4-a1"])
    with pytest.raises(Conflict, check=has_code("too_late_to_abort")):
        abort_game(game_id=game.pk, user=people[0])
    AiTurn.objects.filter(game=game).update(ply=3, attempts=3, is_stuck=True)
    abort_game(game_id=game.pk, user=people[0])
    assert fresh(game).status == GameStatus.ABORTED


def test_an_ai_accepts_take_backs(people: list[User], ais: list[User]) -> None:
    game = start("lyra-2", [people[0], ais[0]])
    submit_turn(game_id=game.pk, user=people[0], ply=0, steps=["a1-b4"])
    run_ai_turn(game_id=game.pk)
    ask_takeback(game_id=game.pk, user=people[0], ply=2)
    assert waiting_games() == [game.pk]
    assert run_ai_turn(game_id=game.pk)
    assert fresh(game).ply == 0


@pytest.mark.parametrize(("score", "agrees"), [(-50, True), (0, True), (300, False)])
def test_an_ai_accepts_a_draw_when_even_or_worse_off(
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


def test_an_ai_resigns_only_after_being_lost_for_long(
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


def test_an_ai_that_is_out_need_not_act(people: list[User], ais: list[User]) -> None:
    game = start("bataille-3", [people[0], ais[0], people[1]])
    resign(game_id=game.pk, user=ais[0])
    offer_draw(game_id=game.pk, user=people[0], ply=fresh(game).ply)
    assert waiting_games() == []
    assert not run_ai_turn(game_id=game.pk)


def test_an_ai_with_two_seats_replies_for_both(people: list[User], ais: list[User]) -> None:
    game = start("lyra-3", [people[0], ais[0], ais[0]])
    submit_turn(game_id=game.pk, user=people[0], ply=0, steps=["a1-b4"])
    run_ai_turn(game_id=game.pk)
    run_ai_turn(game_id=game.pk)
    ask_takeback(game_id=game.pk, user=people[0], ply=3)
    assert run_ai_turn(game_id=game.pk)
    assert fresh(game).ply == 0
    assert waiting_games() == []


def test_an_ai_set_up_cannot_be_derived_from_public_data(people: list[User], ais: list[User], settings: Any) -> None:
    game = start("galax", [people[0], ais[2]], set_up=False)
    first = service._seed(game)
    settings.SECRET_KEY = "another site's secret"
    assert service._seed(game) != first


def test_twenty_games_of_one_player_do_not_delay_another_player(people: list[User], ais: list[User]) -> None:
    greedy = [start("lyra-2", [ais[0], people[0]]) for _ in range(4)]
    modest = start("lyra-2", [ais[0], people[1]])
    served = []
    for _ in range(4):
        assert run_next_ai_turn(game_id=greedy[0].pk)
        served.append(Step.objects.latest("pk").game_id)
    assert served == [greedy[0].pk, modest.pk, greedy[1].pk, greedy[2].pk]


def test_games_between_ais_alternate_with_games_of_people(people: list[User], ais: list[User]) -> None:
    alone = start("lyra-2", ais[:2])
    with_human = start("lyra-2", [ais[0], people[0]])
    served = []
    for _ in range(3):
        run_next_ai_turn(game_id=alone.pk)
        served.append(Step.objects.latest("pk").game_id)
    assert served == [alone.pk, with_human.pk, alone.pk]


def test_a_task_serves_any_waiting_game_or_none(people: list[User], ais: list[User]) -> None:
    game = start("lyra-2", [ais[0], people[0]])
    assert [run_next_ai_turn(game_id=2**40), run_next_ai_turn(game_id=game.pk)] == [True, False]


def test_the_sweep_skips_turns_that_have_just_begun(
    people: list[User], ais: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In games between AIs each task enqueues the next, so superfluous tasks of the sweep would never end."""
    enqueued: list[int] = []
    monkeypatch.setattr(tasks.run_next_ai_turn, "apply_async", lambda arguments, **_: enqueued.extend(arguments))
    game = start("lyra-2", ais[:2])
    tasks.call_waiting_ais()
    assert enqueued == []
    Game.objects.update(since=timezone.now() - tasks.CALL_AGAIN_AFTER)  # its task is lost, or delayed
    tasks.call_waiting_ais()
    assert enqueued == [game.pk]
    Game.objects.update(since=timezone.now() + timedelta(hours=2))  # the system clock was ahead, and was corrected
    tasks.call_waiting_ais()
    assert enqueued == [game.pk, game.pk]


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


def test_an_unknown_game_is_not_found() -> None:
    assert not run_ai_turn(game_id=2**40)
    with pytest.raises(NotFound):
        retry_ai(game_id=2**40, user=User(pk=1))


def test_the_api_lists_the_ais_from_weakest_to_strongest(ais: list[User]) -> None:
    answer = client_of(None).get("/api/v1/ais/")
    assert [line["username"] for line in answer.json()] == ["meteor", "comet", "nova", "pulsar", "quasar"]


def test_only_players_may_retry_a_stuck_ai_by_api(people: list[User], ais: list[User]) -> None:
    game = start("lyra-2", [ais[0], people[0]])
    stuck(game)
    address = f"/api/v1/games/{game.pk}/ai/"
    assert client_of(None).post(address, {}, format="json").status_code == 401
    assert client_of(people[4]).post(address, {}, format="json").status_code == 403
    assert client_of(people[0]).post(address, {"replacement": "comet"}, format="json").status_code == 200
    assert Seat.objects.get(game=game, index=0).user == ais[1]


def test_an_ai_that_accepted_a_draw_plays_on_while_others_decide(
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


def test_an_ai_accepts_no_draw_offer_withdrawn_while_it_thought(
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


def test_an_ai_does_not_ask_for_a_take_back_when_the_request_was_withdrawn(
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


def test_an_ai_resigns_only_in_the_position_it_evaluated(
    people: list[User], ais: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = start("lyra-2", [ais[0], people[0]])
    think = service.choose_turn

    def think_too_long(*args: Any, **kwargs: Any) -> Any:
        monkeypatch.setattr(service, "choose_turn", think)
        AiTurn.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
        assert run_ai_turn(game_id=game.pk)  # another worker takes over and plays
        play(fresh(game), 1)
        monkeypatch.setattr(service, "is_hopeless", lambda thoughts: True)
        return think(*args, **kwargs)

    monkeypatch.setattr(service, "choose_turn", think_too_long)
    assert not run_ai_turn(game_id=game.pk)
    assert fresh(game).status == GameStatus.RUNNING


class TestOffersWhileAnAiThinks:
    """A turn declines open offers, so an AI checks for them once more before it plays."""

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

    def test_a_take_back_is_accepted(self, game: Game, people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
        ask = partial(ask_takeback, game_id=game.pk, user=people[0], ply=game.ply)
        assert self.serve_while(ask, monkeypatch, game)
        assert (fresh(game).ply, fresh(game).to_move) == (2, 0)

    @pytest.mark.parametrize("agrees", [True, False])
    def test_a_draw_offer_is_accepted_or_declined_by_its_turn(
        self, agrees: bool, game: Game, people: list[User], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(service, "accepts_draw", lambda score: agrees)
        offer = partial(offer_draw, game_id=game.pk, user=people[0], ply=game.ply)
        assert self.serve_while(offer, monkeypatch, game)
        assert fresh(game).reason == ("agreement" if agrees else "")
        assert fresh(game).ply == 4

    def test_a_game_that_ended_stays_unchanged(
        self, game: Game, people: list[User], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert not self.serve_while(partial(resign, game_id=game.pk, user=people[0]), monkeypatch, game)
        assert fresh(game).reason == "resignation"
