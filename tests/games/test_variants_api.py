"""The API of variants and of positions, which stores nothing."""

import random

import pytest

from accounts.models import User
from games import rules
from tests.games.playing import SETUPS, client_of, play, start


def ask(variant: str, **body: object):
    return client_of(None).post(f"/api/v1/variants/{variant}/positions/", body)


def test_all_variants_are_listed(db: None) -> None:
    listed = client_of(None).get("/api/v1/variants/").json()
    assert [row["id"] for row in listed] == list(rules.variant_ids())
    assert {row["id"]: row["options"] for row in listed}["sirius"] == {"champion_takes": ["everything", "champions"]}


@pytest.mark.parametrize("variant", rules.variant_ids())
def test_a_variant_describes_its_board(db: None, variant: str) -> None:
    answer = client_of(None).get(f"/api/v1/variants/{variant}/")
    data = answer.json()
    assert data["board"]["width"] > 0
    assert len(data["board"]["turns"]) == data["seats"] == rules.variant(variant).seats
    assert len(data["setup_forms"]) == (data["seats"] if variant in SETUPS else 0)
    again = client_of(None).get(f"/api/v1/variants/{variant}/", headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize("variant", rules.variant_ids())
def test_the_positions_api_agrees_with_the_rules(db: None, variant: str) -> None:
    state = rules.variant(variant).start()
    setups = [SETUPS[variant]] * 2 if variant in SETUPS else []
    for setup in setups:
        state = state.play(setup)
    answer = ask(variant, steps=setups).json()
    assert answer["steps"] == state.steps()
    assert (answer["position"], answer["seat"], answer["result"]) == (str(state), 0, None)
    assert ask(variant, position=str(state)).json() == answer


def test_a_long_game_fits_into_one_request(db: None) -> None:
    """As long as a game of two can last with the highest turn limit."""
    state = rules.variant("lyra-2").start()
    rng = random.Random(5)
    steps: list[str] = []
    while state.result is None and len(steps) < 2000:
        steps.append(rng.choice(state.steps()))
        state = state.play(steps[-1])
    assert len(steps) == 2000
    answer = ask("lyra-2", steps=steps).json()
    assert answer["position"] == str(state)


@pytest.mark.parametrize(
    ("variant", "body", "status", "code"),
    [
        ("chess", {}, 404, "not_found"),
        ("lyra-2", {"position": "nonsense"}, 422, "illegal_position"),
        ("lyra-2", {"steps": ["a1-a1"]}, 422, "illegal_step"),
        ("vaeva", {"steps": ["=ABC"]}, 422, "illegal_step"),
        ("lyra-2", {"options": {"speed": "high"}}, 400, "invalid"),
        ("lyra-2", {"steps": ["a1-b2"] * 5000}, 400, "invalid"),
        ("lyra-2", {"steps": "a1-b2"}, 400, "invalid"),
    ],
)
def test_bad_requests(db: None, variant: str, body: dict, status: int, code: str) -> None:
    answer = ask(variant, **body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_games_are_filtered(people: list[User]) -> None:
    lyra = play(start("lyra-2", people[:2], rated=True, turn_limit=1), 2)
    vaeva = start("vaeva", people[2:4])
    nonaga = start("nonaga", [people[0], people[2]])

    def find(query: str, user: User | None = None) -> list[int]:
        answer = client_of(user).get(f"/api/v1/games/?{query}")
        assert answer.status_code == 200, answer.json()
        return [row["id"] for row in answer.json()["results"]]

    assert find("") == [nonaga.pk, vaeva.pk, lyra.pk]
    assert find("status=over") == [lyra.pk]
    assert find("in_progress=true") == [nonaga.pk, vaeva.pk]
    assert find("variant=vaeva") == find("player=DAN") == [vaeva.pk]
    assert find("rated=true") == find("reason=limit") == [lyra.pk]
    assert find("mine=true", people[0]) == [nonaga.pk, lyra.pk]
    assert find("my_turn=true", people[0]) == [nonaga.pk]
    assert find("my_turn=true", people[3]) == find("my_turn=true") == []
    assert client_of(None).get("/api/v1/games/?status=lost").status_code == 400
    assert len(client_of(None).get("/api/v1/games/?page_size=2").json()["results"]) == 2
