"""The game page: typed steps, offers by keyboard and screen reader, two tabs of one player, a turn sent offline,
set-ups, replay."""

import random
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Seed, Sit
from tests.browser.keyboard_player import BOARD, KeyboardPlayer
from tests.browser.player import Player
from tests.frontend.axe import violations
from tests.frontend.handles import numbers, said
from tests.services.processes import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE = {"width": 360, "height": 740}


def table_for_two(seed: Seed, sit: Sit, variant: str, tag: str, **wishes: Any) -> list[Player]:
    names = [f"ada-{tag}", f"ben-{tag}"]
    table = seed(variant, names, **wishes)
    return [sit(name, table["sessions"][name], f"/games/{table['game']}/") for name in names]


def test_a_turn_can_be_typed(seed: Seed, sit: Sit) -> None:
    """Both steps of a Nonaga turn in one line; an illegal one is refused and changes nothing."""
    ada, ben = table_for_two(seed, sit, "nonaga", "typed")
    field = ada.page.locator("#typed-step")
    field.fill("(2,0)-(9,9)")
    field.press("Enter")
    expect(ada.part("error")).not_to_be_empty()
    expect(ada.part("draft")).to_be_empty()
    field.fill("(2,0)-(-1,0) o(2,0)-(3,-2)")
    field.press("Enter")
    expect(ada.part("draft")).to_have_text("(2,0)-(-1,0), o(2,0)-(3,-2)")
    ada.send()
    ben.await_turn()
    assert ben.record() == ["(2,0)-(-1,0) o(2,0)-(3,-2)"]


def test_the_displayed_clock_agrees_with_the_server(seed: Seed, sit: Sit) -> None:
    """On a computer whose own clock is an hour off."""
    names = ["ada-clock", "ben-clock"]
    table = seed("lyra-2", names, seconds=600)
    ada = sit(names[0], table["sessions"][names[0]])
    asked_at = datetime.now(UTC)
    ada.page.clock.install(time=asked_at + timedelta(hours=1))
    ada.page.goto(f"/games/{table['game']}/")
    ada.await_turn()
    # The page can't know how long the server's time took to arrive.
    on_its_way = (datetime.now(UTC) - asked_at).total_seconds()
    shown = ada.part("seat-0").locator(".clock")
    expect(shown).to_have_text(re.compile(r"^\d+:\d\d$"))
    deadline = datetime.fromisoformat(ada.game()["clock"]["deadline"])

    def seconds_left() -> float:
        return (deadline - datetime.now(UTC)).total_seconds()

    def agrees() -> bool:
        before = seconds_left()
        minutes, seconds = shown.inner_text().split(":")
        return seconds_left() - 1.5 <= int(minutes) * 60 + int(seconds) <= before + 1 + on_its_way

    wait_for(agrees)
    expect(shown).not_to_have_text(shown.inner_text())
    # A screen reader announces the clock on request, and when time runs short.
    ada.page.locator("svg.board").focus()
    ada.page.keyboard.press("c")
    expect(ada.part("live")).to_have_text(re.compile(r"\bAda-Clock\W+\d+ minutes( \d+ seconds?)?\b"))
    ada.page.clock.fast_forward(int((seconds_left() - 55) * 1000))
    expect(ada.part("live")).to_have_text(re.compile(r"^\D*\b1 minute\b"))


def test_two_tabs_of_one_player_stay_in_sync(seed: Seed, sit: Sit) -> None:
    ada, _ = table_for_two(seed, sit, "lyra-2", "tabs")
    other = Player("ada's other tab", ada.page.context.new_page())
    other.page.goto(ada.page.url)
    other.await_turn()
    choice = ada.game()["state"]["choices"][0]
    other.point_at(choice["clicks"][0])
    ada.play_turn(random.Random(1))
    expect(other.page.locator("#game:not(.is-my-turn)")).to_be_visible()
    expect(other.part("record").locator("li")).to_have_count(1)
    other.await_pieces(ada.pieces())
    expect(other.part("draft")).to_be_empty()


def test_a_turn_sent_offline_is_sent_when_the_connection_is_back(seed: Seed, sit: Sit) -> None:
    ada, ben = table_for_two(seed, sit, "lyra-2", "line")
    ada.build_turn(random.Random(2))
    ada.page.context.set_offline(True)
    ada.part("send").click()
    expect(ada.part("error")).not_to_be_empty()
    expect(ada.part("draft")).not_to_be_empty()
    ada.page.context.set_offline(False)
    expect(ada.page.locator("#game:not(.is-my-turn)")).to_be_visible()
    ben.await_turn()
    assert ben.record() == ada.record()
    assert len(ben.record()) == 1


def test_a_setup_is_dragged_clicked_and_hidden_from_the_opponent(seed: Seed, sit: Sit) -> None:
    ada, ben = table_for_two(seed, sit, "galax", "setup")
    expect(ada.page.locator("svg.board .piece")).to_have_count(30)
    before = ada.pieces()
    ada.carry("a1", "b1")
    assert ada.pieces() != before
    ada.carry("b1", "a1")
    ada.await_pieces(before)
    ada.point_at("a1")
    ada.point_at("c3")
    ada.action("hand-in").click()
    expect(ada.page.locator("[data-setup-in]")).to_be_visible()
    handed_in = ada.game()["your_setup"]
    assert handed_in is not None
    assert handed_in not in ben.page.content()
    assert ben.game()["your_setup"] is None
    expect(ben.part("seat-0")).to_contain_text(said("ready"))
    ben.action("hand-in").press("Enter")
    ada.await_turn()
    assert ada.game()["seats"][0]["name"] == "Ada-Setup"
    assert ben.record()[0].startswith(handed_in)


def with_a_keyboard_player(seed: Seed, sit: Sit, tag: str) -> tuple[KeyboardPlayer, Player]:
    """Return Ada with keyboard and screen reader, and Ben with a mouse."""
    names = [f"ada-{tag}", f"ben-{tag}"]
    table = seed("lyra-2", names)
    ada, ben = (
        sit(name, table["sessions"][name], f"/games/{table['game']}/", by=kind)
        for name, kind in zip(names, (KeyboardPlayer, Player), strict=True)
    )
    assert isinstance(ada, KeyboardPlayer)
    return ada, ben


def test_offers_are_announced_and_answered_by_keyboard(seed: Seed, sit: Sit) -> None:
    ada, ben = with_a_keyboard_player(seed, sit, "offers")
    ada.play_turn(random.Random(4))
    ben.play_turn(random.Random(5))
    ben.part("action-takeback").click()
    ada.hears("Ben-Offers ")
    expect(ada.part("seat-1")).to_contain_text(said("asks for a take-back"))
    accept(ada, "takeback")
    ben.await_turn()
    assert len(ben.record()) == 1
    ben.part("action-draw").click()
    ada.hears("Ben-Offers ")
    expect(ada.part("seat-1")).to_contain_text(said("offers a draw"))
    accept(ada, "draw")
    expect(ben.part("action-rematch")).to_be_visible()
    assert ben.game()["result"]["reason"] == "agreement"
    ada.hears(ada.end())
    for player in (ada, ben):
        expect(player.status).to_have_text(player.end())
    assert ada.is_on(BOARD)


def accept(player: KeyboardPlayer, offer: str) -> None:
    """Accept by the button that otherwise makes the offer; its label changes."""
    button = player.part(f"action-{offer}")
    expect(button).to_have_text(said({"draw": "Accept the draw", "takeback": "Accept the take-back"}[offer]))
    player.tab_to(f'[data-part="action-{offer}"]')
    player.press("Enter")


def test_resigning_asks_for_confirmation_and_a_rematch_starts(seed: Seed, sit: Sit) -> None:
    ada, ben = with_a_keyboard_player(seed, sit, "rematch")
    ada.tab_to('[data-part="action-resign"]')
    ada.press("Enter")
    assert ada.is_on('[data-part="confirm"] [value="no"]')
    ada.press("Escape")
    assert ada.is_on('[data-part="action-resign"]'), "a closed dialog must return the focus"
    assert ada.game()["status"] == "running"
    ada.press("Enter", "Tab")
    assert ada.is_on('[data-part="confirm-yes"]')
    ada.press("Enter")
    expect(ben.part("action-rematch")).to_be_visible()
    result = ben.game()["result"]
    assert (result["reason"], result["ranks"]) == ("resignation", [2, 1])
    expect(ben.status).to_have_text(ben.end())
    ben.part("action-rematch").click()
    expect(ben.page).to_have_url(re.compile("/play/tables/"))
    finished = ada.page.url
    expect(ada.status).to_have_text(f"{ada.end()} {said('{name} offers a rematch.', name='Ben-Rematch')}")
    ada.part("action-rematch").click()
    expect(ada.page).not_to_have_url(finished)
    expect(ben.page).to_have_url(ada.page.url)


def test_a_chat_message_arrives_once(seed: Seed, sit: Sit) -> None:
    ada, ben = table_for_two(seed, sit, "lyra-2", "chat")
    ada.part("chat").locator("summary").click()
    ada.page.locator("#chat-text").fill("Good luck <b>")
    ada.page.locator("#chat-text").press("Enter")
    expect(ben.part("chat").locator("summary .badge")).to_have_text("1")
    ben.part("chat").locator("summary").click()
    expect(ada.part("chat").locator("li")).to_have_text(["Ada-Chat Good luck <b>"])
    report = ben.part("chat").get_attribute("data-report")
    expect(ben.part("chat").locator("li")).to_have_text([f"Ada-Chat Good luck <b> {report}"])


def test_replay_and_return_to_the_current_position(seed: Seed, sit: Sit) -> None:
    ada, ben = table_for_two(seed, sit, "lyra-2", "past")
    start = ada.pieces()
    for seed_of_turn, player in enumerate((ada, ben, ada)):
        player.play_turn(random.Random(seed_of_turn))
    now = ada.pieces()
    ada.part("replay-first").click()
    expect(ada.part("replay-past")).to_be_visible()
    ada.await_pieces(start)
    ada.page.locator("h1").click()
    ada.page.keyboard.press("ArrowRight")
    expect(ada.page).to_have_url(re.compile(r"\?ply=1$"))
    ada.page.reload()
    expect(ada.part("replay-past")).to_be_visible()
    expect(ada.part("replay-turn")).to_have_text(numbers(1, 3))
    ben.play_turn(random.Random(9))
    expect(ada.part("replay-turn")).to_have_text(numbers(1, 4))
    ada.part("replay-present").click()
    expect(ada.part("replay-past")).to_be_hidden()
    ada.await_turn()
    ada.await_pieces(ben.pieces())
    assert ada.pieces() != now


@pytest.mark.parametrize("variant", ["lyra-4", "vaeva", "galax", "nonaga"])
def test_it_fits_a_phone(seed: Seed, sit: Sit, variant: str) -> None:
    names = [f"{name}-phone" for name in ("ada", "ben", "cleo", "dan")][: 4 if variant == "lyra-4" else 2]
    table = seed(variant, names)
    ada = sit(names[0], table["sessions"][names[0]], f"/games/{table['game']}/", viewport=PHONE, has_touch=True)
    expect(ada.page.locator("svg.board")).to_be_visible()
    assert ada.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert violations(ada.page) == []
    if variant == "galax":
        expect(ada.page.get_by_role("img").and_(ada.page.locator(".who-takes[aria-label]"))).to_be_visible()
    if variant == "vaeva":
        check_window_of_large_board(ada.page)


def check_window_of_large_board(page: Page) -> None:
    """A cell is large enough for a finger; the minimap moves the window."""
    cell = page.locator('svg.board .layer-ground [data-cell="J10"]').bounding_box()
    assert cell is not None
    assert cell["width"] >= 24
    before = page.locator("svg.board").get_attribute("viewBox")
    page.locator(".minimap").click(position={"x": 5, "y": 5})
    assert page.locator("svg.board").get_attribute("viewBox") != before
    farther = page.locator(".board-zoom button", has_text="−")
    farther.click()
    farther.click()
    expect(page.locator(".minimap")).to_be_hidden()
