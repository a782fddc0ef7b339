"""The embedded site while its AIs compute: response time of an AI, page times meanwhile, and delay of a flag."""

import json
import os
import time
import urllib.request
from datetime import timedelta
from pathlib import Path

from django.utils import timezone

from accounts.models import User
from games import rules
from games.ai import level
from games.enums import GameStatus
from games.models import AiTurn, Game
from games.services.endings import annul_game
from games.services.setup import submit_setup
from games.timing import TimeControl
from tests.bench.figures import Figure, milliseconds
from tests.bench.measuring import clear, percentile, progress, show
from tests.bench.sites import SETTINGS
from tests.bench.visits import cookie_of, token_of
from tests.games.playing import SETUPS, make_people, next_turn, start
from tests.services.processes import wait_for
from tests.services.site import LaunchedSite, launched_site

VISITS, PAUSE_SECONDS = 60, 0.05
PHASES = 4


def measure() -> list[Figure]:
    human, friend = make_people("ada", "ben")
    with launched_site(Path(os.environ["ASTERISM_DATA"]), **SETTINGS) as site:
        live = start("lyra-2", [human, friend], control=TimeControl.seconds(10))
        slow = soon_overdue(start("lyra-2", [human, friend], control=TimeControl.days(1)))
        figures = [measure_answers(site, human), measure_pages(site, human, start("galax", [human, friend]))]
        figures.append(measure_flag(live, what="a live flag falls after", limit=2.0))
        figures.append(measure_flag(slow, what="a correspondence flag falls after", limit=60.0))
    clear()
    return figures


# -- AI turns -----------------------------------------------------------------------------------------------------


def measure_answers(site: LaunchedSite, human: User) -> Figure:
    nova, token = User.objects.get(username=level(3).slug), token_of(human)
    times = {
        variant: time_answer(site, token, variant, human, nova)
        for variant in progress(rules.variant_ids(), "an answer of level 3")
    }
    slowest = max(times, key=lambda variant: times[variant])
    words = f"median {percentile(times.values(), 0.5):.2f} s"
    beside = f"{len(times)} variants; {slowest} the slowest"
    return Figure(what="level 3 answers", measured=words, beside=beside, value=times[slowest], limit=3.0, unit="s")


def time_answer(site: LaunchedSite, token: str, variant: str, human: User, ai: User) -> float:
    """Return the seconds from sending a turn to the row with the AI's."""
    seats = rules.variant(variant).seats
    game = start(variant, [human] + [ai] * (seats - 1), set_up=False)
    if game.engine.has_setup:
        submit_setup(game_id=game.pk, user=human, setup=SETUPS[variant])
    wait_for(lambda: _is_to_move(game, 0))
    turn = game.turn
    begun = time.monotonic()
    post_turn(site, token, game)
    wait_for(lambda: _turn(game) >= turn + 2)
    seconds = time.monotonic() - begun
    annul_game(game_id=game.pk)
    return seconds


def post_turn(site: LaunchedSite, token: str, game: Game) -> None:
    body = json.dumps({"ply": game.ply, "steps": next_turn(game)}).encode()
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    request = urllib.request.Request(f"{site.url}/api/v1/games/{game.pk}/turns/", body, headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        assert answer.status == 201


def _is_to_move(game: Game, seat: int) -> bool:
    game.refresh_from_db()
    return game.to_move == seat


def _turn(game: Game) -> int:
    return Game.objects.values_list("turn", flat=True).get(pk=game.pk)


# -- pages --------------------------------------------------------------------------------------------------------


def measure_pages(site: LaunchedSite, human: User, game: Game) -> Figure:
    page = urllib.request.Request(f"{site.url}/games/{game.pk}/", headers={"Cookie": cookie_of(human)})
    quiet, busy = [], []
    visit(page)
    for phase in range(PHASES):
        show("a page while two AIs think", phase, PHASES)
        if phase % 2:
            busy += visits_while_thinking(page)
        else:
            quiet += visits(page)
    slow, usual = percentile(busy, 0.95), percentile(quiet, 0.95)
    beside = f"{milliseconds(usual)}, no AI thinking"
    return Figure(
        what="a page while two AIs think, p95",
        measured=milliseconds(slow),
        beside=beside,
        value=slow / usual,
        limit=2.0,
    )


def visits_while_thinking(page: urllib.request.Request) -> list[float]:
    strongest = User.objects.get(username=level(5).slug)
    games = [start("lyra-2", [strongest, strongest]) for _ in range(2)]
    wait_for(lambda: thinking() == 2)
    times = visits(page)
    for game in games:
        annul_game(game_id=game.pk)
    time.sleep(level(5).seconds + 1)  # a search that is no longer needed is still finished
    return times


def thinking() -> int:
    return AiTurn.objects.filter(lease_until__gt=timezone.now()).count()


def visits(page: urllib.request.Request) -> list[float]:
    return [visit(page) for _ in range(VISITS)]


def visit(page: urllib.request.Request) -> float:
    time.sleep(PAUSE_SECONDS)
    begun = time.monotonic()
    with urllib.request.urlopen(page, timeout=30) as answer:
        answer.read()
    return time.monotonic() - begun


# -- flags --------------------------------------------------------------------------------------------------------


def soon_overdue(game: Game) -> Game:
    """Return a correspondence game whose player has a few seconds left."""
    game.deadline = timezone.now() + timedelta(seconds=3)
    game.save(update_fields=["deadline"])
    return game


def measure_flag(game: Game, *, what: str, limit: float) -> Figure:
    """Measure by the rows: a game not viewed since it began, ended by the site's own beat and worker."""
    deadline = game.deadline
    wait_for(lambda: not Game.objects.get(pk=game.pk).is_in_progress, seconds=90)
    game.refresh_from_db()
    assert game.status == GameStatus.OVER
    assert game.finished_at is not None
    assert deadline is not None
    seconds = (game.finished_at - deadline).total_seconds()
    beside = "not viewed; the site's own beat and worker"
    return Figure(what=what, measured=f"{seconds:.2f} s", beside=beside, value=seconds, limit=limit, unit="s")
