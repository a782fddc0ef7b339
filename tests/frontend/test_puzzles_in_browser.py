"""Puzzles, solved: today's board crossed by the solver's own way, with the mouse and typed; and a tactic."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import CrossingAttempt, Tactic, TacticTry
from games.puzzles import tactics as puzzles
from games.selectors.crossings import puzzle_day
from games.services.crossings import ensure_board
from games.services.tactics import keep_tactics

pytestmark = [pytest.mark.browser, pytest.mark.django_db]

Opener = Callable[..., Page]


def tap(page: Page, *cells: str) -> None:
    expect(page.locator(".puzzle-board svg[role=application]")).to_be_visible()
    for cell in cells:
        page.locator(f'.puzzle-board [data-cell="{cell}"]').last.click(force=True)


def turns(page: Page, count: int) -> None:
    expect(page.locator('[data-part="turns"]')).to_have_text(str(count))


def test_the_daily_puzzle_is_solved(open_page: Opener, member: User) -> None:
    board = ensure_board(puzzle_day())
    page = open_page("/puzzles/", user=member)
    page.get_by_role("link", name="Solve it").click()
    expect(page.locator(".puzzle-board svg[role=application]")).to_be_visible()
    expect(page.get_by_role("button", name="Show a shortest way")).to_be_hidden()
    for number, step in enumerate(board.solution, start=1):
        tap(page, *step.split("-"))
        turns(page, number)
    says = page.get_by_role("status").filter(has_text="Across in")
    expect(says).to_have_text(f"Across in {board.par} turns: that is par, and nobody can do better.")
    expect(page.locator('[data-part="table"] tbody tr')).to_have_text([f"1Ada Lovelace{board.par}"])
    assert CrossingAttempt.objects.get().steps == board.solution
    page.get_by_role("button", name="Show a shortest way").click()
    expect(page.get_by_text(" ".join(board.solution))).to_be_visible()
    page.get_by_role("button", name="One turn on").click()
    turns(page, 1)


def test_a_guest_types_steps_takes_back_and_is_told_what_is_wrong(open_page: Opener, member: User) -> None:
    board = ensure_board(puzzle_day())
    page = open_page("/puzzles/crossings/today/", width=360)
    field = page.get_by_label("Type a step")
    field.fill(" ".join(board.solution[:3]))
    field.press("Enter")
    turns(page, 3)
    page.get_by_role("button", name="Take back").click()
    turns(page, 2)
    field.fill("a1-f1")
    field.press("Enter")
    expect(page.locator('[data-part="says"]')).not_to_be_empty()
    turns(page, 2)
    page.get_by_role("button", name="Begin again").click()
    turns(page, 0)
    field.fill(" ".join(board.solution))
    field.press("Enter")
    expect(page.locator('[data-part="says"]')).to_contain_text("You are a guest, so it stands in no table.")
    assert CrossingAttempt.objects.count() == 0


def test_a_tactic_is_missed_tried_again_and_solved(open_page: Opener, member: User) -> None:
    line = (("e4-f5",), ("a1-b4",), ("d2-f1",))
    keep_tactics([puzzles.Tactic("lyra-2", "1rrr1rr/3r5/1r3b5/11/5b3/bb2bbb r - 00", 2, "quiet", line)])
    page = open_page("/puzzles/tactics/next/", user=member)
    says = page.locator('[data-part="says"]')
    tap(page, "e4", "e1")
    expect(says).to_contain_text("That turn does not force the win. Your puzzle rating went from 1500 to")
    page.get_by_role("button", name="Try again").click()
    tap(page, "e4", "f5")
    expect(says).to_have_text("Right. The answer is a1-b4. Now win.")
    expect(page.locator('.piece[data-cell="b4"]')).to_have_count(1)
    tap(page, "d2", "f1")
    expect(says).to_have_text("Solved.")
    tactic = Tactic.objects.get()
    assert (tactic.tries, tactic.solved, TacticTry.objects.get().outcome) == (1, 0, "failed")
    page.get_by_role("button", name="Play the solution").click()
    expect(page.locator('[data-part="way"] li')).to_have_text(["e4-f5", "a1-b4", "d2-f1"])
    on = page.get_by_role("button", name="One turn on")
    for cell in ("f5", "b4", "f1"):
        on.click()
        expect(page.locator(f'.piece[data-cell="{cell}"]')).to_have_count(1)
    expect(on).to_be_hidden()
    page.get_by_role("link", name="Next puzzle").click()
    expect(page.get_by_role("heading", name="Tactics", exact=True)).to_be_visible()


def test_a_tactic_is_solved_from_the_list_of_legal_steps_by_keys_alone(open_page: Opener, member: User) -> None:
    line = (("e4-f5",), ("a1-b4",), ("d2-f1",))
    keep_tactics([puzzles.Tactic("lyra-2", "1rrr1rr/3r5/1r3b5/11/5b3/bb2bbb r - 00", 2, "quiet", line)])
    page = open_page("/puzzles/tactics/next/", user=member)
    board, says = page.locator(".puzzle-board svg[role=application]"), page.locator('[data-part="says"]')
    steps = page.locator(".step-list > li > button")

    def play(origin: str, target: str) -> None:
        page.keyboard.press("m")
        expect(steps.first).to_be_focused()
        steps.filter(has_text=origin).press("Enter")
        page.get_by_role("button", name=f"to {target}", exact=True).press("Enter")

    board.focus()
    play("e4", "f5")
    expect(says).to_have_text("Right. The answer is a1-b4. Now win.")
    expect(board).to_be_focused()
    play("d2", "f1")
    expect(says).to_contain_text("Solved.")
    expect(page.get_by_role("link", name="Next puzzle")).to_be_focused()
    expect(steps).to_have_count(0)
    expect(page.get_by_text("There is nothing to play just now.")).to_be_visible()
