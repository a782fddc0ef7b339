"""Players who are away: conditional moves play three replies, and a vacation stops a clock."""

import random
import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.conftest import Seed, Sit
from tests.browser.player import Player
from tests.frontend.axe import violations
from tests.frontend.handles import cells_in, numbers, said, sentence

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# Days and hours, or a moment less.
THREE_DAYS = re.compile(r"(?<!\d)(3\D+0|2\D+23)\D+$")
THIRTEEN_DAYS = re.compile(r"(?<!\d)1[23]\D+\d+\D+$")


def play_conditional_turn(player: Player, rng: random.Random) -> str:
    """Enter the next conditional turn with the mouse: one that takes two clicks."""
    lines = player.part("conditional-lines").locator(".conditional-line")
    before = lines.count()
    steps = player.page.locator("#legal-steps option").evaluate_all("options => options.map((one) => one.value)")
    step = rng.choice([step for step in steps if len(cells_in(step)) == 2])
    for name in cells_in(step):
        player.point_at(name)
    expect(lines).to_have_count(before + 1)
    expect(player.page.locator('#game[aria-busy="false"]')).to_be_attached()
    return str(step)


def check_on_phone(player: Player) -> None:
    """Check the editor at the width of a phone with axe; then restore the window."""
    player.page.set_viewport_size({"width": 360, "height": 740})
    assert player.page.evaluate("document.documentElement.scrollWidth") == 360
    assert violations(player.page) == []
    player.page.set_viewport_size({"width": 1280, "height": 900})


def test_conditional_moves_play_three_replies_while_their_owner_is_away(seed: Seed, sit: Sit) -> None:
    table = seed("lyra-2", ["ada-plan", "ben-plan"])
    ben = sit("ben", table["sessions"]["ben-plan"], f"/games/{table['game']}/")
    ben.part("conditional-open").click()
    for part in (ben.status, ben.part("conditional-hint")):
        expect(part).to_have_text(said("Play a move that {name} might make.", name="Ada-Plan"))
    rng = random.Random(3)
    line = [play_conditional_turn(ben, rng) for _ in range(6)]
    check_on_phone(ben)
    ben.part("conditional-save").click()
    expect(ben.part("conditional-state")).to_have_text(said("Conditional moves saved."))
    expect(ben.part("conditional-lines").locator(".conditional-line").first).to_have_text(f"Ada-Plan: {line[0]}")
    assert ben.game()["ply"] == 0
    ben.page.close()
    ada = sit("ada", table["sessions"]["ada-plan"], f"/games/{table['game']}/")
    for number, step in enumerate(line[0::2], start=1):
        ada.await_turn()
        ada.page.locator("#typed-step").fill(step)
        ada.page.locator("#typed-step").press("Enter")
        ada.part("send").click()
        expect(ada.part("record").locator("li")).to_have_text(line[: 2 * number])
    ada.await_turn()
    ben = sit("ben", table["sessions"]["ben-plan"], f"/games/{table['game']}/")
    expect(ben.part("conditional-hint")).to_have_text(
        said("While you wait, you can enter conditional moves. They are played immediately; only you can see them.")
    )


def test_a_vacation_stops_a_clock_and_its_end_starts_it(seed: Seed, sit: Sit) -> None:
    table = seed("nonaga", ["ada-away", "ben-away"], days=3)
    ben = sit("ben", table["sessions"]["ben-away"], f"/games/{table['game']}/")
    note, clock = (ben.part("seat-0").locator(f'[data-part="{name}"]') for name in ("note", "clock"))
    expect(clock).to_have_text(THREE_DAYS)
    ada = sit("ada", table["sessions"]["ada-away"], "/settings/vacations/")
    last_day = timezone.now().date() + timedelta(days=9)
    form = ada.page.locator("form:has([name=until])")
    form.locator("[name=until]").fill(last_day.isoformat())
    form.locator("button").click()
    expect(form.get_by_role("status").locator("p").first).to_have_text(numbers(10))
    form.locator("button").click()
    come_back = ada.page.locator('form[action$="/end/"] button')
    expect(come_back).to_be_visible()
    # The opponent's page is updated without a reload.
    expect(note).to_have_text(sentence("on vacation until {until}"))
    expect(clock).to_have_text(THIRTEEN_DAYS)
    come_back.click()
    expect(come_back).to_have_count(0)
    expect(note).to_have_text("")
    expect(clock).to_have_text(THREE_DAYS)
