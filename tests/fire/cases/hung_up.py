"""Row 2: clients that disconnect before the response and resend the turn: one turn each, charged once."""

import json
import random
import socket
import struct
import time
from urllib.parse import urlsplit

from tests.fire.context import CaseContext, check
from tests.fire.players import Player, bring_players, challenge, record_of, turn_of

TURNS, VISITS = 60, 60
LONGEST_WAIT_SECONDS = 0.03
MAX_SECONDS = 3.0
MINUTES = 60
BANK = {"kind": "bank", "allowance": MINUTES * 60}
COUNT_MISCHARGED = """
from datetime import timedelta
from games.models import Seat, Step
whole, wrong = timedelta(minutes={minutes}), 0
for seat in Seat.objects.all():
    turns = Step.objects.filter(game=seat.game_id, seat=seat.index, spent__isnull=False)
    wrong += seat.bank != whole - sum(turns.values_list("spent", flat=True), timedelta())
print(wrong)
"""


def run(context: CaseContext) -> str:
    rng = random.Random(2)
    with context.site() as site:
        players = bring_players(site, 2)
        game, kept = 0, dict[int, list[str]]()
        for number in range(TURNS):
            if number % 20 == 0:
                game = challenge(*players, **BANK)
                kept[game] = []
            kept[game] += _send_twice(players, game, rng)
            context.say(f"{number + 1} of {TURNS} turns were sent again")
        for _ in range(VISITS):
            _hang_up(players[0], "GET", f"/api/v1/games/{game}/", b"", rng)
        answer = players[0].get(f"games/{game}/")
        check(answer.seconds < MAX_SECONDS, f"after {VISITS} who hung up an answer took {answer.seconds:.1f} s")
        for number, steps in kept.items():
            check(record_of(players[0], number) == steps, f"the record of game {number} is not what was acknowledged")
        mischarged = site.run(COUNT_MISCHARGED.format(minutes=MINUTES)).strip()
        check(mischarged == "0", f"{mischarged} clocks are not what their turns left of them")
    return f"{TURNS} turns sent again after the client had hung up: one turn and one charge each"


def _send_twice(players: list[Player], game: int, rng: random.Random) -> list[str]:
    shown = players[0].game(game)
    player, turn = players[shown["to_move"]], turn_of(players[0], shown, rng)
    address = f"games/{game}/turns/"
    _hang_up(player, "POST", f"/api/v1/{address}", json.dumps(turn).encode(), rng)
    again = player.post(address, turn).expect(201)
    check(again["ply"] == turn["ply"] + 1, f"sent again, the turn at {turn['ply']} led to {again['ply']}")
    check(player.post(address, turn).expect(201) == again, "the turn sent a third time had another answer")
    return list(turn["steps"])


def _hang_up(player: Player, method: str, path: str, body: bytes, rng: random.Random) -> None:
    """Send the whole request; disconnect before, during or just after the response."""
    url = urlsplit(player.url)
    words = [f"{method} {path} HTTP/1.1", f"Host: {url.netloc}", f"Authorization: Bearer {player.token}"]
    words += ["Content-Type: application/json", f"Content-Length: {len(body)}", "", ""]
    with socket.create_connection((url.hostname or "", url.port or 80)) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.sendall("\r\n".join(words).encode() + body)
        time.sleep(rng.random() * LONGEST_WAIT_SECONDS)
