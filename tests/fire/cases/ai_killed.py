"""Row 4: `kill -9` of the AI worker in mid-search, and its task delivered three times: exactly one turn is played."""

import os
import random
import signal
import time

from tests.fire.context import CaseContext, check
from tests.fire.players import Player, bring_players, challenge_ai
from tests.services.processes import children_of, command_line, family_of, wait_for
from tests.services.site import LaunchedSite

STRONGEST = "quasar"
LONGEST_LEASE_SECONDS, SWEEP_SECONDS = 20, 5
THOUGHT_SECONDS = 15
"""The strongest level searches for some seconds; a busy machine takes as many to start the worker."""
IS_THINKING = """
from django.utils import timezone
from games.models import AiTurn
print(AiTurn.objects.filter(game={game}, ply=1, lease_until__gt=timezone.now()).count())
"""
DELIVER = """
from games.tasks import run_next_ai_turn
for _ in range(3):
    run_next_ai_turn.delay({game})
"""


def run(context: CaseContext) -> str:
    with context.site() as site:
        (player,) = bring_players(site, 1)
        game = challenge_ai(player, STRONGEST)
        player.play(game, random.Random(4)).expect(201)
        wait_for(lambda: site.run(IS_THINKING.format(game=game)).strip() == "1")
        _kill_ai_worker(site)
        killed_at = time.monotonic()
        check(player.game(game)["ply"] == 1, "the AI had moved before its worker could be killed in mid-search")
        site.run(DELIVER.format(game=game))
        waited = _wait_for_turn(context, player, game, killed_at)
        _check_one_turn(site, player, game)
    return (
        f"one turn, {waited:.0f} s after the kill: the sweep every {SWEEP_SECONDS} s started another worker after the "
        "lease; three deliveries added none"
    )


def _kill_ai_worker(site: LaunchedSite) -> None:
    (worker,) = [pid for pid in children_of(site.launcher.pid) if "-n ai@" in command_line(pid)]
    for pid in [worker, *family_of(worker)]:
        os.kill(pid, signal.SIGKILL)


def _wait_for_turn(context: CaseContext, player: Player, game: int, killed_at: float) -> float:
    longest = LONGEST_LEASE_SECONDS + SWEEP_SECONDS + THOUGHT_SECONDS
    while player.game(game)["ply"] < 2:
        waited = time.monotonic() - killed_at
        check(waited < longest, f"no turn within {longest} s after the kill")
        context.say(f"waiting for the turn, {waited:.0f} s")
        time.sleep(0.25)
    return time.monotonic() - killed_at


def _check_one_turn(site: LaunchedSite, player: Player, game: int) -> None:
    """Check that late deliveries play no second turn."""
    site.run(DELIVER.format(game=game))
    time.sleep(SWEEP_SECONDS + 1)
    turns = player.get(f"games/{game}/turns/").expect(200)
    check([turn["seat"] for turn in turns] == [0, 1], f"the record has turns of the seats {[t['seat'] for t in turns]}")
