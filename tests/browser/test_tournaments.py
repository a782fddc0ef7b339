"""Two tournaments in the browser, a Swiss and one at tables of several players, from an empty site to the end."""

import re
from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Sit
from tests.frontend.handles import numbers
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
from tournaments.clubs.services.membership import join_club
for name in ("ada", "ben", "cleo", "dora", "emil"):
    join_club(club_id=Club.objects.get().pk, user=person(name))
"""
AIS = ("meteor", "comet", "nova", "pulsar", "quasar")
# The AIs play their games among themselves. The members never move: the organiser enters their results.
SWISS_MEMBERS = ("ada", "ben", "cleo")
TABLE_MEMBERS = (*SWISS_MEMBERS, "dora", "emil")
OF_MEMBERS = re.compile("|".join(TABLE_MEMBERS), re.IGNORECASE)
OPEN_TABLES_OF_AIS = """
from tournaments.models import Table
print(Table.objects.filter(outcome="").exclude(seats__entry__user__is_ai=False).count())
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LaunchedSite]:
    """An empty site: the shared one has clubs of other tests."""
    with launched_site(tmp_path_factory.mktemp("empty")) as launched:
        yield launched


def test_a_swiss_and_a_table_tournament_from_an_empty_site(site: LaunchedSite, sit: Sit) -> None:
    page = sit("vera", site.run(FOUNDER).strip(), "/clubs/").page
    page.locator(".empty a[href='/clubs/new/']").click()
    page.locator("main form [name=name]").fill("Vega Circle")
    page.locator("main form button").click()
    site.run(MEMBERS)
    play_swiss(page, site)
    page.goto("/clubs/vega-circle/")
    play_table_tournament(page, site)
    page.goto("/clubs/vega-circle/")
    for name in ("Spring Swiss", "Table Day"):
        expect(page.locator(".tournament-line", has_text=name).locator(".badge.brass")).to_be_visible()


def play_swiss(page: Page, site: LaunchedSite) -> None:
    """Eight players over three rounds; one result is corrected after the next round was played."""
    create_tournament(page, name="Spring Swiss", variant="lyra-2", format="swiss", rounds=3)
    begin(page, AIS + SWISS_MEMBERS)
    for number in (1, 2, 3):
        pair_and_publish(page, number, tables=4)
        await_results(page, site)
    page.locator("nav.segmented a[href$='/rounds/1/']").click()
    table = page.locator(".pairing").filter(has_text=OF_MEMBERS).first
    enter_result(table, why="They had misread the sheet.", result="goal:1,2")
    expect(page.locator(".messages").get_by_role("status")).to_be_visible()
    sign_off(page, players=8)
    page.locator(".tabs a[href$='/log/']").click()
    expect(page.get_by_text("They had misread the sheet.")).to_be_visible()


def play_table_tournament(page: Page, site: LaunchedSite) -> None:
    """Ten players at tables of four and three; one withdraws after the first round."""
    create_tournament(page, name="Table Day", variant="bataille-4", format="swiss_tables", rounds=2)
    begin(page, AIS + TABLE_MEMBERS)
    pair_and_publish(page, 1, tables=3)
    assert sorted(seats_at(page)) == [3, 3, 4]
    await_results(page, site)
    page.locator(".tabs a[href$='/players/']").click()
    page.get_by_role("link", name="Emil", exact=True).click()
    page.locator("details", has=form(page, "withdraw")).locator("summary").click()
    form(page, "withdraw").locator("[name=reason]").fill("A train to catch.")
    form(page, "withdraw").locator("button").click()
    expect(form(page, "reinstate")).to_be_visible()
    pair_and_publish(page, 2, tables=3)
    assert seats_at(page) == [3, 3, 3]
    await_results(page, site)
    sign_off(page, players=10)


# -- actions of the organiser ---------------------------------------------------------------------------------------


def form(page: Page, action: str) -> Locator:
    return page.locator(f'form[action$="/do/{action}/"]')


def create_tournament(page: Page, *, name: str, variant: str, format: str, rounds: int) -> None:
    page.locator("a[href$='/new-tournament/']").click()
    wizard = page.locator(".wizard-form")
    wizard.locator("[name=name]").fill(name)
    wizard.locator("[name=variant]").select_option(variant)
    wizard.locator("[name=turn_limit]").fill("1")
    next_step(page, 2)
    wizard.locator("[name=format]").select_option(format)
    wizard.locator("[name=rounds]").fill(str(rounds))
    for step in (3, 4, 5):
        next_step(page, step)
    expect(wizard.locator("li", has_text=numbers(rounds)).first).to_be_visible()
    wizard.locator("button.primary").click()
    form(page, "open").locator("button").click()


def next_step(page: Page, step: int) -> None:
    """Go to the next step of the wizard, given by its number."""
    page.locator(".wizard-form button.primary").click()
    expect(page.locator(".wizard-form [name=step]")).to_have_value(str(step))


def begin(page: Page, players: Sequence[str]) -> None:
    page.locator(".tabs a[href$='/players/']").click()
    for number, player in enumerate(players, start=1):
        form(page, "add-player").locator("[name=username]").fill(player)
        form(page, "add-player").locator("button").click()
        expect(page.locator("#players .numeric")).to_have_text(str(number))
    enter_a_name(page)
    form(page, "start").locator("button").click()


def enter_a_name(page: Page) -> None:
    """A name without an account can't play an AI; the refused form keeps what was typed."""
    typed = {"name": "Zoe", "rating": "1500"}
    for name, value in typed.items():
        form(page, "add-player").locator(f"[name={name}]").fill(value)
    form(page, "add-player").locator("button").click()
    expect(page.get_by_role("alert")).to_be_visible()
    for name, value in typed.items():
        expect(form(page, "add-player").locator(f"[name={name}]")).to_have_value(value)


def pair_and_publish(page: Page, number: int, *, tables: int) -> None:
    for action in ("pair", "publish"):
        expect(form(page, action).locator("[name=round]")).to_have_value(str(number))
        form(page, action).locator("button").click()
        expect(page.locator(".pairing-seats")).to_have_count(tables)
    expect(page.locator(".enter-result").first).to_be_visible()
    expect(form(page, "publish")).to_have_count(0)


def await_results(page: Page, site: LaunchedSite) -> None:
    """Wait for the AIs' results; then enter those of the members."""
    wait_for(lambda: site.run(OPEN_TABLES_OF_AIS).strip() == "0", seconds=600)
    page.reload()
    open_tables = page.locator(".pairing", has=page.locator(".enter-result.asked"))
    for left in reversed(range(open_tables.count())):
        enter_result(open_tables.first, why="They met in the hall.")
        expect(open_tables).to_have_count(left)


def enter_result(table: Locator, *, why: str, result: str = "draw:1,1") -> None:
    """With the reason that a correction needs, and the outcome of an online game."""
    table.locator(".enter-result > summary").click()
    form = table.locator(".enter-result .result-form")
    expect(form.locator("button")).to_be_visible()  # the last element of the form: the page above it has loaded
    two_seats = form.locator("[name=result]")
    if two_seats.count():
        two_seats.select_option(result)
    for rank, seat in enumerate(form.locator("select[name^=rank]").all(), start=1):
        seat.select_option(str(rank))
    form.locator("[name=reason]").fill(why)
    form.locator("button").click()


def seats_at(page: Page) -> list[int]:
    return [table.locator("li").count() for table in page.locator(".pairing-seats").all()]


def sign_off(page: Page, *, players: int) -> None:
    form(page, "sign-off").locator("button").click()
    expect(page.locator(".page-head .badge.brass")).to_be_visible()
    expect(page.locator("table.standings tbody tr")).to_have_count(players)
