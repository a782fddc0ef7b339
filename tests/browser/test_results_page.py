"""The page of all results of a round: one click per table, without a connection, beside another organiser, by keys."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Sit
from tests.services.site import LaunchedSite

pytestmark = [pytest.mark.browser, pytest.mark.slow]
COUNT_CLICKS = "() => { window.clicks = 0; document.addEventListener('click', () => window.clicks++, true); }"
Desk = Callable[..., tuple[Page, dict[str, Any]]]


@pytest.fixture
def desk(site: LaunchedSite, sit: Sit) -> Desk:
    """Open the page of results of a new tournament."""

    def open_(tag: str, players: int, format: str = "swiss") -> tuple[Page, dict[str, Any]]:
        call = f"from tests.browser.seeding import print_tournament; print_tournament({tag!r}, {players}, {format!r})"
        made = json.loads(site.run(call))
        page = sit("organiser", made["session"], f"/tournaments/{made['tournament']}/rounds/1/results/").page
        expect(page.locator("[data-counter]")).not_to_be_empty()
        return page, made

    return open_


def stored(site: LaunchedSite, made: dict[str, Any]) -> list[list[Any]]:
    call = f"from tests.browser.seeding import print_results; print_results({made['tournament']})"
    results: list[list[Any]] = json.loads(site.run(call))
    return results


def row(page: Page, table: int, state: str = "") -> Any:
    return page.locator(f'[data-table="{table}"]' + (f'[data-state="{state}"]' if state else ""))


def tap(page: Page, table: int, key: str) -> None:
    row(page, table).locator(f'[data-tap="{key}"]').click()


def test_eight_tables_are_entered_by_one_click_each(site: LaunchedSite, desk: Desk) -> None:
    page, made = desk("eight", 16)
    page.evaluate(COUNT_CLICKS)
    for table, key in zip(made["tables"], "12345123", strict=True):
        tap(page, table, key)
    expect(page.locator('[data-state="saved"]')).to_have_count(8)
    expect(page.locator("[data-finished]")).to_be_visible()
    assert page.evaluate("window.clicks") == 8
    one, tally, draw, other_tally, other = (
        ["goal", [1, 2]],
        ["limit", [1, 2]],
        ["draw", [1, 1]],
        ["limit", [2, 1]],
        ["goal", [2, 1]],
    )
    assert stored(site, made) == [one, tally, draw, other_tally, other, one, tally, draw]


def test_results_wait_for_the_connection_and_survive_a_reload(site: LaunchedSite, desk: Desk) -> None:
    page, made = desk("offline", 4)
    first, second = made["tables"]
    page.context.set_offline(True)
    tap(page, first, "1")
    expect(row(page, first, "waiting")).to_be_visible()
    page.context.set_offline(False)
    expect(row(page, first, "saved")).to_be_visible()
    page.context.route("**/result/", lambda route: route.abort())
    tap(page, second, "5")
    expect(row(page, second, "waiting")).to_be_visible()
    assert stored(site, made) == [["goal", [1, 2]], ["", [None, None]]]
    page.context.unroute("**/result/")
    page.reload()
    expect(row(page, second, "saved")).to_be_visible()
    assert stored(site, made) == [["goal", [1, 2]], ["goal", [2, 1]]]


def test_a_result_that_someone_else_entered_is_shown_not_overwritten(site: LaunchedSite, desk: Desk) -> None:
    page, made = desk("conflict", 6)
    table, other, third = made["tables"]
    page.context.set_offline(True)
    tap(page, table, "1")
    tap(page, other, "3")
    for one in (table, other):
        site.run(f"from tests.browser.seeding import enter_result; enter_result({one})")
    page.context.set_offline(False)
    expect(page.locator('[data-state="conflict"]')).to_have_count(2)
    assert stored(site, made) == [["goal", [2, 1]], ["goal", [2, 1]], ["", [None, None]]]
    row(page, table).locator('[data-tap="keep"]').click()
    expect(row(page, table, "saved")).to_be_visible()
    row(page, other).get_by_role("textbox").fill("they agreed")
    site.run(f"from tests.browser.seeding import enter_result; enter_result({third})")
    expect(row(page, third, "saved")).to_be_visible()  # what is typed stays when rows are updated
    row(page, other).locator("form.result-form button").last.click()
    expect(row(page, other, "saved")).to_be_visible()
    assert stored(site, made) == [["goal", [2, 1]], ["draw", [1, 1]], ["goal", [2, 1]]]


def test_a_round_is_entered_by_keys_alone_with_an_undo(site: LaunchedSite, desk: Desk) -> None:
    page, made = desk("keys", 4)
    page.keyboard.press("j")
    page.keyboard.press("1")
    expect(row(page, made["tables"][0], "saved")).to_be_visible()
    page.keyboard.press("u")
    expect(row(page, made["tables"][0], "open")).to_be_visible()
    page.keyboard.press("3")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("4")
    expect(page.locator('[data-state="saved"]')).to_have_count(2)
    assert stored(site, made) == [["draw", [1, 1]], ["limit", [2, 1]]]


def test_a_table_of_three_with_a_tie_and_another_with_a_no_show(site: LaunchedSite, desk: Desk) -> None:
    page, made = desk("three", 6, "swiss_tables")
    tied, short = made["tables"]
    tap(page, tied, "2")
    tap(page, tied, "rest")
    tap(page, short, "absent")
    tap(page, short, "1")
    tap(page, short, "3")
    expect(page.locator('[data-state="saved"]')).to_have_count(2)
    assert stored(site, made) == [["goal", [2, 1, 2]], ["goal", [3, 2, 1]]]


def test_a_result_entered_elsewhere_appears(site: LaunchedSite, desk: Desk) -> None:
    page, made = desk("live", 4)
    fold = row(page, made["tables"][1]).locator(".result-controls details")
    fold.locator("summary").click()
    site.run(f"from tests.browser.seeding import enter_result; enter_result({made['table']})")
    expect(row(page, made["table"], "saved")).to_be_visible()
    expect(fold).to_have_attribute("open", "")  # other tables are left as they are
