"""Store the rows of this version, for upgrade tests of later versions: `python -m tests.fire.release`.

A release is a version in pyproject.toml, a heading with a date in CHANGELOG.md, and the rows that its own code wrote,
in `tests/fire/releases/<version>.sql.gz`. Run it last, when nothing changes any more before the release.
"""

import gzip
import re
import sqlite3
import sys
import tempfile
import tomllib
from contextlib import closing
from pathlib import Path

from config.env import BASE_DIR
from tests.services.site import run_manage, site_environment
from tests.services.site_shell import SiteShell

RELEASES = Path(__file__).parent / "releases"
SEED = """
import random
from datetime import timedelta
from django.utils import timezone
from games import rules
from games.services.chat import post_message
from games.services.offers import offer_draw
from games.vacations.services import announce_vacation
from games.notifications.services.notices import notify_missed
from games.services.conditional_moves import save_conditional_moves
from games.ratings.services import rate_finished_games
from games.services.endings import resign
from games.services.setup import submit_setup
from games.selectors.game_json import match_of
from games.timing import MINUTE, SECOND, TimeControl
from tests.games.playing import SETUPS, make_people, play, start
from tests.model.test_games import line_of
from tests.tournaments.playing import make_club, next_round, running_tournament
from tournaments.enums import Venue
from tournaments.clubs.services.clubs import publish_news

ada, ben, cleo, dan = people = make_people("ada", "ben", "cleo", "dan")
for variant in rules.variant_ids():
    play(start(variant, people[: rules.variant(variant).seats], rated=variant == "nonaga"), 3)
play(start("nonaga", [ada, ben], control=TimeControl.bank(30 * MINUTE, 10 * SECOND)), 2)
half = start("vaeva", [ada, ben], set_up=False)
submit_setup(game_id=half.pk, user=ada, setup=SETUPS["vaeva"])
over = play(start("lyra-2", [cleo, dan], rated=True), 2)
resign(game_id=over.pk, user=dan)
rate_finished_games()
planned = play(start("nonaga", [cleo, dan]), 1)
tree = line_of(match_of(planned), 2, random.Random(1))
save_conditional_moves(game_id=planned.pk, user=cleo, ply=planned.ply, tree=tree)
offered = play(start("lyra-2", [ben, cleo]), 2)
offer_draw(game_id=offered.pk, user=ben, ply=offered.ply)
post_message(game_id=offered.pk, user=ben, text="Shall we call it even?")
today = timezone.now().date()
announce_vacation(user=dan, start=today + timedelta(days=9), until=today + timedelta(days=12))
club = make_club(ada)
publish_news(club_id=club.pk, user=ada, title="Hall", text="Booked until spring.")
next_round(running_tournament(club, ada, 6, rounds=3, venue=Venue.CORRESPONDENCE), ada)
notify_missed()
"""


def main() -> None:
    target = RELEASES / f"{version()}.sql.gz"
    with tempfile.TemporaryDirectory(prefix="asterism-release-") as folder:
        environment = site_environment(Path(folder), LOG_LEVEL="ERROR")
        run_manage(environment, "migrate", "--noinput", "--verbosity=0")
        shell = SiteShell(environment)
        shell.run(SEED)
        shell.close()
        with closing(sqlite3.connect(Path(folder) / "asterism.sqlite3")) as rows:
            dump = "\n".join(rows.iterdump())
    target.write_bytes(gzip.compress(dump.encode(), mtime=0))
    sys.stdout.write(f"{target.relative_to(BASE_DIR)}: {target.stat().st_size // 1024} kB\n")


def version() -> str:
    return str(tomllib.loads((BASE_DIR / "pyproject.toml").read_text())["project"]["version"])


def kept_releases() -> list[Path]:
    return sorted(RELEASES.glob("*.sql.gz"))


def dated_versions() -> list[str]:
    """Return the versions that have a release date in CHANGELOG.md."""
    return re.findall(r"^## (\S+) \(\d{4}-\d\d-\d\d\)$", (BASE_DIR / "CHANGELOG.md").read_text(), re.MULTILINE)


if __name__ == "__main__":
    main()
