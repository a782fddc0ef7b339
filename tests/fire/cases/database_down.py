"""Row 6: the database is down: a plain 503 at once, nothing half-written, and the site recovers automatically."""

import random
import threading
import time

from tests.fire.context import CaseContext, check
from tests.fire.players import Player, ask, bring_players, challenge, record_of

OUTAGE_SECONDS = 10
FULL_OUTAGE_SECONDS = 60
BACK_SECONDS = 30
PAGES = ("/", "/games/", "/status/", "/api/v1/games/")
LONGEST_ANSWER_SECONDS = 12
COUNT_HALF_WRITTEN = """
from games.models import Game
whole = [game.ply == game.steps.count() and game.event_seq == game.events.count() for game in Game.objects.all()]
print(whole.count(False))
"""


def run(context: CaseContext) -> str:
    assert context.postgres is not None
    seconds = FULL_OUTAGE_SECONDS if context.is_full else OUTAGE_SECONDS
    with context.site() as site:
        players = bring_players(site, 4)
        games = [challenge(players[0], players[1]), challenge(players[2], players[3])]
        tables = [Playing(players[2 * number : 2 * number + 2], game) for number, game in enumerate(games)]
        for table in tables:
            table.start()
        time.sleep(2)
        context.postgres.stop()
        plain = _check_plain_answers(context, site.url, games[0], seconds)
        context.postgres.start()
        back = _wait_until_played(tables)
        for table in tables:
            table.stop()
        check(site.run(COUNT_HALF_WRITTEN).strip() == "0", "a game was left half-written")
        for table in tables:
            table.check_kept()
    acknowledged = sum(len(table.acknowledged) for table in tables)
    return (
        f"{plain} plain 503s in {seconds} s, none slower than {LONGEST_ANSWER_SECONDS} s, no other answer; turns were "
        f"played again {back:.1f} s after its return; all {acknowledged} acknowledged turns are kept, none by half"
    )


class Playing(threading.Thread):
    """Two players who keep playing whatever the site responds; acknowledged turns are recorded."""

    def __init__(self, players: list[Player], game: int) -> None:
        super().__init__(daemon=True)
        self.players, self.game, self.rng = players, game, random.Random(game)
        self.acknowledged: list[tuple[int, str]] = []
        self.bad: list[int] = []
        self.is_stopping = False

    def run(self) -> None:
        while not self.is_stopping:
            self._take_turn()
            time.sleep(0.15)

    def _take_turn(self) -> None:
        shown = self.players[0].get(f"games/{self.game}/")
        if shown.status != 200:
            self._remember_bad(shown.status)
            return
        if shown.body["status"] != "running":
            self.is_stopping = True
            return
        step = self.rng.choice(shown.body["state"]["choices"])["text"]
        ply = shown.body["ply"]
        answer = self.players[shown.body["to_move"]].post(f"games/{self.game}/turns/", {"ply": ply, "steps": [step]})
        if answer.status == 201:
            self.acknowledged.append((ply, step))
        else:
            self._remember_bad(answer.status)

    def _remember_bad(self, status: int) -> None:
        if status != 503:
            self.bad.append(status)

    def stop(self) -> None:
        self.is_stopping = True
        self.join(60)
        check(not self.bad, f"players were answered {sorted(set(self.bad))}")

    def check_kept(self) -> None:
        record = record_of(self.players[0], self.game)
        lost = [(ply, step) for ply, step in self.acknowledged if record[ply : ply + 1] != [step]]
        check(not lost, f"of the acknowledged turns these are not in the record: {lost}")


def _check_plain_answers(context: CaseContext, url: str, game: int, seconds: float) -> int:
    begun, seen = time.monotonic(), 0
    while time.monotonic() - begun < seconds:
        for path in (*PAGES, f"/games/{game}/", f"/api/v1/games/{game}/"):
            answer = ask(url, "GET", path)
            check(answer.status == 503, f"{path} answered {answer.status} while the database was away")
            check(answer.seconds < LONGEST_ANSWER_SECONDS, f"{path} took {answer.seconds:.0f} s to say so")
            words = answer.body["message"] if path.startswith("/api/") else answer.body
            check(path == "/status/" or "try again" in words, f"{path} did not say what to do: {words:.200}")
            check("Traceback" not in words, f"{path} showed a traceback")
            seen += 1
            context.say(f"{seen} plain answers")
    check(
        ask(url, "GET", "/healthz").status == 200,
        "/healthz failed: a supervisor would restart the web for nothing",
    )
    return seen


def _wait_until_played(tables: list[Playing]) -> float:
    begun, known = time.monotonic(), [len(table.acknowledged) for table in tables]
    while any(len(table.acknowledged) <= count for table, count in zip(tables, known, strict=True)):
        check(time.monotonic() - begun < BACK_SECONDS, f"no turn was played within {BACK_SECONDS} s after its return")
        time.sleep(0.1)
    return time.monotonic() - begun
