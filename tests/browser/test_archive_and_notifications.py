"""A game found in the archive, replayed and played on; notification bell and title, updated on all open pages."""

import random
import re

import pytest
from playwright.sync_api import Request, expect

from tests.browser.conftest import Seed, Sit
from tests.frontend.handles import numbers
from tests.services.site import LaunchedSite

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PLAY_AND_RESIGN = """
from games.models import Game
from games.services.endings import resign
from tests.games.playing import play
game = play(Game.objects.get(pk={game}), 4)
resign(game_id=game.pk, user=game.seats.get(index=0).user)
"""
CHALLENGE = """
from games.lobby.services.create import create_challenge
from games.lobby.services.terms import read_terms
from games.timing import TimeControl
from tests.browser.seeding import person
terms = read_terms(variant="nonaga", control=TimeControl.days(3))
create_challenge(user=person("walter"), terms=terms, opponents=[person("zora")])
"""


def test_a_game_is_found_replayed_and_played_on(site: LaunchedSite, seed: Seed, sit: Sit) -> None:
    seeded = seed("lyra-2", ["xenia", "yorick"])
    site.run(PLAY_AND_RESIGN.format(game=seeded["game"]))
    page = sit("xenia", seeded["sessions"]["xenia"], "/games/").page
    page.locator("details:has(form.filters) > summary").click()
    search = page.get_by_role("search")
    search.locator("[name=player]").fill("xenia")
    search.locator("[name=result]").select_option("won")
    search.locator("button").click()
    expect(page.locator("main .empty")).to_be_visible()
    search.locator("[name=result]").select_option("lost")
    search.locator("[name=opponent]").fill("yorick")
    search.locator("[name=reason]").select_option("resignation")
    search.locator("button").click()
    row = page.get_by_role("row").filter(has_text="Yorick")
    expect(row).to_have_count(1)
    row.get_by_role("link").click()

    turn = page.locator('[data-part="replay-turn"]')
    expect(turn).to_have_text(numbers(5, 5))
    expect(page.locator(".player.won")).to_contain_text("Yorick")
    page.locator("body").press("Home")
    expect(turn).to_have_text(numbers(0, 5))
    expect(page.locator(".player.to-move")).to_contain_text("Xenia")
    expect(page.locator(".player.won")).to_have_count(0)
    page.locator("body").press("ArrowRight")
    expect(turn).to_have_text(numbers(1, 5))
    expect(page).to_have_url(re.compile(r"\?ply=1$"))
    page.reload()
    expect(turn).to_have_text(numbers(1, 5))
    page.locator('[data-part="replay-slider"]').fill("2")
    expect(turn).to_have_text(numbers(2, 5))

    play_on = page.locator("form[data-play-on]")
    play_on.locator("[name=ai]").select_option("meteor")
    play_on.locator("button").click()
    expect(page.locator(f".game-terms a[href='/games/{seeded['game']}/?ply=2']")).to_be_visible()
    expect(page.locator("#game.is-my-turn")).to_be_visible()
    expect(page.locator('[data-part="record"] li')).to_have_count(2)


def test_the_bell_is_updated_on_every_page_by_one_stream(site: LaunchedSite, seed: Seed, sit: Sit) -> None:
    seeded = seed("nonaga", ["zora"], with_game=False)
    first = sit("zora", seeded["sessions"]["zora"], "/healthz").page
    streams: list[str] = []

    def is_stream(request: Request) -> bool:
        return "/notices/events/" in request.url

    first.context.on("request", lambda request: streams.append(request.url) if is_stream(request) else None)
    with first.context.expect_event("request", is_stream):
        first.goto("/games/")
        second = first.context.new_page()
        second.goto("/learn/shared/")
    site.run(CHALLENGE)
    for page in (first, second):
        expect(page.locator("[data-unread]")).to_have_text("1")
        expect(page.locator("[data-notices]")).to_have_attribute("aria-label", numbers(1))
    assert len(streams) == 1
    first.goto("/notices/")
    first.locator("form[action='/notices/read/'] button").click()
    expect(second.locator("[data-unread]")).to_be_hidden()


def test_the_title_counts_games_to_move_on_every_page_at_once(seed: Seed, sit: Sit) -> None:
    seeded = seed("nonaga", ["vito", "wanda"])
    players = [sit(name, seeded["sessions"][name], f"/games/{seeded['game']}/") for name in ("vito", "wanda")]
    mover, other = sorted(players, key=lambda player: not player.is_to_move)
    beside = mover.page.context.new_page()
    beside.goto("/learn/shared/")
    pages, rng = (mover.page, beside), random.Random(5)
    for page in pages:
        expect(page).to_have_title(re.compile(r"^\(1\) \w.* · Asterism$"))
    mover.play_turn(rng)
    for page in pages:
        expect(page).to_have_title(re.compile(r"^\w.* · Asterism$"))
    other.play_turn(rng)
    for page in pages:
        expect(page).to_have_title(re.compile(r"^\(1\) \w.* · Asterism$"))
