"""Row 21: an upgrade with games in progress: rows of an earlier release are migrated, and all games continue.

The files in `tests/fire/releases` were written by those versions themselves (`tests/fire/release.py`), the first by
commit f8deeb6, the first whole site: games of every variant in progress, a set-up half handed in, a rated game, a
round of a tournament, as they were when the site was stopped.
"""

import gzip
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from tests.fire.context import CaseContext, check
from tests.fire.players import Player
from tests.services.site import LaunchedSite, prepare_data, site_environment
from tests.services.site_shell import SiteShell

# The site was stopped a moment after its last write; the time since then is credited.
LAST_BEAT = """
DELETE FROM games_sweepheartbeat;
INSERT INTO games_sweepheartbeat (name, beaten_at)
SELECT column1, (SELECT max(at) FROM games_gameevent) FROM (VALUES ('clock.live'), ('clock.correspondence'))
"""
COPY = """
from django.core.management.color import no_style
from django.db import connection, connections, transaction
from django.db.migrations.executor import MigrationExecutor
executor = MigrationExecutor(connection)
targets = [tuple(target) for target in {migrations!r}]
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
MISSING_SETUPS = """
import json
from games.models import Seat
from tests.games.playing import SETUPS
missing = Seat.objects.filter(game__status="setup", secret_setup="", left="").select_related("game")
print(json.dumps([[seat.game_id, seat.user_id, SETUPS[seat.game.variant]] for seat in missing]))
"""
IN_PROGRESS = "SELECT count(*) FROM games_game WHERE status IN ('setup', 'running')"
# The latest of each app: each was applied after its dependencies.
MIGRATIONS = "SELECT app, name FROM django_migrations WHERE id IN (SELECT max(id) FROM django_migrations GROUP BY app)"


def upgrade_from(release: Path) -> Callable[[CaseContext], str]:
    return lambda context: run(context, release)


def run(context: CaseContext, release: Path) -> str:
    data_dir = context.folder / "data"
    prepare_data(data_dir)
    (data_dir / "asterism.sqlite3").unlink()
    going, migrations = unpack(release, data_dir / "asterism.sqlite3")
    if context.postgres is not None:
        context.say("copying the rows of the earlier release into PostgreSQL")
        shell = SiteShell(site_environment(data_dir, **context.environment))
        shell.run(COPY.format(migrations=migrations, source=str(data_dir / "asterism.sqlite3")))
        shell.close()
    with context.site() as site:
        played, games = _play_on(site)
    check(games == going, f"{games} of {going} games went on")
    name = release.name.removesuffix(".sql.gz")
    return f"rows of {name} brought up to date by the start; {games} games in progress, {played} turns more"


def unpack(release: Path, database: Path) -> tuple[int, list[list[str]]]:
    """Return the number of games in progress, and the migrations of that release."""
    with closing(sqlite3.connect(database)) as rows:
        rows.executescript(gzip.decompress(release.read_bytes()).decode())
        rows.executescript(LAST_BEAT)
        rows.commit()
        return rows.execute(IN_PROGRESS).fetchone()[0], [list(row) for row in rows.execute(MIGRATIONS)]


def _play_on(site: LaunchedSite) -> tuple[int, int]:
    """Hand in missing set-ups, then play two turns per player in every running game."""
    lines = [line.split() for line in site.run(TOKENS).splitlines() if "ast_" in line]
    people = {int(number): Player(name, token, site.url) for number, name, token in lines}
    for game, user, setup in json.loads(site.run(MISSING_SETUPS)):
        shown = people[user].post(f"games/{game}/setup/", {"setup": setup}).expect(201)
        check(shown["status"] == "running", f"the game with a set-up half in is {shown['status']}")
    played, games = 0, set()
    for _ in range(2):
        for game, mover, ply, steps in json.loads(site.run(NEXT_TURNS)):
            people[mover].post(f"games/{game}/turns/", {"ply": ply, "steps": steps}).expect(201)
            played += 1
            games.add(game)
    return played, len(games)
