"""Row 26: positions of 4,000 steps by anonymous clients, in a flood: pages stay fast, turns sent in time count."""

import json
import random
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from tests.fire.context import CaseContext, check
from tests.fire.players import ask, bring_players, challenge

STRANGERS, STEPS = 8, 4000
GAMES, SECONDS_LEFT = 5, 5.0
MAX_SECONDS = 5.0
WALK = f"""
from dataclasses import replace
from games.models import engine_for
from games.rules.match import Match
import json, random
engine = engine_for("lyra-2", {{}})
match, steps, rng = Match.begin_from(engine, engine.start()), [], random.Random(27)
while len(steps) < {STEPS}:
    steps.append(rng.choice(match.state.steps()))
    match = replace(match, result=None).play(steps[-1])
print(json.dumps(steps))
"""
NEARLY_OVER = """
from datetime import timedelta
from django.utils import timezone
from games.models import Game
Game.objects.filter(pk={game}).update(deadline=timezone.now() + timedelta(seconds={seconds}))
"""


def run(context: CaseContext) -> str:
    with context.site(TRUSTED_PROXIES="1") as site:
        ada, ben = bring_players(site, 2)
        games = [challenge(ada, ben, kind="seconds", allowance=600) for _ in range(GAMES)]
        steps = json.loads(site.run(WALK))
        rng, pages, turns = random.Random(27), list[float](), list[int]()
        with anonymous_clients_ask(site.url, steps) as answers:
            for number, game in enumerate(games):
                context.say(f"turn {number + 1} of {GAMES}, sent {SECONDS_LEFT:.0f} s before its deadline")
                site.run(NEARLY_OVER.format(game=game, seconds=SECONDS_LEFT))
                turns.append(ada.play(game, rng).status)
                pages.append(ask(site.url, "GET", "/games/").seconds)
                time.sleep(2)
    check(turns == [201] * GAMES, f"turns sent in time were answered {turns}")
    check(set(answers) == {200, 429}, f"anonymous clients were answered {dict(answers)}")
    check(max(pages) < MAX_SECONDS, f"a page took {max(pages):.1f} s")
    return (
        f"{answers[200]} positions of {STEPS:,} steps were answered and {answers[429]} refused with 429; "
        f"{GAMES} of {GAMES} turns counted, the slowest page took {max(pages):.2f} s"
    )


@contextmanager
def anonymous_clients_ask(url: str, steps: list[str]) -> Iterator[Counter[int]]:
    answers, done = Counter[int](), threading.Event()

    def go_on(number: int) -> None:
        by = {"X-Forwarded-For": f"192.0.2.{number}"}
        while not done.is_set():
            answers[ask(url, "POST", "/api/v1/variants/lyra-2/positions/", {"steps": steps}, **by).status] += 1

    threads = [threading.Thread(target=go_on, args=[number]) for number in range(STRANGERS)]
    for thread in threads:
        thread.start()
    try:
        yield answers
    finally:
        done.set()
        for thread in threads:
            thread.join()
