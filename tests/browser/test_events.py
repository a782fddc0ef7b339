"""A club secretary's weekend in the browser: a club, a Swiss, a table event, from an empty site to signed tables."""

import re
from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Sit
from tests.services.processes import wait_for
from tests.services.site import LaunchedSite, launched_site

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FOUNDER = """
from tests.browser.seeding import person, session_of
print(session_of(person("vera")))
"""
MEMBERS = """
from tests.browser.seeding import person
from tournaments.models import Club
from tournaments.services.membership import join_club
for name in ("ada", "ben", "cleo", "dora", "emil"):
    join_club(club_id=Club.objects.get().pk, user=person(name))
"""
AIS = ("meteor", "comet", "nova", "pulsar", "quasar")
# The AIs play their games among themselves. The members never move: the secretary enters the results of their tables.
SWISS_MEMBERS = ("ada", "ben", "cleo")
TABLE_MEMBERS = (*SWISS_MEMBERS, "dora", "emil")
OF_MEMBERS = re.compile("|".join(TABLE_MEMBERS), re.IGNORECASE)
OPEN_TABLES_OF_AIS = """
from tournaments.models import Table
print(Table.objects.filter(outcome="").exclude(seats__entry__user__is_ai=False).count())
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LaunchedSite]:
    """An empty one: the shared site has clubs of other tests."""
    with launched_site(tmp_path_factory.mktemp("empty")) as launched:
        yield launched


def test_a_swiss_and_a_table_event_from_an_empty_site(site: LaunchedSite, sit: Sit) -> None:
    page = sit("vera", site.run(FOUNDER).strip(), "/clubs/").page
    page.get_by_role("link", name="Found the first one").click()
    page.get_by_label("Name").fill("Vega Circle")
    page.get_by_role("button", name="Found the club").click()
    site.run(MEMBERS)
    play_swiss(page, site)
    page.goto("/clubs/vega-circle/")
    play_table_event(page, site)
    page.goto("/clubs/vega-circle/")
    for name in ("Spring Swiss", "Table Day"):
        expect(page.get_by_role("listitem").filter(has_text=name)).to_contain_text("final")


def play_swiss(page: Page, site: LaunchedSite) -> None:
    """Eight players over three rounds; one result is corrected after the next round was played."""
    plan_event(page, name="Spring Swiss", variant="lyra-2", format="swiss", rounds=3)
    begin(page, AIS + SWISS_MEMBERS)
    for number in (1, 2, 3):
        pair_and_publish(page, number, tables=4)
        await_results(page, site)
    page.get_by_role("link", name="1", exact=True).click()
    table = page.locator(".pairing").filter(has_text=OF_MEMBERS).first
    enter_result(table, summary="Correct the result", why="They had misread the sheet.")
    expect(page.get_by_text("The result is entered.")).to_be_visible()
    sign_off(page, players=8)
    page.get_by_role("link", name="Log").click()
    expect(page.get_by_text("They had misread the sheet.")).to_be_visible()


def play_table_event(page: Page, site: LaunchedSite) -> None:
    """Ten players at tables of four and three; one leaves after the first round."""
    plan_event(page, name="Table Day", variant="bataille-4", format="swiss_tables", rounds=2)
    begin(page, AIS + TABLE_MEMBERS)
    pair_and_publish(page, 1, tables=3)
    assert sorted(seats_at(page)) == [3, 3, 4]
    await_results(page, site)
    page.get_by_role("link", name="Players", exact=True).click()
    page.get_by_role("link", name="Emil", exact=True).click()
    page.get_by_text("Withdraw from the event").click()
    page.get_by_role("textbox", name="Why").fill("A train to catch.")
    page.get_by_role("button", name="Withdraw", exact=True).click()
    expect(page.get_by_text("Withdrawn.", exact=True)).to_be_visible()
    pair_and_publish(page, 2, tables=3)
    assert seats_at(page) == [3, 3, 3]
    await_results(page, site)
    sign_off(page, players=10)


# -- what a secretary does ------------------------------------------------------------------------------------------


def plan_event(page: Page, *, name: str, variant: str, format: str, rounds: int) -> None:
    page.get_by_role("link", name="Plan an event").click()
    page.get_by_label("What is the event called?").fill(name)
    page.get_by_label("What is played?").select_option(variant)
    page.get_by_label("Turns a seat, at most").fill("1")
    go_on(page)
    page.get_by_label("How are players paired?").select_option(format)
    page.get_by_label("How many rounds?").fill(str(rounds))
    go_on(page)
    go_on(page)
    go_on(page)
    expect(page.get_by_text(f"It has {rounds} rounds.")).to_be_visible()
    page.get_by_role("button", name="Set up the event").click()
    page.get_by_role("button", name="Open registration").click()


def go_on(page: Page) -> None:
    page.get_by_role("button", name="Go on").click()


def begin(page: Page, players: Sequence[str]) -> None:
    page.get_by_role("link", name="Players", exact=True).click()
    for number, player in enumerate(players, start=1):
        page.get_by_label("Username (optional)").fill(player)
        page.get_by_role("button", name="Enter this player").click()
        entered = "One player has entered." if number == 1 else f"{number} players have entered."
        expect(page.get_by_text(entered)).to_be_visible()
    enter_a_name(page)
    page.get_by_role("button", name="Start the event").click()


def enter_a_name(page: Page) -> None:
    """Nobody without an account can meet an AI; what was typed is still there, to be put right."""
    typed = {"Name (no account needed)": "Zoe", "Rating (optional)": "1500"}
    for label, value in typed.items():
        page.get_by_label(label).fill(value)
    page.get_by_role("button", name="Enter this player").click()
    expect(page.get_by_role("alert")).to_contain_text("players without an account")
    for label, value in typed.items():
        expect(page.get_by_label(label)).to_have_value(value)


def pair_and_publish(page: Page, number: int, *, tables: int) -> None:
    page.get_by_role("button", name=f"Pair round {number}").click()
    expect(page.locator(".pairing-seats")).to_have_count(tables)
    page.get_by_role("button", name=f"Publish round {number}").click()
    expect(page.get_by_text("The round is published; its games have begun.")).to_be_visible()


def await_results(page: Page, site: LaunchedSite) -> None:
    """Those of the AIs arrive by themselves; then those of the members are entered."""
    wait_for(lambda: site.run(OPEN_TABLES_OF_AIS).strip() == "0", seconds=600)
    page.reload()
    open_tables = page.locator(".pairing").filter(has=page.get_by_text("Enter the result"))
    for left in reversed(range(open_tables.count())):
        enter_result(open_tables.first, summary="Enter the result", why="They met in the hall.")
        expect(open_tables).to_have_count(left)


def enter_result(table: Locator, *, summary: str, why: str) -> None:
    """With the reason that a correction needs, and the end of a game that is played online."""
    table.get_by_text(summary).click()
    form = table.locator(".result-form")
    two_seats = form.get_by_label("Result")
    if two_seats.count():
        two_seats.select_option("draw:1,1")
    for rank, seat in enumerate(form.locator("select[name^=rank]").all(), start=1):
        seat.select_option(str(rank))
    form.get_by_label("Why").fill(why)
    form.get_by_role("button", name="Save the result").click()


def seats_at(page: Page) -> list[int]:
    return [table.locator("li").count() for table in page.locator(".pairing-seats").all()]


def sign_off(page: Page, *, players: int) -> None:
    page.get_by_role("button", name="Sign the table off").click()
    expect(page.get_by_role("heading", name="Final table")).to_be_visible()
    expect(page.locator("table.standings tbody tr")).to_have_count(players)
