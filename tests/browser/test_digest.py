"""A digest, read where the site keeps its mails, and stopped by the link in it."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Seed, Sit
from tests.services.site import LaunchedSite

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MORNING = """
from accounts.models import User
from games.models import NoticeSettings
from games.services.notices import choose_deliveries
from games.tasks import catch_up_on_notices, send_daily_mails
ada = User.objects.get(username="ada")
catch_up_on_notices()
choose_deliveries(user=ada, deliveries={"turn": "digest"}, digest_hour=0)
NoticeSettings.objects.filter(user=ada).update(last_digest_on=None)
print(send_daily_mails(), send_daily_mails())
"""
KEEPER = """
from accounts.models import User
from tests.browser.seeding import session_of
print(session_of(User.objects.create_superuser("keeper", "keeper@example.org", "a long password")))
"""


def test_a_digest_is_read_in_the_mail_directory_and_stopped_by_its_link(
    site: LaunchedSite, seed: Seed, sit: Sit
) -> None:
    seed("nonaga", ["ada", "ben"])
    told = seed("nonaga", ["ada", "ben"])
    assert site.run(MORNING).split() == ["1", "0"]
    keeper = sit("keeper", site.run(KEEPER).strip(), "/site/mails/")
    keeper.page.get_by_role("link", name="Asterism: 2 notices").click()
    letter = keeper.page.locator(".mail-body")
    expect(letter).to_contain_text("It is your turn in Nonaga with Ben.")
    link = re.search(r"Stop these mails:\s+(\S+)", letter.inner_text())
    assert link is not None
    ada = sit("ada", told["sessions"]["ada"], link[1])
    ada.page.get_by_role("button", name="Stop these mails").click()
    expect(ada.page.get_by_role("heading", name="These mails are stopped")).to_be_visible()
    ada.page.get_by_role("link", name="Choose what comes by mail").click()
    expect(ada.page.get_by_label("It is your turn: by mail")).to_have_value("never")
    expect(ada.page.get_by_label("Somebody challenges you: by mail")).to_have_value("now")
