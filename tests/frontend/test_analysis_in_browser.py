"""The analysis page: board, graph and table, on a phone, in both themes; and a hint in a game."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.ai import Budget
from games.analysis import services as service
from games.analysis.selectors import played_turns
from games.analysis.services import continue_analysis, request_analysis, request_hint
from games.models import Analysis, Game
from games.selectors.ai import ai_players
from games.services.ai import ensure_ai_players
from games.services.endings import resign
from games.services.play import submit_turn
from games.views.page_text import better_words
from tests.frontend.axe import violations
from tests.frontend.handles import numbers, said
from tests.frontend.pages import THEMES
from tests.games.playing import make_people, play, start

pytestmark = pytest.mark.browser
Opener = Callable[..., Page]
ASK = 'form[action$="/analysis/ask/"] button'


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "EVALUATION_BUDGET", Budget(nodes=60))


def test_an_analysis_is_readable_on_a_phone_in_both_themes(member: User, open_page: Opener) -> None:
    game = play(start("bataille-3", [member, *make_people("ben", "cleo")]), 6)
    for seat in game.seats.select_related("user")[:2]:
        resign(game_id=game.pk, user=seat.user)
    page = open_page(f"/games/{game.pk}/analysis/", user=member, width=360)
    page.locator(ASK).click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    analysis = Analysis.objects.get()
    while continue_analysis(analysis_id=analysis.pk):
        pass
    expect(page.locator("polyline")).to_have_count(3)  # the page updates itself
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    for theme in THEMES:
        assert violations(open_page(f"/games/{game.pk}/analysis/", width=360, theme=theme)) == []


def test_a_game_is_replayed_before_an_analysis_is_requested(member: User, open_page: Opener) -> None:
    game = play(start("lyra-2", [member, *make_people("ben")]), 4)
    resign(game_id=game.pk, user=member)
    page = open_page(f"/games/{game.pk}/analysis/", user=member)
    board, ask = page.locator("svg.board[role=application]"), page.locator(ASK)
    expect(ask).to_be_visible()
    page.locator('[data-part="replay-first"]').click()
    expect(page).to_have_url(re.compile(r"\?ply=0$"))
    expect(board.locator(".layer-trail > *")).to_have_count(0)
    page.locator('[data-part="replay-on"]').click()
    expect(page).to_have_url(re.compile(r"\?ply=1$"))
    expect(board.locator(".layer-trail > *")).not_to_have_count(0)
    beside = "([board, ask]) => board.getBoundingClientRect().right <= ask.getBoundingClientRect().left"
    assert page.evaluate(beside, [board.element_handle(), ask.element_handle()])
    assert violations(page) == []


@pytest.fixture
def blundered(member: User) -> Game:
    """A game of Lyra, six turns long, whose third was a blunder: the first legal step was better."""
    game = play(start("lyra-2", [member, *make_people("ben")]), 6)
    resign(game_id=game.pk, user=member)
    game.refresh_from_db()
    request_analysis(game_id=game.pk, user=member)
    while continue_analysis(analysis_id=Analysis.objects.get().pk):
        pass
    analysis = Analysis.objects.get()
    better = played_turns(game)[2].before.match.state.choices()[0].text
    calm = [{**turn, "mark": "", "best": []} for turn in analysis.turns]
    calm[2] |= {"mark": "blunder", "best": [better]}
    Analysis.objects.update(turns=calm)
    return game


def test_the_board_follows_the_chosen_turn(member: User, blundered: Game, open_page: Opener) -> None:
    page = open_page(f"/games/{blundered.pk}/analysis/", user=member)
    advice = page.locator(".hint-advice")
    expect(page.locator('[data-part="replay-turn"]')).to_have_text(numbers(7, 7))
    page.locator("tbody tr").nth(2).get_by_role("link").click()
    expect_chosen(page, 3)
    expect(advice).to_have_count(1)
    judged = Analysis.objects.get().turns[2]
    expect(page.locator('[data-part="advice"]')).to_have_text(better_words(judged))
    live = page.locator('[data-part="live"]')
    expect(live).to_contain_text(said("Turn {turn} of {turns}", turn=3, turns=7))
    for cell in judged["steps"][0].split("-"):
        expect(live).to_contain_text(cell)
    page.keyboard.press("ArrowRight")
    expect_chosen(page, 4)
    expect(advice).to_have_count(0)
    expect(page.locator('[data-part="advice"]')).to_be_hidden()
    page.locator('[data-part="replay-back"]').click()
    expect_chosen(page, 3)
    expect(advice).to_have_count(1)
    page.locator('.graph-turn[data-ply="2"]').click()
    expect_chosen(page, 2)
    expect(page.locator("form[data-play-on] [name=ply]")).to_have_value("2")


def expect_chosen(page: Page, ply: int) -> None:
    """Check that board, graph, table and URL agree; in this game a turn is a ply."""
    start_of_turn, end_of_turn = Analysis.objects.get().turns[ply - 1]["steps"][0].split("-")
    expect(page).to_have_url(re.compile(rf"\?ply={ply}$"))
    expect(page.locator("tbody tr").nth(ply - 1).locator("[aria-current]")).to_have_count(1)
    expect(page.locator("[aria-current]").and_(page.locator("[data-ply]"))).to_have_count(2)
    expect(page.locator(".graph-turn[aria-current]")).to_have_attribute("data-ply", str(ply))
    expect(page.locator(f'.piece[data-cell="{end_of_turn}"]')).to_have_count(1)
    expect(page.locator(f'.piece[data-cell="{start_of_turn}"]')).to_have_count(0)


def test_the_comment_on_a_turn_does_not_shift_the_layout(member: User, blundered: Game, open_page: Opener) -> None:
    page = open_page(f"/games/{blundered.pk}/analysis/?ply=3", user=member, width=360)
    expect_chosen(page, 3)
    graph = page.locator(".analysis-graph")
    before = graph.bounding_box()
    page.keyboard.press("ArrowRight")
    expect(page.locator('[data-part="advice"]')).to_be_hidden()
    assert graph.bounding_box() == before
    assert violations(page) == []


def test_a_hint_can_be_requested_and_a_thinking_ai_is_shown(member: User, open_page: Opener) -> None:
    ensure_ai_players()
    game = start("lyra-2", [member, ai_players()[0]])
    request_hint(game_id=game.pk, user=member, ply=0)
    continue_analysis(analysis_id=Analysis.objects.get().pk)
    page = open_page(f"/games/{game.pk}/", user=member, width=360)
    page.locator('[data-part="action-hint"]').click()
    best = Analysis.objects.get().turns[0]["best"]
    expect(page.locator('[data-part="advice"]')).to_have_text(said("The AI would play {turn}.", turn=best[0]))
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    thinking = said("{name} is thinking.", name=ai_players()[0].public_name)
    expect(page.locator('[data-part="status"]')).to_have_text(said("Your turn."))
    submit_turn(game_id=game.pk, user=member, ply=0, steps=best)
    page.reload()
    expect(page.locator('[data-part="status"]')).to_have_text(thinking)


def test_no_hint_is_offered_against_people(member: User, open_page: Opener) -> None:
    game = start("lyra-2", [member, *make_people("ben")])
    page = open_page(f"/games/{game.pk}/", user=member)
    expect(page.locator('[data-part="action-draw"]')).to_be_visible()
    expect(page.locator('[data-part="action-hint"]')).to_be_hidden()
