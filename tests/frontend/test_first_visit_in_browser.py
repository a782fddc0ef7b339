"""The first visit to a new site, in a real browser."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import LazySettings
from playwright.sync_api import Page, expect

from accounts.mail_files import FILE_BACKEND
from games.services.ai import ensure_ai_players

pytestmark = [pytest.mark.browser, pytest.mark.django_db]

Opener = Callable[..., Page]


def sign_up(page: Page, username: str) -> None:
    page.fill("input[name=username]", username)
    page.fill("input[name=email]", f"{username}@example.org")
    page.fill("input[name=password1]", "seven bright stars")
    page.fill("input[name=password2]", "seven bright stars")
    page.locator("input[name=password2]").press("Enter")
    page.wait_for_url(re.compile(r"^(?!.*/signup/)"))


def test_the_first_account_administers_the_site_and_the_second_does_not(
    open_page: Opener, settings: LazySettings, tmp_path: Path
) -> None:
    settings.EMAIL_BACKEND, settings.EMAIL_FILE_PATH = FILE_BACKEND, tmp_path
    ensure_ai_players()
    visitor = open_page("/")
    expect(visitor.locator("main a[href*='/accounts/signup/']").first).to_be_visible()

    first, second = (open_page("/accounts/signup/") for _ in range(2))
    sign_up(first, "ada")
    sign_up(second, "ben")

    assert first.goto("/site/mails/").status == 200
    assert first.goto("/admin/").status == 200
    assert second.goto("/site/mails/").status in (403, 404)
    second.goto("/admin/")
    expect(second.locator("#site-name")).to_have_count(0)
