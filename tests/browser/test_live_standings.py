"""A table that changes under the eyes of who looks at it."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.services.site import LaunchedSite

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_a_result_reaches_the_standings_of_who_looks_and_is_said(site: LaunchedSite, sit: Sit) -> None:
    told = json.loads(site.run("from tests.browser.seeding import print_event; print_event('live')"))
    page = sit("a visitor", "", f"/tournaments/{told['event']}/").page
    first = page.locator("table.standings tbody tr").first
    expect(first.locator("strong")).to_have_text("0")
    site.run(f"from tests.browser.seeding import enter_result; enter_result({told['table']})")
    expect(first.locator("strong")).to_have_text("6")
    expect(page.get_by_role("status").and_(page.locator("[data-live-line]"))).not_to_be_empty()
