"""JSON stored in rows by another version: running games and old pages still work with it."""

from dataclasses import fields
from typing import Any

import pytest

from accounts.models import User
from games.ai import Budget, Thought
from games.analysis import services as analyses
from games.analysis.selectors import HINT_KEYS, TURN_KEYS
from games.analysis.services import continue_analysis, read_analysis, request_analysis, request_hint
from games.models import AiTurn, Analysis, ConditionalMoves, Game, Notice
from games.selectors.ai import ai_players
from games.selectors.pictures import scene_from_json
from games.services import ai
from games.services.ai import THOUGHT_VERSION, ensure_ai_players, run_ai_turn
from games.services.conditional_moves import save_conditional_moves
from games.services.endings import resign
from games.services.play import submit_turn
from tests.games.playing import make_people, next_turn, play, start
from tests.games.test_conditional_moves import line_of
from tournaments.pairing.stored import from_json, to_json
from tournaments.pairing.values import Scoring

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(db: None) -> list[User]:
    return make_people("ada", "ben")


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ai, "_budget", lambda game, level: Budget(nodes=50))
    monkeypatch.setattr(analyses, "EVALUATION_BUDGET", Budget(nodes=50))


@pytest.mark.parametrize(
    "kept",
    [
        {"seat": 0, "steps": ["a1-b4"], "score": 1, "proven": None, "turns": None, "depth": 1, "nodes": 5},
        {"seat": 0, "steps": ["a1-b4"], "certainty": 3},
        {"version": THOUGHT_VERSION + 1, "seat": 0, "thought": "as text"},
        {},
    ],
    ids=["0.1.0", "other fields", "a later version", "nothing"],
)
def test_an_ai_plays_on_whatever_another_version_stored(people: list[User], kept: dict[str, Any]) -> None:
    ensure_ai_players()
    game = start("lyra-2", [ai_players()[1], people[0]])
    AiTurn.objects.create(game=game, thoughts=[kept])
    assert run_ai_turn(game_id=game.pk)
    (entry,) = AiTurn.objects.get(game=game).thoughts
    assert (entry["version"], set(entry["thought"])) == (THOUGHT_VERSION, {field.name for field in fields(Thought)})


def test_stored_thoughts_have_the_shape_of_their_version() -> None:
    """When this fails, increase `THOUGHT_VERSION` and write the new shape here."""
    shape = {field.name: field.type for field in fields(Thought)}
    assert (THOUGHT_VERSION, list(shape)) == (1, ["steps", "score", "proven", "turns", "depth", "nodes"])


@pytest.mark.parametrize("tree", [[{"who": 1}], [{"seat": 1, "act": "of_a_later_version"}], {"branches": []}, [7]])
def test_conditional_moves_in_another_shape_are_dropped_and_their_owner_notified(people: list[User], tree: Any) -> None:
    ada, ben = people[:2]
    game = start("nonaga", [ada, ben])
    save_conditional_moves(game_id=game.pk, user=ben, ply=0, tree=line_of(ai.match_of(game), 2))
    ConditionalMoves.objects.update(tree=tree)
    submit_turn(game_id=game.pk, user=ada, ply=0, steps=next_turn(game))
    assert not ConditionalMoves.objects.exists()
    assert Notice.objects.filter(user=ben, kind="plan").count() == 1


def test_a_scene_with_removed_fields_is_drawn(people: list[User]) -> None:
    scene = play(start("nonaga", people[:2]), 2).face["scene"]
    old = {**scene, "pieces": [{**piece, "shadow": 3} for piece in scene["pieces"]]}
    assert scene_from_json(old) == scene_from_json(scene)


def test_tournament_rules_with_removed_fields_are_read() -> None:
    assert from_json(Scoring, {**to_json(Scoring()), "of_0_1_0": "1/2"}) == Scoring()


def test_an_analysis_in_another_shape_is_computed_again(people: list[User]) -> None:
    game = play(start("lyra-2", people[:2]), 2)
    resign(game_id=game.pk, user=people[0])
    request_analysis(game_id=game.pk, user=people[0])
    _finish(game)
    assert [set(turn) for turn in Analysis.objects.get().turns] == [TURN_KEYS] * 2
    Analysis.objects.update(turns=[{"number": 1}])
    assert read_analysis(game_id=game.pk, viewer=people[0])["status"] == "none"
    request_analysis(game_id=game.pk, user=people[0])
    _finish(game)
    assert len(read_analysis(game_id=game.pk, viewer=people[0])["turns"]) == 2


def test_a_hint_in_another_shape_is_computed_again(people: list[User]) -> None:
    ensure_ai_players()
    game = start("lyra-2", [people[0], ai_players()[0]])
    request_hint(game_id=game.pk, user=people[0], ply=0)
    _finish(game)
    assert [set(turn) for turn in Analysis.objects.get().turns] == [HINT_KEYS]
    Analysis.objects.update(turns=[{"where": 1}])
    request_hint(game_id=game.pk, user=people[0], ply=0)
    _finish(game)
    assert request_hint(game_id=game.pk, user=people[0], ply=0)["hint"] is not None


def _finish(game: Game) -> None:
    while continue_analysis(analysis_id=Analysis.objects.get(game=game).pk):
        pass
