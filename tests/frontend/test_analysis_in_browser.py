"""The analysis as people meet it: graph and table on a phone, in both themes; and a hint on the board's page."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.ai import Budget
from games.models import Analysis
from games.selectors.ai import ai_players
from games.services import analysis as service
from games.services.ai import ensure_ai_players
from games.services.analysis import request_hint, work_on_analysis
from games.services.play import submit_turn
from games.services.resign import resign
from tests.frontend.axe import violations
from tests.frontend.pages import THEMES
from tests.games.playing import make_people, play, start

pytestmark = pytest.mark.browser
Opener = Callable[..., Page]


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "JUDGEMENT_BUDGET", Budget(nodes=60))


def test_an_analysis_is_read_on_a_phone_in_either_theme(member: User, open_page: Opener) -> None:
    game = play(start("bataille-3", [member, *make_people("ben", "cleo")]), 6)
    for seat in game.seats.select_related("user")[:2]:
        resign(game_id=game.pk, user=seat.user)
    page = open_page(f"/games/{game.pk}/analysis/", user=member, width=360)
    page.get_by_role("button", name="Analyse this game").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    analysis = Analysis.objects.get()
    while work_on_analysis(analysis_id=analysis.pk):
        pass
    expect(page.locator("polyline")).to_have_count(3)  # the page finds out by itself
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    for theme in THEMES:
        assert violations(open_page(f"/games/{game.pk}/analysis/", width=360, theme=theme)) == []


def test_a_hint_is_asked_for_and_an_ai_at_work_is_seen_to_think(member: User, open_page: Opener) -> None:
    ensure_ai_players()
    game = start("lyra-2", [member, ai_players()[0]])
    request_hint(game_id=game.pk, user=member, ply=0)
    work_on_analysis(analysis_id=Analysis.objects.get().pk)
    page = open_page(f"/games/{game.pk}/", user=member, width=360)
    page.get_by_role("button", name="Ask for a hint").click()
    best = Analysis.objects.get().turns[0]["best"]
    expect(page.get_by_text(f"The AI would play {best[0]}.")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    expect(page.get_by_text("is thinking")).to_have_count(0)
    submit_turn(game_id=game.pk, user=member, ply=0, steps=best)
    page.reload()
    expect(page.get_by_text(f"{ai_players()[0].public_name} is thinking.")).to_be_visible()


def test_there_is_no_hint_to_ask_for_against_people(member: User, open_page: Opener) -> None:
    game = start("lyra-2", [member, *make_people("ben")])
    page = open_page(f"/games/{game.pk}/", user=member)
    expect(page.get_by_role("button", name="Offer a draw")).to_be_visible()
    expect(page.get_by_role("button", name="Ask for a hint")).to_be_hidden()
