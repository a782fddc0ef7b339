"""Players of a site under test, who play through the API."""

import json
import random
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.fire.context import CheckFailed
from tests.services.site import LaunchedSite

MAKE = """
from accounts.models import User
from accounts.services.tokens import create_token
for number in range({first}, {first} + {count}):
    user = User.objects.create_user(f"player{{number}}", f"player{{number}}@example.org", "glass-orbit-77")
    print(user.username, create_token(user=user, name="fire", scopes=["read", "play", "organise"], days=1)[1])
"""


@dataclass(frozen=True)
class Answer:
    status: int
    body: Any
    seconds: float
    headers: dict[str, str]

    def expect(self, *statuses: int) -> Any:
        if self.status not in statuses:
            raise CheckFailed(f"{' or '.join(map(str, statuses))} expected, got {self.status}: {self.body!s:.300}")
        return self.body


@dataclass
class Player:
    name: str
    token: str
    url: str

    def get(self, path: str) -> Answer:
        return self.ask("GET", f"/api/v1/{path}")

    def post(self, path: str, body: object = None) -> Answer:
        return self.ask("POST", f"/api/v1/{path}", body)

    def ask(self, method: str, path: str, body: object = None) -> Answer:
        """Raise OSError if there is no response; return every response, whatever its status."""
        return ask(self.url, method, path, body, Authorization=f"Bearer {self.token}")

    def game(self, game_id: int) -> Any:
        return self.get(f"games/{game_id}/").expect(200)

    def play(self, game_id: int, rng: random.Random) -> Answer:
        """Play one random turn."""
        return self.post(f"games/{game_id}/turns/", turn_of(self, self.game(game_id), rng))


def ask(url: str, method: str, path: str, body: object = None, **headers: str) -> Answer:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url + path, data, {"Content-Type": "application/json", **headers}, method=method)
    begun = time.monotonic()
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return _read(answer.status, answer.read(), begun, answer.headers)
    except urllib.error.HTTPError as error:
        with error:
            return _read(error.code, error.read(), begun, error.headers)


def _read(status: int, content: bytes, begun: float, headers: Any) -> Answer:
    text = content.decode(errors="replace")
    body = json.loads(text) if headers.get("Content-Type", "").startswith("application/json") else text
    return Answer(status, body, time.monotonic() - begun, dict(headers))


def turn_of(player: Player, game: Any, rng: random.Random) -> dict[str, Any]:
    """Return a random turn, in a variant whose turns have one step."""
    step = rng.choice([choice["text"] for choice in game["state"]["choices"]])
    return {"ply": game["ply"], "steps": [step]}


def record_of(player: Player, game: int) -> list[str]:
    return [step for turn in player.get(f"games/{game}/turns/").expect(200) for step in turn["steps"]]


def bring_players(site: LaunchedSite, count: int, *, first: int = 0) -> list[Player]:
    return make_players(site.run, site.url, count, first=first)


def make_players(run: Callable[[str], str], url: str, count: int, *, first: int = 0) -> list[Player]:
    lines = [line.split() for line in run(MAKE.format(first=first, count=count)).splitlines()]
    return [Player(name, token, url) for name, token in lines if token.startswith("ast_")]


def challenge(
    first: Player, second: Player, *, variant: str = "lyra-2", kind: str = "days", allowance: int = 86400
) -> int:
    """Start a game in which the first player moves first."""
    control = {"kind": kind, "allowance": allowance}
    terms = {"variant": variant, "control": control, "opponents": [second.name], "seat": 0}
    asked = first.post("challenges/", terms).expect(201)
    return int(second.post(f"challenges/{asked['id']}/accept/").expect(200)["game"])


def challenge_ai(player: Player, ai: str, *, variant: str = "lyra-2") -> int:
    terms = {"variant": variant, "control": {"kind": "days", "allowance": 86400}, "opponents": [ai], "seat": 0}
    return int(player.post("challenges/", terms).expect(201)["game"])
