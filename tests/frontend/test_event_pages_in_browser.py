"""An event on paper. It is final, so that its page keeps no stream open: the server of these tests cannot serve one."""

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page

from tests.games.playing import make_people
from tests.tournaments.events import decide, make_club, next_round, running_event
from tournaments.services.life import sign_off

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

Opener = Callable[..., Page]


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
