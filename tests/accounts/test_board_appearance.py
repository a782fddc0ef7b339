"""Board appearance: stored with the account, or in the browser without one; the same on every page."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.test import Client

from accounts.boards import MAX_LENGTH, BoardTaste
from accounts.enums import BoardTheme, PawnSet, SuitSet, VegaSet
from accounts.models import User
from accounts.services.account_closure import close_account
from accounts.services.profile import change_board
from games.pictures import looks
from tests.games.playing import start

Browser = Callable[[User], Client]
PAGE = "/settings/board/"
USUAL = "paper hatched engraved discs coordinates"


def look_of(client: Client, path: str = "/") -> str:
    return client.get(path).content.decode().split('data-look="')[1].split('"')[0]


class TestEncoding:
    def test_only_differences_from_the_default_are_stored(self) -> None:
        taste = BoardTaste(theme=BoardTheme.WOOD, confirm=False, sound=True)
        assert BoardTaste().text == ""
        assert taste.text == "wood no-confirm sound"
        assert BoardTaste.read(taste.text) == taste

    def test_unknown_words_are_ignored(self) -> None:
        assert BoardTaste.read('gold "><script> letters') == BoardTaste(suits=SuitSet.LETTERS)

    def test_the_longest_value_fits_the_column(self) -> None:
        longest = [max(choices.values, key=len) for choices in (BoardTheme, VegaSet, SuitSet, PawnSet)]
        assert len(" ".join([*longest, "no-coordinates", "no-confirm", "sound"])) <= MAX_LENGTH

    def test_every_choice_matches_a_drawing_style(self) -> None:
        kinds = (looks.THEMES, looks.VEGA_SETS, looks.SUIT_SETS, looks.PAWN_SETS)
        for choices, kind in zip((BoardTheme, VegaSet, SuitSet, PawnSet), kinds, strict=True):
            assert choices.values == list(kind)
        assert BoardTaste().look == looks.DEFAULT_LOOK == USUAL
        assert set(replace(BoardTaste(), coordinates=False).look.split()) >= {"no-coordinates"}


class TestWithAnAccount:
    def test_a_plain_form_saves_it_for_every_page_and_device(self, mira: User, browser_of: Browser) -> None:
        form = {"theme": "night", "vega": "solid", "suits": "letters", "pawns": "pawns", "coordinates": "false"}
        answer = browser_of(mira).post(PAGE, form)
        assert (answer.status_code, answer["Location"]) == (302, PAGE)
        assert look_of(browser_of(mira)) == "night solid letters pawns no-coordinates"
        mira.refresh_from_db()
        assert mira.board == "night solid letters pawns no-coordinates"

    def test_fields_missing_from_the_form_are_unchanged(self, mira: User, browser_of: Browser) -> None:
        change_board(user=mira, theme=BoardTheme.WOOD, confirm=False)
        answer = browser_of(mira).post(PAGE, {"sound": "true"}, headers={"accept": "application/json"})
        assert (answer.status_code, answer.content) == (204, b"")
        mira.refresh_from_db()
        assert BoardTaste.read(mira.board) == BoardTaste(theme=BoardTheme.WOOD, confirm=False, sound=True)

    def test_the_account_overrides_the_browser(self, mira: User, browser_of: Browser) -> None:
        browser = browser_of(mira)
        browser.cookies["board"] = "wood"
        assert look_of(browser).startswith("wood")
        browser.post(PAGE, {"theme": "ink"})
        assert browser.cookies["board"].value == ""
        browser.post(PAGE, {"theme": "paper"})
        assert look_of(browser) == USUAL

    def test_an_unknown_choice_is_refused(self, mira: User, browser_of: Browser) -> None:
        assert browser_of(mira).post(PAGE, {"theme": "gold"}).status_code == 422
        mira.refresh_from_db()
        assert mira.board == ""

    def test_small_board_pictures_use_the_appearance_in_their_url(
        self, mira: User, stranger: User, browser_of: Browser
    ) -> None:
        game = start("nonaga", [mira, stranger])
        change_board(user=mira, theme=BoardTheme.NIGHT)
        browser = browser_of(mira)
        assert "look=night%20hatched%20engraved%20discs%20coordinates" in browser.get("/").content.decode()
        address = f"/games/{game.pk}/picture.svg"
        night, usual = (browser.get(address, {"look": look}).content.decode() for look in ("night", ""))
        assert looks.THEMES["night"]["disc"] in night
        assert looks.THEMES["paper"]["disc"] in usual

    def test_a_game_page_uses_the_preferences_of_its_viewer(
        self, mira: User, stranger: User, browser_of: Browser
    ) -> None:
        game = start("nonaga", [mira, stranger])
        change_board(user=mira, confirm=False)
        page = browser_of(mira).get(f"/games/{game.pk}/").content.decode()
        assert '<input type="checkbox" name="confirm">' in page
        assert '<input type="checkbox" name="coordinates" checked>' in page

    def test_it_is_exported_and_deleted_with_the_account(self, mira: User, browser_of: Browser) -> None:
        change_board(user=mira, theme=BoardTheme.INK)
        assert browser_of(mira).get("/settings/data/download/").json()["account"]["board"] == "ink"
        close_account(user=mira)
        mira.refresh_from_db()
        assert mira.board == ""


class TestWithoutAnAccount:
    def test_it_is_stored_in_a_cookie(self, client: Client, db: None) -> None:
        assert client.get(PAGE).status_code == 200
        client.post(PAGE, {"theme": "wood", "pawns": "pawns"})
        assert look_of(client) == "wood hatched engraved pawns coordinates"
        client.post(PAGE, {"coordinates": "false"})
        assert look_of(client) == "wood hatched engraved pawns no-coordinates"

    def test_account_settings_are_not_offered(self, client: Client, db: None) -> None:
        assert "/settings/security/" not in client.get(PAGE).content.decode()


class TestApi:
    def test_a_session_reads_and_changes_it(self, mira: User, browser_of: Browser) -> None:
        browser = browser_of(mira)
        answer = browser.patch("/api/v1/me/board/", {"theme": "wood", "sound": True}, content_type="application/json")
        assert answer.status_code == 200
        assert (
            browser.get("/api/v1/me/board/").json()
            == answer.json()
            == {
                "theme": "wood",
                "vega": "hatched",
                "suits": "engraved",
                "pawns": "discs",
                "coordinates": True,
                "confirm": True,
                "sound": True,
            }
        )

    @pytest.mark.parametrize("body", [{"theme": "gold"}, {"sound": "perhaps"}])
    def test_an_unknown_choice_is_refused(self, mira: User, browser_of: Browser, body: dict[str, str]) -> None:
        answer = browser_of(mira).patch("/api/v1/me/board/", body, content_type="application/json")
        assert answer.status_code == 400

    def test_anonymous_users_are_refused(self, client: Client, db: None) -> None:
        assert client.get("/api/v1/me/board/").status_code in (401, 403)
