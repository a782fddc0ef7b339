"""Somebody at a browser who has no mouse: plays by where the focus is and by what is said."""

import random
import re
from dataclasses import dataclass, field
from itertools import cycle

from playwright.sync_api import expect

from tests.browser.player import Player

FARTHEST = 120
"""No page has so many places for the focus."""
FOCUSED = """() => {
  const one = document.activeElement;
  return [one.getAttribute('role') || one.localName, (one.getAttribute('aria-label') || one.textContent).trim()];
}"""


@dataclass
class KeyboardPlayer(Player):
    """Only keys are pressed; what stands on the page is read, never clicked."""

    ways: "cycle[str]" = field(default_factory=lambda: cycle(["board", "list", "typed"]))
    """How turns are played, one after the other."""

    # -- keys and ears ----------------------------------------------------------------------------------------------

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    @property
    def focused(self) -> tuple[str, str]:
        """The role and the name of what has the focus, as a screen reader would say them."""
        role, name = self.page.evaluate(FOCUSED)
        return role, name

    def heard(self) -> str:
        return self.part("live").inner_text().strip()

    def hears(self, words: str | re.Pattern[str]) -> None:
        expect(self.part("live")).to_have_text(words if isinstance(words, re.Pattern) else re.compile(re.escape(words)))

    def tab_to(self, name: str, *, back: bool = False) -> None:
        """Press Tab until the focus is on what begins with this name."""
        for _ in range(FARTHEST):
            self.press("Shift+Tab" if back else "Tab")
            if self.focused[1].startswith(name):
                return
        raise AssertionError(f"Tab never comes to {name!r}")

    def go_to_board(self) -> None:
        for _ in range(FARTHEST):
            if self.focused[0] == "application":
                return
            self.press("Tab")
        raise AssertionError("Tab never comes to the board")

    # -- a turn -----------------------------------------------------------------------------------------------------

    def hand_in_setup(self) -> None:
        self.go_to_board()
        self.press("ArrowUp", "n", "Enter")
        self.hears("picked up. Choose where it goes.")
        self.press("n", "Enter")
        self.hears("have changed places.")
        self.tab_to("Hand in this set-up")
        self.press("Enter")
        expect(self.part("live")).to_have_text(re.compile("Handed in|turn|to move"))

    def build_turn(self, rng: random.Random) -> None:
        self.await_turn()
        way = {"board": self.step_on_board, "list": self.step_in_list, "typed": self.type_step}[next(self.ways)]
        self.go_to_board()
        while not self.is_ready():
            way(rng)

    def step_on_board(self, rng: random.Random) -> None:
        """One click or button of a step: the cursor jumps over what may be chosen, and says it."""
        if self.part("take").is_visible():
            self.tab_to("Take these")
            self.press("Enter")
            return
        self.go_to_board()
        self.press(*"n" * rng.randint(1, 4))
        if re.search("Can be played|Can go here|Takes something", self.heard()) is None:
            self.press("Tab")
        self.press("Enter")

    def step_in_list(self, rng: random.Random) -> None:
        """One choice of the list, which opens under what was chosen before."""
        if self.focused[0] != "button":
            self.go_to_board()
            self.press("m")
            self.press(*["Tab"] * rng.randint(0, 3))
        if self.part("take").is_visible():
            self.tab_to("Take these")
        self.press("Enter")

    def type_step(self, rng: random.Random) -> None:
        self.go_to_board()
        self.press("t")
        steps = self.page.locator("#legal-steps option").evaluate_all("options => options.map((one) => one.value)")
        self.page.keyboard.type(rng.choice(steps))
        self.press("Enter")
        expect(self.page.locator("#typed-step")).to_have_value("")

    def send(self) -> None:
        self.hears("Ready to send: ")
        assert self.focused == ("button", "Send the turn")
        self.press("Enter")
        self.hears("You played: ")
        expect(self.page.locator("#game:not(.is-my-turn)")).to_be_visible()
        assert self.focused[0] == "application", "the button is gone, and the focus stays at the board"
