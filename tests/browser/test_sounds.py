"""Sounds are off by default; if on, an opponent's turn sounds once, on one of several open pages."""

import random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Seed, Sit
from tests.services.processes import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# A page that has sounded silences the others for good, not for four seconds: a busy machine may take longer.
COUNT = """
window.tones = 0;
window.audio = [];
window.AudioContext = class extends AudioContext {
  constructor() { super(); window.audio.push(this); }
};
const wait = window.setTimeout;
window.setTimeout = (action, delay, ...more) => (delay === 4000 ? 0 : wait(action, delay, ...more));
const begin = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { window.tones += 1; return begin.apply(this, when); };
"""


def tones(*pages: Page) -> int:
    return sum(int(page.evaluate("window.tones")) for page in pages)


def test_a_turn_sounds_once_for_users_who_want_it(seed: Seed, sit: Sit) -> None:
    table = seed("lyra-2", ["ada-hears", "ben-hears"])
    path, rng = f"/games/{table['game']}/", random.Random(1)
    ada, ben = (sit(name, table["sessions"][name]) for name in ("ada-hears", "ben-hears"))
    second = ben.page.context.new_page()
    for page in (ada.page, ben.page, second):
        page.add_init_script(COUNT)
        page.goto(path)
        expect(page.locator('#game[aria-busy="false"]')).to_be_attached()
        page.locator("h1").click()
    ada.play_turn(rng)
    for page in (ben.page, second):
        expect(page.locator("#game.is-my-turn")).to_be_visible()
    assert tones(ada.page, ben.page, second) == 0

    with ben.page.expect_response("**/settings/board/"):
        ben.part("sound").click()
    expect(ben.part("sound")).to_have_attribute("aria-pressed", "true")
    second.reload()
    expect(second.locator('[data-part="sound"]')).to_have_attribute("aria-pressed", "true")
    second.locator("h1").click()
    for page in (ben.page, second):
        page.wait_for_function("window.audio.some(({ state }) => state === 'running')")
    ben.play_turn(rng)
    ada.play_turn(rng)
    for page in (ben.page, second):
        expect(page.locator("#game.is-my-turn")).to_be_visible()
    wait_for(lambda: tones(ben.page, second) > 0)
    assert tones(ada.page) == 0
    assert tones(ben.page, second) == 1
