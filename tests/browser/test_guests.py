"""A guest who becomes a member: from the front page to a game against an AI, continued with an account."""

import random
import re
import secrets

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.player import Player

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PASSWORD = "glass-orbit-77"


def play_and_wait(player: Player, rng: random.Random) -> None:
    """Play a turn and wait for the AI's."""
    player.play_turn(rng)
    turns = player.game()["turn"]
    assert turns > 0
    player.await_turn()


def sign_up(player: Player, username: str) -> None:
    page = player.page
    page.locator(".guest-note a[href*='/accounts/signup/']").click()
    form = page.locator("main form[action$='/accounts/signup/']")
    form.locator("[name=username]").fill(username)
    form.locator("[name=email]").fill(f"{username}@example.org")
    for number in (1, 2):
        form.locator(f"[name=password{number}]").fill(PASSWORD)
    form.locator("button").click()


def test_a_guest_becomes_a_member_and_continues_the_game(sit: Sit) -> None:
    rng = random.Random(9)
    visitor = sit("visitor")
    page = visitor.page
    page.locator("main form[action='/play/ai/'] button").click()
    expect(page).to_have_url(re.compile(r"/games/\d+/$"))
    address = page.url
    expect(page.locator(".guest-note")).to_be_visible()
    visitor.await_turn()
    first = visitor.game()["seats"][0]
    assert re.fullmatch(r"\D+ \d+", first["name"])
    play_and_wait(visitor, rng)

    tab = Player("another tab", page.context.new_page())
    tab.page.goto(address)
    username = f"vera-{secrets.token_hex(4)}"
    sign_up(visitor, username)
    expect(page).to_have_url(address)
    expect(page.locator(".guest-note")).to_have_count(0)
    game = visitor.game()
    assert (game["you"], game["seats"][0]["username"], game["turn"]) == (0, username, 2)
    play_and_wait(visitor, rng)

    # The tab that the guest opened continues too: it is the same browser and the same user.
    expect(tab.part("record").locator("li")).to_have_count(visitor.part("record").locator("li").count())
    play_and_wait(tab, rng)
    page.goto("/my/games/")
    expect(page.get_by_role("article")).to_have_count(1)
