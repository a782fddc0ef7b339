"""No AI of the site helps with a position of a running game between people, whoever asks and by whatever way."""

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
    """A game with the same turns by other players."""
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


class TestPlayOn:
    @pytest.mark.parametrize("rated", [True, False])
    def test_a_running_game_of_people_cannot_be_played_on_from_its_file(
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

    def test_a_running_game_cannot_be_played_on_with_a_turn_added(self, people: list[User], nova: User) -> None:
        ada, ben, *_others, stranger = people
        game = play(start("nonaga", [ada, ben]), 6)
        data = file_of(game)
        data["record"] += next_turn(game, seed=1)
        kept = import_record(owner=stranger, data=data)
        with pytest.raises(Conflict):
            play_on_import(user=stranger, imported=kept, ply=len(data["record"]), ai=nova)

    def test_a_turn_that_leads_to_a_running_games_position_is_refused(self, people: list[User], nova: User) -> None:
        """The AI would have the seat to move, and show what it plays in that position."""
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

    def test_conditional_moves_do_not_lead_to_a_running_games_position(self, people: list[User], nova: User) -> None:
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
        assert tried.ply == last["ply"], "a conditional move was played"

    def test_a_finished_copy_by_two_other_accounts_cannot_be_played_on(self, people: list[User], nova: User) -> None:
        game = play(start("nonaga", people[:2]), 6)
        copy = ended(copy_of(game, people[2:4]))
        with pytest.raises(Conflict):
            play_on(user=people[4], game_id=copy.pk, ply=game.ply, ai=nova)
        play(game, 1, seed=3)
        assert play_on(user=people[4], game_id=copy.pk, ply=record_json(copy)[4]["ply"], ai=nova).is_in_progress

    def test_games_with_set_ups_are_protected_from_the_first_turn(self, people: list[User], nova: User) -> None:
        game = start("vaeva", people[:2])
        kept = import_record(owner=people[4], data=file_of(game))
        with pytest.raises(Conflict):
            play_on_import(user=people[4], imported=kept, ply=game.ply, ai=nova)

    def test_openings_and_games_against_ais_can_be_played_on(self, people: list[User], nova: User) -> None:
        opening = play(start("nonaga", people[:2]), 3)
        against_ai = play(start("lyra-2", [people[0], nova]), 6)
        for game in (opening, against_ai):
            kept = import_record(owner=people[4], data=file_of(game))
            assert play_on_import(user=people[4], imported=kept, ply=game.ply, ai=nova).is_in_progress

    def test_a_running_rated_game_against_an_ai_cannot_be_played_on(self, people: list[User], nova: User) -> None:
        game = play(start("lyra-2", [people[0], nova], rated=True), 6)
        kept = import_record(owner=people[4], data=file_of(game))
        with pytest.raises(Conflict):
            play_on_import(user=people[4], imported=kept, ply=game.ply, ai=nova)


class TestAnalysisAndHints:
    def test_analyses_are_hidden_from_the_shared_position_on(
        self, people: list[User], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        old = ended(play(start("lyra-2", people[2:4]), 7))
        whole = analysed(old, people[4], monkeypatch)
        assert not any(turn["is_held_back"] for turn in whole)
        game = copy_of(old, people[:2], turns=5)
        shown = read_analysis(game_id=old.pk, viewer=people[4])["turns"]
        assert [turn["is_held_back"] for turn in shown] == [False] * 4 + [True] * 3
        assert shown[:4] == whole[:4]
        hidden = [(turn["chances"], turn["lost"], turn["best"], turn["mark"]) for turn in shown[4:]]
        assert hidden == [(None, None, [], "")] * 3
        resign(game_id=game.pk, user=people[0])
        assert read_analysis(game_id=old.pk, viewer=people[4])["turns"] == whole

    def test_analyses_of_games_with_set_ups_are_hidden_entirely(
        self, people: list[User], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        old = ended(play(start("vaeva", people[2:4]), 2))
        analysed(old, people[4], monkeypatch)
        start("vaeva", people[:2])
        shown = read_analysis(game_id=old.pk, viewer=people[4])["turns"]
        assert [turn["is_held_back"] for turn in shown] == [True, True]
        page = Client().get(f"/games/{old.pk}/analysis/")
        assert [row["is_held_back"] for row in page.context["rows"]] == [True, True]

    def test_hints_are_refused_from_the_shared_position_on(self, people: list[User], nova: User) -> None:
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


def test_only_running_games_have_a_position_key(people: list[User]) -> None:
    game = play(start("lyra-2", people[:2]), 4)
    assert game.position_key is not None
    assert ended(game).position_key is None


@pytest.mark.django_db
def test_the_position_key_is_looked_up_by_its_index() -> None:
    question = Game.objects.filter(variant="nonaga", position_key__isnull=False, position_key__in=[1, 2])
    if connection.vendor == "sqlite":
        assert "games_game_position_key" in question.order_by().explain()
