"""Row 5: the broker is down: turns are accepted, pages show a notice; afterwards all delayed tasks are done."""

import random
import time

from tests.fire.context import CaseContext, check
from tests.fire.players import Player, ask, bring_players, challenge, challenge_ai
from tests.services.site import LaunchedSite

OUTAGE_SECONDS = 20
FULL_OUTAGE_SECONDS = 300
PAUSE_SECONDS = 1
"""A game of Lyra is over after 360 turns at the latest, and must outlast the outage."""
CATCH_UP_SECONDS = 90
"""Workers reconnect after 2, 4, 6 … and at most every 30 seconds; then comes the next sweep."""
COUNT_NOTICES = """
from games.models import Notice
print(Notice.objects.filter(key="turn:{game}:{ply}").count())
"""
NOTICE = "Background jobs are delayed"


def run(context: CaseContext) -> str:
    assert context.redis is not None
    seconds = FULL_OUTAGE_SECONDS if context.is_full else OUTAGE_SECONDS
    with context.site() as site:
        first, second = bring_players(site, 2)
        game, ai_game = challenge(first, second), challenge_ai(first, "meteor")
        context.redis.stop()
        slowest, turns = _play_through(context, first, second, game, seconds)
        first.play(ai_game, random.Random(1)).expect(201)
        _check_notices(site.url, first)
        context.redis.start()
        waited = _wait_for_answer(context, first, ai_game)
        _check_notified(site, first, game)
    return (
        f"{turns} turns in {seconds} s without a broker, all 201, the slowest {slowest:.2f} s; pages said so; "
        f"the AI answered {waited:.0f} s after its return"
    )


def _play_through(context: CaseContext, first: Player, second: Player, game: int, seconds: float) -> tuple[float, int]:
    rng, slowest, turns, begun = random.Random(5), 0.0, 0, time.monotonic()
    while time.monotonic() - begun < seconds:
        answer = (first, second)[turns % 2].play(game, rng)
        answer.expect(201)
        check(answer.body["status"] == "running", "the game ended before the outage did")
        slowest, turns = max(slowest, answer.seconds), turns + 1
        context.say(f"turn {turns} without a broker")
        time.sleep(PAUSE_SECONDS)
    check(slowest < 3, f"a turn took {slowest:.1f} s while the broker was away")
    return slowest, turns


def _check_notices(url: str, player: Player) -> None:
    for path in ("/", "/games/"):
        page = ask(url, "GET", path)
        check(page.status == 200, f"{path} answered {page.status} while the broker was away")
        check(NOTICE in page.body, f"{path} did not say that the broker is away")
    state = ask(url, "GET", "/readyz")
    check(state.status == 503 and state.body["broker"] != "ok", f"/readyz said {state.body}")
    check(ask(url, "GET", "/status/").status == 503, "/status/ said that all is well")


def _wait_for_answer(context: CaseContext, player: Player, game: int) -> float:
    begun = time.monotonic()
    while player.game(game)["ply"] < 2:
        waited = time.monotonic() - begun
        check(waited < CATCH_UP_SECONDS, f"the AI had not answered {waited:.0f} s after the broker's return")
        context.say(f"waiting for the AI, {waited:.0f} s")
        time.sleep(0.5)
    return time.monotonic() - begun


def _check_notified(site: LaunchedSite, player: Player, game: int) -> None:
    """The sweep, once per minute, finds players who were not notified of their turn."""
    ply = player.game(game)["ply"]
    deadline = time.monotonic() + CATCH_UP_SECONDS
    while site.run(COUNT_NOTICES.format(game=game, ply=ply)).strip() != "1":
        check(time.monotonic() < deadline, "no notice of the turn that was played without a broker")
        time.sleep(1)
