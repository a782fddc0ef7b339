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


ANSWERS = {
    "vega": [["a5", "c8"], ["d6", "f3"], ["b2", "b1"], ["e6", "f3"], ["f7", "d8"]],
    "nonaga": [["(2,0)", "(-1,0)"], ["(1,-2)", "(3,-2)"], ["(0,2)", "(2,0)"], ["(1,-2)", "(0,0)"], ["(0,2)", "(0,0)"]],
}


class TestTutorial:
    @pytest.mark.parametrize("family", sorted(ANSWERS))
    def test_to_its_end(self, open_page: Opener, family: str) -> None:
        page = open_page(f"/learn/{family}/tutorial/")
        for number, cells in enumerate(ANSWERS[family], start=1):
            lesson = page.locator("section.lesson:visible")
            expect(lesson.get_by_text(f"Step {number} of 5")).to_be_visible()
            tap(lesson, *cells)
            on = lesson.get_by_role("button", name="Finish" if number == 5 else "Next step")
            expect(on).to_be_focused()
            on.click()
        expect(page.get_by_role("heading", name="You can play")).to_be_focused()
        expect(page.locator("[data-count]")).to_have_text("Solved: 5 of 5")
        page.get_by_role("button", name="Start again").click()
        expect(page.get_by_text("Step 1 of 5")).to_be_visible()

    def test_a_wrong_step_is_explained_and_taken_back(self, open_page: Opener) -> None:
        page = open_page("/learn/vega/tutorial/")
        lesson = page.locator("section.lesson:visible")
        tap(lesson, "a3", "c6")
        expect(lesson.get_by_role("status")).to_contain_text("a3-c6 is allowed, but it is not what is asked here.")
        expect(lesson.get_by_role("button", name="Next step")).to_be_hidden()
        lesson.get_by_role("button", name="Set it up again").click()
        tap(lesson, "a5", "c8")
        expect(lesson.get_by_role("button", name="Next step")).to_be_visible()

    def test_it_is_remembered_where_one_stopped(self, open_page: Opener) -> None:
        page = open_page("/learn/vega/tutorial/")
        tap(page.locator("section.lesson:visible"), "a5", "c8")
        expect(page.locator("[data-count]")).to_have_text("Solved: 1 of 5")
        page.reload()
        expect(page.get_by_text("Step 2 of 5")).to_be_visible()

    def test_by_keyboard_alone(self, open_page: Opener) -> None:
        page = open_page("/learn/nonaga/tutorial/")
        board = page.locator("section.lesson:visible svg[role=application]")
        board.focus()
        walk_to(page, "(2,0)")
        page.keyboard.press("Enter")
        walk_to(page, "(-1,0)")
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Next step")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.get_by_text("Step 2 of 5")).to_be_visible()


def walk_to(page: Page, cell: str) -> None:
    """Bring the cursor to a cell with the arrow keys, as somebody would who hears where it is."""
    says = page.locator("section.lesson:visible .diagram-says")
    for key in ("ArrowLeft", "ArrowRight", "ArrowDown", "ArrowUp") * 6:
        if (says.text_content() or "").startswith(f"{cell}:"):
            return
        for _ in range(6):
            page.keyboard.press(key)
            if (says.text_content() or "").startswith(f"{cell}:"):
                return
    raise AssertionError(f"the cursor never came to {cell}")


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
