"""Standings embedded in other sites, and preview pictures of links."""

import io
import re
from random import Random

import pytest
from django.conf import settings
from django.test import Client
from PIL import Image

from accounts.models import User
from frontend.previews import views as preview_views
from frontend.previews.cards import table_preview
from frontend.previews.text_layout import font, legible, shortened
from games.rules import variant as engine_of
from tests.games.playing import make_people, play, start
from tests.tournaments.playing import decide, make_rules, next_round, running_tournament
from tournaments.models import Club, Entry, Tournament
from tournaments.pairing.values import Format
from tournaments.selectors.api_json import entry_json
from tournaments.services.lifecycle import create_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def played_tournament(club: Club, secretary: User) -> Tournament:
    tournament = running_tournament(club, secretary, 6, rounds=2, accounts=False)
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(1))
    return tournament


@pytest.mark.parametrize("part", ["", "crosstable/"])
def test_an_embed_may_be_framed_and_sets_no_cookies(club: Club, secretary: User, part: str) -> None:
    tournament = played_tournament(club, secretary)
    browser = Client()
    browser.force_login(secretary)
    browser.cookies["theme"] = "dark"
    answer = browser.get(f"/embed/tournaments/{tournament.pk}/{part}")
    page = answer.content.decode()
    assert answer.status_code == 200
    assert page.count("<tr>") == 7
    assert "<script" not in page
    assert 'data-theme="system"' in page
    assert "secretary" not in page
    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    assert "script-src" not in answer["Content-Security-Policy"]
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer
    assert not answer.cookies
    assert "cookie" not in answer.get("Vary", "").lower()
    assert answer["Cache-Control"] == "public, max-age=60"


@pytest.mark.parametrize("path", ["/embed/tournaments/{}/crosstable/", "/tournaments/{}/crosstable/"])
def test_the_crosstable_of_a_round_robin_is_a_grid_of_players(club: Club, secretary: User, path: str) -> None:
    tournament = running_tournament(club, secretary, 4, Format.DOUBLE_ROUND_ROBIN, accounts=False)
    for seed in range(6):
        next_round(tournament, secretary)
        decide(tournament, secretary, Random(seed))
    page = Client().get(path.format(tournament.pk)).content.decode()
    rows = [row.split("<td")[2:-1] for row in page.split("<tbody>")[1].split("</tr>")[:-1]]
    assert [[cell.count("cross-cell") for cell in row] for row in rows] == [
        [0, 2, 2, 2],
        [2, 0, 2, 2],
        [2, 2, 0, 2],
        [2, 2, 2, 0],
    ]
    assert [["cross-own" in cell for cell in row].index(True) for row in rows] == [0, 1, 2, 3]


def test_only_embeds_may_be_framed(club: Club, secretary: User) -> None:
    tournament = played_tournament(club, secretary)
    answer = Client().get(f"/tournaments/{tournament.pk}/")
    assert answer["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]


def test_an_embed_takes_round_rows_and_theme_and_has_an_etag(club: Club, secretary: User) -> None:
    tournament = played_tournament(club, secretary)
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(2))
    address = f"/embed/tournaments/{tournament.pk}/"
    first = Client().get(address, {"round": 1, "rows": 3, "theme": "dark"})
    page = first.content.decode()
    assert page.count("<tr>") == 4
    assert first.context["table"]["after_round"] == 1
    assert 'data-theme="dark"' in page
    again = Client().get(address, {"round": 1, "rows": 3, "theme": "dark"}, headers={"if-none-match": first["ETag"]})
    assert again.status_code == 304
    assert Client().get(address, headers={"if-none-match": first["ETag"]}).status_code == 200
    assert Client().get(address, {"round": 9}).status_code == 400


def test_drafts_have_neither_embed_nor_preview(club: Club, secretary: User) -> None:
    draft = create_tournament(user=secretary, club_id=club.pk, rules=make_rules())
    browser = Client()
    browser.force_login(secretary)
    assert browser.get(f"/embed/tournaments/{draft.pk}/").status_code == 404
    assert browser.get(f"/previews/tournaments/{draft.pk}.png").status_code == 404
    assert "og:image" not in browser.get(f"/tournaments/{draft.pk}/").content.decode()


def preview_of(path: str) -> bytes:
    page = Client().get(path).content.decode()
    (address,) = re.findall(r'<meta property="og:image" content="([^"]+)">', page)
    assert f'<meta property="og:url" content="{settings.PUBLIC_URL}{path}">' in page
    assert address.startswith(settings.PUBLIC_URL)
    answer = Client().get(address.removeprefix(settings.PUBLIC_URL))
    assert answer["Content-Type"] == "image/png"
    assert answer["Cache-Control"] == "public, max-age=300"
    assert "cookie" not in answer.get("Vary", "").lower()
    image = Image.open(io.BytesIO(answer.content))
    assert image.size == (1200, 630)
    assert len(image.convert("RGB").getcolors(2**24) or ()) > 20  # something is drawn
    return answer.content


def test_a_tournaments_preview_shows_its_current_standings(club: Club, secretary: User) -> None:
    tournament = played_tournament(club, secretary)
    before = preview_of(f"/tournaments/{tournament.pk}/")
    assert preview_of(f"/tournaments/{tournament.pk}/") == before
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(2))
    assert preview_of(f"/tournaments/{tournament.pk}/") != before


@pytest.mark.parametrize("variant", ["lyra-2", "vaeva", "galax", "sirius", "nonaga", "bataille-4"])
def test_a_games_preview_shows_its_position(db: None, variant: str) -> None:
    people = make_people("ada", "ben", "cleo", "dora")
    game = start(variant, people[: engine_of(variant).seats])
    before = preview_of(f"/games/{game.pk}/")
    play(game, 1)
    assert preview_of(f"/games/{game.pk}/") != before


def test_a_game_without_spectators_has_no_preview(db: None) -> None:
    game = start("lyra-2", make_people("ada", "ben"), spectators=False)
    assert Client().get(f"/previews/games/{game.pk}.png").status_code == 404
    assert Client().get("/previews/games/999999.png").status_code == 404


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Žofie Dvořáková", "Žofie Dvořáková"),
        ("Z\u030cofie", "Žofie"),
        ("Łukasz – Bø", "Łukasz – Bø"),
        ("Ελένη Ξενάκη", "Ελένη Ξενάκη"),
        ("Ђорђе Щербаков", "Ђорђе Щербаков"),
        ("Đỗ Thị Ánh", "Đỗ Thị Ánh"),
        ("يوسف", "yusuf"),
        ("דוד", "yusuf"),
        ("Ada 李", "Ada"),
        ("", ""),
    ],
)
def test_names_are_drawn_in_available_letters(name: str, drawn: str) -> None:
    assert legible(name, instead="yusuf") == drawn


def test_a_name_without_glyphs_is_replaced_by_a_translated_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preview_views, "_", {"No. %(number)s": "N° %(number)s"}.__getitem__)
    player = entry_json(Entry(name="يوسف", number=5))
    assert preview_views._player_name(player) == "N° 5"
    assert preview_views._player_name({**player, "username": "yusuf"}) == "yusuf"


@pytest.mark.parametrize(
    ("name", "bare"), [("Žofie Dvořáková", "Zofie Dvorakova"), ("Ελένη", "Ελενη"), ("Ёлкин Й", "Елкин И")]
)
def test_accents_are_drawn_and_no_letter_is_an_empty_box(name: str, bare: str) -> None:
    drawn, plain = (table_preview(title="Open", subtitle="", rows=[("1", one, "6")]) for one in (name, bare))
    assert drawn != plain
    shapes = {bytes(font(40).getmask(letter)) for letter in name if letter != " "}
    assert bytes(font(40).getmask("\uffff")) not in shapes
    assert len(shapes) == len(set(name) - {" "})


def test_a_long_name_is_cut_before_the_points() -> None:
    name = shortened("Wolfeschlegelsteinhausenbergerdorff " * 3, size=40, width=500)
    assert name.endswith("…")
    assert 400 < font(40).getlength(name) <= 500
    assert shortened("Ada", size=40, width=500) == "Ada"
