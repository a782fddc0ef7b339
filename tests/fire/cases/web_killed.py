"""Row 3: `kill -9` of the web process after each of 200 responses: every acknowledged turn is stored."""

import os
import random
import signal
import subprocess
import sys
from dataclasses import dataclass

from config.env import BASE_DIR
from tests.fire.context import CaseContext, check
from tests.fire.players import Player, ask, challenge, make_players, record_of, turn_of
from tests.services.ports import free_port
from tests.services.processes import is_running, wait_for
from tests.services.site_shell import SiteShell

ANSWERS = 200


def run(context: CaseContext) -> str:
    environment = context.prepared()
    shell, webs = SiteShell(environment), Webs(environment)
    try:
        players = make_players(shell.run, "", 2)
        kept = _play_on(context, webs, players)
        _check_all(webs.start(), players[0], kept)
    finally:
        webs.close()
        shell.close()
    return f"killed after each of {ANSWERS} answers in {len(kept)} games; every acknowledged turn is in the record"


def _play_on(context: CaseContext, webs: "Webs", players: list[Player]) -> dict[int, list[str]]:
    kept: dict[int, list[str]] = {}
    rng, game = random.Random(3), 0
    for answered in range(ANSWERS):
        web = webs.start()
        for player in players:
            player.url = web.url
        if answered % 20 == 0:
            game = challenge(players[0], players[1])
            kept[game] = []
        _play_and_kill(web, players, game, kept[game], rng)
        context.say(f"killed after answer {answered + 1} of {ANSWERS}")
    return kept


def _play_and_kill(web: "Web", players: list[Player], game: int, kept: list[str], rng: random.Random) -> None:
    shown = players[0].game(game)
    check(shown["ply"] == len(kept), f"{len(kept)} turns were acknowledged, and the game has {shown['ply']}")
    turn = turn_of(players[0], shown, rng)
    players[shown["to_move"]].post(f"games/{game}/turns/", turn).expect(201)
    web.kill()
    kept += turn["steps"]


def _check_all(web: "Web", player: Player, kept: dict[int, list[str]]) -> None:
    player.url = web.url
    for game, steps in kept.items():
        record = record_of(player, game)
        check(record == steps, f"game {game} has the record {record}, acknowledged were {steps}")


class Webs:
    """Web processes on demand, one per kill (see `tests/fire/forked_web.py`)."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.forge = subprocess.Popen(
            [sys.executable, "-m", "tests.fire.forked_web"],
            env={**environment, "LOG_LEVEL": "ERROR"},
            cwd=BASE_DIR,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def start(self) -> "Web":
        assert self.forge.stdin is not None
        assert self.forge.stdout is not None
        port = free_port()
        self.forge.stdin.write(f"{port}\n")
        self.forge.stdin.flush()
        web = Web(int(self.forge.stdout.readline()), f"http://localhost:{port}")
        wait_for(web.answers, seconds=60)
        return web

    def close(self) -> None:
        """Web processes that still serve die with the one they were forked from."""
        self.forge.kill()
        self.forge.communicate()


@dataclass(frozen=True)
class Web:
    pid: int
    url: str

    def answers(self) -> bool:
        try:
            return ask(self.url, "GET", "/healthz").status == 200
        except OSError:
            return False

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        wait_for(lambda: not is_running(self.pid))
