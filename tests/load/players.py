"""Locust's players: each authenticates with a token, lists their games and plays whenever it is their turn.

Run by `python -m tests.load`, which passes players and the site's address through the environment.
"""

import json
import os
import random
from itertools import count
from pathlib import Path
from typing import Any

from locust import HttpUser, between, task

FACTS = json.loads(Path(os.environ["ASTERISM_LOAD"]).read_text())
_numbers = count()


class Player(HttpUser):
    """A player; half of them use the one web process, half the other."""

    wait_time = between(FACTS["pause"] * 0.5, FACTS["pause"] * 1.5)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.number = next(_numbers)
        self.host = FACTS["urls"][self.number % len(FACTS["urls"])]
        super().__init__(*args, **kwargs)

    def on_start(self) -> None:
        self.client.headers["Authorization"] = f"Bearer {FACTS['tokens'][self.number % len(FACTS['tokens'])]}"
        self.client.headers["Host"] = "localhost"  # the host name of the site

    @task(8)
    def play(self) -> None:
        """List the games that wait for this player, open one, and play a turn in it."""
        mine = self.client.get("/api/v1/games/?mine=true&my_turn=true&order=deadline", name="my games")
        waiting = mine.json()["results"] if mine.ok else []
        if waiting:
            self.play_in(random.choice(waiting)["id"])

    def play_in(self, game_id: int) -> None:
        answer = self.client.get(f"/api/v1/games/{game_id}/", name="a game")
        game = answer.json()
        if not answer.ok or game["status"] != "running" or game["to_move"] != game["you"]:
            return
        turn = {"ply": game["ply"], "steps": [random.choice(game["state"]["choices"])["text"]]}
        self.client.post(f"/api/v1/games/{game_id}/turns/", json=turn, name="a turn")

    @task(1)
    def look_at_all_my_games(self) -> None:
        self.client.get("/api/v1/games/?mine=true", name="my games, with the finished")

    @task(1)
    def look_at_the_archive(self) -> None:
        self.client.get("/api/v1/games/?status=over", name="finished games")

    @task(1)
    def look_at_the_standings(self) -> None:
        self.client.get(f"/api/v1/tournaments/{FACTS['tournament']}/standings/", name="standings")
