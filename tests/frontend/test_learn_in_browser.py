"""The Learn pages in a browser: diagrams by mouse and by keyboard, without scripts, and printed."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from frontend.learn.diagrams import Diagram
from frontend.learn.library import LIBRARY
from tests.frontend.handles import cells_in, numbers, said

pytestmark = [pytest.mark.browser, pytest.mark.django_db]

Opener = Callable[..., Page]
RESET, NEXT, TAKE = (f'[data-action="{action}"]' for action in ("reset", "next", "take"))


def awake(page: Page, name: str) -> Locator:
    """Return a diagram once its board can be played on."""
    figure = page.locator(f'[data-diagram="{name}"]')
    figure.scroll_into_view_if_needed()
    expect(figure.locator("svg[role=application]")).to_be_visible()
    return figure


def says(figure: Locator) -> Locator:
    return figure.get_by_role("status")


def tap(figure: Locator, *cells: str) -> None:
    expect(figure.locator("svg[role=application]")).to_be_visible()
    for cell in cells:
        figure.locator(f'[data-cell="{cell}"]').last.click(force=True)


class TestDiagrams:
    def test_a_suggested_step_is_praised_and_can_be_reset(self, open_page: Opener) -> None:
        figure = awake(open_page("/learn/vega/"), "reach")
        tap(figure, "c5")
        expect(figure.locator(".hint-target")).to_have_count(9)
        tap(figure, "e5")
        expect(says(figure)).to_have_text(said("That's it: {step}.", step="c5-e5"))
        expect(figure.locator('.piece[data-cell="e5"]')).to_have_class("piece piece-tetrahedron colour-red")
        figure.locator(RESET).click()
        expect(figure.locator('.piece[data-cell="c5"]')).to_have_count(1)
        expect(says(figure)).to_have_text("")

    def test_another_legal_step_is_played_without_praise(self, open_page: Opener) -> None:
        figure = awake(open_page("/learn/vega/"), "reach")
        tap(figure, "c5", "b2")
        expect(says(figure)).to_have_text(said("Played: {step}.", step="c5-b2"))

    def test_a_game_can_be_won(self, open_page: Opener) -> None:
        figure = awake(open_page("/learn/sirius/"), "last")
        tap(figure, "e5", "f6")
        done, won = said("That's it: {step}.", step="e5xf6"), said("White wins.")
        expect(says(figure)).to_have_text(f"{done} {won}")

    def test_captures_are_chosen_before_they_are_made(self, open_page: Opener) -> None:
        figure = awake(open_page("/learn/galax/"), "touch")
        tap(figure, "d3", "e4")
        expect(figure.locator(TAKE)).to_have_text(said("Take {count} pieces", count=2))
        figure.locator(TAKE).click()
        expect(says(figure)).to_have_text(said("That's it: {step}.", step="d3-e4xd5xf5"))

    def test_the_platform_has_a_button_too(self, open_page: Opener) -> None:
        figure = awake(open_page("/learn/vaeva/"), "platform")
        figure.locator('[data-step="P-"]').click()
        expect(says(figure)).to_have_text(said("That's it: {step}.", step="P-"))

    def test_a_diagram_is_played_by_keyboard(self, open_page: Opener) -> None:
        page = open_page("/learn/nonaga/")
        figure = awake(page, "start")
        figure.locator("svg[role=application]").focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        expect(figure.locator(".hint-picked")).to_have_count(1)
        page.keyboard.press("Escape")
        expect(figure.locator(".hint-picked")).to_have_count(0)


VEGA = [["a5", "c8"], ["d6", "f3"], ["b2", "b1"], ["e6", "f3"], ["f7", "d8"]]


class TestTutorial:
    def test_a_tutorial_by_mouse_to_its_end(self, open_page: Opener) -> None:
        page = open_page("/learn/vega/tutorial/")
        for number, cells in enumerate(VEGA, start=1):
            lesson = page.locator("section.lesson:visible")
            expect_step(page, number)
            tap(lesson, *cells)
            expect(lesson.locator(NEXT)).to_be_focused()
            lesson.locator(NEXT).click()
        expect(page.locator("[data-end] h2")).to_be_focused()
        expect(page.locator("[data-count]")).to_have_text(numbers(5, 5))
        page.locator("[data-again]").click()
        expect_step(page, 1)

    def test_a_wrong_step_is_explained_and_taken_back(self, open_page: Opener) -> None:
        page = open_page("/learn/vega/tutorial/")
        lesson = page.locator("section.lesson:visible")
        tap(lesson, "a3", "c6")
        expect(says(lesson)).to_have_text(
            said(
                "{step} is legal, but it isn't what the task asks for. Reset the position and try another move.",
                step="a3-c6",
            )
        )
        expect(lesson.locator(NEXT)).to_be_hidden()
        lesson.locator(RESET).click()
        tap(lesson, "a5", "c8")
        expect(lesson.locator(NEXT)).to_be_visible()

    def test_a_step_is_chosen_in_the_list_of_legal_steps(self, open_page: Opener) -> None:
        page = open_page("/learn/vega/tutorial/")
        lesson = page.locator("section.lesson:visible")
        lesson.locator("[data-steps] > summary").press("Enter")
        for origin, target, button in (("a3", "c6", RESET), ("a5", "c8", NEXT)):
            lesson.locator(f'.step-list > li > [data-name="{origin}"]').press("Enter")
            lesson.locator(f'.step-list ul [data-name="{target}"]').press("Enter")
            expect(lesson.locator(button)).to_be_focused()
            page.keyboard.press("Enter")
        expect_step(page, 2)

    def test_the_current_lesson_is_remembered(self, open_page: Opener) -> None:
        page = open_page("/learn/vega/tutorial/")
        tap(page.locator("section.lesson:visible"), "a5", "c8")
        expect(page.locator("[data-count]")).to_have_text(numbers(1, 5))
        page.reload()
        expect_step(page, 2)

    @pytest.mark.parametrize("family", sorted(LIBRARY))
    def test_a_tutorial_by_keyboard_to_its_end(self, open_page: Opener, family: str) -> None:
        """The board announces its cells, and `n` jumps between those that can be played."""
        page = open_page(f"/learn/{family}/tutorial/")
        for number, lesson in enumerate(LIBRARY[family].lessons, start=1):
            expect_step(page, number)
            tab_to(page, "[role=application]")
            play_by_keys(page, lesson)
            expect(page.locator("section.lesson:visible").locator(NEXT)).to_be_focused()
            page.keyboard.press("Enter")
        expect(page.locator("[data-end] h2")).to_be_focused()


def expect_step(page: Page, number: int) -> None:
    """Check the lesson that is shown, and the one that is marked in the list of lessons."""
    expect(page.locator("section.lesson:visible h2")).to_have_id(f"task-{number}")
    expect(page.locator("[data-go][aria-current=step]")).to_have_attribute("data-go", str(number - 1))


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the focus is on the element."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"Tab never reaches {selector}")


def play_by_keys(page: Page, lesson: Diagram) -> None:
    """Play the first suggested step, or any."""
    choices = lesson.state.choices()
    wanted = lesson.steps[0] if lesson.steps else choices[0].text
    choice = next(one for one in choices if wanted == one.text or (one.optional and wanted.startswith(f"{one.text}x")))
    for name in choice.clicks:
        if name in ("pass", "P+", "P-"):
            tab_to(page, f'[data-step="{name}"]')
        else:
            jump_to(page, name)
        page.keyboard.press("Enter")
    for name in choice.optional:
        if f"x{name}" not in wanted:
            jump_to(page, name)
            page.keyboard.press("Enter")
    if choice.optional:
        tab_to(page, TAKE)
        page.keyboard.press("Enter")


def jump_to(page: Page, cell: str) -> None:
    heard = says(page.locator("section.lesson:visible"))
    for _ in range(120):
        page.keyboard.press("n")
        if cells_in(heard.text_content() or "")[:1] == [cell]:
            return
    raise AssertionError(f"the cursor never reached {cell}")


class TestReading:
    def test_without_scripts_every_board_is_shown(self, open_page: Opener) -> None:
        page = open_page("/learn/vega/", java_script_enabled=False)
        expect(page.locator("[data-diagram] svg[role=img]")).to_have_count(15)
        expect(page.locator(f"{RESET}:visible")).to_have_count(0)

    def test_the_layout_does_not_shift_when_a_board_loads(self, open_page: Opener) -> None:
        figure = open_page("/learn/nonaga/", java_script_enabled=False).locator('[data-diagram="start"] .diagram-board')
        asleep = figure.bounding_box()
        woken = awake(open_page("/learn/nonaga/"), "start").locator(".diagram-board").bounding_box()
        assert asleep is not None
        assert woken is not None
        assert (asleep["width"], asleep["height"]) == pytest.approx((woken["width"], woken["height"]), abs=1)

    def test_printed_pages_have_no_header_and_all_choices(self, open_page: Opener) -> None:
        page = open_page("/learn/vega/")
        page.emulate_media(media="print")
        expect(page.locator(".site-header")).to_be_hidden()
        expect(page.locator(".diagram-buttons").first).to_be_hidden()
        expect(page.locator(".our-choice").first).to_be_visible()
