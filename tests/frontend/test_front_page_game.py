"""The board of the front page: a whole game, still with reduced motion, and it can be paused."""

from collections.abc import Callable

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from frontend.front_page.front_game import RECORD, VARIANT, game_json, scenes
from games.rules import variant
from games.rules.match import Match

Opener = Callable[..., Page]
A_WHILE_MS = 10_000
WHERE = "[...document.querySelectorAll('.hero-board .piece')].map(piece => piece.dataset.cell).sort().join()"


class TestRecord:
    def test_it_is_a_game_played_to_its_goal(self) -> None:
        result = Match.replay(variant(VARIANT), RECORD).result
        assert result is not None
        assert result.reason == "goal"

    def test_every_turn_has_its_trail(self) -> None:
        shown = scenes()
        assert len(shown) == len(RECORD) + 1
        assert [scene.last_turn[-1].step for scene in shown[1:]] == list(RECORD)

    @pytest.mark.django_db
    def test_the_page_requests_it_once_per_day(self) -> None:
        answer = Client(headers={"host": "localhost"}).get("/front-game.json")
        assert answer.json() == game_json()
        assert answer["Cache-Control"] == "public, max-age=86400"


@pytest.mark.browser
@pytest.mark.django_db
class TestInBrowser:
    def test_it_plays_until_it_is_paused(self, open_page: Opener) -> None:
        page = open_page("/", reduced_motion="no-preference")
        page.clock.install()
        page.reload()
        button = page.get_by_role("button", name="Pause")
        expect(button).to_be_visible()
        before = where(page)
        page.clock.run_for(A_WHILE_MS)
        page.wait_for_function(f"before => {WHERE} !== before", arg=before)
        button.click()
        expect(page.get_by_role("button", name="Resume")).to_be_visible()

    def test_it_stands_still_with_reduced_motion(self, open_page: Opener) -> None:
        page = open_page("/", reduced_motion="reduce")
        page.clock.install()
        page.reload()
        expect(page.get_by_role("button", name="Resume")).to_be_visible()
        before = where(page)
        page.clock.run_for(A_WHILE_MS)
        assert where(page) == before

    def test_without_scripts_it_is_a_picture(self, open_page: Opener) -> None:
        page = open_page("/", java_script_enabled=False)
        expect(page.get_by_role("img", name="A Lyra board")).to_be_visible()
        expect(page.locator(".hero-board button")).to_be_hidden()


def where(page: Page) -> str:
    cells: str = page.evaluate(WHERE)
    return cells
