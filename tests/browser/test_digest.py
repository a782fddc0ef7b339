"""A digest mail, read in the site's mail files, and unsubscribed by its link."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Seed, Sit
from tests.frontend.handles import numbers
from tests.services.site import LaunchedSite

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MORNING = """
from accounts.models import User
from games.models import NoticeSettings
from games.notifications.services.notices import choose_deliveries
from games.tasks import catch_up_on_notices, send_due_digests
ada = User.objects.get(username="ada")
catch_up_on_notices()
choose_deliveries(user=ada, deliveries={"turn": "digest"}, digest_hour=0)
NoticeSettings.objects.filter(user=ada).update(last_digest_on=None)
print(send_due_digests(), send_due_digests())
"""
KEEPER = """
from accounts.models import User
from tests.browser.seeding import session_of
print(session_of(User.objects.create_superuser("keeper", "keeper@example.org", "a long password")))
"""


def test_a_digest_is_read_in_the_mail_files_and_unsubscribed_by_its_link(
    site: LaunchedSite, seed: Seed, sit: Sit
) -> None:
    games = [seed("nonaga", ["ada", "ben"]) for _ in range(2)]
    assert site.run(MORNING).split() == ["1", "0"]
    keeper = sit("keeper", site.run(KEEPER).strip(), "/site/mails/")
    mails = keeper.page.get_by_role("listitem").filter(has_text="ada@example.org")
    mails.get_by_role("link").filter(has_text=numbers(len(games))).click()
    message = keeper.page.locator(".mail-body")
    expect(message).to_have_text(re.compile(r"Nonaga\b.*\bBen\b"))
    for game in games:
        expect(message.locator(f"a[href$='/games/{game['game']}/']")).to_be_visible()
    link = message.locator("a[href*='/notices/unsubscribe/']").get_attribute("href")
    assert link is not None
    ada = sit("ada", games[0]["sessions"]["ada"], link)
    ada.page.locator("main form button").click()
    ada.page.locator("main a[href='/settings/notices/']").click()
    expect(ada.page.locator("select[name=turn]")).to_have_value("never")
    expect(ada.page.locator("select[name=challenge]")).to_have_value("now")
