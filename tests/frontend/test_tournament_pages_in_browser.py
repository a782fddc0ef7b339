"""Tournament pages on paper and on a phone.

The tournament is final, so that its page opens no stream: the server of these tests can't serve one.
"""

import re
from collections.abc import Callable
from random import Random

import pytest
from django.db.models import F
from playwright.sync_api import Page

from tests.games.playing import make_people
from tests.tournaments.playing import decide, make_club, next_round, open_tables, running_tournament
from tournaments.models import Entry, Tournament
from tournaments.pairing.values import Format
from tournaments.services.lifecycle import sign_off

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

Opener = Callable[..., Page]
READ_AGAIN = """async () => {
  const { refresh } = await import("/static/js/refresh.js");
  await refresh(document.getElementById("tournament-part"));
}"""


def test_a_printed_page_has_the_standings_and_no_buttons(open_page: Opener) -> None:
    (secretary,) = make_people("secretary")
    tournament = running_tournament(make_club(secretary), secretary, 4, rounds=2, accounts=False)
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


def test_slips_are_eight_per_page_and_a_certificate_of_24_players_is_one(open_page: Opener) -> None:
    (secretary,) = make_people("secretary")
    tournament = running_tournament(make_club(secretary), secretary, 24, rounds=1, accounts=False)
    next_round(tournament, secretary)
    assert printed_pages(open_page(f"/tournaments/{tournament.pk}/rounds/1/slips/")) == 2
    decide(tournament, secretary, Random(1))
    sign_off(tournament_id=tournament.pk, user=secretary)
    certificate = open_page(f"/tournaments/{tournament.pk}/certificate/")
    assert certificate.locator(".certificate-table li").count() == 24
    assert printed_pages(certificate) == 1


def printed_pages(page: Page) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))


def test_a_refreshed_bracket_keeps_its_scroll_position(open_page: Opener) -> None:
    (secretary,) = make_people("secretary")
    tournament = running_tournament(make_club(secretary), secretary, 8, Format.KNOCKOUT, accounts=False, tie_breaks=())
    for seed in (1, 2, 3):
        next_round(tournament, secretary)
        while open_tables(tournament):
            decide(tournament, secretary, Random(seed))
    sign_off(tournament_id=tournament.pk, user=secretary)
    page = open_page(f"/tournaments/{tournament.pk}/crosstable/")
    page.set_viewport_size({"width": 360, "height": 800})
    region = page.get_by_role("region").filter(has=page.locator(".bracket"))
    region.evaluate("region => region.querySelector('.bracket-round:last-child').scrollIntoView()")
    before = region.evaluate("region => region.scrollLeft")
    assert before > 300
    Entry.objects.filter(tournament=tournament, number=1).update(name="Renamed")
    Tournament.objects.update(revision=F("revision") + 1)
    page.evaluate(READ_AGAIN)
    assert page.get_by_text("Renamed", exact=True).count()
    assert region.evaluate("region => region.scrollLeft") == before
