"""A whole club evening by pages alone: roster, check-in, three rounds by taps, the wall, paper and the season.

Site and browsers are cut off from other machines: the fixtures refuse and report what they try to reach.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Sit
from tests.services.site import LaunchedSite

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FOUNDER = """
from tests.browser.seeding import person, session_of
print(session_of(person("secretary-tuesday")))
"""
NAMES = (
    "Ada Novak", "Ben Okafor", "Cleo Marin", "Dora Svoboda", "Emil Janda", "Filip Roy",
    "Gita Havel", "Hugo Lang", "Iva Petit", "Jan Kolar", "Klara Weiss", "Leo Blanc",
)  # fmt: skip
BY_TOGGLE, BY_PHONE, LATE, MISSING = NAMES[:8], NAMES[8:10], NAMES[10], NAMES[11]
PHONE = {"viewport": {"width": 360, "height": 740}}
BEAMER = {"viewport": {"width": 1920, "height": 1080}}


@dataclass
class Evening:
    """The secretary's page and the wall; tables are read from the API, as the draw decides who sits where."""

    page: Page
    wall: Page
    tournament: str

    def tables(self, number: int) -> list[dict[str, Any]]:
        path = f"/api/v1{self.tournament}rounds/{number}/pairings/"
        tables: list[dict[str, Any]] = self.page.request.get(path).json()["tables"]
        return tables

    def standings(self) -> dict[str, str]:
        rows = self.page.request.get(f"/api/v1{self.tournament}standings/").json()["rows"]
        return {row["player"]["name"]: row["points"] for row in rows}


def test_a_club_evening_from_the_first_name_to_the_season(site: LaunchedSite, sit: Sit) -> None:
    page = sit("secretary", site.run(FOUNDER).strip(), "/clubs/new/").page
    club = found_club(page, "Tuesday Circle")
    tournament = create_tournament(page, "Tuesday evening")
    import_people(page, club)
    page.goto(tournament)
    form(page, "open").locator("button").click()
    enter_everyone(page)
    form(page, "start").locator("button").click()
    expect(page.locator(".organiser-bar a[href$='/check-in/']")).to_be_visible()
    evening = Evening(page, sit("the wall", "", f"{tournament}screen/?seconds=120", **BEAMER).page, tournament)

    check_in_ten(evening, sit)
    play_first_round(evening)
    let_in_late(evening)
    play_second_round(evening)
    play_third_round(evening)
    close_the_evening(evening)
    check_season(evening, club)
    assert site.contacts == []


# -- before people arrive -------------------------------------------------------------------------------------------


def found_club(page: Page, name: str) -> str:
    page.locator("main form [name=name]").fill(name)
    page.locator("main form button").click()
    expect(page.locator("a[href$='/new-tournament/']")).to_be_visible()
    return path_of(page)


def create_tournament(page: Page, name: str) -> str:
    page.locator("a[href$='/new-tournament/']").click()
    wizard = page.locator(".wizard-form")
    wizard.locator("[name=name]").fill(name)
    wizard.locator("[name=variant]").select_option("bataille-4")
    next_step(page, 2)
    expect(wizard.locator("[name=format]")).to_have_value("swiss_tables")
    wizard.locator("[name=rounds]").fill("3")
    next_step(page, 3)
    wizard.locator("[name=venue]").select_option("board")
    next_step(page, 4)
    expect(wizard.locator("[name=check_in]")).to_be_checked()
    next_step(page, 5)
    wizard.locator("button.primary").click()
    expect(form(page, "open")).to_be_visible()
    return path_of(page)


def next_step(page: Page, step: int) -> None:
    page.locator(".wizard-form button.primary").click()
    expect(page.locator(".wizard-form [name=step]")).to_have_value(str(step))


def import_people(page: Page, club: str) -> None:
    page.goto(club)
    page.locator("main a[href$='/people/']").click()
    page.locator("main a[href$='/people/import/']").click()
    page.locator("main textarea").fill("\n".join(NAMES))
    page.locator("main form button").click()
    preview = page.locator('form[action$="/people/do/import/"]')
    expect(preview.locator("tbody th")).to_have_text(NAMES)
    preview.locator("button").click()
    expect(page.locator("table tbody th")).to_have_text(NAMES)


def enter_everyone(page: Page) -> None:
    page.locator(".organiser-bar a[href$='/players/#enter']").click()
    people = page.locator("#tick-people")
    people.locator("[data-tick-all]").click()
    people.locator("[data-enter-people]").click()
    expect(page.locator("#players .numeric")).to_have_text(str(len(NAMES)))


# -- check-in -------------------------------------------------------------------------------------------------------


def check_in_ten(evening: Evening, sit: Sit) -> None:
    """Eight by the secretary's taps, two by the address of the QR code; the list shows both without a reload."""
    page = evening.page
    page.locator(".organiser-bar a[href$='/check-in/']").click()
    page.locator("a[href$='/check-in/poster/']").click()
    address = page.locator(".check-in-address").inner_text()
    page.locator("main a[href$='/check-in/']").click()
    for name in BY_TOGGLE:
        page.get_by_role("switch", name=name).click()
    phone = sit("a player", "", address, **PHONE).page
    for name in BY_PHONE:
        phone.goto(address)
        phone.get_by_role("radio", name=name).check()
        phone.locator(".check-in-send button").click()
        expect(phone.locator("[data-done]")).to_contain_text(name)
    for name in BY_TOGGLE + BY_PHONE:
        expect(page.get_by_role("switch", name=name)).to_have_attribute("aria-checked", "true")
    expect(page.locator("[data-count]")).to_contain_text("10")


def let_in_late(evening: Evening) -> None:
    page = evening.page
    page.locator(".organiser-bar a[href$='/check-in/']").click()
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        page.get_by_role("switch", name=LATE).click()
    expect(page.locator("[data-count]")).to_contain_text("11")
    page.goto(evening.tournament)


# -- rounds ---------------------------------------------------------------------------------------------------------


def play_first_round(evening: Evening) -> None:
    """With a wrong result that is corrected, and a no-show at a table of three."""
    evening.page.goto(evening.tournament)
    pair_and_publish(evening, 1, seats=[3, 3, 4])
    four = next(table for table in evening.tables(1) if len(table["seats"]) == 4)
    short, other = (table for table in evening.tables(1) if len(table["seats"]) == 3)
    page = open_results(evening)
    enter(page, four, "1", "2", "3")  # the last one is placed by itself
    expect_on_wall(evening, four, ["6", "4", "2", "0"])
    enter(page, four, "undo", is_open=True)
    expect_on_wall(evening, four, [])
    enter(page, four, "4", "3", "2")
    expect_on_wall(evening, four, ["0", "2", "4", "6"])
    enter(page, short, "absent", "1", "3")
    enter(page, other, "2", "1")
    expect_on_wall(evening, short, ["0", "3", "6"])
    leave_results(evening)
    absent = short["seats"][0]["player"]["name"]
    assert {evening.standings()[name] for name in (absent, LATE, MISSING)} == {"0"}


def play_second_round(evening: Evening) -> None:
    """Published, taken back and published again, before its first result; the late player has a table."""
    page = evening.page
    pair_and_publish(evening, 2, seats=[3, 4, 4])
    page.locator("details", has=form(page, "take-back")).locator("summary").click()
    form(page, "take-back").locator("button").click()
    expect(form(page, "publish")).to_be_visible()
    for table in evening.tables(1):
        expect_on_wall(evening, table, [seat["points"] for seat in table["seats"]])
    publish(evening, 2, seats=[3, 4, 4])
    seated = [seat["player"]["name"] for table in evening.tables(2) for seat in table["seats"]]
    assert LATE in seated
    assert MISSING not in seated
    assert printed_pages(page, f"{evening.tournament}rounds/2/slips/", ".slip", 3) == 1
    assert printed_pages(page, f"{evening.tournament}rounds/2/print/", ".print-by-name tbody tr", 12) == 2
    page.goto(evening.tournament)
    enter_in_order(evening, 2)
    assert printed_pages(page, f"{evening.tournament}print/", "tbody tr", 12) == 1
    page.goto(evening.tournament)


def play_third_round(evening: Evening) -> None:
    pair_and_publish(evening, 3, seats=[3, 4, 4])
    enter_in_order(evening, 3)


def pair_and_publish(evening: Evening, number: int, *, seats: Sequence[int]) -> None:
    pair = form(evening.page, "pair")
    expect(pair.locator("[name=round]")).to_have_value(str(number))
    pair.locator("button").click()
    publish(evening, number, seats=seats)


def publish(evening: Evening, number: int, *, seats: Sequence[int]) -> None:
    """Publish the draft; the wall turns to its tables by itself."""
    page, wall = evening.page, evening.wall
    tables = page.locator(".pairing-seats")
    expect(tables).to_have_count(len(seats))
    assert sorted(table.locator("li").count() for table in tables.all()) == seats
    expect(form(page, "publish").locator("[name=round]")).to_have_value(str(number))
    form(page, "publish").locator("button").click()
    expect(page.locator(".enter-result").first).to_be_visible()
    for table in evening.tables(number):
        expect(wall.locator(f"[data-view=pairings] [data-table='{table['id']}']")).to_be_visible()


def open_results(evening: Evening) -> Page:
    evening.page.locator(".organiser-bar a[href$='/results/']").click()
    expect(evening.page.locator("[data-counter]")).not_to_be_empty()
    return evening.page


def enter(page: Page, table: dict[str, Any], *taps: str, is_open: bool = False) -> None:
    row = page.locator(f'[data-table="{table["id"]}"]')
    for tap in taps:
        row.locator(f'[data-tap="{tap}"]').click()
    expect(row).to_have_attribute("data-state", "open" if is_open else "saved")


def enter_in_order(evening: Evening, number: int) -> None:
    page = open_results(evening)
    for table in evening.tables(number):
        enter(page, table, *(str(place) for place in range(1, len(table["seats"]))))
    leave_results(evening)


def leave_results(evening: Evening) -> None:
    """Go on to the next step; the wall shows the standings with the last result."""
    evening.page.locator("[data-finished] a").click()
    expect(evening.page.locator("table.standings")).to_be_visible()
    turn_to(evening.wall, "standings")
    lines = evening.wall.locator("[data-view=standings] li")
    shown = [f"{name} {points}" for name, points in evening.standings().items()]
    expect(lines).to_have_text([re.compile(rf"{re.escape(line)}\s*$".replace(r"\ ", r"\s+")) for line in shown])


def turn_to(wall: Page, view: str) -> None:
    """Press the key for the next view until this one is shown."""
    for _ in range(10):
        if wall.locator(".wall-view:not([hidden])").get_attribute("data-view") == view:
            return
        wall.keyboard.press("ArrowRight")
    raise AssertionError(f"The wall has no view {view}.")


def expect_on_wall(evening: Evening, table: dict[str, Any], points: list[str]) -> None:
    """The wall, still at the pairings since the round was published, shows a table with these points."""
    line = evening.wall.locator(f"[data-view=pairings] [data-table='{table['id']}']")
    expect(line.locator("strong")).to_have_text(points)
    expect(line).to_be_visible()


# -- paper and the season -------------------------------------------------------------------------------------------


def close_the_evening(evening: Evening) -> None:
    page = evening.page
    form(page, "sign-off").locator("button").click()
    page.locator("a[href$='/certificate/']").click()
    expect(page.locator(".certificate-podium li").first).to_contain_text(next(iter(evening.standings())))
    assert printed_pages(page, f"{evening.tournament}certificate/", ".certificate-table li", 12) == 1


def check_season(evening: Evening, club: str) -> None:
    """The table of a new season counts people without accounts, with the points of the tournament."""
    page = evening.page
    page.goto(club)
    page.locator("a[href$='/seasons/new/']").click()
    page.locator("main [name=name]").fill("Autumn")
    page.get_by_role("checkbox", name="Tuesday evening").check()
    page.locator("main form button.primary").click()
    rows = page.locator("main table tbody tr")
    expect(rows).to_have_count(len(NAMES))
    totals = {row.locator("th").inner_text(): row.locator("strong").inner_text() for row in rows.all()}
    assert totals == evening.standings()
    season = page.request.get(f"/api/v1{path_of(page)}").json()
    assert {row["name"]: row["total"] for row in season["rows"]} == evening.standings()


def printed_pages(page: Page, path: str, lines: str, count: int) -> int:
    page.goto(path)
    expect(page.locator(lines)).to_have_count(count)
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))


# -- the page -------------------------------------------------------------------------------------------------------


def form(page: Page, action: str) -> Locator:
    return page.locator(f'form[action$="/do/{action}/"]')


def path_of(page: Page) -> str:
    path: str = page.evaluate("location.pathname")
    return path
