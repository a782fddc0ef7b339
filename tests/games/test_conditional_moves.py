"""Conditional moves: stored for their owner only, played when they apply, dropped when the game deviates."""

import json
import random
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.conditional_moves import MAX_BRANCHES, MAX_DEPTH
from games.enums import EventKind, LeftReason
from games.models import ConditionalMoves, Game, GameEvent, Notice, Step
from games.rules.match import Match
from games.selectors.game_json import match_of
from games.services.conditional_moves import save_conditional_moves
from games.services.endings import resign
from games.services.offers import ask_takeback, offer_draw
from games.services.play import submit_turn
from games.timing import DAY, HOUR, TimeControl
from tests.games.playing import client_of, next_turn, play, random_turn, start

Tree = list[dict[str, Any]]


def line_of(match: Match, turns: int, *, seed: int = 0, act: str = "") -> Tree:
    """Conditional moves of one line: that many turns by the seats to move, then an action."""
    if turns == 0:
        return [{"seat": match.state.seat, "act": act}] if act else []
    steps = random_turn(match.state, random.Random(seed))
    after = match
    for step in steps:
        after = after.play(step)
    return [{"seat": match.state.seat, "steps": steps, "then": line_of(after, turns - 1, seed=seed + 10, act=act)}]


def keep(game: Game, user: User, tree: Tree) -> Tree:
    kept: Tree = save_conditional_moves(game_id=game.pk, user=user, ply=game.ply, tree=tree)["tree"]
    return kept


def put(user: User | None, game: Game, tree: Any, ply: int | None = None):
    body = {"ply": game.ply if ply is None else ply, "tree": tree}
    return client_of(user).put(f"/api/v1/games/{game.pk}/conditional-moves/", body, format="json")


def follow(game: Game, user: User, tree: Tree) -> Tree:
    """Play the first expected turn; return the rest of the tree after the reply."""
    submit_turn(game_id=game.pk, user=user, ply=game.ply, steps=tree[0]["steps"])
    game.refresh_from_db()
    answer = tree[0]["then"][0]
    return answer.get("then", [])


def test_three_replies_are_played_while_their_owner_is_away(people: list[User]) -> None:
    ada, ben = people[:2]
    with time_machine.travel(datetime(2026, 3, 2, 12, tzinfo=UTC), tick=False) as clock:
        game = start("nonaga", [ada, ben], control=TimeControl.bank(5 * DAY))
        rest = tree = line_of(match_of(game), 6)
        assert keep(game, ben, tree) == tree
        for _ in range(3):
            clock.shift(HOUR)
            rest = follow(game, ada, rest)
            assert game.to_move == 0
    spent = Step.objects.filter(game=game, seat=1, spent__isnull=False).values_list("spent", flat=True)
    assert [each.total_seconds() for each in spent] == [0, 0, 0]
    assert [seat.bank for seat in game.seats.order_by("index")] == [5 * DAY - 3 * HOUR, 5 * DAY]
    assert GameEvent.objects.filter(game=game, kind=EventKind.TURN).count() == 6
    assert not ConditionalMoves.objects.exists()
    assert not Notice.objects.filter(kind="plan").exists()


def test_the_condition_that_occurs_is_answered(people: list[User]) -> None:
    ada, ben = people[:2]
    game = start("lyra-2", [ada, ben])
    branches = [line_of(match_of(game), 2, seed=seed)[0] for seed in (1, 2, 3)]
    assert len({branch["steps"][0] for branch in branches}) == 3
    keep(game, ben, branches)
    follow(game, ada, branches[1:])
    assert Step.objects.filter(game=game, seat=1).get().text == branches[1]["then"][0]["steps"][0]


def test_with_three_seats_a_condition_is_each_opponents_turn(people: list[User]) -> None:
    ada, ben, cleo = people[:3]
    game = start("bataille-3", [ada, ben, cleo])
    tree = line_of(match_of(game), 6)
    assert [tree[0]["seat"], tree[0]["then"][0]["seat"]] == [0, 1]
    keep(game, cleo, tree)
    for user, branch in ((ada, tree[0]), (ben, tree[0]["then"][0])):
        submit_turn(game_id=game.pk, user=user, ply=game.ply, steps=branch["steps"])
        game.refresh_from_db()
    assert (game.to_move, Step.objects.filter(game=game, seat=2).count()) == (0, 1)
    assert client_of(cleo).get(f"/api/v1/games/{game.pk}/conditional-moves/").json()["tree"][0]["seat"] == 0


def test_conditional_moves_of_both_sides_answer_each_other(people: list[User]) -> None:
    ada, ben, cleo = people[:3]
    game = start("lyra-3", [ada, ben, cleo])
    rest = line_of(match_of(game), 9)
    keep(game, ben, line_of(match_of(game), 8))
    keep(game, cleo, rest)
    for round_ in (1, 2, 3):
        submit_turn(game_id=game.pk, user=ada, ply=game.ply, steps=rest[0]["steps"])
        game.refresh_from_db()
        assert (game.turn, game.to_move) == (3 * round_, 0)  # one by hand, two by conditional moves
        rest = rest[0]["then"][0]["then"][0]["then"]
    assert not ConditionalMoves.objects.exists()
    assert not Notice.objects.filter(kind="plan").exists()


def test_an_unexpected_turn_drops_the_conditional_moves_and_notifies_once(people: list[User]) -> None:
    ada, ben = people[:2]
    game = start("lyra-2", [ada, ben])
    tree = line_of(match_of(game), 2)
    keep(game, ben, tree)
    other = next(step for step in match_of(game).state.steps() if [step] != tree[0]["steps"])
    submit_turn(game_id=game.pk, user=ada, ply=0, steps=[other])
    assert not ConditionalMoves.objects.exists()
    notice = Notice.objects.get(kind="plan")
    assert (notice.user, notice.game) == (ben, game)
    kinds = [
        [line["kind"] for line in client_of(user).get("/api/v1/notices/").json()["results"]] for user in (ada, ben)
    ]
    assert ["plan" in each for each in kinds] == [False, True]


def test_a_reply_that_has_become_illegal_is_dropped_with_a_notice(people: list[User]) -> None:
    ada, ben = people[:2]
    game = start("lyra-2", [ada, ben])
    tree = line_of(match_of(game), 2)
    keep(game, ben, tree)
    tree[0]["then"][0]["steps"] = ["nonsense"]
    ConditionalMoves.objects.update(tree=tree)
    submit_turn(game_id=game.pk, user=ada, ply=0, steps=tree[0]["steps"])
    game.refresh_from_db()
    assert (game.to_move, game.ply) == (1, 1)
    assert not ConditionalMoves.objects.exists()
    assert Notice.objects.get(kind="plan").user == ben


def test_conditional_moves_may_end_in_resignation(people: list[User]) -> None:
    ada, ben = people[:2]
    game = start("lyra-2", [ada, ben])
    tree = line_of(match_of(game), 1, act="resign")
    keep(game, ben, tree)
    follow(game, ada, tree)
    assert (game.status, game.reason) == ("over", "resignation")
    assert game.seats.get(index=1).left == LeftReason.RESIGNATION
    assert not ConditionalMoves.objects.exists()


def test_conditional_moves_may_end_in_accepting_a_draw(people: list[User]) -> None:
    ada, ben = people[:2]
    for offers_first in (True, False):
        game = start("lyra-2", [ada, ben])
        tree = line_of(match_of(game), 1, act="accept_draw")
        keep(game, ben, tree)
        if offers_first:
            offer_draw(game_id=game.pk, user=ada, ply=0)
        follow(game, ada, tree)
        if not offers_first:
            assert game.status == "running"
            offer_draw(game_id=game.pk, user=ada, ply=game.ply)
            game.refresh_from_db()
        assert (game.status, game.reason) == ("over", "agreement")


def test_a_turn_by_the_owner_drops_a_pending_draw_acceptance(people: list[User]) -> None:
    ada, ben = people[:2]
    game = start("lyra-2", [ada, ben])
    tree = line_of(match_of(game), 1, act="accept_draw")
    keep(game, ben, tree)
    follow(game, ada, tree)
    play(game, 1)
    assert not ConditionalMoves.objects.exists()
    assert not Notice.objects.filter(kind="plan").exists()


def test_take_backs_and_resignations_drop_conditional_moves(people: list[User]) -> None:
    ada, ben, cleo = people[:3]
    game = play(start("lyra-2", [ada, ben]), 1)
    keep(game, ada, line_of(match_of(game), 2))
    ask_takeback(game_id=game.pk, user=ada, ply=1)
    ask_takeback(game_id=game.pk, user=ben, ply=1)
    assert Notice.objects.get(kind="plan").user == ada
    three = start("bataille-3", [ada, ben, cleo])
    keep(three, cleo, line_of(match_of(three), 3))
    resign(game_id=three.pk, user=ben)
    assert Notice.objects.filter(kind="plan", game=three).get().user == cleo
    two = start("lyra-2", [ada, ben])
    keep(two, ben, line_of(match_of(two), 2))
    resign(game_id=two.pk, user=ada)
    assert not ConditionalMoves.objects.exists()
    assert not Notice.objects.filter(kind="plan", game=two).exists()


def test_a_repeated_turn_gets_the_same_answer_and_plays_no_reply_twice(people: list[User]) -> None:
    ada, ben = people[:2]
    game = start("lyra-2", [ada, ben])
    tree = line_of(match_of(game), 4)
    keep(game, ben, tree)
    first, second = (
        client_of(ada).post(f"/api/v1/games/{game.pk}/turns/", {"ply": 0, "steps": tree[0]["steps"]}) for _ in "12"
    )
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json() == second.json()
    assert Step.objects.filter(game=game).count() == 2


@pytest.mark.parametrize("spoil", ["own turn", "two answers", "no answer", "twice", "wrong seat", "illegal", "shape"])
def test_invalid_conditional_moves_are_refused(people: list[User], spoil: str) -> None:
    game = start("lyra-2", people[:2])
    tree = line_of(match_of(game), 2)
    answers = tree[0]["then"]
    if spoil == "own turn":
        assert put(people[0], game, tree).json()["code"] == "your_turn"
        return
    if spoil == "two answers":
        answers.append({"seat": 1, "act": "resign"})
    elif spoil == "no answer":
        answers.clear()
    elif spoil == "twice":
        tree.append(tree[0])
    elif spoil == "wrong seat":
        answers[0]["seat"] = 0
    elif spoil == "illegal":
        answers[0]["steps"] = ["Z99-Z98"]
    else:
        answers[0]["then"] = "everything"
    refused = put(people[1], game, tree)
    assert refused.status_code == 422, refused.content
    assert refused.json()["code"] in ("bad_conditional_moves", "illegal_step")
    assert not ConditionalMoves.objects.exists()


def test_depth_and_width_of_conditional_moves_are_limited(people: list[User]) -> None:
    game = start("lyra-2", people[:2])
    assert put(people[1], game, line_of(match_of(game), MAX_DEPTH)).status_code == 200
    too_deep = put(people[1], game, line_of(match_of(game), MAX_DEPTH + 2))
    assert (too_deep.status_code, too_deep.json()["code"]) == (422, "bad_conditional_moves")
    assert put(people[1], game, line_of(match_of(game), MAX_DEPTH * 2)).status_code == 400
    too_wide = line_of(match_of(game), 2) * MAX_BRANCHES
    assert put(people[1], game, too_wide).json()["code"] == "bad_conditional_moves"


def test_live_games_and_stale_positions_accept_no_conditional_moves(people: list[User]) -> None:
    live = start("lyra-2", people[:2], control=TimeControl.seconds(60))
    assert put(people[1], live, line_of(match_of(live), 2)).json()["code"] == "live_game"
    game = play(start("lyra-2", people[:2]), 1)
    stale = put(people[0], game, line_of(match_of(game), 2), ply=0)
    assert (stale.status_code, stale.json()["code"], stale.json()["game"]["ply"]) == (409, "stale", 1)


def test_strangers_are_refused_and_owners_may_delete(people: list[User]) -> None:
    game = start("lyra-2", people[:2])
    url = f"/api/v1/games/{game.pk}/conditional-moves/"
    assert put(people[1], game, line_of(match_of(game), 2)).status_code == 200
    stranger, nobody = client_of(people[4]), client_of(None)
    assert (stranger.get(url).status_code, nobody.get(url).status_code) == (403, 401)
    assert (put(people[4], game, []).status_code, put(None, game, []).status_code) == (403, 401)
    assert (stranger.delete(url).status_code, nobody.delete(url).status_code) == (403, 401)
    assert client_of(people[0]).get(url).json()["tree"] == []
    assert client_of(people[1]).delete(url).status_code == 204
    assert not ConditionalMoves.objects.exists()


def test_conditional_moves_are_only_in_their_owners_data_export(people: list[User]) -> None:
    game = start("lyra-2", people[:2])
    tree = line_of(match_of(game), 2)
    keep(game, people[1], tree)
    own = json.loads(client_of(people[1]).get("/api/v1/me/export/").content)
    assert own["conditional_moves"][0]["tree"] == tree
    assert json.loads(client_of(people[0]).get("/api/v1/me/export/").content)["conditional_moves"] == []


def test_a_turn_without_conditional_moves_is_played_as_usual(people: list[User]) -> None:
    game = start("lyra-2", people[:2])
    submit_turn(game_id=game.pk, user=people[0], ply=0, steps=next_turn(game))
    game.refresh_from_db()
    assert (game.ply, game.to_move) == (1, 1)


@pytest.mark.parametrize("act", ["", "accept_draw"])
def test_conditional_moves_of_a_suspended_player_are_not_played(act: str, people: list[User]) -> None:
    ada, ben = people[:2]
    game = start("lyra-2", [ada, ben])
    tree = line_of(match_of(game), 1, act="accept_draw") if act else line_of(match_of(game), 2)
    keep(game, ben, tree)
    User.objects.filter(pk=ben.pk).update(suspended_until=timezone.now() + DAY)
    if act:
        offer_draw(game_id=game.pk, user=ada, ply=game.ply)
    submit_turn(game_id=game.pk, user=ada, ply=game.ply, steps=tree[0]["steps"])
    game.refresh_from_db()
    assert (game.status, game.to_move, game.steps.count()) == ("running", 1, 1)
    assert ConditionalMoves.objects.count() == 1
