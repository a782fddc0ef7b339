"""Preview pictures for links: they show the position in the colours of the seats."""

import io
import re

import pytest
from django.test import Client
from PIL import Image
from rest_framework.settings import api_settings

from frontend.previews.cards import BOARD_LEFT, BOARD_SIZE, BOARD_TOP
from frontend.previews.text_layout import font, wrapped
from games.models import Tactic
from games.pictures.looks import COLOURS
from games.puzzles.selectors.solitaire import puzzle_day
from games.puzzles.services.solitaire import ensure_board
from games.puzzles.services.tactics import prepare_tactics
from games.rules import variant
from tests.games.playing import play, start
from tests.tournaments.playing import make_people


def picture_of(page: str) -> Image.Image:
    found = re.search(r'property="og:image" content="https?://[^/]+([^"]+)"', Client().get(page).content.decode())
    assert found is not None
    answer = Client().get(found[1])
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/png")
    image = Image.open(io.BytesIO(answer.content)).convert("RGB")
    assert image.size == (1200, 630)
    return image


def colours_on_the_board(image: Image.Image) -> set[str]:
    board = image.crop((BOARD_LEFT, BOARD_TOP, BOARD_LEFT + BOARD_SIZE, BOARD_TOP + BOARD_SIZE))
    return {
        "#{:02x}{:02x}{:02x}".format(*colour) for _, colour in board.getcolors(2**24) or [] if isinstance(colour, tuple)
    }


@pytest.mark.slow
@pytest.mark.parametrize("variant_id", ["galax", "vaeva", "nonaga"])
def test_a_game_is_shown_in_the_colours_of_its_seats(db: None, variant_id: str) -> None:
    game = play(start(variant_id, make_people("ada", "ben")), turns=2)
    seen = colours_on_the_board(picture_of(f"/games/{game.pk}/"))
    assert {COLOURS[colour].fill for colour in variant(variant_id).colours} <= seen


@pytest.mark.slow
def test_pyramids_are_shaded_and_hatched(db: None) -> None:
    game = start("lyra-2", make_people("ada", "ben"))
    seen = colours_on_the_board(picture_of(f"/games/{game.pk}/"))
    red, blue = (int(COLOURS[name].fill[1:3], 16) for name in ("red", "blue"))
    assert any(int(colour[1:3], 16) > red - 30 and colour[3:5] < "50" for colour in seen)
    assert any(colour[5:7] > "c0" and int(colour[1:3], 16) > blue + 40 for colour in seen)


@pytest.mark.slow
def test_puzzles_families_and_the_site_have_pictures_too(db: None) -> None:
    board = ensure_board(puzzle_day())
    prepare_tactics()
    tactic = Tactic.objects.order_by("id")[0]
    pages = [
        "/",
        "/learn/vega/",
        "/learn/nonaga/",
        f"/puzzles/solitaire/{board.slug}/",
        f"/puzzles/tactics/{tactic.pk}/",
    ]
    assert len({picture_of(page).tobytes() for page in pages}) == len(pages)


@pytest.mark.parametrize("path", ["solitaire/1999-01-01", "tactics/99999", "learn/chess"])
def test_unknown_pages_have_no_picture(db: None, path: str) -> None:
    assert Client().get(f"/previews/{path}.png").status_code == 404


def test_the_board_of_tomorrow_is_not_shown_today(db: None) -> None:
    board = ensure_board(puzzle_day())
    type(board).objects.filter(pk=board.pk).update(day=puzzle_day().replace(year=2999))
    assert Client().get(f"/previews/solitaire/{board.slug}.png").status_code == 404


def test_long_text_is_wrapped_between_words() -> None:
    lines = wrapped("one two three four five six seven", size=34, width=200)
    assert " ".join(lines) == "one two three four five six seven"
    assert all(font(34).getlength(line) <= 200 for line in lines)
    assert wrapped("", size=34, width=200) == []


@pytest.mark.slow
@pytest.mark.django_db
def test_drawing_is_rate_limited_per_ip_address_but_cached_pictures_are_served(monkeypatch: pytest.MonkeyPatch) -> None:
    rates = {**api_settings.DEFAULT_THROTTLE_RATES, "picture": "2/min"}
    monkeypatch.setattr("accounts.drf.throttling.api_settings.DEFAULT_THROTTLE_RATES", rates)
    people = make_people("ada", "ben")
    games = [start("nonaga", people).pk for _ in range(3)]
    mine, other = Client(REMOTE_ADDR="192.0.2.7"), Client(REMOTE_ADDR="192.0.2.8")
    assert [mine.get(f"/previews/games/{pk}.png").status_code for pk in games] == [200, 200, 429]
    assert mine.get(f"/previews/games/{games[0]}.png").status_code == 200
    refused = mine.get(f"/previews/games/{games[2]}.png?language=fr")
    assert 0 < int(refused.headers["Retry-After"]) <= 61
    assert other.get(f"/previews/games/{games[2]}.png").status_code == 200
