"""Games on a launched site: web, workers and beat as in production, killed and restarted."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.conf import settings

from config.celery import NICENESS
from config.env import BASE_DIR
from config.workers import WORKERS
from games.services.clock import SWEEP_GRACE
from tests.fire.cases.slow_outside import hold_writers
from tests.services.processes import children_of, command_line, family_of, is_running, wait_for
from tests.services.silent import SilentServer, silent_server
from tests.services.site import LaunchedSite, launched_site

pytestmark = [pytest.mark.slow, pytest.mark.processes]

BOT = BASE_DIR / "docs" / "examples" / "bot.py"
MAKE_TOKENS = """
from accounts.models import User
from accounts.services.tokens import create_token
for name in ("ada", "ben", "cleo"):
    user = User.objects.create_user(name, f"{name}@example.org", "glass-orbit-77")
    print(create_token(user=user, name="bot", scopes=["play"], days=1)[1])
"""


FALL_DUE = """
from datetime import timedelta
from django.utils import timezone
from games.models import Game
now = timezone.now()
Game.objects.filter(pk={game}).update(since=now - timedelta(seconds=600), deadline=now)
print(now.isoformat())
"""
WEB_AND_BEAT = 3
"""Granian, the process that serves for it, and beat."""
FLAG_SECONDS = 2
PATIENCE = 120


@pytest.fixture(scope="module")
def mail_server() -> Iterator[SilentServer]:
    with silent_server() as server:
        yield server


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, mail_server: SilentServer) -> Iterator[LaunchedSite]:
    """A site whose mail server never answers, with a timeout longer than any test."""
    mail_url = f"smtp://127.0.0.1:{mail_server.port}/?timeout=3600"
    with launched_site(tmp_path_factory.mktemp("site"), EMAIL_URL=mail_url) as launched:
        yield launched


@pytest.fixture(scope="module")
def tokens(site: LaunchedSite) -> list[str]:
    return make_tokens(site)


def make_tokens(site: LaunchedSite) -> list[str]:
    return [line for line in site.run(MAKE_TOKENS).splitlines() if line.startswith("ast_")]


def call(site: LaunchedSite, token: str, method: str, path: str, body: object = None) -> dict:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{site.url}/api/v1/{path}", data, headers, method=method)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)


def start_live_game(site: LaunchedSite, tokens: list[str], variant: str, seconds: int) -> int:
    terms = {"variant": variant, "control": {"kind": "seconds", "allowance": seconds}, "opponents": ["ben"], "seat": 0}
    challenge = call(site, tokens[0], "POST", "challenges/", terms)
    return call(site, tokens[1], "POST", f"challenges/{challenge['id']}/accept/")["game"]


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


def test_the_example_bot_has_seventy_lines() -> None:
    assert len(BOT.read_text().splitlines()) <= 70


@pytest.mark.parametrize("variant", ["nonaga", "vaeva"])
def test_two_bots_find_each_other_and_play_a_whole_game(site: LaunchedSite, tokens: list[str], variant: str) -> None:
    """They ignore another player's open correspondence seek, and leave no open seek behind."""
    days = {"variant": variant, "control": {"kind": "days", "allowance": 86400}}
    kept = call(site, tokens[2], "POST", "seeks/", days)
    command = [sys.executable, BOT, site.url]
    bots = [
        subprocess.Popen([*command, token, variant], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for token in tokens[:2]
    ]
    try:
        outputs = [bot.communicate(timeout=600) for bot in bots]
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


def test_a_bot_that_is_refused_prints_the_reason(site: LaunchedSite) -> None:
    command = [sys.executable, BOT, site.url, "ast_unknown", "nonaga"]
    refused = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (refused.returncode, json.loads(refused.stderr)["code"]) == (1, "authentication_failed")


def test_a_live_clock_is_flagged_while_every_mail_is_delayed(
    site: LaunchedSite, tokens: list[str], mail_server: SilentServer
) -> None:
    """`make fire CASES=slow_outside` measures the delay; here it is enough that the flag did not wait for the mail."""
    held = hold_writers(site, mail_server)
    game_id = start_live_game(site, tokens, "lyra-2", 600)
    stream = urllib.request.Request(f"{site.url}/api/v1/games/{game_id}/events/")
    with urllib.request.urlopen(stream, timeout=PATIENCE) as events:
        kinds = (line.split()[1].decode() for line in events if line.startswith(b"event: "))
        assert next(kinds) == "hello"
        deadline = moment(site.run(FALL_DUE.format(game=game_id)).strip())
        assert [next(kinds), next(kinds)] == ["left", "over"]
    assert held <= mail_server.held()
    game = call(site, tokens[0], "GET", f"games/{game_id}/")
    assert game["result"]["reason"] == "timeout"
    assert moment(game["finished_at"]) >= deadline
    (flag,) = call(site, tokens[0], "GET", f"games/{game_id}/turns/")
    assert flag["steps"] == ["#timeout:0"]


def test_clocks_are_swept_often_enough() -> None:
    assert settings.CELERY_BEAT_SCHEDULE["settle-live"]["schedule"] + SWEEP_GRACE.total_seconds() < FLAG_SECONDS


def test_a_game_survives_a_kill_of_every_process(tmp_path: Path) -> None:
    """`kill -9` of the launcher between two turns: all processes end with it, and the next start has
    nothing to prepare. On SIGTERM it reports when everything has stopped."""
    with launched_site(tmp_path) as site:
        tokens = make_tokens(site)
        game_id = start_live_game(site, tokens, "lyra-2", 600)
        turn = {"ply": 0, "steps": [choices_of(site, tokens[0], game_id)[0]]}
        answer = call(site, tokens[0], "POST", f"games/{game_id}/turns/", turn)
        processes = wait_for_family(site)
        site.stop(signal.SIGKILL)
        wait_for(lambda: not any(is_running(pid) for pid in processes))
    with launched_site(tmp_path) as site:
        assert "updating the database" not in site.log.read_text()
        assert "collecting the static files" not in site.log.read_text()
        assert call(site, tokens[0], "GET", f"games/{game_id}/")["state"] == answer["state"]
        again = call(site, tokens[0], "POST", f"games/{game_id}/turns/", turn)
        assert (again["ply"], again["state"]) == (1, answer["state"])
        reply = {"ply": 1, "steps": [choices_of(site, tokens[1], game_id)[0]]}
        assert call(site, tokens[1], "POST", f"games/{game_id}/turns/", reply)["ply"] == 2
        processes = wait_for_family(site)
        site.stop(signal.SIGTERM)
        assert [pid for pid in processes if is_running(pid)] == []
    assert site.launcher.returncode == 0
    assert site.log.read_text().endswith("asterism: stopped\n")


def test_a_game_continues_after_a_kill_of_any_process(site: LaunchedSite, tokens: list[str]) -> None:
    """`kill -9` of web, a worker or beat between two turns: it is restarted, and the next turn is played."""
    game_id = start_live_game(site, tokens, "lyra-2", 600)
    for ply, name in enumerate(["granian", "-n site@", "-n ai@", " beat "]):
        assert play_first(site, tokens[ply % 2], game_id, ply=ply)["ply"] == ply + 1
        (victim,) = processes_named(site, name)
        os.kill(victim, signal.SIGKILL)
        wait_for(lambda name=name, victim=victim: processes_named(site, name) not in ([], [victim]))
        wait_for(lambda: answers(site))
    assert play_first(site, tokens[0], game_id, ply=4)["ply"] == 5
    assert "web exited with code -9; restarting it" in site.log.read_text()


def test_an_ai_turn_is_played_after_its_worker_was_killed(site: LaunchedSite, tokens: list[str]) -> None:
    """`kill -9` of the worker and its children: the lease expires, a sweep finds it, and the turn is played once."""
    terms = {"variant": "lyra-2", "control": {"kind": "days", "allowance": 86400}, "opponents": ["quasar"], "seat": 0}
    game_id = call(site, tokens[0], "POST", "challenges/", terms)["game"]
    play_first(site, tokens[0], game_id, ply=0)
    wait_for(lambda: leases(site, game_id) == [1])
    for worker in processes_named(site, "-n ai@"):
        assert session_niceness(worker) in (NICENESS, None)
        os.kill(worker, signal.SIGKILL)
    assert call(site, tokens[0], "GET", f"games/{game_id}/")["ply"] == 1
    wait_for(lambda: call(site, tokens[0], "GET", f"games/{game_id}/")["ply"] > 1, seconds=300)
    assert [turn["seat"] for turn in call(site, tokens[0], "GET", f"games/{game_id}/turns/")] == [0, 1]


def wait_for_family(site: LaunchedSite) -> list[int]:
    """All process ids, once web, every worker with its children, and beat are running."""
    children = sum(0 if worker.has_threads else worker.concurrency for worker in WORKERS)
    wait_for(lambda: len(family_of(site.launcher.pid)) >= WEB_AND_BEAT + len(WORKERS) + children)
    return family_of(site.launcher.pid)


def session_niceness(pid: int) -> int | None:
    """The scheduling priority (autogroup nice value) of a session; None where Linux has none."""
    autogroup = Path(f"/proc/{pid}/autogroup")
    return int(autogroup.read_text().split()[-1]) if autogroup.exists() else None


def leases(site: LaunchedSite, game_id: int) -> list[int]:
    """The ply that a worker is thinking about, if one is."""
    asked = "SELECT ply FROM games_aiturn WHERE game_id = ? AND lease_until > ?"
    now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S.%f")
    with closing(sqlite3.connect(site.data_dir / "asterism.sqlite3")) as rows:
        return [ply for (ply,) in rows.execute(asked, (game_id, now))]


def processes_named(site: LaunchedSite, name: str) -> list[int]:
    """The launcher's own children whose command contains a word; their own children end with them."""
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
