"""Row 21: an upgrade with games in progress. Rows of an earlier release are brought up to date, and all games go on.

`tests/fire/releases/f8deeb6.sql.gz` was written by that commit itself, the first whole site: games of every variant in
progress, a set-up half in, a rated game, a round of a tournament, as they stood when the site was stopped.
"""

import gzip
import json
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.fire.ground import Ground, see
from tests.fire.players import Player
from tests.services.hand import Hand
from tests.services.site import LaunchedSite, prepare_data, site_environment

RELEASE = Path(__file__).parent.parent / "releases" / "f8deeb6.sql.gz"
MIGRATIONS = {
    "accounts": "0001_initial",
    "games": "0003_ratings_and_notices",
    "tournaments": "0001_initial",
}
# The site was stopped a moment after its rows were last written; what has passed since is given back.
LAST_BEAT = """
INSERT INTO games_sweepheartbeat (name, beaten_at)
SELECT column1, (SELECT max(at) FROM games_gameevent) FROM (VALUES ('clock.live'), ('clock.correspondence'))
"""
COPY = """
from django.core.management.color import no_style
from django.db import connection, connections, transaction
from django.db.migrations.executor import MigrationExecutor
executor = MigrationExecutor(connection)
known = {migrations!r}
others = [leaf for leaf in executor.loader.graph.leaf_nodes() if leaf[0] not in known]
targets = [*others, *known.items()]
executor.migrate(targets)
models = executor.loader.project_state(targets).apps.get_models(include_auto_created=True)
sqlite = {{"ENGINE": "django.db.backends.sqlite3", "NAME": {source!r}, "OPTIONS": {{}}}}
connections.settings["old"] = {{**connections.settings["default"], **sqlite}}
with transaction.atomic():
    for model in models:
        model._base_manager.using("default").bulk_create(list(model._base_manager.using("old")))
with connection.cursor() as cursor:
    for line in connection.ops.sequence_reset_sql(no_style(), models):
        cursor.execute(line)
"""
TOKENS = """
from accounts.models import User
from accounts.services.tokens import create_token
for user in User.objects.filter(is_ai=False).order_by("pk"):
    print(user.pk, user.username, create_token(user=user, name="upgrade", scopes=["read", "play"], days=1)[1])
"""
NEXT_TURNS = """
import json
from games.models import Game
from tests.games.playing import next_turn
running = Game.objects.filter(status="running").order_by("pk")
movers = [(game, game.seats.get(index=game.to_move).user_id) for game in running]
print(json.dumps([[game.pk, mover, game.ply, next_turn(game)] for game, mover in movers]))
"""
SET_UP = "=BDFHJLNPR"
GAMES = 17


def run(ground: Ground) -> str:
    data_dir = ground.folder / "data"
    prepare_data(data_dir)
    (data_dir / "asterism.sqlite3").unlink()
    unpack(data_dir / "asterism.sqlite3")
    if ground.postgres is not None:
        ground.say("copying the rows of the earlier release into PostgreSQL")
        hand = Hand(site_environment(data_dir, **ground.environment))
        hand.run(COPY.format(migrations=MIGRATIONS, source=str(data_dir / "asterism.sqlite3")))
        hand.close()
    with ground.site() as site:
        played, games = _play_on(site)
    return f"rows of an earlier release brought up to date by the start; {games} games in progress, {played} turns more"


def unpack(database: Path) -> None:
    with closing(sqlite3.connect(database)) as rows:
        rows.executescript(gzip.decompress(RELEASE.read_bytes()).decode())
        rows.execute(LAST_BEAT)
        rows.commit()


def _play_on(site: LaunchedSite) -> tuple[int, int]:
    """A set-up comes in, then everybody plays two turns in every game that runs."""
    lines = [line.split() for line in site.run(TOKENS).splitlines() if "ast_" in line]
    people = {int(number): Player(name, token, site.url) for number, name, token in lines}
    _complete_setup(site, list(people.values()))
    played, games = 0, set()
    for _ in range(2):
        for game, mover, ply, steps in json.loads(site.run(NEXT_TURNS)):
            people[mover].post(f"games/{game}/turns/", {"ply": ply, "steps": steps}).expect(201)
            played += 1
            games.add(game)
    see(len(games) == GAMES, f"{len(games)} of {GAMES} games went on")
    return played, len(games)


def _complete_setup(site: LaunchedSite, people: list[Player]) -> None:
    awaited = site.run("from games.models import Game\nprint(Game.objects.get(status='setup').pk)").strip()
    ben = next(player for player in people if player.name == "ben")
    shown = ben.post(f"games/{awaited}/setup/", {"setup": SET_UP}).expect(201)
    see(shown["status"] == "running", f"the game with a set-up half in is {shown['status']}")
