"""The base layout of every page: theme, menus and keyboard, on a phone, without scripts."""

import datetime as dt
from collections.abc import Callable
from zoneinfo import ZoneInfo

import pytest
from django.utils.formats import date_format
from playwright.sync_api import Page, expect

from accounts.models import User

pytestmark = pytest.mark.browser

Opener = Callable[..., Page]
PAPER_BY_DAY = "rgb(246, 243, 234)"
PAPER_BY_NIGHT = "rgb(16, 19, 31)"
DARK, BY_SYSTEM = "button[name=theme][value=dark]", "button[name=theme][value=system]"
TOKEN = "name => getComputedStyle(document.documentElement).getPropertyValue(name)"


def paper(page: Page) -> str:
    colour: str = page.evaluate("getComputedStyle(document.body).backgroundColor")
    return colour


class TestTheme:
    def test_the_system_theme_applies_until_a_choice_is_saved(self, open_page: Opener, member: User) -> None:
        page = open_page("/status/", theme="dark")
        assert paper(page) == PAPER_BY_NIGHT
        page.emulate_media(color_scheme="light")
        assert paper(page) == PAPER_BY_DAY
        page.locator(DARK).click()
        assert paper(page) == PAPER_BY_NIGHT
        assert page.url.endswith("/status/")
        page.reload()
        assert paper(page) == PAPER_BY_NIGHT
        expect(page.locator(DARK)).to_have_attribute("aria-pressed", "true")
        page.locator(BY_SYSTEM).click()
        assert paper(page) == PAPER_BY_DAY

    def test_it_works_without_scripts(self, open_page: Opener, member: User) -> None:
        page = open_page("/status/", theme="light", java_script_enabled=False)
        page.locator(DARK).click()
        assert page.url.endswith("/status/")
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")

    def test_high_contrast_and_forced_colours(self, open_page: Opener, member: User) -> None:
        page = open_page("/status/", theme="light", contrast="more")
        muted, ink = (page.evaluate(TOKEN, name) for name in ("--muted", "--ink"))
        assert muted == ink
        page.emulate_media(forced_colors="active")
        pressed = page.locator(BY_SYSTEM)
        assert pressed.evaluate("button => getComputedStyle(button).outlineStyle") == "solid"


class TestMenus:
    def test_the_account_menu_closes_on_escape_and_returns_the_focus(self, open_page: Opener, member: User) -> None:
        page = open_page("/", user=member)
        button = page.locator(".menu > summary")
        button.click()
        expect(page.locator(".menu-panel a[href='/settings/']")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator(".menu-panel a[href='/settings/']")).to_be_hidden()
        expect(button).to_be_focused()

    def test_the_account_menu_closes_on_a_click_elsewhere(self, open_page: Opener, member: User) -> None:
        page = open_page("/", user=member)
        page.locator(".menu > summary").click()
        page.locator("h1").click()
        expect(page.locator(".menu-panel a[href='/settings/']")).to_be_hidden()

    def test_on_a_phone_a_button_opens_the_navigation(self, open_page: Opener, member: User) -> None:
        page = open_page("/status/", width=360)
        sign_up = page.locator("#site-nav a[href='/accounts/signup/']")
        expect(sign_up).to_be_hidden()
        page.locator(".menu-button").click()
        expect(sign_up).to_be_visible()
        page.keyboard.press("Escape")
        expect(sign_up).to_be_hidden()

    def test_on_a_wide_screen_there_is_no_menu_button(self, open_page: Opener, member: User) -> None:
        page = open_page("/status/", width=1440)
        expect(page.locator(".menu-button")).to_be_hidden()

    def test_a_long_name_does_not_widen_the_page(self, open_page: Opener, member: User) -> None:
        member.display_name = "Maximiliane-Theodora von Hohenstaufen-R."
        member.save()
        page = open_page("/", user=member, width=500)
        page.locator(".menu > summary").click()
        assert page.evaluate("document.documentElement.scrollWidth") == 500


class TestKeyboard:
    def test_the_first_tab_reaches_the_skip_link(self, open_page: Opener, member: User) -> None:
        page = open_page("/status/")
        page.keyboard.press("Tab")
        expect(page.locator(".skip-link")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("main")).to_be_focused()

    def test_the_focused_element_has_a_visible_outline(self, open_page: Opener, keeper: User) -> None:
        page = open_page("/styleguide/", user=keeper)
        for _ in range(60):
            page.keyboard.press("Tab")
            outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
            assert outline == "solid", page.evaluate("document.activeElement.outerHTML")


def test_times_are_relative(open_page: Opener, member: User) -> None:
    page = open_page("/status/")
    expect(page.locator("time[data-relative]")).to_have_text("now")
    assert "UTC" in (page.locator("time[data-relative]").get_attribute("title") or "")


def test_the_exact_time_on_hover_is_in_the_viewers_time_zone(open_page: Opener, member: User) -> None:
    User.objects.filter(pk=member.pk).update(time_zone="Asia/Tokyo")
    page = open_page("/status/", user=member)
    shown = page.locator("time[data-relative]").first
    expect(shown).to_have_text("now")
    moment = dt.datetime.fromisoformat(shown.get_attribute("datetime") or "").astimezone(ZoneInfo("Asia/Tokyo"))
    expect(shown).to_have_attribute("title", f"{date_format(moment, 'DATETIME_FORMAT')} JST")


def test_reduced_motion_disables_transitions(open_page: Opener, member: User) -> None:
    page = open_page("/status/", reduced_motion="no-preference")
    for wish, duration in (("no-preference", "0.15s"), ("reduce", "0s")):
        page.emulate_media(reduced_motion=wish)
        assert page.evaluate("getComputedStyle(document.querySelector('a.brand')).transitionDuration") == duration


def test_on_a_phone_the_most_urgent_game_comes_before_new_ones(open_page: Opener, player: User) -> None:
    """Both visually and in tab order."""
    page = open_page("/", user=player, width=360)
    begin, game = page.locator("main a[href='/play/']:visible"), page.locator(".awaiting a").first
    tops = "([one, other]) => one.getBoundingClientRect().top < other.getBoundingClientRect().top"
    order = "([one, other]) => Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING)"
    for width in (360, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        page.reload()
        expect(begin).to_have_count(1)
        for comes_first in (tops, order):
            assert page.evaluate(comes_first, [game.element_handle(), begin.element_handle()]) == (width == 360)
