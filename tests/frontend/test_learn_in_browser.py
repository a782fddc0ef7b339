"""The Learn pages, used: diagrams tried by mouse and by keyboard, read without scripts, printed."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.django_db]

Opener = Callable[..., Page]


def awake(page: Page, name: str) -> Locator:
    """A diagram once its board can be played on."""
    figure = page.locator(f'[data-diagram="{name}"]')
    figure.scroll_into_view_if_needed()
    expect(figure.locator("svg[role=application]")).to_be_visible()
    return figure


def tap(figure: Locator, *cells: str) -> None:
    for cell in cells:
        figure.locator(f'[data-cell="{cell}"]').last.click(force=True)


class TestDiagrams:
    def test_a_suggestion_followed_is_praised_and_can_be_set_up_again(self, open_page: Opener) -> None:
        figure = awake(open_page("/learn/vega/"), "reach")
        tap(figure, "c5")
        expect(figure.locator(".hint-target")).to_have_count(9)
        tap(figure, "e5")
        expect(figure.get_by_role("status")).to_have_text("That's it: c5-e5.")
        expect(figure.locator('.piece[data-cell="e5"]')).to_have_class("piece piece-tetrahedron colour-red")
        figure.get_by_role("button", name="Set it up again").click()
        expect(figure.locator('.piece[data-cell="c5"]')).to_have_count(1)
        expect(figure.get_by_role("status")).to_have_text("")

    def test_another_legal_step_is_just_played(self, open_page: Opener) -> None:
        figure = awake(open_page("/learn/vega/"), "reach")
        tap(figure, "c5", "b2")
        expect(figure.get_by_role("status")).to_have_text("Played: c5-b2.")

    def test_the_game_can_be_won(self, open_page: Opener) -> None:
        figure = awake(open_page("/learn/sirius/"), "last")
        tap(figure, "e5", "f6")
        expect(figure.get_by_role("status")).to_have_text("That's it: e5xf6. White wins.")

    def test_captures_are_chosen_before_they_are_made(self, open_page: Opener) -> None:
        figure = awake(open_page("/learn/galax/"), "touch")
        tap(figure, "d3", "e4")
        figure.get_by_role("button", name="Take these: 2").click()
        expect(figure.get_by_role("status")).to_have_text("That's it: d3-e4xd5xf5.")

    def test_the_platform_has_a_button_too(self, open_page: Opener) -> None:
        figure = awake(open_page("/learn/vaeva/"), "platform")
        figure.get_by_role("button", name="Platform towards A").click()
        expect(figure.get_by_role("status")).to_have_text("That's it: P-.")

    def test_a_keyboard_is_enough(self, open_page: Opener) -> None:
        page = open_page("/learn/nonaga/")
        figure = awake(page, "start")
        figure.locator("svg[role=application]").focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        expect(figure.locator(".hint-picked")).to_have_count(1)
        page.keyboard.press("Escape")
        expect(figure.locator(".hint-picked")).to_have_count(0)


class TestReading:
    def test_without_scripts_every_board_is_there(self, open_page: Opener) -> None:
        page = open_page("/learn/vega/", java_script_enabled=False)
        expect(page.locator("[data-diagram] svg[role=img]")).to_have_count(15)
        expect(page.get_by_role("button", name="Set it up again")).to_have_count(0)

    def test_nothing_jumps_when_a_board_wakes(self, open_page: Opener) -> None:
        figure = open_page("/learn/nonaga/", java_script_enabled=False).locator('[data-diagram="start"] .diagram-board')
        asleep = figure.bounding_box()
        woken = awake(open_page("/learn/nonaga/"), "start").locator(".diagram-board").bounding_box()
        assert asleep is not None
        assert woken is not None
        assert (asleep["width"], asleep["height"]) == pytest.approx((woken["width"], woken["height"]), abs=1)

    def test_on_paper_there_is_no_header_and_all_choices_are(self, open_page: Opener) -> None:
        page = open_page("/learn/vega/")
        page.emulate_media(media="print")
        expect(page.locator(".site-header")).to_be_hidden()
        expect(page.locator(".diagram-buttons").first).to_be_hidden()
        expect(page.locator(".our-choice").first).to_be_visible()
