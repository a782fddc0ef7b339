"""Standings that update while they are viewed."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.services.site import LaunchedSite

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_a_result_updates_open_standings_and_is_announced(site: LaunchedSite, sit: Sit) -> None:
    created = json.loads(site.run("from tests.browser.seeding import print_tournament; print_tournament('live')"))
    page = sit("a visitor", "", f"/tournaments/{created['tournament']}/").page
    first = page.locator("table.standings tbody tr").first
    expect(first.locator("strong")).to_have_text("0")
    site.run(f"from tests.browser.seeding import enter_result; enter_result({created['table']})")
    expect(first.locator("strong")).to_have_text("6")
    expect(page.get_by_role("status").and_(page.locator("[data-live-line]"))).not_to_be_empty()
