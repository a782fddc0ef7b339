"""Row 22: a mail server that never responds: mail tasks wait for it, and flags of live games still fall on time."""

import socket
import time

from tests.fire.context import CaseContext, check
from tests.services.processes import wait_for
from tests.services.silent import SilentServer, silent_server
from tests.services.site import LaunchedSite

WRITERS = 6
CLOCK_PROCESSES = 2
FLAG_SECONDS = 2.0
START = """
from datetime import timedelta
from accounts.models import User
from django.utils import timezone
from games.models import Game, Notice, NoticeSettings
from games.lobby.services.create import start_game
from games.lobby.services.terms import read_terms
from games.tasks import send_due_mails
from games.timing import TimeControl
"""
WRITE = f"""{START}
people = [User.objects.create_user(f"reader{{n}}", f"reader{{n}}@example.org") for n in range({WRITERS})]
game = start_game(terms=read_terms(variant="lyra-2", control=TimeControl.days(3)), players=people[:2])
for user in people:
    NoticeSettings.objects.get_or_create(user=user)
    Notice.objects.create(user=user, kind="over", key="slow", game=game, delivery="now")
    send_due_mails.delay()
"""
FALL_DUE = f"""{START}
names = [f"late{{Game.objects.count()}}{{side}}" for side in "ab"]
people = [User.objects.create_user(name, f"{{name}}@example.org") for name in names]
game = start_game(terms=read_terms(variant="lyra-2", control=TimeControl.seconds(60)), players=people)
due = timezone.now()
Game.objects.filter(pk=game.pk).update(since=due - timedelta(seconds=60), deadline=due)
print(game.pk)
"""
STATUS = """
from games.models import Game
print(Game.objects.get(pk={game}).status)
"""


def run(context: CaseContext) -> str:
    with silent_server() as server, context.site(EMAIL_URL=mail_url(server)) as site:
        held = hold_writers(site, server)
        seconds = seconds_to_the_flag(site)
        check(held <= server.held(), f"the flag waited {seconds:.0f} s, until mails had been given up")
    check(seconds < FLAG_SECONDS, f"the flag fell after {seconds:.1f} s while {len(held)} mails waited")
    return f"a live flag fell {seconds:.1f} s after its moment while {len(held)} mails waited for a silent server"


def mail_url(server: SilentServer) -> str:
    """With a longer time-out than any flag may take."""
    return f"smtp://127.0.0.1:{server.port}/?timeout=100"


def hold_writers(site: LaunchedSite, server: SilentServer) -> set[socket.socket]:
    """Start more mails than a clock worker has processes."""
    site.run(WRITE)
    wait_for(lambda: len(server.held()) >= CLOCK_PROCESSES, seconds=60)
    return server.held()


def seconds_to_the_flag(site: LaunchedSite) -> float:
    game = site.run(FALL_DUE).strip()
    begun = time.monotonic()
    wait_for(lambda: site.run(STATUS.format(game=game)).strip() == "over", seconds=120)
    return time.monotonic() - begun
