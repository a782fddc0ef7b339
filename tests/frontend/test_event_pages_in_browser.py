"""An event's tables, its embeds and a club's webhooks as people meet them: nothing for axe, nothing wider than a phone.

The event is final, so that no page keeps a stream open: the server of these tests cannot serve one.
"""

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page

from tests.frontend.axe import violations
from tests.frontend.pages import THEMES
from tests.games.playing import make_people
from tests.tournaments.events import decide, make_club, next_round, open_tables, running_event
from tournaments.models import Webhook
from tournaments.services.life import sign_off
from tournaments.services.results import set_result
from tournaments.services.webhooks import create_webhook

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

Opener = Callable[..., Page]


def test_tables_embeds_and_webhooks(open_page: Opener) -> None:
    (secretary,) = make_people("secretary")
    club = make_club(secretary)
    hook = create_webhook(
        club_id=club.pk, user=secretary, url="https://club.example.org/hook", kinds=["result", "final"]
    )
    tournament = running_event(club, secretary, 5, rounds=2, accounts=False)
    for seed in (1, 2):
        next_round(tournament, secretary)
        table = open_tables(tournament)[0]
        set_result(table_id=table.pk, user=secretary, outcome="forfeit", ranks=[1, 2], reason="never came")
        decide(tournament, secretary, Random(seed))
    sign_off(tournament_id=tournament.pk, user=secretary)
    assert Webhook.objects.get() == hook
    event = f"/tournaments/{tournament.pk}/"
    paths = [event, f"{event}?round=1", f"{event}projection/", f"{event}crosstable/"]
    paths += [f"{event}players/{tournament.entries.get(number=1).pk}/?round=1"]
    paths += [f"/embed{event}", f"/embed{event}crosstable/"]
    paths += [f"/clubs/{club.slug}/webhooks/", f"/clubs/{club.slug}/webhooks/{hook.pk}/"]
    found, widths = {}, {}
    for path in paths:
        for theme in THEMES:
            found[path, theme] = violations(open_page(path, user=secretary, theme=theme))
        phone = open_page(path, user=secretary, width=360)
        widths[path] = phone.evaluate("document.documentElement.scrollWidth")
    assert found == {shown: [] for shown in found}
    assert widths == dict.fromkeys(paths, 360)


def test_on_paper_there_is_the_table_and_nothing_to_press(open_page: Opener) -> None:
    (secretary,) = make_people("secretary")
    tournament = running_event(make_club(secretary), secretary, 4, rounds=2, accounts=False)
    for seed in (1, 2):
        next_round(tournament, secretary)
        decide(tournament, secretary, Random(seed))
    sign_off(tournament_id=tournament.pk, user=secretary)
    page = open_page(f"/tournaments/{tournament.pk}/")
    page.emulate_media(media="print")
    assert page.locator("table.standings tbody tr").count() == 4
    assert page.locator("table.standings").is_visible()
    for gone in (".site-header", ".site-footer", ".tabs", ".segmented"):
        assert page.locator(gone).count()
        assert not page.locator(gone).first.is_visible(), gone
