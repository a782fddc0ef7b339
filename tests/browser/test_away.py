"""Players who are away: a plan that plays three replies, and leave that stops a clock."""

import random
import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.conftest import Seed, Sit
from tests.browser.player import CELLS, Player
from tests.frontend.axe import violations

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def plan_turn(player: Player, rng: random.Random) -> str:
    """Play out the next turn of a plan with the mouse: one that takes two clicks."""
    lines = player.part("plan-lines").locator(".plan-line")
    before = lines.count()
    steps = player.page.locator("#legal-steps option").evaluate_all("options => options.map((one) => one.value)")
    step = rng.choice([step for step in steps if len(CELLS.findall(step)) == 2])
    for name in CELLS.findall(step):
        player.point_at(name)
    expect(lines).to_have_count(before + 1)
    expect(player.page.locator('#game[aria-busy="false"]')).to_be_attached()
    return str(step)


def fits_a_phone(player: Player) -> None:
    """The plan being made, at the width of a phone and read by axe; then the window is large again."""
    player.page.set_viewport_size({"width": 360, "height": 740})
    assert player.page.evaluate("document.documentElement.scrollWidth") == 360
    assert violations(player.page) == []
    player.page.set_viewport_size({"width": 1280, "height": 900})


def test_a_plan_plays_three_replies_while_its_owner_is_away(seed: Seed, sit: Sit) -> None:
    table = seed("lyra-2", ["ada-plan", "ben-plan"])
    ben = sit("ben", table["sessions"]["ben-plan"], f"/games/{table['game']}/")
    ben.page.get_by_role("button", name="Plan on the board").click()
    expect(ben.status).to_have_text("Play a turn that Ada-Plan might play.")
    expect(ben.part("plan-hint")).to_have_text("Play a turn that Ada-Plan might play.")
    rng = random.Random(3)
    line = [plan_turn(ben, rng) for _ in range(6)]
    fits_a_phone(ben)
    ben.page.get_by_role("button", name="Keep the plan").click()
    expect(ben.part("plan-state")).to_have_text("Your plan is kept.")
    expect(ben.part("plan-lines").locator(".plan-line").first).to_have_text(f"Ada-Plan: {line[0]}")
    assert ben.game()["ply"] == 0
    ben.page.close()
    ada = sit("ada", table["sessions"]["ada-plan"], f"/games/{table['game']}/")
    for number, step in enumerate(line[0::2], start=1):
        ada.await_turn()
        ada.page.get_by_label("Type a step").fill(step)
        ada.page.get_by_label("Type a step").press("Enter")
        ada.part("send").click()
        expect(ada.part("record").locator("li")).to_have_text(line[: 2 * number])
    ada.await_turn()
    ben = sit("ben", table["sessions"]["ben-plan"], f"/games/{table['game']}/")
    expect(ben.part("plan-hint")).to_contain_text("you can plan your answers")


def test_leave_stops_a_clock_and_coming_back_starts_it(seed: Seed, sit: Sit) -> None:
    table = seed("nonaga", ["ada-away", "ben-away"], days=3)
    ben = sit("ben", table["sessions"]["ben-away"], f"/games/{table['game']}/")
    note, clock = (ben.part("seat-0").locator(f'[data-part="{name}"]') for name in ("note", "clock"))
    expect(clock).to_have_text(re.compile(r"^(3 d 0|2 d 23) h$"))
    ada = sit("ada", table["sessions"]["ada-away"], "/settings/leave/")
    last_day = timezone.now().date() + timedelta(days=9)
    ada.page.get_by_label("Until the end of").fill(last_day.isoformat())
    ada.page.get_by_role("button", name="Continue").click()
    expect(ada.page.get_by_text("This uses 10 days of leave.")).to_be_visible()
    ada.page.get_by_role("button", name="Go on leave").click()
    expect(ada.page.get_by_text("Your leave is announced.")).to_be_visible()
    # The opponent's page is told without being asked for again.
    expect(note).to_contain_text("on leave until")
    expect(clock).to_have_text(re.compile(r"^1[23] d \d+ h$"))
    ada.page.get_by_role("button", name="Come back now").click()
    expect(ada.page.get_by_text("That leave has ended.")).to_be_visible()
    expect(note).to_have_text("")
    expect(clock).to_have_text(re.compile(r"^(3 d 0|2 d 23) h$"))
