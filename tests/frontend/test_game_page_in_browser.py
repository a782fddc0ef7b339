"""The game page under fingers: on tablets and phones everything can be hit, and the board is seen whole."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User

pytestmark = pytest.mark.browser
Opener = Callable[..., Page]
CELL_WIDTH = "document.querySelector('svg.board .layer-ground > *').getBoundingClientRect().width"


@pytest.mark.parametrize("width", [768, 1024, 1440])
def test_a_finger_can_come_closer_to_a_large_board_wherever_its_cells_are_small(
    gamer: User, open_page: Opener, width: int
) -> None:
    by_finger = open_page("/games/{vaeva}/", user=gamer, width=width, has_touch=True, is_mobile=True)
    expect(by_finger.locator("#game.is-ready")).to_be_attached()
    before = by_finger.evaluate(CELL_WIDTH)
    assert before < 44
    by_finger.get_by_role("button", name="Closer").tap()
    assert by_finger.evaluate(CELL_WIDTH) == pytest.approx(before * 1.5, rel=0.01)
    by_mouse = open_page("/games/{vaeva}/", user=gamer, width=width)
    expect(by_mouse.locator("#game.is-ready")).to_be_attached()
    expect(by_mouse.locator(".board-zoom")).to_be_hidden()
