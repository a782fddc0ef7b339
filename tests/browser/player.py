"""A player with a mouse."""

import random
import re
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.frontend.handles import cells_in

PIECES = """() => [...document.querySelectorAll('svg.board .piece')]
  .map((piece) => `${piece.dataset.cell} ${piece.getAttribute('class')}`.replace(/ is-\\w+/g, '')).sort()"""


@dataclass
class Player:
    name: str
    page: Page

    def part(self, name: str) -> Locator:
        return self.page.locator(f'[data-part="{name}"]')

    def action(self, name: str) -> Locator:
        """Return a button beside a set-up."""
        return self.page.locator(f'.arranger [data-action="{name}"]')

    @property
    def status(self) -> Locator:
        return self.part("status")

    @property
    def is_to_move(self) -> bool:
        return self.page.locator("#game.is-my-turn").count() > 0

    def await_turn(self) -> None:
        expect(self.page.locator("#game.is-my-turn")).to_be_visible()

    def game(self) -> dict[str, Any]:
        number = re.search(r"/games/(\d+)/", self.page.url)
        assert number is not None, self.page.url
        answer: dict[str, Any] = self.page.request.get(f"/api/v1/games/{number.group(1)}/").json()
        return answer

    def end(self) -> str:
        """Return the result of the game as shown to this player."""
        return str(self.game()["result"]["words"])

    def record(self) -> list[str]:
        return self.part("record").locator("li").all_inner_texts()

    def pieces(self) -> list[str]:
        """Return the pieces on the board that is shown, with their cells."""
        found: list[str] = self.page.evaluate(PIECES)
        return found

    def await_pieces(self, wanted: list[str]) -> None:
        """Wait until the board shows this position."""
        self.page.wait_for_function(f"wanted => String(({PIECES})()) === String(wanted)", arg=wanted)

    # -- a turn -----------------------------------------------------------------------------------------------------

    def hand_in_setup(self) -> None:
        self.action("shuffle").click()
        self.action("hand-in").click()

    def play_turn(self, rng: random.Random) -> None:
        """Play a random legal turn by clicks and send it."""
        self.build_turn(rng)
        self.send()

    def build_turn(self, rng: random.Random) -> None:
        self.await_turn()
        choice = rng.choice(self.game()["state"]["choices"])
        for name in choice["clicks"]:
            self.point_at(name)
        if choice.get("optional"):
            self.part("take").click()
        while not self.is_ready():
            self.add_step(rng)

    def is_ready(self) -> bool:
        """Return whether the turn is complete; wait until the last step has been checked and drawn."""
        expect(self.page.locator('#game[aria-busy="false"]')).to_be_attached()
        return self.part("send").is_visible()

    def add_step(self, rng: random.Random) -> None:
        """Add another step of the same turn: by a button if there is one, else by clicks."""
        buttons = self.part("step-buttons").locator("button")
        if buttons.count() > 0:
            buttons.first.click()
            return
        steps = self.page.locator("#legal-steps option").evaluate_all("options => options.map((one) => one.value)")
        for name in cells_in(rng.choice(steps))[:2]:
            self.point_at(name)
        if self.part("take").is_visible():
            self.part("take").click()

    def point_at(self, name: str) -> None:
        """Click a cell, or the button of a step without a cell."""
        cell = self.cell(name)
        if cell.count() == 0:
            self.page.locator(f'[data-step="{name}"]').click()
            return
        self.page.mouse.click(*self.middle_of(name))

    def cell(self, name: str) -> Locator:
        return self.page.locator(f'svg.board .layer-ground [data-cell="{name}"]')

    def middle_of(self, name: str) -> tuple[float, float]:
        self.cell(name).scroll_into_view_if_needed()
        box = self.cell(name).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def carry(self, start: str, end: str) -> None:
        """Drag what is on a cell to another cell."""
        self.page.mouse.move(*self.middle_of(start))
        self.page.mouse.down()
        self.page.mouse.move(*self.middle_of(end), steps=5)
        self.page.mouse.up()

    def send(self) -> None:
        self.part("send").click()
        expect(self.page.locator("#game:not(.is-my-turn)")).to_be_visible()
