"""Without JavaScript everything can be read, including replays of games, and forms work."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from frontend.learn.library import LIBRARY
from games.ai import Budget
from games.analysis import services as service
from games.analysis.services import continue_analysis
from games.models import Analysis, Game
from games.services.endings import resign
from tests.frontend.handles import numbers
from tests.games.playing import make_people, play, start
from tests.tournaments.playing import make_club, open_tournament
from tournaments.models import Entry, Membership

pytestmark = pytest.mark.browser

Reader = Callable[..., Page]


@pytest.fixture
def read(open_page: Callable[..., Page]) -> Reader:
    """Open a page in a browser without scripts."""

    def open_(path: str, **options: Any) -> Page:
        return open_page(path, java_script_enabled=False, **options)

    return open_


@pytest.fixture
def finished(member: User) -> Game:
    """A game of Lyra resigned after six turns."""
    game = play(start("lyra-2", [member, *make_people("ben")]), 6)
    resign(game_id=game.pk, user=member)
    game.refresh_from_db()
    return game


class TestReading:
    def test_lists_standings_and_people(self, read: Reader, secretary: User, places: dict[str, int]) -> None:
        for path, words in {
            "/clubs/": "Vega Circle",
            "/clubs/vega-circle/": "The hall is booked",
            "/clubs/vega-circle/members/": "Ada Lovelace",
            "/tournaments/": "Spring Open",
            "/tournaments/{paired}/": "Wanda von der Weiden-Lichtenberg",
            "/tournaments/{paired}/crosstable/": "Maximiliane-Theodora von Hohenstaufen-R.",
            "/tournaments/{overdue}/rounds/1/": "Wanda von der Weiden-Lichtenberg",
            "/people/ada/": "Ada Lovelace",
            "/learn/nonaga/tutorial/": str(LIBRARY["nonaga"].lessons[-1].task),
        }.items():
            expect(read(path).locator("main")).to_contain_text(words)
        expect(read("/").locator("main form[action='/play/ai/'] button").first).to_be_visible()
        expect(read("/learn/vega/").locator("section[aria-labelledby=shared] table").first).to_be_visible()

    @pytest.mark.parametrize("path", ["/learn/nonaga/", "/learn/nonaga/tutorial/", "/puzzles/solitaire/today/"])
    def test_boards_ask_for_scripts(self, read: Reader, member: User, path: str) -> None:
        expect(unscripted(read(path), ".note")).to_be_visible()

    def test_my_games(self, read: Reader, player: User) -> None:
        expect(read("/my/games/", user=player).locator("main")).to_contain_text("Nonaga")

    def test_a_running_game(self, read: Reader, player: User) -> None:
        game = Game.objects.filter(variant="nonaga").get()
        page = read(f"/games/{game.pk}/", user=player)
        expect(page.locator("svg.board")).to_be_visible()
        expect(unscripted(page, ".note")).to_be_visible()
        assert game.deadline is not None
        expect(unscripted(page, "time")).to_have_attribute("datetime", game.deadline.isoformat())


class TestReplay:
    def test_a_game_is_read_and_replayed_by_links(self, read: Reader, member: User) -> None:
        game = play(start("lyra-2", [member, *make_people("ben")]), 6)
        page = read(f"/games/{game.pk}/")
        back, turn, on = (unscripted(page, f"nav {part}") for part in ("[rel=prev]", "span", "[rel=next]"))
        expect(page.locator(".record li a")).to_have_count(6)
        expect(turn).to_have_text(numbers(6, 6))
        board = text_board(page)
        end = board.all_text_contents()
        back.click()
        expect(turn).to_have_text(numbers(5, 6))
        expect(page.locator(".record [aria-current]")).to_have_count(1)
        expect(board).to_have_count(len(end))
        expect(board).not_to_have_text(end)
        unscripted(page, "nav a[href='?ply=0']").click()
        expect(turn).to_have_text(numbers(0, 6))
        expect(back).to_have_count(0)
        on.click()
        expect(turn).to_have_text(numbers(1, 6))
        page.locator('[data-part="replay-present"]').click()
        expect(board).to_have_text(end)

    def test_its_analysis_is_requested_and_read(
        self, read: Reader, finished: Game, member: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(service, "EVALUATION_BUDGET", Budget(nodes=60))
        page = read(f"/games/{finished.pk}/", user=member)
        page.locator('[data-part="action-analysis"]').click()
        page.locator('form[action$="/analysis/ask/"] button').click()
        while continue_analysis(analysis_id=Analysis.objects.get().pk):
            pass
        unscripted(page, "p a").click()
        rows = page.locator("table tbody tr")
        expect(rows).to_have_count(6)
        board = text_board(page)
        end = board.all_text_contents()
        rows.nth(2).get_by_role("link").click()
        expect(page).to_have_url(re.compile(rf"/games/{finished.pk}/analysis/\?ply=3$"))
        expect(rows.nth(2).locator("[aria-current]")).to_have_count(1)
        expect(page.locator(".graph-turn[aria-current]")).to_have_attribute("href", "?ply=3")
        expect(page.locator(".game-board > svg.board .trail")).to_have_count(1)
        expect(page.locator("form[data-play-on] [name=ply]")).to_have_value("3")
        expect(board).to_have_count(len(end))
        expect(board).not_to_have_text(end)
        unscripted(page, "nav [rel=next]").click()
        expect(rows.nth(3).locator("[aria-current]")).to_have_count(1)


def unscripted(page: Page, selector: str) -> Locator:
    """Return content for browsers without scripts; Playwright finds it by selectors, not by text."""
    return page.locator(f"noscript {selector}")


def text_board(page: Page) -> Locator:
    """Return the lines of the position's text view; folded, so not visible."""
    return page.locator('[data-part="text-board"] li')


class TestForms:
    def test_sign_up(self, read: Reader, member: User) -> None:
        page = read("/accounts/signup/")
        page.locator("input[name=username]").fill("newcomer")
        page.locator("input[name=email]").fill("newcomer@example.org")
        for field in page.locator("input[type=password]").all():
            field.fill("starlight-over-lyra-2")
        page.locator("main form button").click()
        expect(page.locator(".account-name")).to_have_text("newcomer")
        assert User.objects.filter(username="newcomer").exists()

    def test_settings(self, read: Reader, member: User) -> None:
        page = read("/settings/", user=member)
        page.locator("input[name=display_name]").fill("Ada, Countess")
        page.locator("main form").get_by_role("button").first.click()
        member.refresh_from_db()
        assert member.display_name == "Ada, Countess"

    def test_joining_a_club_and_entering_its_tournament(self, read: Reader, member: User) -> None:
        olga = User.objects.create_user("olga")
        tournament = open_tournament(make_club(olga), olga)
        page = read("/clubs/vega-circle/", user=member)
        page.locator('form[action$="/do/join/"] button').click()
        assert Membership.objects.filter(user=member).exists()
        page.get_by_role("link", name="Spring Open").click()
        page.locator('form[action$="/do/enter/"] button').click()
        assert Entry.objects.filter(tournament=tournament, user=member).exists()
