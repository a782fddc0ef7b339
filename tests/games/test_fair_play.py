"""No AI of the site helps with a position that people are playing for, whoever asks and however they came by it."""

import pytest
from django.db import connection
from django.test import Client

from accounts.errors import Conflict, Forbidden
from accounts.models import User
from games.ai import Budget
from games.analysis import services as service
from games.analysis.selectors import JudgedTurnJson
from games.analysis.services import continue_analysis, read_analysis, request_analysis, request_hint
from games.imports.play_on import play_on, play_on_import
from games.imports.services import import_record
from games.models import Analysis, Game
from games.selectors.game_json import record_json, seats_of
from games.selectors.replay import GameRecordJson, record_file
from games.services.conditional_moves import save_conditional_moves
from games.services.endings import resign
from games.services.play import submit_turn
from tests.accounts.people import has_code
from tests.games.playing import next_turn, play, start

pytestmark = pytest.mark.slow


@pytest.fixture
def nova(db: None) -> User:
    return User.objects.get(username="nova")


def file_of(game: Game) -> GameRecordJson:
    return record_file(game, seats_of(game))


def copy_of(game: Game, players: list[User], *, turns: int | None = None) -> Game:
    """The same turns played by others."""
    copy = start(game.variant, players)
    for turn in record_json(game)[:turns]:
        submit_turn(game_id=copy.pk, user=players[turn["seat"] or 0], ply=turn["ply"], steps=turn["steps"])
    copy.refresh_from_db()
    return copy


def ended(game: Game) -> Game:
    resign(game_id=game.pk, user=seats_of(game)[0].user)
    game.refresh_from_db()
    return game


def analysed(game: Game, user: User, monkeypatch: pytest.MonkeyPatch) -> list[JudgedTurnJson]:
    monkeypatch.setattr(service, "EVALUATION_BUDGET", Budget(nodes=60))
    request_analysis(game_id=game.pk, user=user)
    while continue_analysis(analysis_id=Analysis.objects.get(game=game).pk):
        pass
    return read_analysis(game_id=game.pk, viewer=user)["turns"]


class TestPlayedOn:
    @pytest.mark.parametrize("rated", [True, False])
    def test_nobody_tries_out_a_game_of_people_by_way_of_its_file(
        self, people: list[User], nova: User, rated: bool
    ) -> None:
        ada, ben, *_others, stranger = people
        game = play(start("nonaga", [ada, ben], rated=rated), 6)
        for owner in (ada, stranger):
            kept = import_record(owner=owner, data=file_of(game))
            with pytest.raises(Conflict) as refused:
                play_on_import(user=owner, imported=kept, ply=game.ply, ai=nova)
            assert refused.value.code == "in_progress"
        resign(game_id=game.pk, user=ada)
        assert play_on_import(user=stranger, imported=kept, ply=game.ply, ai=nova).is_in_progress

    def test_nor_what_may_come_next(self, people: list[User], nova: User) -> None:
        ada, ben, *_others, stranger = people
        game = play(start("nonaga", [ada, ben]), 6)
        data = file_of(game)
        data["record"] += next_turn(game, seed=1)
        kept = import_record(owner=stranger, data=data)
        with pytest.raises(Conflict):
            play_on_import(user=stranger, imported=kept, ply=len(data["record"]), ai=nova)

    def test_nor_is_the_ai_led_there_from_a_turn_earlier(self, people: list[User], nova: User) -> None:
        """It would sit in the seat to move, and show what it plays in the very position at hand."""
        ada, ben, *_others, stranger = people
        game = play(start("nonaga", [ada, ben]), 6)
        last = record_json(game)[-1]
        kept = import_record(owner=stranger, data=file_of(game))
        tried = play_on_import(user=stranger, imported=kept, ply=last["ply"], ai=nova)
        with pytest.raises(Conflict, check=has_code("in_progress")):
            submit_turn(game_id=tried.pk, user=stranger, ply=last["ply"], steps=last["steps"])
        other = next_turn(Game.objects.get(pk=tried.pk), seed=5)
        assert other != last["steps"]
        submit_turn(game_id=tried.pk, user=stranger, ply=last["ply"], steps=other)

    def test_nor_by_a_plan(self, people: list[User], nova: User) -> None:
        ada, ben, *_others, stranger = people
        game = play(start("nonaga", [ada, ben]), 7)
        first, before, last = record_json(game)[-3:]
        kept = import_record(owner=stranger, data=file_of(game))
        tried = play_on_import(user=stranger, imported=kept, ply=first["ply"], ai=nova)
        submit_turn(game_id=tried.pk, user=stranger, ply=first["ply"], steps=first["steps"])
        answer = {"seat": last["seat"], "steps": last["steps"], "then": []}
        tree = [{"seat": before["seat"], "steps": before["steps"], "then": [answer]}]
        save_conditional_moves(game_id=tried.pk, user=stranger, ply=before["ply"], tree=tree)
        submit_turn(game_id=tried.pk, user=nova, ply=before["ply"], steps=before["steps"])
        tried.refresh_from_db()
        assert tried.ply == last["ply"], "the plan played nothing"

    def test_nor_by_a_copy_that_two_accounts_played_to_its_end(self, people: list[User], nova: User) -> None:
        game = play(start("nonaga", people[:2]), 6)
        copy = ended(copy_of(game, people[2:4]))
        with pytest.raises(Conflict):
            play_on(user=people[4], game_id=copy.pk, ply=game.ply, ai=nova)
        play(game, 1, seed=3)
        assert play_on(user=people[4], game_id=copy.pk, ply=record_json(copy)[4]["ply"], ai=nova).is_in_progress

    def test_with_set_ups_a_game_is_somebodys_from_the_first_turn_on(self, people: list[User], nova: User) -> None:
        game = start("vaeva", people[:2])
        kept = import_record(owner=people[4], data=file_of(game))
        with pytest.raises(Conflict):
            play_on_import(user=people[4], imported=kept, ply=game.ply, ai=nova)

    def test_openings_and_games_against_ais_are_everybodys(self, people: list[User], nova: User) -> None:
        opening = play(start("nonaga", people[:2]), 3)
        against_ai = play(start("lyra-2", [people[0], nova]), 6)
        for game in (opening, against_ai):
            kept = import_record(owner=people[4], data=file_of(game))
            assert play_on_import(user=people[4], imported=kept, ply=game.ply, ai=nova).is_in_progress

    def test_a_rated_game_against_an_ai_is_tried_out_by_nobody(self, people: list[User], nova: User) -> None:
        game = play(start("lyra-2", [people[0], nova], rated=True), 6)
        kept = import_record(owner=people[4], data=file_of(game))
        with pytest.raises(Conflict):
            play_on_import(user=people[4], imported=kept, ply=game.ply, ai=nova)


class TestJudged:
    def test_analyses_are_held_back_from_there_on(self, people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
        old = ended(play(start("lyra-2", people[2:4]), 7))
        whole = analysed(old, people[4], monkeypatch)
        assert not any(turn["is_held_back"] for turn in whole)
        game = copy_of(old, people[:2], turns=5)
        shown = read_analysis(game_id=old.pk, viewer=people[4])["turns"]
        assert [turn["is_held_back"] for turn in shown] == [False] * 4 + [True] * 3
        assert shown[:4] == whole[:4]
        told = [(turn["chances"], turn["lost"], turn["best"], turn["mark"]) for turn in shown[4:]]
        assert told == [(None, None, [], "")] * 3
        resign(game_id=game.pk, user=people[0])
        assert read_analysis(game_id=old.pk, viewer=people[4])["turns"] == whole

    def test_with_set_ups_all_of_it(self, people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
        old = ended(play(start("vaeva", people[2:4]), 2))
        analysed(old, people[4], monkeypatch)
        start("vaeva", people[:2])
        shown = read_analysis(game_id=old.pk, viewer=people[4])["turns"]
        assert [turn["is_held_back"] for turn in shown] == [True, True]
        page = Client().get(f"/games/{old.pk}/analysis/")
        assert [row["is_held_back"] for row in page.context["rows"]] == [True, True]

    def test_there_is_no_hint(self, people: list[User], nova: User) -> None:
        game = play(start("lyra-2", people[:2]), 4)
        tried = copy_of(game, [people[4], nova])
        with pytest.raises(Forbidden) as refused:
            request_hint(game_id=tried.pk, user=people[4], ply=tried.ply)
        assert refused.value.code == "in_progress"
        further = play(tried, 2)
        with pytest.raises(Forbidden):
            request_hint(game_id=tried.pk, user=people[4], ply=further.ply)
        resign(game_id=game.pk, user=people[0])
        assert request_hint(game_id=tried.pk, user=people[4], ply=further.ply)["status"] == "waiting"


def test_a_game_that_is_over_or_taken_back_keeps_no_other_position(people: list[User]) -> None:
    game = play(start("lyra-2", people[:2]), 4)
    assert game.position_key is not None
    assert ended(game).position_key is None


@pytest.mark.django_db
def test_it_is_found_by_its_index() -> None:
    question = Game.objects.filter(variant="nonaga", position_key__isnull=False, position_key__in=[1, 2])
    if connection.vendor == "sqlite":
        assert "games_game_position_key" in question.order_by().explain()
