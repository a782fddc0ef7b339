"""Row 25: 1,200 streams from one address, by thirty users: the limit per address holds, and others are served."""

import asyncio
from collections import Counter
from typing import Any
from urllib.parse import urlsplit

from tests.fire.cases.streams import others_play
from tests.fire.context import CaseContext, check
from tests.fire.players import Player, ask, bring_players, challenge

PEOPLE, AT_ONCE = 30, 8
MAX_STREAMS_PER_USER, MAX_STREAMS_PER_NETWORK = 40, 400
MAX_SECONDS = 5.0


def run(context: CaseContext) -> str:
    with context.site(TRUSTED_PROXIES="1") as site:
        ada, ben, *crowd = bring_players(site, PEOPLE + 2)
        game = challenge(ada, ben)
        path = f"/api/v1/games/{game}/events/"
        with others_play([ada, ben], game=game) as others:
            statuses, slowest = asyncio.run(_open_all(context, crowd, path))
    asked = PEOPLE * MAX_STREAMS_PER_USER
    wanted = {200: MAX_STREAMS_PER_NETWORK, 429: asked - MAX_STREAMS_PER_NETWORK}
    check(statuses == wanted, f"{asked} streams were answered with {dict(statuses)}")
    check(slowest < MAX_SECONDS, f"with all of them open a page took {slowest:.1f} s")
    turns, slowest_turn = len(others.seconds), max(others.seconds, default=0.0)
    check(turns > 1 and not others.problem, f"others played {turns} turns: {others.problem}")
    check(slowest_turn < MAX_SECONDS, f"a turn of another player took {slowest_turn:.1f} s")
    return (
        f"{MAX_STREAMS_PER_NETWORK} of {asked} opened, the others refused with 429; a page in {slowest:.2f} s, "
        f"{turns} turns of others, the slowest in {slowest_turn:.2f} s"
    )


async def _open_all(context: CaseContext, crowd: list[Player], path: str) -> tuple[Counter[int], float]:
    """Keep all streams open while a page is loaded; return their statuses and the page's seconds."""
    gate, opened = asyncio.Semaphore(AT_ONCE), list[tuple[int, Any]]()

    async def open_one(player: Player) -> None:
        async with gate:
            opened.append(await _open(player, path))
            context.say(f"{len(opened)} streams asked for")

    await asyncio.gather(*(open_one(player) for player in crowd for _ in range(MAX_STREAMS_PER_USER)))
    page = await asyncio.to_thread(ask, crowd[0].url, "GET", "/games/")
    page.expect(200)
    for _status, writer in opened:
        writer.close()
    return Counter(status for status, _writer in opened), page.seconds


async def _open(player: Player, path: str) -> tuple[int, asyncio.StreamWriter]:
    url = urlsplit(player.url)
    reader, writer = await asyncio.open_connection(url.hostname, url.port)
    lines = [f"GET {path} HTTP/1.1", f"Host: {url.netloc}", f"Authorization: Bearer {player.token}"]
    writer.write("\r\n".join([*lines, "X-Forwarded-For: 192.0.2.66", "", ""]).encode())
    status = int((await reader.readline()).split()[1])
    if status == 200:
        await reader.readuntil(b"event: hello\n")
    return status, writer
