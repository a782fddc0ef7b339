"""Row 19: the disk is full, then read-only, under an embedded site. A clear answer, no damage, and it goes on."""

import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from config.env import BASE_DIR
from tests.fire.cases.database_down import COUNT_HALF_WRITTEN
from tests.fire.ground import Ground, see
from tests.fire.players import Player, ask, bring_players, challenge, record_of, turn_of
from tests.services.children import ServiceError
from tests.services.ports import free_port
from tests.services.processes import wait_for
from tests.services.site import LaunchedSite, launched_site, site_environment

DISK = "size=160m"
TURNS = 5
BACK_SECONDS = 60
READ_ONLY_SECONDS = 20


def run(ground: Ground) -> str:
    disk = ground.folder / "disk"
    with small_disk(disk):
        # Its log is kept elsewhere: a disk with a file open for writing can't be made read-only.
        with launched_site(disk / "data", log=ground.folder / "log") as site:
            first, second = bring_players(site, 2)
            game = challenge(first, second)
            _play(first, second, game, TURNS)
            words = _fill_and_free(ground, site, (first, second), game)
            closed = _shut_and_open(ground, site, (first, second), game)
            see(site.run(COUNT_HALF_WRITTEN).strip() == "0", "a game was left half-written")
            site.stop()
        _see_sound(disk)
        full, shut = _start_on_a_full_disk(disk), _start_on_a_read_only_disk(disk)
        with launched_site(disk / "data") as site:
            first.url = second.url = site.url
            _play(first, second, game, TURNS)
            steps = record_of(first, game)
            see(len(steps) == 4 * TURNS, f"{4 * TURNS} turns were acknowledged, the record has {len(steps)}")
        _see_sound(disk)
    return (
        f"“{words}” and, read-only, “{closed}”; on by itself when there was room and when it could be written; "
        f"integrity ok; a start says “{full}” or “{shut}”"
    )


def _see_sound(disk: Path) -> None:
    with closing(sqlite3.connect(disk / "data" / "asterism.sqlite3")) as rows:
        [verdict] = rows.execute("PRAGMA integrity_check").fetchone()
    see(verdict == "ok", f"SQLite's integrity check says {verdict}")


@contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", DISK, "tmpfs", folder], capture_output=True, check=False)
    if mounted.returncode != 0:
        raise ServiceError("a small disk can be mounted by root alone: run this case as root, in a container say")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", folder], check=False)


def _play(first: Player, second: Player, game: int, turns: int) -> None:
    rng = random.Random(19)
    for _ in range(turns):
        shown = first.game(game)
        (first, second)[shown["to_move"]].play(game, rng).expect(201)


def _fill_and_free(ground: Ground, site: LaunchedSite, players: tuple[Player, Player], game: int) -> str:
    ground.say("the disk is full")
    ballast = site.data_dir / "ballast"
    _fill(ballast)
    words = _see_refused(players, game, "no_room")
    see(ask(site.url, "GET", "/healthz").status == 200, "the web itself failed on a full disk")
    see(ask(site.url, "GET", "/readyz").status == 503, "/readyz said that all is well on a full disk")
    ballast.unlink()
    _wait_until_ready(ground, site)
    _play(*players, game, TURNS)
    return words


def _shut_and_open(ground: Ground, site: LaunchedSite, players: tuple[Player, Player], game: int) -> str:
    """The disk is made read-only under the running site, for longer than a worker that kept falling would last."""
    disk = site.data_dir.parent
    wait_for(lambda: _remount(disk, "ro"), seconds=30)
    begun = time.monotonic()
    while time.monotonic() - begun < READ_ONLY_SECONDS:
        ground.say(f"the disk is read-only, {time.monotonic() - begun:.0f} s")
        words = _see_refused(players, game, "read_only")
        see(ask(site.url, "GET", "/").status == 503, "a page was shown from a disk that SQLite can't read by itself")
        see(ask(site.url, "GET", "/healthz").status == 200, "the web itself failed on a read-only disk")
        state = ask(site.url, "GET", "/readyz")
        see(state.status == 503 and "read-only" in state.body["disk"], f"/readyz said {state.body} of a read-only disk")
        time.sleep(1)
    _remount(disk, "rw")
    _wait_until_ready(ground, site)
    _play(*players, game, TURNS)
    return words


def _fill(ballast: Path) -> None:
    """To the last byte; what the site itself writes meanwhile is tried again until nothing fits."""
    with ballast.open("wb", buffering=0) as file:
        for size in (1 << 20, 1 << 12, 1):
            try:
                while True:
                    file.write(b"\0" * size)
            except OSError:
                continue


def _see_refused(players: tuple[Player, Player], game: int, code: str) -> str:
    """In plain words, be it the look at the game: SQLite needs room for its shared memory even to read."""
    shown = players[0].get(f"games/{game}/")
    answer = shown
    if shown.status == 200:
        turn = turn_of(players[0], shown.body, random.Random(1))
        answer = players[shown.body["to_move"]].post(f"games/{game}/turns/", turn)
    see(answer.status == 503, f"a turn was answered {answer.status} for {code}: {answer.body!s:.200}")
    see(answer.body["code"] == code, f"the turn was refused as {answer.body}")
    return str(answer.body["message"])


def _wait_until_ready(ground: Ground, site: LaunchedSite) -> None:
    begun = time.monotonic()
    while ask(site.url, "GET", "/readyz").status != 200:
        see(time.monotonic() - begun < BACK_SECONDS, f"not ready {BACK_SECONDS} s after there was room again")
        ground.say("there is room again")
        time.sleep(0.5)


def _start_on_a_full_disk(disk: Path) -> str:
    _fill(disk / "ballast")
    words = _refusal(disk)
    (disk / "ballast").unlink()
    return words


def _start_on_a_read_only_disk(disk: Path) -> str:
    wait_for(lambda: _remount(disk, "ro"))
    words = _refusal(disk)
    _remount(disk, "rw")
    return words


def _remount(disk: Path, how: str) -> bool:
    """Not while somebody writes just then."""
    return subprocess.run(["mount", "-o", f"remount,{how},{DISK}", disk], check=False).returncode == 0


def _refusal(disk: Path) -> str:
    environment = site_environment(disk / "data", PORT=str(free_port()))
    command = [sys.executable, "-m", "config.embedded.launcher"]
    done = subprocess.run(
        command, cwd=BASE_DIR, env=environment, capture_output=True, text=True, check=False, timeout=120
    )
    see(done.returncode == 1, f"a start on such a disk ended with {done.returncode}")
    see(done.stderr.count("\n") == 1, f"a start on such a disk said more than a line: {done.stderr[-300:]}")
    return done.stderr.strip().removeprefix("asterism: ")
