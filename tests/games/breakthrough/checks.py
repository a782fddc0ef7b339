"""A registered family works in lobby, API, AI, pictures and pages. Run in a process where it is registered."""

import random
import re
from time import monotonic

import pytest
from django.test import Client

from accounts.models import User
from frontend.management.commands.looks import seat_marks
from games.ai import LEVELS, Budget, Level, choose_turn
from games.ai.expert import Expert
from games.ai.experts.registry import expert_for
from games.models import Game
from games.rules import variant
from games.rules.match import Match
from games.services.ai import ensure_ai_players
from tests.games.pictures.test_same_in_scripts import check_both_draw_the_same
from tests.games.playing import client_of, start

pytestmark = pytest.mark.django_db
TERMS = {"variant": "breakthrough", "control": {"kind": "days", "allowance": 259200}}


def test_the_lobby_offers_the_game_with_its_option(people: list[User], client: Client) -> None:
    client.force_login(people[0])
    page = client.get("/play/").content.decode()
    assert '<option value="breakthrough">Breakthrough</option>' in page
    assert 'data-variants="breakthrough"' in page
    asked = {"variant": "breakthrough", "clock": "days:3", "rated": "casual", "opponents": "anybody", "seat": "lot"}
    table = client.post("/play/", {**asked, "pawn_rows": "one"}, follow=True).content.decode()
    assert "one row of pawns" in table


def test_the_api_lists_the_game(people: list[User]) -> None:
    listed = {row["id"]: row for row in client_of(None).get("/api/v1/variants/").json()}
    row = listed["breakthrough"]
    assert (row["turn_limit"], row["options"], row["has_threats"]) == (30, {"pawn_rows": ["two", "one"]}, False)
    whole = client_of(None).get("/api/v1/variants/breakthrough/").json()
    assert (len(whole["board"]["cells"]), whole["board"]["mount"]) == (25, 0.68)
    assert client_of(None).get("/api/v1/games/?family=breakthrough").json()["results"] == []


def test_a_game_is_created_and_played_to_its_end_by_api(people: list[User]) -> None:
    seek = client_of(people[0]).post("/api/v1/seeks/", {**TERMS, "seat": 0}, format="json").json()
    game_id = client_of(people[1]).post(f"/api/v1/seeks/{seek['id']}/join/").json()["game"]
    turns = ["c2-c3", "a4-a3", "c3-d4", "a3-b2", "d4-c5"]
    for ply, step in enumerate(turns):
        path, body = f"/api/v1/games/{game_id}/turns/", {"ply": ply, "steps": [step]}
        answer = client_of(people[ply % 2]).post(path, body, format="json")
        assert answer.status_code == 201, answer.json()
    assert answer.json()["result"]["ranks"] == [1, 2]


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.slug)
def test_every_level_plays_a_legal_turn(level: Level) -> None:
    game = variant("breakthrough")
    thought = choose_turn(game, game.start(), level=level, seed=1, now=monotonic, budget=Budget(nodes=300))
    assert game.start().play(*thought.steps).seat == 1


def test_the_default_expert_beats_random_play() -> None:
    game, chance = variant("breakthrough"), random.Random(1)
    assert type(expert_for(game)) is Expert
    for own in (0, 1, 0, 1):
        match = Match.begin(game, game.turn_limit)
        while match.result is None:
            state = match.state
            if state.seat == own:
                budget = Budget(nodes=1500)
                step = choose_turn(game, state, level=LEVELS[-1], seed=own, now=monotonic, budget=budget).steps[0]
            else:
                step = chance.choice(state.steps())
            match = match.play(step)
        assert match.result.ranks[own] == 1


def test_a_game_against_an_ai_starts_at_once(client: Client) -> None:
    ensure_ai_players()
    answer = client.post("/play/ai/", {"variant": "breakthrough"}, follow=True)
    assert answer.status_code == 200
    assert Game.objects.get().family == "breakthrough"


def test_the_board_is_drawn(people: list[User], client: Client) -> None:
    game = start("breakthrough", people[:2])
    client.force_login(people[0])
    page = client.get(f"/games/{game.pk}/").content.decode()
    for colour in ("white", "black"):
        assert len(re.findall(f'class="piece piece-pawn colour-{colour}"', page)) == 10
    assert client.get(f"/games/{game.pk}/picture.svg").content.startswith(b"<svg")
    assert 'id="seat-breakthrough-white"' in seat_marks()


def test_scripts_draw_the_same_board() -> None:
    match = Match.begin(variant("breakthrough"))
    for step in ("c2-c3", "b4-b3", "c3-b4"):
        match = match.play(step)
    check_both_draw_the_same([match], 1)


@pytest.mark.parametrize(
    "path",
    ["/", "/learn/", "/learn/shared/", "/play/ai/", "/settings/board/", "/ratings/breakthrough/", "/sitemap-pages.xml"],
)
def test_pages_work_for_a_family_without_learn_pages(people: list[User], client: Client, path: str) -> None:
    for page in (client, Client()):
        if page is client:
            page.force_login(people[0])
        answer = page.get(path, follow=True)
        assert answer.status_code == 200
        assert "/learn/breakthrough/" not in answer.content.decode()


def test_the_front_page_and_learn_list_the_family(client: Client) -> None:
    for path in ("/", "/learn/"):
        assert "Run past the other pawns" in client.get(path).content.decode()
    assert client.get("/learn/breakthrough/").status_code == 404
    assert client.get("/learn/breakthrough/tutorial/").status_code == 404


def test_preview_pictures_show_the_first_position(client: Client) -> None:
    assert client.get("/boards/breakthrough.svg").content.count(b"<g") >= 20
    assert client.get("/previews/learn/breakthrough.png").headers["Content-Type"] == "image/png"
