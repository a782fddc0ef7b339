"""The first minute on a new embedded site, in a real browser, with everything running."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.services.site import launched_site

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def sign_up(page: Page, username: str) -> None:
    page.goto("/accounts/signup/")
    page.fill("input[name=username]", username)
    page.fill("input[name=email]", f"{username}@example.org")
    page.fill("input[name=password1]", "seven bright stars")
    page.fill("input[name=password2]", "seven bright stars")
    page.locator("input[name=password2]").press("Enter")
    page.wait_for_url(re.compile(r"^(?!.*/signup/)"))


def test_the_first_account_looks_after_the_site_and_the_second_does_not(tmp_path: Path, browser: Browser) -> None:
    with launched_site(tmp_path) as site:
        visitor = browser.new_context(base_url=site.url).new_page()
        visitor.goto("/")
        expect(visitor.locator("main a[href*='/accounts/signup/']").first).to_be_visible()

        first = browser.new_context(base_url=site.url).new_page()
        sign_up(first, "ada")
        second = browser.new_context(base_url=site.url).new_page()
        sign_up(second, "ben")

        assert first.goto("/site/mails/").status == 200  # type: ignore[union-attr]
        assert first.goto("/admin/").status == 200  # type: ignore[union-attr]
        assert second.goto("/site/mails/").status in (403, 404)  # type: ignore[union-attr]
        second.goto("/admin/")
        expect(second.locator("#site-name")).to_have_count(0)
