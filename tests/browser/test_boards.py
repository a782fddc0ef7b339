"""Boards beyond clicks: threats, the platform, dragged discs, undo, and sending without confirmation.

Animations are checked half-way: the test stops and advances the page's clock, so that a busy machine is no problem.
"""

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Seed, Sit
from tests.browser.player import Player
from tests.frontend.handles import cells_in, numbers, said

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE = {"width": 360, "height": 740}
# Brown's star on c7 could capture white's sun on c5; it is brown's turn.
STARS_AND_SUNS = {
    "setups": ["=MMMMMMMMMM/TTTTTTTTTT/SSSSSSSSSS", "=SSSSSSSSSS/MMMMMMMMMM/TTTTTTTTTT"],
    "steps": ["c3-c4", "c8-c7", "c4-c5"],
}
TO_THE_PLATFORM = """
    H1-I2 B20-A19 I2-J3 D20-C19 J3-K4 F20-E19 K4-J5 H20-G19
    J5-K6 J20-I19 K6-J7 L20-K19 J7-K8 N20-M19 K8-J9 P20-O19
"""
# Orange's pawn on J9 is next to the platform.
BEFORE_THE_PLATFORM = {
    "setups": ["=BDFHJLNPR", "=BDFHJLNPR"],
    "steps": TO_THE_PLATFORM.split(),
}


def seated(
    seed: Seed, sit: Sit, variant: str, tag: str, *, seat: int, wishes: dict[str, Any], **options: Any
) -> Player:
    names = [f"ada-{tag}", f"ben-{tag}"]
    table = seed(variant, names, **wishes)
    return sit(names[seat], table["sessions"][names[seat]], f"/games/{table['game']}/", **options)


def stop_the_clock(page: Page) -> None:
    """Stop the page's clock: from here only `page.clock.run_for` advances it."""
    page.clock.install()
    page.reload()
    expect(page.locator("#game.is-ready")).to_be_attached()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))


def shifted(page: Page, selector: str) -> tuple[float, float]:
    """Return how far an element is displaced."""
    transform = page.locator(selector).get_attribute("transform") or "translate(0 0)"
    x, y = re.findall(r"-?[\d.]+(?:e-?\d+)?", transform)
    return float(x), float(y)


# -- a turn -----------------------------------------------------------------------------------------------------------


def test_a_turn_can_be_undone_until_it_is_sent(seed: Seed, sit: Sit) -> None:
    """On a phone so low that the board ends below the screen, both buttons are visible."""
    low = {"width": 360, "height": 520}
    ada = seated(seed, sit, "nonaga", "undo", seat=0, wishes={}, viewport=low, has_touch=True)
    start = ada.pieces()
    undo, send = ada.part("undo"), ada.part("send")
    expect(undo).to_be_hidden()
    ada.build_turn(random.Random(1))
    assert ada.pieces() != start
    ada.page.evaluate("window.scrollTo(0, 0)")
    expect(send).to_be_in_viewport()
    expect(undo).to_be_in_viewport()
    undo.click()
    expect(send).to_be_hidden()
    expect(ada.part("draft")).not_to_be_empty()
    undo.click()
    expect(ada.part("draft")).to_be_empty()
    expect(undo).to_be_hidden()
    ada.await_pieces(start)
    assert ada.game()["ply"] == 0
    ada.play_turn(random.Random(2))
    expect(undo).to_be_hidden()


def test_without_confirmation_a_turn_is_sent_at_once(seed: Seed, sit: Sit) -> None:
    """The setting is saved: the next page doesn't ask either."""
    ada = seated(seed, sit, "lyra-2", "atonce", seat=0, wishes={})
    ada.page.locator('details:has([data-part="preferences"]) > summary').click()
    with ada.page.expect_response("**/settings/board/**"):
        ada.part("preferences").locator("[name=confirm]").uncheck()
    ada.page.reload()
    ada.await_turn()
    for name in ada.game()["state"]["choices"][0]["clicks"]:
        ada.point_at(name)
    expect(ada.page.locator("#game:not(.is-my-turn)")).to_be_visible()
    expect(ada.part("record").locator("li")).to_have_count(1)
    assert ada.game()["ply"] == 1


def test_the_board_does_not_move_on_the_page_during_a_game(seed: Seed, sit: Sit) -> None:
    """Before, during and after a turn, and in replay; also while the board of Nonaga moves."""
    ada = seated(seed, sit, "nonaga", "still", seat=0, wishes={}, viewport=PHONE, has_touch=True)
    places = [place_of_board(ada)]
    ada.build_turn(random.Random(1))
    places.append(place_of_board(ada))
    ada.send()
    places.append(place_of_board(ada))
    button = place_of(ada.part("replay-back"))
    ada.part("replay-back").click()
    expect(ada.part("replay-past")).to_be_visible()
    places.append(place_of_board(ada))
    assert places == [places[0]] * 4
    assert place_of(ada.part("replay-back")) == button, "a second click must hit the button, too"


@pytest.mark.parametrize("viewport", [PHONE, {"width": 768, "height": 1024}], ids=["phone", "tablet"])
def test_the_whole_board_is_visible_together_with_the_send_button(
    seed: Seed, sit: Sit, viewport: dict[str, int]
) -> None:
    tag = f"whole-{viewport['width']}"
    ada = seated(seed, sit, "lyra-2", tag, seat=0, wishes={}, viewport=viewport, has_touch=True)
    ada.build_turn(random.Random(1))
    ada.page.evaluate("window.scrollTo(0, 0)")
    board, bar = place_of_board(ada), place_of(ada.part("send"))
    assert board["y"] + board["height"] <= bar["y"]
    assert bar["y"] + bar["height"] <= viewport["height"]


def place_of_board(player: Player) -> dict[str, int]:
    return place_of(player.page.locator("svg.board"))


def place_of(thing: Locator) -> dict[str, int]:
    """Return the position on the page, independent of scrolling."""
    script = "thing => { const {y, height} = thing.getBoundingClientRect(); return {y: y + scrollY, height}; }"
    return {name: round(length) for name, length in thing.evaluate(script).items()}


# -- Galax and Sirius -------------------------------------------------------------------------------------------------


def test_threatened_pieces_are_marked_by_mouse_keyboard_and_touch(seed: Seed, sit: Sit) -> None:
    names = ["ada-danger", "ben-danger"]
    table = seed("galax", names, **STARS_AND_SUNS)
    path, ring = f"/games/{table['game']}/", ".layer-threats circle"
    ada = sit(names[0], table["sessions"][names[0]], path)
    expect(ada.page.get_by_role("img").and_(ada.page.locator(".who-takes[aria-label]"))).to_be_visible()
    # It is neither her turn nor her piece.
    ada.page.mouse.move(*ada.middle_of("c7"))
    expect(ada.page.locator(ring)).to_have_count(1)
    assert is_around(ada.page, ring, ada.middle_of("c5"))
    ada.page.mouse.move(*ada.middle_of("c6"))
    expect(ada.page.locator(ring)).to_have_count(0)

    ben = sit(names[1], table["sessions"][names[1]], path)
    ben.page.locator("svg.board").focus()
    for _ in range(30):
        if cells_in(ben.part("live").inner_text())[:1] == ["c7"]:
            break
        ben.page.keyboard.press("n")
    expect(ben.page.locator(ring)).to_have_count(1)
    expect(ben.part("live")).to_have_text(re.compile(r"\bc7\b.*\bc5\b"))

    phone = sit(names[0], table["sessions"][names[0]], path, viewport=PHONE, has_touch=True)
    phone.page.touchscreen.tap(*phone.middle_of("c7"))
    expect(phone.page.locator(ring)).to_have_count(1)


def is_around(page: Page, selector: str, middle: tuple[float, float]) -> bool:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return abs(box["x"] + box["width"] / 2 - middle[0]) < 2 and abs(box["y"] + box["height"] / 2 - middle[1]) < 2


def test_a_dragged_piece_shows_its_targets(seed: Seed, sit: Sit) -> None:
    """As a clicked one does; dropped elsewhere it returns."""
    ada = seated(seed, sit, "lyra-2", "carried", seat=0, wishes={})
    ada.await_turn()
    dots = ada.page.locator(".hint-target")
    ada.page.mouse.move(*ada.middle_of("a1"))
    ada.page.mouse.down()
    ada.page.mouse.move(*ada.middle_of("f7"), steps=5)
    expect(dots).to_have_count(3)
    ada.page.mouse.up()
    expect(dots).to_have_count(0)
    ada.carry("a1", "c4")
    expect(ada.part("draft")).to_have_text("a1-c4")


def test_a_changed_pattern_is_no_longer_named_and_can_be_chosen_again(seed: Seed, sit: Sit) -> None:
    ada = seated(seed, sit, "galax", "patterns", seat=0, wishes={})
    field, pattern = ada.page.locator("#typed-setup"), ada.page.locator("[name=pattern]")
    expect(field).to_have_value(re.compile("^="))
    [chosen] = pattern.select_option(index=1)
    expect(field).to_have_value(chosen)
    ada.action("shuffle").click()
    expect(field).not_to_have_value(chosen)
    expect(pattern).to_have_value("")
    pattern.select_option(index=1)
    expect(field).to_have_value(chosen)


@pytest.mark.parametrize(
    ("variant", "wrong", "counts", "right"),
    [
        ("galax", "ssssssssss/sssssssssm/mmmmmmmmmm", (19, 11, 0), "ssssssssss/mmmmmmmmmm/tttttttttt"),
        ("vaeva", "abc", (9, 3), "acegikmoq"),
    ],
)
def test_a_setup_can_be_typed(
    seed: Seed, sit: Sit, variant: str, wrong: str, counts: tuple[int, ...], right: str
) -> None:
    """An invalid one is refused with the rules' message and changes nothing; a valid one can be handed in and saved."""
    ada = seated(seed, sit, variant, f"letters-{variant}", seat=0, wishes={})
    field = ada.page.locator("#typed-setup")
    expect(field).to_have_value(re.compile("^="))
    before = ada.pieces()
    field.fill(wrong)
    field.press("Enter")
    expect(ada.part("error")).to_have_text(numbers(*counts))
    expect(field).to_have_attribute("aria-invalid", "true")
    assert ada.pieces() == before
    field.fill(right)
    field.press("Enter")
    expect(ada.part("error")).to_be_empty()
    expect(field).to_have_value(f"={right.upper()}")
    assert ada.pieces() != before
    ada.page.locator("[name=favourite]").fill("Mine")
    ada.action("keep").click()
    kept = ada.page.locator("[name=pattern] option", has_text="Mine")
    expect(kept).to_have_count(1)
    expect(ada.page.locator("[name=pattern]")).to_have_value(f"={right.upper()}")
    ada.action("hand-in").click()
    expect(ada.page.locator("[data-setup-in]")).to_be_visible()
    assert ada.game()["your_setup"] == f"={right.upper()}"
    ada.action("forget").click()
    expect(kept).to_have_count(0)


# -- Vaeva ------------------------------------------------------------------------------------------------------------


def test_a_pawn_boards_the_platform_and_rides(seed: Seed, sit: Sit) -> None:
    """The distance of the next pawn is shown where it would board; the platform slides with its pawn."""
    table = seed("vaeva", ["ada-ride", "ben-ride"], **BEFORE_THE_PLATFORM)
    path = f"/games/{table['game']}/"
    ada, ben = (sit(name, table["sessions"][name], path) for name in ("ada-ride", "ben-ride"))
    expect(ada.part("hint")).to_have_text(said("Boarding distance in cells, exactly: {count}.", count=1))
    for part in ("seat-0", "seat-1"):
        expect(ada.part(part)).to_contain_text(said("boarding distance {count}", count=1))
    assert set(ada.page.locator(".mark-text").all_text_contents()) == {"1"}
    ada.point_at("J9")
    expect(ada.page.locator(".hint-note")).to_have_text("1")
    ada.point_at("J10")
    ada.send()
    expect(ada.part("seat-0")).to_contain_text(said("{count} aboard", count=1))
    ben.play_turn(random.Random(3))
    ada.await_turn()
    stop_the_clock(ada.page)
    ada.page.locator('[data-step="P+"]').click()
    platform, rider = ".layer-platform", '.layer-pieces [data-cell="J10"]'
    for _ in range(1000):
        if 0 < shifted(ada.page, platform)[0] < 1:
            break
        ada.page.clock.run_for(10)
    at_rest = ada.cell("J10").evaluate("cell => cell.getBBox().x + cell.getBBox().width / 2")
    assert shifted(ada.page, rider)[0] - at_rest == pytest.approx(shifted(ada.page, platform)[0], abs=0.01)
    assert 0 < shifted(ada.page, platform)[0] < 1
    ada.page.clock.resume()
    expect(ada.part("draft")).to_have_text("P+")
    expect(ada.page.locator('.layer-pieces [data-cell="K10"]')).to_have_count(1)
    expect(ada.page.locator(".layer-trail .trail-slid")).to_have_count(1)
    expect(ada.page.locator(".layer-trail .trail-taken")).to_have_count(0)


def test_a_large_board_is_panned_and_zoomed_on_a_phone(seed: Seed, sit: Sit) -> None:
    """It starts at the platform; one finger pans, two zoom, and the minimap shows the window."""
    ada = seated(seed, sit, "vaeva", "pan", seat=0, wishes=BEFORE_THE_PLATFORM, viewport=PHONE, has_touch=True)
    window = ada.page.locator(".minimap-window")
    expect(window).to_be_visible()
    before = seen(ada.page)
    assert before[0] < 8
    assert before[0] + before[2] > 12
    assert before[1] < 9
    assert before[1] + before[3] > 20, "the own side must be visible completely"
    touch(ada.page, [[(180, 420)], [(160, 420)], [(120, 420)]])
    moved = seen(ada.page)
    assert moved[0] > before[0]
    assert moved[2] == pytest.approx(before[2])
    touch(ada.page, [[(150, 460), (210, 460)], [(120, 460), (240, 460)], [(100, 460), (260, 460)]])
    assert seen(ada.page)[2] < moved[2] * 0.8
    assert float(window.get_attribute("width") or 0) == pytest.approx(seen(ada.page)[2])


def seen(page: Page) -> list[float]:
    """Return the part of the board that is visible."""
    return [float(number) for number in (page.locator("svg.board").get_attribute("viewBox") or "").split()]


def touch(page: Page, ways: list[list[tuple[int, int]]]) -> None:
    """Touch, move and lift fingers."""
    session = page.context.new_cdp_session(page)
    for number, fingers in enumerate(ways):
        points = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(fingers)]
        kind = "touchMove" if number else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


# -- Nonaga -----------------------------------------------------------------------------------------------------------


def test_a_disc_is_dragged_pinned_and_followed(seed: Seed, sit: Sit) -> None:
    """Without animation: `tests/js/motion.test.js` tests that the view follows smoothly."""
    ada = seated(seed, sit, "nonaga", "disc", seat=0, wishes={}, reduced_motion="reduce")
    ada.point_at("(2,0)")
    ada.point_at("(-1,0)")
    expect(ada.part("draft")).to_have_text("(2,0)-(-1,0)")
    before = seen(ada.page)
    ada.page.mouse.move(*ada.middle_of("(2,0)"))
    ada.page.mouse.down()
    ada.page.mouse.move(*ada.middle_of("(-3,1)"), steps=4)
    expect(ada.page.locator(".cell-disc.is-carried")).to_have_count(1)
    ada.page.mouse.up()
    expect(ada.part("draft")).to_have_text("(2,0)-(-1,0), o(2,0)-(-3,1)")
    expect(ada.page.locator(".pin")).to_have_count(1)
    assert is_around_cell(ada, ".pin", "(-3,1)")
    assert seen(ada.page)[0] < before[0], "the view must follow to the left"


def is_around_cell(player: Player, selector: str, name: str) -> bool:
    box, middle = player.page.locator(selector).bounding_box(), player.middle_of(name)
    assert box is not None
    return box["x"] < middle[0] < box["x"] + box["width"] and box["y"] < middle[1] < box["y"] + box["height"] + 1
