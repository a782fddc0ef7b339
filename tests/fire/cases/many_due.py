"""Row 7: two beats and two workers over 500 games due at once: each ends once, with one rating change and notice."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from config.env import BASE_DIR
from config.workers import CLOCK, QUIET, SITE
from tests.fire.context import CaseContext, check
from tests.services.children import running
from tests.services.site_shell import SiteShell

GAMES, PEOPLE = 500, 40
LONGEST_SECONDS = 400
SEED = f"""
from datetime import timedelta
from itertools import combinations
from accounts.models import User
from django.utils import timezone
from games.models import Game
from games.services.clock import beat
from games.lobby.services.create import start_game
from games.lobby.services.terms import read_terms
from games.timing import TimeControl
people = [User.objects.create_user(f"due{{n}}", f"due{{n}}@example.org") for n in range({PEOPLE})]
terms = read_terms(variant="lyra-2", control=TimeControl.seconds(60), rated=True)
for pair in list(combinations(people, 2))[:{GAMES}]:
    start_game(terms=terms, players=pair)
"""
FALL_DUE = """
beat(is_live=True, now=timezone.now())
Game.objects.update(since=timezone.now() - timedelta(seconds=61), deadline=timezone.now() - timedelta(seconds=1))
"""
COUNT = """
import json
from collections import Counter
from games.models import Game, Notice, RatingChange, Step
print(json.dumps({
    "ended": Game.objects.filter(status="over", reason="timeout").count(),
    "flags": Step.objects.filter(text__startswith="#timeout").count(),
    "notices": sorted(Counter(Notice.objects.filter(kind="over").values_list("user", "game")).values()),
    "changes": sorted(Counter(RatingChange.objects.values_list("user", "game")).values()),
}))
"""


def run(context: CaseContext) -> str:
    environment = context.prepared()
    shell = SiteShell(environment)
    context.say(f"starting {GAMES} games")
    with doubled_helpers(environment):
        shell.run(SEED + FALL_DUE)
        begun = time.monotonic()
        rows = _wait_until_done(context, shell, begun)
        seconds = time.monotonic() - begun
        time.sleep(3)  # late tasks must add nothing
        _check_once(json.loads(shell.run(COUNT)))
    shell.close()
    check(rows["ended"] == GAMES, f"{rows['ended']} of {GAMES} games ended")
    each = 2 * GAMES
    return f"{GAMES} games ended once each in {seconds:.0f} s; {each} rating changes and {each} notices, none twice"


def _wait_until_done(context: CaseContext, shell: SiteShell, begun: float) -> dict[str, list[int]]:
    while True:
        rows = json.loads(shell.run(COUNT))
        if rows["ended"] == GAMES and len(rows["notices"]) == len(rows["changes"]) == 2 * GAMES:
            return rows
        passed = time.monotonic() - begun
        counts = f"{rows['ended']} ended, {len(rows['notices'])} notified, {len(rows['changes'])} rated"
        check(passed < LONGEST_SECONDS, f"after {passed:.0f} s: {counts}")
        context.say(counts)
        time.sleep(1)


def _check_once(rows: dict[str, list[int]]) -> None:
    check(rows["flags"] == GAMES, f"{rows['flags']} flags fell in {GAMES} games")
    for what in ("notices", "changes"):
        check(set(rows[what]) == {1}, f"a player has {max(rows[what])} {what} of one game")


@contextmanager
def doubled_helpers(environment: dict[str, str]) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Start two beats, and two workers each for clocks and for notices and ratings."""
    celery = [sys.executable, "-m", "celery", "-q", "-A", "config"]
    commands = [
        *(
            [*celery, "worker", *worker.options(f"{worker.name}{number}"), *QUIET]
            for worker in (CLOCK, SITE)
            for number in range(2)
        ),
        *([*celery, "beat", "--pidfile=", "--loglevel=WARNING"] for _ in range(2)),
    ]
    with ExitStack() as stack:
        yield [
            stack.enter_context(
                running(command, log=Path(environment["ASTERISM_DATA"], f"{number}.log"), cwd=BASE_DIR, env=environment)
            )
            for number, command in enumerate(commands)
        ]
