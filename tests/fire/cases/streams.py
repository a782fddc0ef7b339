"""Row 15: two hundred streams by one user: those over the limit are a 429 within a second; others are not affected."""

import asyncio
import random
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from tests.fire.context import CaseContext, check
from tests.fire.players import Player, bring_players, challenge

STREAMS, AT_ONCE = 200, 8
MAX_OPEN = 40
MAX_SECONDS = 1.0
Stream = tuple[int, float, asyncio.StreamWriter]


def run(context: CaseContext) -> str:
    with context.site() as site:
        greedy, ada, ben = bring_players(site, 3)
        address = f"/api/v1/games/{challenge(ada, ben)}/events/"
        with others_play([ada, ben], game=challenge(ada, ben)) as others:
            statuses, slowest = asyncio.run(_open_all(context, greedy, address))
    turns, slowest_turn = len(others.seconds), max(others.seconds, default=0.0)
    check(statuses == {200: MAX_OPEN, 429: STREAMS - MAX_OPEN}, f"{STREAMS} streams were answered with {statuses}")
    check(slowest < MAX_SECONDS, f"a refusal took {slowest:.2f} s")
    check(turns > 1 and not others.problem, f"others played {turns} turns: {others.problem}")
    check(slowest_turn < MAX_SECONDS, f"a turn of another player took {slowest_turn:.2f} s")
    return (
        f"{MAX_OPEN} of {STREAMS} streams opened, the others refused with 429, the slowest in {slowest:.2f} s; "
        f"meanwhile others played {turns} turns, the slowest in {slowest_turn:.2f} s"
    )


async def _open_all(context: CaseContext, player: Player, address: str) -> tuple[Counter[int], float]:
    """Keep all streams open until the last request, with as many in parallel as a greedy program would have."""
    gate, opened = asyncio.Semaphore(AT_ONCE), list[Stream]()

    async def open_one() -> None:
        async with gate:
            opened.append(await _open(player, address))
            context.say(f"{len(opened)} of {STREAMS} streams asked for")

    await asyncio.gather(*(open_one() for _ in range(STREAMS)))
    for _status, _seconds, writer in opened:
        writer.close()
    refused = [seconds for status, seconds, _writer in opened if status != 200]
    return Counter(status for status, _seconds, _writer in opened), max(refused, default=0.0)


async def _open(player: Player, address: str) -> Stream:
    url = urlsplit(player.url)
    begun = time.monotonic()
    reader, writer = await asyncio.open_connection(url.hostname, url.port)
    words = [f"GET {address} HTTP/1.1", f"Host: {url.netloc}", f"Authorization: Bearer {player.token}"]
    writer.write("\r\n".join([*words, "", ""]).encode())
    line = await reader.readline()
    return int(line.split()[1]), time.monotonic() - begun, writer


@dataclass
class Others:
    seconds: list[float] = field(default_factory=list)
    problem: str = ""


@contextmanager
def others_play(players: list[Player], *, game: int) -> Iterator[Others]:
    """Let two players play a game, from before the first stream to after the last."""
    others, done, rng = Others(), threading.Event(), random.Random(15)

    def play_on() -> None:
        try:
            while not done.wait(0.2):
                shown = players[0].game(game)
                if shown["status"] != "running":
                    return
                answer = players[shown["to_move"]].play(game, rng)
                answer.expect(201)
                others.seconds.append(answer.seconds)
        except (AssertionError, OSError) as error:
            others.problem = str(error)

    thread = threading.Thread(target=play_on)
    thread.start()
    try:
        yield others
    finally:
        done.set()
        thread.join()
