"""Locust's players: each signs in with a token, looks at their games and plays whatever waits for them, to the end.

Run by `python -m tests.load`, which tells by the environment who they are and where the site is.
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
    """One of the club; half of them ask the one web process, half the other."""

    wait_time = between(FACTS["pause"] * 0.5, FACTS["pause"] * 1.5)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.number = next(_numbers)
        self.host = FACTS["urls"][self.number % len(FACTS["urls"])]
        super().__init__(*args, **kwargs)

    def on_start(self) -> None:
        self.client.headers["Authorization"] = f"Bearer {FACTS['tokens'][self.number % len(FACTS['tokens'])]}"
        self.client.headers["Host"] = "localhost"  # the name that the site knows itself by

    @task(8)
    def play(self) -> None:
        """Look who waits for me, look at one of the games, and make a turn in it."""
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
