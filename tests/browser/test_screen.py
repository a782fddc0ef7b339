"""The screen for the wall, on a whole site: live results, keys, sizes; no page of the evening needs the internet."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Sit
from tests.services.site import LaunchedSite

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SIZES = ((1280, 720), (1920, 1080), (1024, 768))
# What is cut off or outside the window, by its text.
OVERFLOWING = """() => {
  const [width, height] = [window.innerWidth, window.innerHeight];
  const isOut = (box) => box.left < -1 || box.top < -1 || box.right > width + 1 || box.bottom > height + 1;
  const body = document.querySelector('.wall:not([hidden]) .wall-view:not([hidden]) .wall-body');
  const limit = body ? body.getBoundingClientRect().bottom + 1 : height;
  const texts = [...document.querySelectorAll('main :is(h1, h2, p, li, bdi, strong, time)')];
  const shown = texts.filter((one) => one.checkVisibility());
  const out = shown.filter((one) => isOut(one.getBoundingClientRect())
    || (one.matches('li') && one.getBoundingClientRect().bottom > limit));
  const root = document.documentElement;
  const scrolls = root.scrollHeight > height || root.scrollWidth > width ? ['the page scrolls'] : [];
  return [...scrolls, ...out.map((one) => one.textContent.trim())];
}"""


def print_evening(site: LaunchedSite, tag: str, players: int) -> dict[str, Any]:
    code = f"from tests.browser.seeding import print_evening; print_evening({tag!r}, {players})"
    created: dict[str, Any] = json.loads(site.run(code))
    return created


def frame(page: Page) -> str:
    view = page.locator(".wall:not([hidden]) .wall-view:not([hidden])").get_attribute("data-view") or ""
    return f"{view} {page.locator('[data-position]').inner_text()}"


def test_a_result_appears_on_the_wall_highlighted(site: LaunchedSite, sit: Sit) -> None:
    created = print_evening(site, "wall", 8)
    page = sit("the wall", "", f"/tournaments/{created['tournament']}/screen/?views=pairings").page
    table = page.locator(f"[data-table='{created['table']}']")
    expect(table).to_be_visible()
    expect(table.locator("strong")).to_have_count(0)
    site.run(f"from tests.browser.seeding import enter_result; enter_result({created['table']})")
    expect(table).to_have_class(re.compile("is-new"))
    expect(table.locator("strong")).to_have_text(["0", "6"])
    expect(page.locator("[data-news]")).not_to_be_empty()
    expect(page.locator("[data-offline]")).to_be_hidden()


def test_a_lost_connection_is_said_and_made_up_for(site: LaunchedSite, sit: Sit) -> None:
    created = print_evening(site, "lost", 4)
    page = sit("the wall", "", f"/tournaments/{created['tournament']}/screen/?views=pairings").page
    offline = page.locator("[data-offline]")
    page.context.set_offline(True)
    expect(offline).to_be_visible()
    site.run(f"from tests.browser.seeding import enter_result; enter_result({created['table']})")
    page.context.set_offline(False)
    expect(page.locator(f"[data-table='{created['table']}'] strong")).to_have_text(["0", "6"])
    expect(offline).to_be_hidden()


def test_views_turn_by_time_and_keys_and_nothing_overflows(site: LaunchedSite, sit: Sit) -> None:
    created = print_evening(site, "sizes", 40)
    page = sit("the wall", "", "/offline/", locale="cs").page
    page.clock.install()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"/tournaments/{created['tournament']}/screen/?seconds=10")
        page.wait_for_selector(".is-ready")
        first = frame(page)
        seen = {first: page.evaluate(OVERFLOWING)}
        while True:
            page.keyboard.press("ArrowRight")
            if frame(page) == first:
                break
            seen[frame(page)] = page.evaluate(OVERFLOWING)
        assert {name: problems for name, problems in seen.items() if problems} == {}
        assert {name.split()[0] for name in seen} == {"pairings", "names", "standings", "clock"}
    page.clock.run_for(10_500)
    second = frame(page)
    assert second != first
    page.keyboard.press(" ")
    page.clock.run_for(60_000)
    assert frame(page).startswith(second.split()[0])
    expect(page.locator("[data-do=pause]")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press(" ")
    page.clock.run_for(10_500)
    expect(page.locator("[data-do=pause]")).to_have_attribute("aria-pressed", "false")


def test_the_legend_and_the_pointer_appear_when_the_pointer_moves(site: LaunchedSite, sit: Sit) -> None:
    created = print_evening(site, "legend", 4)
    page = sit("the wall", "", "/offline/").page
    page.clock.install()
    page.goto(f"/tournaments/{created['tournament']}/screen/")
    legend = page.locator("[data-legend]")
    expect(legend).to_be_hidden()
    page.mouse.move(100, 100)
    expect(legend).to_be_visible()
    page.clock.run_for(4000)
    expect(legend).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.body).cursor") == "none"


def test_no_page_of_the_evening_asks_another_site(site: LaunchedSite, sit: Sit) -> None:
    created = print_evening(site, "offline", 8)
    page = sit("the secretary", created["session"], "/offline/").page
    tournament = f"/tournaments/{created['tournament']}"
    paths = ["/", "/clubs/", "/tournaments/", f"/clubs/{created['club']}/", f"/clubs/{created['club']}/screen/"]
    paths += [f"{tournament}/{part}" for part in ("", "rounds/1/", "players/", "crosstable/", "log/", "screen/")]
    paths += [f"{tournament}/{part}" for part in ("rounds/1/print/", "rounds/1/slips/", "print/", "edit/")]
    for path in paths:
        answer = page.goto(path)
        assert answer is not None
        assert answer.status == 200, path
        page.wait_for_function("document.readyState === 'complete'")
