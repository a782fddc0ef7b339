"""Row 23: a site that reaches its database through PgBouncer in transaction pooling, except for LISTEN."""

import random
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from urllib.request import Request, urlopen

from tests.fire.context import CaseContext, check
from tests.fire.players import Player, bring_players, challenge, challenge_ai, record_of, turn_of
from tests.services.pgbouncer import SERVER_CONNECTIONS, running_pgbouncer

POSTS, TURNS = 20, 20
LONGEST_SECONDS = 60


def run(context: CaseContext) -> str:
    assert context.postgres is not None
    with running_pgbouncer(context.postgres) as bouncer:
        ways = {"DATABASE_URL": bouncer.url, "LISTEN_URL": context.postgres.url}
        with context.site(**ways) as site:
            ada, ben, cleo = bring_players(site, 3)
            delivered = _play_before_a_listener(ada, ben, cleo)
            _race(ada, ben)
            seconds = _check_ai(cleo)
            passed = bouncer.transactions()
    return (
        f"{passed:,} transactions of the whole site over {SERVER_CONNECTIONS} connections: {TURNS} turns played and "
        f"{delivered} delivered to a stream, one of {POSTS} posts of one ply accepted, an AI replied in {seconds:.1f} s"
    )


def _play_before_a_listener(first: Player, second: Player, listener: Player) -> int:
    game = challenge(first, second)
    heard: list[str] = []
    request = Request(
        f"{listener.url}/api/v1/games/{game}/events/", headers={"Authorization": f"Bearer {listener.token}"}
    )
    with closing(urlopen(request, timeout=LONGEST_SECONDS)) as stream:
        listening = threading.Thread(target=lambda: _listen(stream, heard))
        listening.start()
        rng = random.Random(6)
        for number in range(TURNS):
            (first, second)[number % 2].play(game, rng).expect(201)
        listening.join(LONGEST_SECONDS)
    check(heard.count("turn") == TURNS, f"{heard.count('turn')} of {TURNS} turns were delivered to the stream")
    check(len(record_of(first, game)) == TURNS, "the record is not whole")
    return heard.count("turn")


def _listen(stream: object, heard: list[str]) -> None:
    for line in stream:  # type: ignore[attr-defined]
        if line.startswith(b"event:"):
            heard.append(line.split(b":")[1].strip().decode())
        if heard.count("turn") == TURNS:
            return


def _race(first: Player, second: Player) -> None:
    """Post different turns for one ply in parallel."""
    game = challenge(first, second)
    shown = first.game(game)
    turns = [turn_of(first, shown, random.Random(seed)) for seed in range(POSTS)]
    steps = {turn["steps"][0] for turn in turns}
    with ThreadPoolExecutor(POSTS) as hands:
        answers = list(hands.map(lambda turn: first.post(f"games/{game}/turns/", turn).status, turns))
    check(set(answers) <= {201, 409}, f"{POSTS} posts of one ply were answered with {Counter(answers)}")
    taken = record_of(first, game)
    check(len(taken) == 1 and taken[0] in steps, f"the record has {taken}")


def _check_ai(player: Player) -> float:
    game = challenge_ai(player, "meteor")
    player.play(game, random.Random(3)).expect(201)
    begun = time.monotonic()
    while player.game(game)["ply"] < 2:
        check(time.monotonic() - begun < LONGEST_SECONDS, "the AI did not answer")
        time.sleep(0.1)
    return time.monotonic() - begun
