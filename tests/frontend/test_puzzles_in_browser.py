"""Puzzles in a browser: today's solitaire solved by mouse and by typing; and a tactic."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from games.models import PuzzleRating, SolitaireAttempt, Tactic, TacticTry
from games.puzzles.engine import tactics as puzzles
from games.puzzles.selectors.solitaire import puzzle_day
from games.puzzles.services.solitaire import ensure_board
from games.puzzles.services.tactics import keep_tactics
from tests.frontend.handles import said

pytestmark = [pytest.mark.browser, pytest.mark.django_db]

Opener = Callable[..., Page]


def part(page: Page, name: str) -> Locator:
    return page.locator(f'[data-part="{name}"]')


def tap(page: Page, *cells: str) -> None:
    expect(page.locator(".puzzle-board svg[role=application]")).to_be_visible()
    for cell in cells:
        page.locator(f'.puzzle-board [data-cell="{cell}"]').last.click(force=True)


def turns(page: Page, count: int) -> None:
    expect(part(page, "turns")).to_have_text(str(count))


def test_the_daily_puzzle_is_solved(open_page: Opener, member: User) -> None:
    board = ensure_board(puzzle_day())
    page = open_page("/puzzles/", user=member)
    page.locator(".puzzle-today a.primary").click()
    expect(page.locator(".puzzle-board svg[role=application]")).to_be_visible()
    expect(part(page, "solution")).to_be_hidden()
    for number, step in enumerate(board.solution, start=1):
        tap(page, *step.split("-"))
        turns(page, number)
    expect(part(page, "says")).to_have_text(
        said("Solved in {turns} turns: par, the best possible result.", turns=board.par)
    )
    expect(part(page, "table").locator("tbody tr")).to_have_text([f"1Ada Lovelace{board.par}"])
    assert SolitaireAttempt.objects.get().steps == board.solution
    part(page, "solution").click()
    expect(part(page, "way")).to_have_text(" ".join(board.solution))
    part(page, "on").click()
    turns(page, 1)


def test_an_anonymous_user_types_steps_takes_them_back_and_sees_errors(open_page: Opener, member: User) -> None:
    board = ensure_board(puzzle_day())
    page = open_page("/puzzles/solitaire/today/", width=360)
    field = page.locator("#typed-step")
    field.fill(" ".join(board.solution[:3]))
    field.press("Enter")
    turns(page, 3)
    part(page, "undo").click()
    turns(page, 2)
    field.fill("a1-f1")
    field.press("Enter")
    expect(part(page, "says")).not_to_be_empty()
    turns(page, 2)
    part(page, "reset").click()
    turns(page, 0)
    field.fill(" ".join(board.solution))
    field.press("Enter")
    expect(part(page, "says")).to_contain_text(said("Guests aren't listed in the ranking."))
    assert SolitaireAttempt.objects.count() == 0


def test_a_tactic_is_missed_retried_and_solved(open_page: Opener, member: User) -> None:
    line = (("e4-f5",), ("a1-b4",), ("d2-f1",))
    keep_tactics([puzzles.Tactic("lyra-2", "1rrr1rr/3r5/1r3b5/11/5b3/bb2bbb r - 00", 2, "quiet", line)])
    page = open_page("/puzzles/tactics/next/", user=member)
    says = part(page, "says")
    tap(page, "e4", "e1")
    expect(says).to_contain_text(said("That move doesn't force a win."))
    rating = PuzzleRating.objects.get(user=member)
    expect(says).to_contain_text(
        said("Your puzzle rating went from {before} to {after}.", before=1500, after=rating.skill.value)
    )
    part(page, "reset").click()
    tap(page, "e4", "f5")
    expect(says).to_have_text(said("Correct. The reply is {answer}. Now find the win.", answer="a1-b4"))
    expect(page.locator('.piece[data-cell="b4"]')).to_have_count(1)
    tap(page, "d2", "f1")
    expect(says).to_have_text(said("Solved."))
    tactic = Tactic.objects.get()
    assert (tactic.tries, tactic.solved, TacticTry.objects.get().outcome) == (1, 0, "failed")
    part(page, "solution").click()
    expect(part(page, "way").locator("li")).to_have_text(["e4-f5", "a1-b4", "d2-f1"])
    on = part(page, "on")
    for cell in ("f5", "b4", "f1"):
        on.click()
        expect(page.locator(f'.piece[data-cell="{cell}"]')).to_have_count(1)
    expect(on).to_be_hidden()
    part(page, "next").click()
    expect(page).to_have_url(re.compile("/puzzles/tactics/$"))


def test_a_tactic_is_solved_by_keyboard_from_the_list_of_legal_steps(open_page: Opener, member: User) -> None:
    line = (("e4-f5",), ("a1-b4",), ("d2-f1",))
    keep_tactics([puzzles.Tactic("lyra-2", "1rrr1rr/3r5/1r3b5/11/5b3/bb2bbb r - 00", 2, "quiet", line)])
    page = open_page("/puzzles/tactics/next/", user=member)
    board, says = page.locator(".puzzle-board svg[role=application]"), part(page, "says")
    steps = page.locator(".step-list > li > button")

    def play(origin: str, target: str) -> None:
        page.keyboard.press("m")
        expect(steps.first).to_be_focused()
        page.locator(f'.step-list > li > [data-name="{origin}"]').press("Enter")
        page.locator(f'.step-list ul [data-name="{target}"]').press("Enter")

    board.focus()
    play("e4", "f5")
    expect(says).to_have_text(said("Correct. The reply is {answer}. Now find the win.", answer="a1-b4"))
    expect(board).to_be_focused()
    play("d2", "f1")
    expect(says).to_contain_text(said("Solved."))
    expect(part(page, "next")).to_be_focused()
    expect(steps).to_have_count(0)
    expect(part(page, "no-steps")).to_be_visible()
