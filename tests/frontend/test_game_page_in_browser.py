"""The game page by mouse and touch: target sizes, dragged pieces, and the layout on a phone."""

import re
from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from games.timing import MINUTE, SECOND, TimeControl
from tests.games.playing import make_people, play, start

pytestmark = pytest.mark.browser
Opener = Callable[..., Page]
TWO_CELLS = re.compile(r"\b[A-T]\d+\b.*\b[A-T]\d+\b")
"""The announcement of a swap names two cells; those of picking up and of the cursor name one."""
CELL_WIDTH = "document.querySelector('svg.board .layer-ground > *').getBoundingClientRect().width"


def test_a_large_board_can_be_zoomed_where_its_cells_are_small(member: User, open_page: Opener) -> None:
    path = f"/games/{play(start('vaeva', [member, *make_people('ben')]), 3).pk}/"
    by_finger = open_page(path, user=member, has_touch=True, is_mobile=True)
    by_mouse = open_page(path, user=member)
    for width in (768, 1024, 1440):
        for page in (by_finger, by_mouse):
            page.set_viewport_size({"width": width, "height": 900})
            page.reload()
            expect(page.locator("#game.is-ready")).to_be_attached()
        before = by_finger.evaluate(CELL_WIDTH)
        assert before < 44
        by_finger.locator(".board-zoom button", has_text="+").tap()
        assert by_finger.evaluate(CELL_WIDTH) == pytest.approx(before * 1.5, rel=0.01)
        expect(by_mouse.locator(".board-zoom")).to_be_hidden()


def test_a_piece_dragged_in_a_setup_shows_its_targets(member: User, open_page: Opener) -> None:
    game = start("vaeva", [member, *make_people("ben")], set_up=False)
    page = open_page(f"/games/{game.pk}/", user=member)
    targets, typed = page.locator(".hint-target"), page.locator(".arranger [name=setup]")
    expect(page.locator("svg.board .piece.is-movable").first).to_be_visible()
    before = typed.input_value()
    carried = page.locator("svg.board .piece.is-movable").first
    carried.hover()
    page.mouse.down()
    page.mouse.move(640, 400, steps=3)
    expect(targets).not_to_have_count(0)
    expect(page.locator(".piece.is-carried")).to_have_count(1)
    page.mouse.up()  # in the middle of the board: nothing can be placed there, and no move is announced
    expect(targets).to_have_count(0)
    assert typed.input_value() == before
    expect(page.locator('[data-part="live"]')).not_to_have_text(TWO_CELLS)
    carried.hover()
    page.mouse.down()
    page.mouse.move(640, 400, steps=3)
    targets.first.hover(force=True)
    page.mouse.up()
    expect(page.locator('[data-part="live"]')).to_have_text(TWO_CELLS)
    assert typed.input_value() != before


def test_projected_standings_are_one_line_above_the_board_of_four(member: User, open_page: Opener) -> None:
    game = play(start("lyra-4", [member, *make_people("ben", "cleo", "dan")], turn_limit=30), 3)
    page = open_page(f"/games/{game.pk}/", user=member, viewport={"width": 360, "height": 740})
    expect(page.locator("#game.is-ready")).to_be_attached()
    limits = page.locator(".player-limit")
    expect(limits).to_have_count(4)
    assert limits.evaluate_all("limits => limits.every((one) => one.getClientRects()[0].height < 24)")
    assert page.evaluate("document.querySelector('svg.board').getBoundingClientRect().bottom") <= 740
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(page.locator(".limit-words").first).to_be_visible()
    expect(page.locator(".limit-word").first).to_be_hidden()


def test_the_clock_does_not_overlap_the_tally(member: User, open_page: Opener) -> None:
    """In French, both don't fit into one line."""
    User.objects.update(language="fr")
    game = play(start("lyra-4", [member, *make_people("ben", "cleo", "dan")], turn_limit=30), 3)
    page = open_page(f"/games/{game.pk}/", user=member, viewport={"width": 360, "height": 740})
    expect(page.locator(".player.to-move .clock")).not_to_be_empty()
    clock, tally = (page.locator(f".player.to-move {part}") for part in (".clock", '[data-part="tally"]'))
    apart = """([one, other]) => {
      const [clock, tally] = [one, other].map((element) => element.getBoundingClientRect());
      return clock.left >= tally.right || clock.top >= tally.bottom || clock.bottom <= tally.top;
    }"""
    assert page.evaluate(apart, [clock.element_handle(), tally.element_handle()])
    assert page.evaluate("document.querySelector('svg.board').getBoundingClientRect().bottom") <= 740


def test_an_expired_clock_shows_no_time_in_both_places_and_after_a_reload(member: User, open_page: Opener) -> None:
    ben = make_people("ben")[0]
    game = play(start("lyra-2", [member, ben], control=TimeControl.bank(MINUTE)), 2)
    now = timezone.now()
    game.seats.update(bank=44 * SECOND)
    Game.objects.filter(pk=game.pk).update(since=now - 40 * SECOND, deadline=now + 4 * SECOND)
    boards = [open_page(f"/games/{game.pk}/", user=viewer) for viewer in (member, ben)]
    for board in boards:
        expect(board.locator('[data-part="seat-0"] .clock')).to_have_text("0:00")
    for board in boards:
        board.reload()
        expect(board.locator(".clock.running")).to_have_count(0)
        expect(board.locator('[data-part="seat-0"] .clock')).to_have_text("0:00")
        expect(board.locator('[data-part="seat-1"] .clock')).to_have_text("0:44")
