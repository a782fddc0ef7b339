"""The roster in a browser: a pasted list, people ticked, names typed without a reload, dues on a phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.games.playing import make_people
from tests.tournaments.playing import make_club, open_tournament
from tournaments.clubs.services.roster import add_person
from tournaments.models import Entry, Person

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

Opener = Callable[..., Page]
LIST = "Name;Rating\nAna Lee;1500\nBen Ray;1400\nCyril;x\n"


def test_a_pasted_list_is_ticked_and_names_are_typed(open_page: Opener) -> None:
    (secretary,) = make_people("secretary")
    club = make_club(secretary)
    tournament = open_tournament(club, secretary)
    page = open_page(f"/clubs/{club.slug}/people/import/", user=secretary)
    page.locator("textarea[name=text]").fill(LIST)
    page.locator("main form button").click()
    page.locator("select[name=choice-4]").select_option("create")
    assert Person.objects.count() == 0
    page.locator("main form button").click()
    expect(page.locator("table tbody tr")).to_have_count(3)

    page.goto(page.url.split("/clubs/")[0] + f"/tournaments/{tournament.pk}/players/")
    for name in ("Ana Lee", "Ben Ray"):
        page.get_by_role("checkbox", name=name).check()
    page.locator("[data-enter-people]").click()
    expect(page.locator("#player-list tbody tr")).to_have_count(2)

    page.evaluate("document.body.dataset.kept = 'yes'")
    field = page.locator("#add-name")
    field.fill("Dana")
    field.press("Enter")
    expect(page.locator("#player-list tbody tr")).to_have_count(3)
    expect(field).to_be_focused()
    expect(field).to_have_value("")
    field.fill("dana")
    field.press("Enter")
    expect(page.locator("[data-problem]")).not_to_be_empty()
    expect(field).to_have_value("dana")
    assert page.locator("body").get_attribute("data-kept") == "yes"
    assert set(Entry.objects.values_list("name", flat=True)) == {"Ana Lee", "Ben Ray", "Dana"}


def test_the_next_name_is_typed_while_the_last_one_is_sent(open_page: Opener) -> None:
    (secretary,) = make_people("secretary")
    club = make_club(secretary)
    tournament = open_tournament(club, secretary)
    for name in ("Ana", "Ben"):
        add_person(club_id=club.pk, user=secretary, name=name)
    page = open_page(f"/tournaments/{tournament.pk}/players/", user=secretary)
    page.get_by_role("checkbox", name="Ben").check()
    address, waiting = f"**/api/v1/tournaments/{tournament.pk}/players/", list[Route]()

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route(address, hold)
    field = page.locator("#add-name")
    field.fill("Ana")
    field.press("Enter")
    while not waiting:  # the route is called some time after the request has begun
        page.wait_for_timeout(20)
    page.keyboard.type("Cyr")
    waiting.pop().continue_()
    expect(page.locator("#player-list tbody tr")).to_have_count(1)
    page.keyboard.type("il")
    expect(field).to_have_value("Cyril")
    expect(page.get_by_role("checkbox", name="Ana")).to_have_count(0)
    expect(page.get_by_role("checkbox", name="Ben")).to_be_checked()
    expect(page.locator('.organiser-bar form[action$="/do/start/"]')).to_have_count(0)
    page.unroute(address)
    field.press("Enter")
    expect(page.locator('.organiser-bar form[action$="/do/start/"]')).to_be_visible()


@pytest.mark.parametrize("width", [360, 768])
def test_a_roster_of_three_hundred_fits_a_phone(open_page: Opener, width: int) -> None:
    (secretary,) = make_people("secretary")
    club = make_club(secretary)
    people = [Person(club=club, name=f"Person {number:03}", name_key=f"person {number:03}") for number in range(300)]
    Person.objects.bulk_create(people)
    page = open_page(f"/clubs/{club.slug}/people/", user=secretary)
    page.set_viewport_size({"width": width, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.locator("#person-search").fill("person 29")
    page.locator("#person-search").press("Enter")
    expect(page.locator("main table tbody tr")).to_have_count(10)
