"""Row 24: a number of thirty million digits in ten characters; and a web process that hangs."""

import os
import signal
import time

from config.embedded.pulse import ASKED_EVERY_SECONDS, MAX_SILENCE_SECONDS
from tests.fire.context import CaseContext, check
from tests.fire.players import ask, bring_players
from tests.services.processes import children_of, command_line, family_of, wait_for

MAX_SECONDS = 1.0
NUMBERS = ("1e30000000", "1e-30000000", "1/1e30000000")
DATES = ("9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z")
BODY = {"club": "none", "name": "Odd", "format": "swiss", "variant": "lyra-2"}
CONTROL = {"kind": "days", "allowance": 86400}


def numbers(context: CaseContext) -> str:
    with context.site() as site:
        [player] = bring_players(site, 1)
        bodies = [{"scoring": {"win": number}} for number in NUMBERS] + [{"first_round_at": date} for date in DATES]
        answers = [player.post("tournaments/", {**BODY, "control": CONTROL, **body}) for body in bodies]
    for answer in answers:
        answer.expect(400, 403, 404)
    slowest = max(answer.seconds for answer in answers)
    check(slowest < MAX_SECONDS, f"a refusal took {slowest:.2f} s")
    return f"all refused, the slowest in {slowest:.2f} s"


def web_hangs(context: CaseContext) -> str:
    with context.site() as site:
        [web] = [pid for pid in children_of(site.launcher.pid) if "granian" in command_line(pid)]
        context.say(f"the web process is stopped; waiting for its restart ({MAX_SILENCE_SECONDS:.0f} s)")
        for pid in (web, *family_of(web)):
            os.kill(pid, signal.SIGSTOP)
        begun = time.monotonic()
        wait_for(lambda: "web exited with code -9; restarting it" in site.log.read_text(), seconds=300)
        wait_for(lambda: _answers(site.url), seconds=120)
        seconds = time.monotonic() - begun
    least = MAX_SILENCE_SECONDS - ASKED_EVERY_SECONDS
    check(seconds > least, f"restarted after only {seconds:.0f} s, which a busy machine may take to respond")
    return f"restarted, and responding {seconds:.0f} s after it was stopped"


def _answers(url: str) -> bool:
    try:
        return ask(url, "GET", "/healthz").status == 200
    except OSError:
        return False
