"""A game of every variant from challenge to result, by API only."""

import random

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from games import rules
from tests.games.playing import SETUPS, client_of

DAYS = {"kind": "days", "allowance": 3 * 86400}


def agree_on_a_game(clients: list[APIClient], people: list[User], variant: str) -> int:
    seats = rules.variant(variant).seats
    names = [person.username for person in people[1:seats]]
    body = {"variant": variant, "control": DAYS, "turn_limit": 3, "opponents": names, "seat": 0}
    challenge = clients[0].post("/api/v1/challenges/", body)
    assert challenge.status_code == 201, challenge.json()
    number = challenge.json()["id"]
    for client in clients[1:seats]:
        accepted = client.post(f"/api/v1/challenges/{number}/accept/")
        assert accepted.status_code == 200, accepted.json()
    assert accepted.json()["status"] == "started"
    return int(accepted.json()["game"])


def choose_turn(client: APIClient, game: dict, rng: random.Random) -> list[str]:
    """Choose a turn step by step like a program that knows no rules: a choice, then its follow-ups."""
    choices, steps = game["state"]["choices"], []
    while True:
        steps.append(rng.choice(choices)["text"])
        body = {"position": game["state"]["position"], "options": game["options"], "steps": steps}
        answer = client.post(f"/api/v1/variants/{game['variant']}/positions/", body)
        assert answer.status_code == 200, answer.json()
        after = answer.json()
        if after["turn_begins"] or after["result"]:
            return steps
        choices = after["choices"]


@pytest.mark.parametrize("variant", rules.variant_ids())
@pytest.mark.slow
def test_a_whole_game_by_api(variant: str, people: list[User], settings) -> None:
    rng = random.Random(variant)
    clients = [client_of(person) for person in people]
    game_id = agree_on_a_game(clients, people, variant)
    engine = rules.variant(variant)
    game = clients[0].get(f"/api/v1/games/{game_id}/").json()
    if engine.has_setup:
        assert game["status"] == "setup"
        for client in clients[: engine.seats]:
            answer = client.post(f"/api/v1/games/{game_id}/setup/", {"setup": SETUPS[variant]})
            assert answer.status_code == 201, answer.json()
        game = answer.json()
    while game["status"] == "running":
        mover = clients[game["to_move"]]
        body = {"ply": game["ply"], "steps": choose_turn(mover, game, rng)}
        answer = mover.post(f"/api/v1/games/{game_id}/turns/", body)
        assert answer.status_code == 201, answer.json()
        again = mover.post(f"/api/v1/games/{game_id}/turns/", body)
        assert (again.status_code, again.json()) == (201, answer.json())
        game = answer.json()
    assert game["status"] == "over"
    assert sorted(game["result"]["ranks"])[0] == 1
    assert game["result"]["words"]
    record = clients[-1].get(f"/api/v1/games/{game_id}/turns/").json()
    assert sum(len(turn["steps"]) for turn in record) == game["ply"]
