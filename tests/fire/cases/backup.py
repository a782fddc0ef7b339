"""Row 20: a backup taken during games, restored elsewhere: a running site with all turns acknowledged before."""

import random
import subprocess
import time
from pathlib import Path

from tests.fire.cases.database_down import Playing
from tests.fire.context import CaseContext, check
from tests.fire.players import Player, bring_players, challenge, record_of
from tests.services.postgres import own_postgres
from tests.services.site import LaunchedSite, run_manage, site_environment

TABLES = 4
Before = dict[int, list[tuple[int, str]]]


def run(context: CaseContext) -> str:
    with context.site() as site:
        players = bring_players(site, 2 * TABLES)
        games = [challenge(players[2 * number], players[2 * number + 1]) for number in range(TABLES)]
        tables = [Playing(players[2 * number : 2 * number + 2], game) for number, game in enumerate(games)]
        for table in tables:
            table.start()
        time.sleep(4)
        before = {table.game: list(table.acknowledged) for table in tables}
        context.say("taking the backup while they play")
        backup = _take(context, site)
        after = sum(len(table.acknowledged) for table in tables)
        for table in tables:
            table.stop()
    known = sum(map(len, before.values()))
    check(after > known, "no turn was played during the backup")
    _check_restored(context, backup, before, [table.players for table in tables])
    return (
        f"all {known} turns acknowledged before the backup began are in the copy, which runs and plays on; "
        f"{after - known} more came while it was taken"
    )


def _take(context: CaseContext, site: LaunchedSite) -> Path:
    if context.postgres is None:
        target = context.folder / "site.tar.gz"
        run_manage(site.environment, "backup", str(target))
    else:
        target = context.folder / "site.dump"
        server = context.postgres
        with target.open("wb") as dump:
            command = [server.binaries / "pg_dump", "-h", server.home, "-U", "postgres", "-Fc", "postgres"]
            subprocess.run(command, stdout=dump, check=True)
    return target


def _check_restored(context: CaseContext, backup: Path, before: Before, seats: list[list[Player]]) -> None:
    context.say("restoring elsewhere")
    if context.postgres is None:
        run_manage(site_environment(context.folder / "elsewhere"), "restore", str(backup))
        with context.site("elsewhere") as copy:
            _check_games(copy, before, seats)
        return
    with own_postgres() as server:
        command = [server.binaries / "pg_restore", "-h", server.home, "-U", "postgres", "-d", "postgres", backup]
        subprocess.run(command, check=True)
        with context.site("elsewhere", DATABASE_URL=server.url) as copy:
            _check_games(copy, before, seats)


def _check_games(copy: LaunchedSite, before: Before, seats: list[list[Player]]) -> None:
    for (game, acknowledged), players in zip(before.items(), seats, strict=True):
        for player in players:
            player.url = copy.url
        record = record_of(players[0], game)
        lost = [(ply, step) for ply, step in acknowledged if record[ply : ply + 1] != [step]]
        check(not lost, f"game {game} has lost {lost}")
        shown = players[0].game(game)
        if shown["status"] == "running":
            players[shown["to_move"]].play(game, random.Random(0)).expect(201)
