"""A player without a mouse, who relies on the focus and on what a screen reader announces."""

import random
import re
from dataclasses import dataclass, field
from itertools import cycle

from playwright.sync_api import expect

from tests.browser.player import Player
from tests.frontend.handles import cells_in, said, sentence

FARTHEST = 120
"""More than the focusable elements of any page."""
CELL_WORDS = ("Can move.", "Can move here.", "Captures here.")
BOARD = "[role=application]"
TAKE = '[data-part="take"], [data-name="take"]'
NAME = "() => (document.activeElement.getAttribute('aria-label') || document.activeElement.textContent).trim()"


@dataclass
class KeyboardPlayer(Player):
    """Only keys are pressed; the page is read, never clicked."""

    ways: "cycle[str]" = field(default_factory=lambda: cycle(["board", "list", "typed"]))
    """Ways to enter turns, used in rotation."""

    # -- keys and announcements ----------------------------------------------------------------------------------------

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def is_on(self, selector: str) -> bool:
        """Return whether the element has the focus."""
        found: bool = self.page.evaluate("selector => document.activeElement.matches(selector)", selector)
        return found

    def heard(self) -> str:
        return self.part("live").inner_text().strip()

    def hears(self, words: str | re.Pattern[str]) -> None:
        expect(self.part("live")).to_contain_text(words)

    def tab_to(self, selector: str) -> None:
        """Press Tab until the focus is on the element, which must have an accessible name."""
        for _ in range(FARTHEST):
            self.press("Tab")
            if self.is_on(selector):
                assert self.page.evaluate(NAME)
                return
        raise AssertionError(f"Tab never reaches {selector}")

    def go_to_board(self) -> None:
        for _ in range(FARTHEST):
            if self.is_on(BOARD):
                return
            self.press("Tab")
        raise AssertionError("Tab never reaches the board")

    # -- a turn -----------------------------------------------------------------------------------------------------

    def hand_in_setup(self) -> None:
        self.go_to_board()
        picked = self.page.locator(".hint-picked")
        self.press("ArrowUp", "n", "Enter")
        expect(picked).to_have_count(1)
        [one] = cells_in(self.heard())
        self.press("n", "Enter")
        expect(picked).to_have_count(0)
        assert [cell == one for cell in cells_in(self.heard())] == [True, False], "two pieces must have been swapped"
        self.tab_to('[data-action="hand-in"]')
        self.press("Enter")
        handed_in = re.escape(self.page.locator("[data-setup-in]").text_content() or "")
        mine, theirs = (sentence(text).pattern for text in ("Your turn.", "{name} to move."))
        self.hears(re.compile(f"{handed_in}|{mine}|{theirs}"))

    def build_turn(self, rng: random.Random) -> None:
        self.await_turn()
        way = {"board": self.step_on_board, "list": self.step_in_list, "typed": self.type_step}[next(self.ways)]
        self.go_to_board()
        while not self.is_ready():
            way(rng)

    def step_on_board(self, rng: random.Random) -> None:
        """Choose one cell or button of a step: the cursor jumps between the choices and announces them."""
        if self.part("take").is_visible():
            self.tab_to(TAKE)
            self.press("Enter")
            return
        self.go_to_board()
        self.press(*"n" * rng.randint(1, 4))
        if not any(said(text) in self.heard() for text in CELL_WORDS):
            self.press("Tab")
        self.press("Enter")

    def step_in_list(self, rng: random.Random) -> None:
        """Choose one item of the list, which expands under the previous choice."""
        if not self.is_on("button"):
            self.go_to_board()
            self.press("m")
            self.press(*["Tab"] * rng.randint(0, 3))
        if self.part("take").is_visible():
            self.tab_to(TAKE)
        self.press("Enter")

    def type_step(self, rng: random.Random) -> None:
        self.go_to_board()
        self.press("t")
        steps = self.page.locator("#legal-steps option").evaluate_all("options => options.map((one) => one.value)")
        self.page.keyboard.type(rng.choice(steps))
        self.press("Enter")
        expect(self.page.locator("#typed-step")).to_have_value("")

    def send(self) -> None:
        ready = sentence("Ready to send: {turn}.")
        self.hears(ready)
        [turn] = re.findall(ready, self.heard())
        assert self.is_on('[data-part="send"]')
        self.press("Enter")
        expect(self.part("live")).not_to_have_text(ready)
        self.hears(turn)
        expect(self.page.locator("#game:not(.is-my-turn)")).to_be_visible()
        assert self.is_on(BOARD), "the focus must stay on the board when the button disappears"
