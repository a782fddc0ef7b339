"""Games on a whole site: web, workers and beat as they run for people."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import urllib.request
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from config.celery import NICENESS
from config.env import BASE_DIR
from tests.services.processes import children_of, command_line, wait_for
from tests.services.site import LaunchedSite, launched_site

pytestmark = pytest.mark.slow

BOT = BASE_DIR / "docs" / "examples" / "bot.py"
MAKE_TOKENS = """
from accounts.models import User
from accounts.services.tokens import create_token
for name in ("ada", "ben", "cleo"):
    user = User.objects.create_user(name, f"{name}@example.org", "glass-orbit-77")
    print(create_token(user=user, name="bot", scopes=["play"], days=1)[1])
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> LaunchedSite:
    with launched_site(tmp_path_factory.mktemp("site")) as launched:
        yield launched


@pytest.fixture(scope="module")
def tokens(site: LaunchedSite) -> list[str]:
    return [line for line in site.run(MAKE_TOKENS).splitlines() if line.startswith("ast_")]


def call(site: LaunchedSite, token: str, method: str, path: str, body: object = None) -> dict:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{site.url}/api/v1/{path}", data, headers, method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def start_live_game(site: LaunchedSite, tokens: list[str], variant: str, seconds: int) -> int:
    terms = {"variant": variant, "control": {"kind": "seconds", "allowance": seconds}, "opponents": ["ben"], "seat": 0}
    challenge = call(site, tokens[0], "POST", "challenges/", terms)
    return call(site, tokens[1], "POST", f"challenges/{challenge['id']}/accept/")["game"]


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


def test_the_example_has_seventy_lines() -> None:
    assert len(BOT.read_text().splitlines()) <= 70


@pytest.mark.parametrize("variant", ["nonaga", "vaeva"])
def test_two_bots_find_each_other_and_play_to_the_end(site: LaunchedSite, tokens: list[str], variant: str) -> None:
    """A table of days that somebody else keeps open is none for them, and they leave none behind."""
    days = {"variant": variant, "control": {"kind": "days", "allowance": 86400}}
    kept = call(site, tokens[2], "POST", "seeks/", days)
    command = [sys.executable, BOT, site.url]
    bots = [
        subprocess.Popen([*command, token, variant], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for token in tokens[:2]
    ]
    try:
        outputs = [bot.communicate(timeout=240) for bot in bots]
    finally:
        for bot in bots:
            bot.kill()
            bot.wait()
    assert [bot.returncode for bot in bots] == [0, 0], outputs
    (game,) = call(site, tokens[0], "GET", f"games/?variant={variant}")["results"]
    assert game["status"] == "over"
    ends = [call(site, token, "GET", f"games/{game['id']}/")["result"]["words"] for token in tokens[:2]]
    assert [words for words, _ in outputs] == [f"{end}\n" for end in ends]
    assert [seek["id"] for seek in call(site, tokens[0], "GET", f"seeks/?variant={variant}")["results"]] == [kept["id"]]


def test_a_bot_that_is_refused_says_why(site: LaunchedSite) -> None:
    command = [sys.executable, BOT, site.url, "ast_unknown", "nonaga"]
    refused = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (refused.returncode, json.loads(refused.stderr)["code"]) == (1, "authentication_failed")


def test_a_live_flag_falls_with_nobody_looking(site: LaunchedSite, tokens: list[str]) -> None:
    """Within two seconds, by what the rows say: the deadline that was written, and the moment the end was."""
    game_id = start_live_game(site, tokens, "lyra-2", 10)
    deadline = moment(call(site, tokens[0], "GET", f"games/{game_id}/")["clock"]["deadline"])
    stream = urllib.request.Request(f"{site.url}/api/v1/games/{game_id}/events/")
    with urllib.request.urlopen(stream, timeout=60) as events:
        kinds = []
        for line in events:
            if line.startswith(b"event: "):
                kinds.append(line.split()[1].decode())
            if kinds[-1:] == ["over"]:
                break
    assert kinds == ["hello", "left", "over"]
    game = call(site, tokens[0], "GET", f"games/{game_id}/")
    assert game["result"]["reason"] == "timeout"
    (flag,) = call(site, tokens[0], "GET", f"games/{game_id}/turns/")
    assert flag["steps"] == ["#timeout:0"]
    assert timedelta(0) <= moment(game["finished_at"]) - deadline <= timedelta(seconds=2)


def test_a_game_lives_through_the_death_of_every_process(tmp_path_factory: pytest.TempPathFactory) -> None:
    """`kill -9` between two turns: web, workers and beat die with the launcher, the rows do not."""
    data_dir = tmp_path_factory.mktemp("doomed")
    with launched_site(data_dir) as site:
        tokens = [line for line in site.run(MAKE_TOKENS).splitlines() if line.startswith("ast_")]
        game_id = start_live_game(site, tokens, "lyra-2", 600)
        turn = {"ply": 0, "steps": [choices_of(site, tokens[0], game_id)[0]]}
        answer = call(site, tokens[0], "POST", f"games/{game_id}/turns/", turn)
        site.launcher.kill()
        site.launcher.wait()
    with launched_site(data_dir) as site:
        assert call(site, tokens[0], "GET", f"games/{game_id}/")["state"] == answer["state"]
        again = call(site, tokens[0], "POST", f"games/{game_id}/turns/", turn)
        assert (again["ply"], again["state"]) == (1, answer["state"])
        reply = {"ply": 1, "steps": [choices_of(site, tokens[1], game_id)[0]]}
        assert call(site, tokens[1], "POST", f"games/{game_id}/turns/", reply)["ply"] == 2


def test_a_game_goes_on_after_the_death_of_any_one_process(tmp_path_factory: pytest.TempPathFactory) -> None:
    """`kill -9` of web, a worker or beat between two turns: it is started again, and the next turn is played."""
    with launched_site(tmp_path_factory.mktemp("wounded")) as site:
        tokens = [line for line in site.run(MAKE_TOKENS).splitlines() if line.startswith("ast_")]
        game_id = start_live_game(site, tokens, "lyra-2", 600)
        for ply, name in enumerate(["granian", "-n site@", "-n ai@", " beat "]):
            assert play_first(site, tokens[ply % 2], game_id, ply=ply)["ply"] == ply + 1
            victims = processes_named(site, name)
            for victim in victims:
                os.kill(victim, signal.SIGKILL)
            wait_for(lambda name=name, victims=victims: set(processes_named(site, name)) - set(victims) != set())
            wait_for(lambda: answers(site))
        assert play_first(site, tokens[0], game_id, ply=4)["ply"] == 5


def test_an_ai_killed_in_mid_thought_plays_its_turn_after_the_next_sweep(site: LaunchedSite, tokens: list[str]) -> None:
    """`kill -9` of its worker, children and all: the lease runs out, a sweep sees it, and the turn is played once."""
    terms = {"variant": "lyra-2", "control": {"kind": "days", "allowance": 86400}, "opponents": ["quasar"], "seat": 0}
    game_id = call(site, tokens[0], "POST", "challenges/", terms)["game"]
    play_first(site, tokens[0], game_id, ply=0)
    wait_for(lambda: leases(site, game_id) == [1])
    for worker in processes_named(site, "-n ai@"):
        assert session_niceness(worker) in (NICENESS, None)
        os.kill(worker, signal.SIGKILL)
    assert call(site, tokens[0], "GET", f"games/{game_id}/")["ply"] == 1
    wait_for(lambda: call(site, tokens[0], "GET", f"games/{game_id}/")["ply"] > 1, seconds=120)
    assert [turn["seat"] for turn in call(site, tokens[0], "GET", f"games/{game_id}/turns/")] == [0, 1]


def session_niceness(pid: int) -> int | None:
    """How much a session gives way to others; None where Linux does not weigh sessions."""
    told = Path(f"/proc/{pid}/autogroup")
    return int(told.read_text().split()[-1]) if told.exists() else None


def leases(site: LaunchedSite, game_id: int) -> list[int]:
    """The ply that a worker is thinking about, if one is."""
    asked = "SELECT ply FROM games_aiturn WHERE game_id = ? AND lease_until > ?"
    now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S.%f")
    with closing(sqlite3.connect(site.data_dir / "asterism.sqlite3")) as rows:
        return [ply for (ply,) in rows.execute(asked, (game_id, now))]


def processes_named(site: LaunchedSite, name: str) -> list[int]:
    """The launcher's own children by a word of their command; what they have started themselves dies with them."""
    return [pid for pid in children_of(site.launcher.pid) if name in command_line(pid)]


def answers(site: LaunchedSite) -> bool:
    try:
        with urllib.request.urlopen(f"{site.url}/healthz", timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def play_first(site: LaunchedSite, token: str, game_id: int, *, ply: int) -> dict:
    turn = {"ply": ply, "steps": [choices_of(site, token, game_id)[0]]}
    return call(site, token, "POST", f"games/{game_id}/turns/", turn)


def choices_of(site: LaunchedSite, token: str, game_id: int) -> list[str]:
    return [choice["text"] for choice in call(site, token, "GET", f"games/{game_id}/")["state"]["choices"]]
