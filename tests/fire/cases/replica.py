"""Scale: lists and tables are read from a standby, however late it is; who has just written sees it all the same."""

import time

import psycopg

from tests.fire.ground import Ground, see
from tests.fire.players import Player, ask, bring_players, challenge
from tests.services.postgres import Postgres, standby_of

LISTS = ("/games/", "/ratings/", "/clubs/", "/tournaments/", "/api/v1/clubs/")
LONGEST_SECONDS = 30


def run(ground: Ground) -> str:
    assert ground.postgres is not None
    with standby_of(ground.postgres) as standby, ground.site(REPLICA_URL=standby.url) as site:
        ada, ben = bring_players(site, 2)
        before = _asked(standby)
        _see_lists(site.url)
        answered = _asked(standby) - before
        see(answered >= len(LISTS), f"the standby answered {answered} times when {len(LISTS)} lists were read")
        _tell(standby, "SELECT pg_wal_replay_pause()")
        _see_own_writes(ada, ben)
        _tell(standby, "SELECT pg_wal_replay_resume()")
        seconds = _wait_for_club(ben)
        standby.stop()
        slowest = _see_lists(site.url)
    return (
        f"{len(LISTS)} lists asked the standby {answered} times; while it stood still, a club just founded was listed "
        f"for its founder, and for others {seconds:.1f} s after it went on; games were played all the time; "
        f"when it was stopped the primary gave all lists, the slowest in {slowest:.1f} s"
    )


def _see_lists(url: str) -> float:
    """All of them can be read; how long the slowest took."""
    slowest = 0.0
    for path in LISTS:
        begun = time.monotonic()
        see(ask(url, "GET", path).status == 200, f"{path} could not be read")
        slowest = max(slowest, time.monotonic() - begun)
    return slowest


def _see_own_writes(founder: Player, other: Player) -> None:
    """Games are played as ever; a list knows of the news for who made them, and nobody else yet."""
    game = challenge(founder, other)
    see(founder.game(game)["status"] == "running", "a game just begun is not there")
    founder.post("clubs/", {"name": "Late Circle"}).expect(201)
    see(_clubs(founder) == ["Late Circle"], f"the founder reads {_clubs(founder)}")
    see(_anonymous_clubs(founder.url) == [], "the standby that stands still knows of the club")


def _wait_for_club(reader: Player) -> float:
    begun = time.monotonic()
    while _anonymous_clubs(reader.url) != ["Late Circle"]:
        see(time.monotonic() - begun < LONGEST_SECONDS, "the standby never heard of the club")
        time.sleep(0.1)
    return time.monotonic() - begun


def _clubs(player: Player) -> list[str]:
    return [club["name"] for club in player.get("clubs/").expect(200)["results"]]


def _anonymous_clubs(url: str) -> list[str]:
    return [club["name"] for club in ask(url, "GET", "/api/v1/clubs/").expect(200)["results"]]


def _asked(server: Postgres) -> int:
    """How many transactions of the site a server has seen: each question outside of one is one."""
    _tell(server, "SELECT pg_stat_clear_snapshot()")
    time.sleep(1.5)  # it counts together once a second
    return _tell(server, "SELECT xact_commit FROM pg_stat_database WHERE datname = 'postgres'")


def _tell(server: Postgres, words: str) -> int:
    with psycopg.connect(server.url, autocommit=True) as connection:
        row = connection.execute(words.encode()).fetchone()
    return row[0] if row and isinstance(row[0], int) else 0
