"""Check-in in the hall: the organiser's switches, a player's phone by the QR address, and pairing by two taps."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Sit
from tests.services.site import LaunchedSite

pytestmark = [pytest.mark.browser, pytest.mark.slow]
PHONE = {"viewport": {"width": 360, "height": 740}}


def made(site: LaunchedSite, call: str) -> dict[str, Any]:
    name = call.partition("(")[0]
    result: dict[str, Any] = json.loads(site.run(f"from tests.browser.seeding import {name}; {call}"))
    return result


def switch(page: Page, name: str) -> Any:
    return page.get_by_role("switch", name=name)


def test_players_check_in_and_only_they_are_paired(site: LaunchedSite, sit: Sit) -> None:
    hall = made(site, "print_check_in('evening', 12)")
    address = f"/tournaments/{hall['tournament']}/"
    organiser = sit("secretary", hall["session"], f"{address}check-in/").page
    with organiser.expect_response(lambda answer: answer.request.method == "PUT"):
        switch(organiser, "player001").click()
    expect(switch(organiser, "player001")).to_have_attribute("aria-checked", "true")
    switch(organiser, "player002").press("Space")  # by keyboard
    expect(switch(organiser, "player002")).to_have_attribute("aria-checked", "true")
    expect(organiser.locator("[data-count]")).to_contain_text("2")
    box = switch(organiser, "player003").bounding_box()
    assert box is not None
    assert box["height"] >= 48

    phone = sit("player", "", f"/check-in/{hall['token']}/", **PHONE).page
    phone.get_by_role("searchbox").fill("003")
    expect(phone.get_by_role("radio")).to_have_count(1)
    phone.get_by_role("radio").check()
    phone.locator(".check-in-send button").click()
    expect(phone.locator("[data-done]")).to_contain_text("player003")

    expect(switch(organiser, "player003")).to_have_attribute("aria-checked", "true")  # live, without a reload
    expect(switch(organiser, "player003").locator("[data-by]")).not_to_be_empty()
    switch(organiser, "player004").click()
    switch(organiser, "player002").click()  # goes home
    expect(organiser.locator("[data-count]")).to_contain_text("3")
    switch(organiser, "player005").click()
    expect(organiser.locator("[data-count]")).to_contain_text("4")

    organiser.goto(address)
    organiser.locator('form[action$="/do/pair/"] button').click()
    expect(organiser.locator(".pairing-seats")).to_have_count(2)
    seated = " ".join(organiser.locator(".pairing-seats").all_inner_texts())
    assert [name for name in range(1, 13) if f"player{name:03}" in seated] == [1, 3, 4, 5]


def test_a_round_is_paired_by_two_taps(site: LaunchedSite, sit: Sit) -> None:
    stuck = made(site, "print_stuck_round('taps')")
    page = sit("secretary", stuck["session"], f"/tournaments/{stuck['tournament']}/", **PHONE).page
    page.locator('form[action$="/do/pair/"] button').click()
    page.locator('form[action$="/do/by-hand/"] button').first.click()
    unplaced = page.locator("[data-unplaced]")
    for left in (4, 2):
        expect(unplaced).to_have_count(left)
        unplaced.first.click()
        expect(unplaced.first).to_have_attribute("aria-pressed", "true")
        unplaced.last.click()
    expect(unplaced).to_have_count(0)
    page.locator('form[action$="/do/publish/"] button').click()
    expect(page.locator(".pairing-seats")).to_have_count(2)
    expect(page.locator('form[action$="/do/publish/"]')).to_have_count(0)
