"""Each language in a browser: pages, texts of scripts, dates, and the switch without scripts."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from accounts.services.profile import change_profile
from frontend.translations.catalogues import DOMAINS, read_catalogue, sentences
from tests.games.playing import start

pytestmark = pytest.mark.browser

Opener = Callable[..., Page]
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{\w+(?:![rs])?\}")
MONTHS = {
    "fr": "janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre",
    "cs": "ledna|února|března|dubna|května|června|července|srpna|září|října|listopadu|prosince",
}
PLAY = {"fr": "Jouer", "cs": "Hrát"}
TO_MOVE = {"fr": "À vous de jouer", "cs": "Jste na tahu"}
DAY = {"fr": r"\d+ ({}) \d{{4}}", "cs": r"\d+\. ({}) \d{{4}}"}
# What a user sees or hears: text, and attributes that are read out.
SAID = """() => {
  const said = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    if (!parentElement.closest("script, style, code, [lang]:not(html)")) said.add(data);
  }
  for (const name of ["aria-label", "title", "placeholder", "alt"]) {
    for (const element of document.querySelectorAll(`[${name}]`)) said.add(element.getAttribute(name));
  }
  return [...said].map((text) => text.trim().replace(/\\s+/g, " ")).filter((text) => text);
}"""


@pytest.mark.parametrize("code", ["fr", "cs"])
def test_the_site_in_another_language(code: str, secretary: User, open_page: Opener) -> None:
    game = start("nonaga", [secretary, User.objects.get(username="ben")])
    guest = {"locale": code}
    for path, ready in (("/", "main"), ("/learn/vega/", "[data-diagram] svg"), ("/tournaments/{paired}/", "table")):
        page = open_page(path, **guest)
        page.wait_for_selector(ready)
        page.wait_for_load_state("networkidle")
        expect(page.locator("html")).to_have_attribute("lang", code)
        expect(page.locator("#site-nav")).to_contain_text(PLAY[code])
        assert english_left(page, code) == []
    # The account overrides the browser, also for the scripts of the board.
    change_profile(user=secretary, language=code)
    page = open_page(f"/games/{game.pk}/", user=secretary, locale="en-GB")
    expect(page.locator("html")).to_have_attribute("lang", code)
    expect(page.get_by_text(TO_MOVE[code]).first).to_be_visible()
    assert english_left(page, code) == []
    page = open_page("/tournaments/{overdue}/rounds/1/", user=secretary)
    written = page.locator("time[title]").first.get_attribute("title")
    assert re.match(DAY[code].format(MONTHS[code]), written)


def test_the_switch_works_by_keyboard_and_without_scripts(secretary: User, open_page: Opener) -> None:
    page = open_page("/learn/", java_script_enabled=False, locale="en-GB")
    page.locator("button[name=language][value=cs]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("html")).to_have_attribute("lang", "cs")
    expect(page).to_have_url(re.compile("/learn/$"))
    expect(page.locator("button[name=language][value=cs]")).to_have_attribute("aria-pressed", "true")


def english_left(page: Page, code: str) -> list[str]:
    """Return English texts on the page for which the catalogues have a translation."""
    patterns, translated = _sentences(code)
    said = [words for words in page.evaluate(SAID) if words not in translated]
    return sorted(words for words in said if any(pattern.fullmatch(words) for pattern in patterns))


def _sentences(code: str) -> tuple[list[re.Pattern[str]], set[str]]:
    messages = [message for domain in DOMAINS for message in sentences(read_catalogue(domain, code))]
    translated = {form for message in messages for form in _forms(message.string)}
    english = {form for message in messages for form in _forms(message.id)} - translated
    return [_pattern(form) for form in english if _is_distinctive(form)], translated


def _is_distinctive(form: str) -> bool:
    """A text with placeholders needs two fixed words: "{one} and {other}" would match anything."""
    words = re.findall("[A-Za-z]{3,}", PLACEHOLDER.sub("", form))
    return len(words) > (1 if PLACEHOLDER.search(form) else 0)


def _forms(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ())


def _pattern(form: str) -> re.Pattern[str]:
    return re.compile(".+".join(map(re.escape, PLACEHOLDER.split(" ".join(form.split())))))
