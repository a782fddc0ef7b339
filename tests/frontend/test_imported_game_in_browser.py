"""The page of an imported game: replayed like any other, without turns, streams or chat."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.imports.services import import_record
from games.selectors.game_json import seats_of
from games.selectors.replay import record_file
from games.services.endings import resign
from tests.frontend.axe import violations
from tests.frontend.handles import numbers
from tests.games.playing import make_people, play, start

pytestmark = pytest.mark.browser


def test_it_is_replayed_on_a_phone(member: User, open_page: Callable[..., Page]) -> None:
    players = make_people("ben", "cleo")
    game = play(start("galax", players), 3)
    resign(game_id=game.pk, user=players[0])
    game.refresh_from_db()
    kept = import_record(owner=member, data=record_file(game, seats_of(game)))
    page = open_page(f"/my/imports/{kept.pk}/", user=member, width=360)
    turn = page.locator('[data-part="replay-turn"]')
    expect(turn).to_have_text(numbers(5, 5))
    expect(page.locator("form[data-play-on] button")).to_be_disabled()
    page.locator('[data-part="replay-back"]').click()
    page.locator('[data-part="replay-back"]').click()
    expect(turn).to_have_text(numbers(3, 5))
    expect(page.locator("form[data-play-on] button")).to_be_enabled()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert violations(page) == []
