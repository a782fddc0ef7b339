"""Row 19: the disk is full, then read-only, under an embedded site: a clear message, no damage, and recovery."""

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
from tests.fire.context import CaseContext, check
from tests.fire.players import Player, ask, bring_players, challenge, record_of, turn_of
from tests.services.children import ServiceError
from tests.services.ports import free_port
from tests.services.processes import wait_for
from tests.services.site import LaunchedSite, launched_site, site_environment

DISK = "size=160m"
TURNS = 5
BACK_SECONDS = 60
READ_ONLY_SECONDS = 20


def run(context: CaseContext) -> str:
    disk = context.folder / "disk"
    with small_disk(disk):
        # The log is elsewhere: a disk with a file open for writing can't be made read-only.
        with launched_site(disk / "data", log=context.folder / "log") as site:
            first, second = bring_players(site, 2)
            game = challenge(first, second)
            _play(first, second, game, TURNS)
            words = _fill_and_free(context, site, (first, second), game)
            closed = _shut_and_open(context, site, (first, second), game)
            check(site.run(COUNT_HALF_WRITTEN).strip() == "0", "a game was left half-written")
            site.stop()
        _check_sound(disk)
        full, shut = _start_on_a_full_disk(disk), _start_on_a_read_only_disk(disk)
        with launched_site(disk / "data") as site:
            first.url = second.url = site.url
            _play(first, second, game, TURNS)
            steps = record_of(first, game)
            check(len(steps) == 4 * TURNS, f"{4 * TURNS} turns were acknowledged, the record has {len(steps)}")
        _check_sound(disk)
    return (
        f"“{words}” and, read-only, “{closed}”; it recovered automatically both times; "
        f"integrity ok; a start says “{full}” or “{shut}”"
    )


def _check_sound(disk: Path) -> None:
    with closing(sqlite3.connect(disk / "data" / "asterism.sqlite3")) as rows:
        [verdict] = rows.execute("PRAGMA integrity_check").fetchone()
    check(verdict == "ok", f"SQLite's integrity check says {verdict}")


@contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", DISK, "tmpfs", folder], capture_output=True, check=False)
    if mounted.returncode != 0:
        raise ServiceError("only root can mount a small disk: run this case as root, for example in a container")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", folder], check=False)


def _play(first: Player, second: Player, game: int, turns: int) -> None:
    rng = random.Random(19)
    for _ in range(turns):
        shown = first.game(game)
        (first, second)[shown["to_move"]].play(game, rng).expect(201)


def _fill_and_free(context: CaseContext, site: LaunchedSite, players: tuple[Player, Player], game: int) -> str:
    context.say("the disk is full")
    ballast = site.data_dir / "ballast"
    _fill(ballast)
    words = _check_refused(players, game, "no_room")
    check(ask(site.url, "GET", "/healthz").status == 200, "the web itself failed on a full disk")
    check(ask(site.url, "GET", "/readyz").status == 503, "/readyz said that all is well on a full disk")
    ballast.unlink()
    _wait_until_ready(context, site)
    _play(*players, game, TURNS)
    return words


def _shut_and_open(context: CaseContext, site: LaunchedSite, players: tuple[Player, Player], game: int) -> str:
    """Make the disk read-only under the running site, for longer than a crashing worker would survive."""
    disk = site.data_dir.parent
    wait_for(lambda: _remount(disk, "ro"), seconds=30)
    begun = time.monotonic()
    while time.monotonic() - begun < READ_ONLY_SECONDS:
        context.say(f"the disk is read-only, {time.monotonic() - begun:.0f} s")
        words = _check_refused(players, game, "read_only")
        check(ask(site.url, "GET", "/").status == 503, "a page was shown from a disk that SQLite can't read by itself")
        check(ask(site.url, "GET", "/healthz").status == 200, "the web itself failed on a read-only disk")
        state = ask(site.url, "GET", "/readyz")
        check(
            state.status == 503 and "read-only" in state.body["disk"], f"/readyz said {state.body} of a read-only disk"
        )
        time.sleep(1)
    _remount(disk, "rw")
    _wait_until_ready(context, site)
    _play(*players, game, TURNS)
    return words


def _fill(ballast: Path) -> None:
    """Fill the disk to the last byte, again while the site itself writes, until nothing fits."""
    with ballast.open("wb", buffering=0) as file:
        for size in (1 << 20, 1 << 12, 1):
            try:
                while True:
                    file.write(b"\0" * size)
            except OSError:
                continue


def _check_refused(players: tuple[Player, Player], game: int, code: str) -> str:
    """Check for a clear 503, even for reading: SQLite needs space for its shared memory to read."""
    shown = players[0].get(f"games/{game}/")
    answer = shown
    if shown.status == 200:
        turn = turn_of(players[0], shown.body, random.Random(1))
        answer = players[shown.body["to_move"]].post(f"games/{game}/turns/", turn)
    check(answer.status == 503, f"a turn was answered {answer.status} for {code}: {answer.body!s:.200}")
    check(answer.body["code"] == code, f"the turn was refused as {answer.body}")
    return str(answer.body["message"])


def _wait_until_ready(context: CaseContext, site: LaunchedSite) -> None:
    begun = time.monotonic()
    while ask(site.url, "GET", "/readyz").status != 200:
        check(time.monotonic() - begun < BACK_SECONDS, f"not ready {BACK_SECONDS} s after the disk was freed")
        context.say("the disk is freed")
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
    """Return False while a process is writing."""
    return subprocess.run(["mount", "-o", f"remount,{how},{DISK}", disk], check=False).returncode == 0


def _refusal(disk: Path) -> str:
    environment = site_environment(disk / "data", PORT=str(free_port()))
    command = [sys.executable, "-m", "config.embedded.launcher"]
    done = subprocess.run(
        command, cwd=BASE_DIR, env=environment, capture_output=True, text=True, check=False, timeout=120
    )
    check(done.returncode == 1, f"a start on such a disk ended with {done.returncode}")
    check(done.stderr.count("\n") == 1, f"a start on such a disk said more than a line: {done.stderr[-300:]}")
    return done.stderr.strip().removeprefix("asterism: ")
