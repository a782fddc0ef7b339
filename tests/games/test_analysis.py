"""Analyses: evaluated in slices whatever happens to tasks, and shown to all."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.errors import Forbidden, TooMany
from accounts.models import User
from games import tasks
from games.ai import Budget
from games.analysis import services as service
from games.analysis.selectors import AnalysisJson, better_ways, played_turns
from games.analysis.services import (
    continue_analysis,
    read_analysis,
    read_hint,
    request_analysis,
    request_hint,
    waiting_analyses,
)
from games.models import Analysis, Evaluation, Game
from games.selectors.ai import ai_players
from games.services.ai import ensure_ai_players
from games.services.endings import abort_game, resign
from games.services.play import submit_turn
from tests.accounts.people import at_once, has_code
from tests.games.playing import client_of, make_people, play, start

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "EVALUATION_BUDGET", Budget(nodes=60))


@pytest.fixture
def slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slice is one position."""
    monkeypatch.setattr(service, "SLICE_SECONDS", -1.0)


@pytest.fixture
def ai(db: None) -> User:
    ensure_ai_players()
    return ai_players()[0]


def finished(players: list[User], variant: str = "lyra-2", turns: int = 4, **terms: Any) -> Game:
    game = play(start(variant, players, **terms), turns)
    for player in players[:-1]:
        resign(game_id=game.pk, user=player)
    game.refresh_from_db()
    return game


def analysed(game: Game, user: User) -> AnalysisJson:
    request_analysis(game_id=game.pk, user=user)
    analysis = Analysis.objects.get(game=game, ply=None)
    while continue_analysis(analysis_id=analysis.pk):
        pass
    return read_analysis(game_id=game.pk, viewer=user)


@pytest.mark.parametrize("variant", ["lyra-2", "bataille-3", "ligne-4", "vaeva", "galax", "sirius", "nonaga"])
def test_every_turn_is_evaluated_for_every_seat(variant: str, people: list[User]) -> None:
    seats = int(variant[-1]) if variant[-1].isdigit() else 2
    found = analysed(finished(people[:seats], variant), people[4])
    assert (found["status"], found["done"]) == ("done", found["total"])
    assert [turn["turn"] for turn in found["turns"]] == [1, 2, 3, 4]
    assert all(len(turn["chances"]) == seats for turn in found["turns"])
    assert all(0 <= chance <= 1 for turn in found["turns"] for chance in turn["chances"])


def test_a_missed_win_is_a_blunder_shown_with_the_better_turn(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "EVALUATION_BUDGET", Budget(nodes=3000))
    game = finished(people[:2], "ligne-2", turns=1)
    turn = played_turns(game)[0]
    Evaluation.objects.create(digest=turn.before.digest, scores=[600, -600], steps=["a1-b4"], depth=3)
    Evaluation.objects.create(digest=turn.after.digest, scores=[-100, 100], steps=["f1-e4"], depth=3)
    (judged,) = analysed(game, people[0])["turns"]
    assert (judged["mark"], judged["best"]) == ("blunder", ["a1-b4"])
    assert judged["chances"] == [0.36, 0.64]
    assert judged["lost"] == pytest.approx(0.969 - 0.36)
    assert better_ways(game, [judged]) == {1: [["a1", "b2", "b3", "b4"]]}
    page = Client().get(f"/games/{game.pk}/analysis/?ply=1").content.decode()
    assert "a1-b4" in page.partition('data-part="advice"')[2].partition("</p>")[0]
    assert page.count("hint-advice-end") == 1
    assert "hint-advice" not in Client().get(f"/games/{game.pk}/analysis/?ply=0").content.decode()


EVEN, WON = 35, 4000
"""Scores: 55 of a hundred, and all of them."""


def judge(game: Game, number: int, *, before: list[int], after: list[int], best: list[str]) -> None:
    """Store the AI's evaluations before and after a turn, and the turn it prefers."""
    turn = played_turns(game)[number]
    Evaluation.objects.create(digest=turn.before.digest, scores=before, steps=best, depth=3)
    Evaluation.objects.create(digest=turn.after.digest, scores=after, steps=[], depth=3)


@pytest.mark.parametrize("variant", ["lyra-2", "lyra-3", "lyra-4"])
@pytest.mark.parametrize("number", [0, 1], ids=["the winner's own turn", "another's turn"])
def test_a_swing_of_the_winning_chances_is_marked(variant: str, number: int, people: list[User]) -> None:
    """From 55% to 100% in one turn, though the AI knew no better turn for the seat that played it."""
    seats = int(variant[-1])
    game = finished(people[:seats], variant, turns=2)
    played = list(played_turns(game)[number].steps)
    losers = [-EVEN] * (seats - 1), [-WON] * (seats - 1)
    judge(game, number, before=[EVEN, *losers[0]], after=[WON, *losers[1]], best=played)
    turn = analysed(game, people[0])["turns"][number]
    assert turn["chances"] is not None
    assert (turn["chances"][0], turn["mark"], turn["best"]) == (1.0, "swing", [])
    assert better_ways(game, [turn]) == {}
    page = Client().get(f"/games/{game.pk}/analysis/").content.decode()
    assert 'class="graph-swing"' in page


def test_with_three_seats_a_turn_that_costs_only_another_seat_is_marked(people: list[User]) -> None:
    game = finished(people[:3], "lyra-3", turns=1)
    judge(game, 0, before=[0, 100, 0], after=[0, -100, 100], best=["a1-b4"])
    (turn,) = analysed(game, people[0])["turns"]
    assert (turn["lost"], turn["mark"], turn["best"]) == (0.0, "swing", [])


@pytest.mark.parametrize(
    ("after", "is_best", "mark"),
    [(0, True, ""), (-60, True, ""), (-60, False, "missed"), (-176, False, "blunder"), (-176, True, "swing")],
)
def test_thresholds_of_the_marks(people: list[User], after: int, is_best: bool, mark: str) -> None:
    """From 50% to 50%, 41% and 27%."""
    game = finished(people[:2], turns=1)
    best = list(played_turns(game)[0].steps) if is_best else ["a1-b4"]
    judge(game, 0, before=[0, 0], after=[after, -after], best=best)
    (turn,) = analysed(game, people[0])["turns"]
    assert turn["mark"] == mark


def test_the_final_position_is_evaluated_by_the_result(people: list[User]) -> None:
    game = start("lyra-2", people[:2], turn_limit=1)
    game = play(game, 2)
    assert game.status == "over"
    last = analysed(game, people[0])["turns"][-1]
    assert last["chances"] in ([0.5, 0.5], [1.0, 0.0], [0.0, 1.0])


def test_an_analysis_runs_in_slices_and_shows_its_progress(people: list[User], slices: None) -> None:
    game = finished(people[:2])
    assert request_analysis(game_id=game.pk, user=people[0])["status"] == "waiting"
    analysis = Analysis.objects.get()
    assert continue_analysis(analysis_id=analysis.pk)
    far = read_analysis(game_id=game.pk, viewer=None)
    assert (far["status"], far["done"], far["total"], far["turns"]) == ("waiting", 1, 5, [])
    assert waiting_analyses() == [analysis.pk]


def test_evaluations_are_shared_between_games(people: list[User]) -> None:
    analysed(finished(people[:2]), people[0])
    known = Evaluation.objects.count()
    again = finished(people[2:4])
    analysed(again, people[0])
    assert Evaluation.objects.count() == known == 5


def test_one_analysis_serves_all_who_request_it(people: list[User]) -> None:
    game = finished(people[:2])
    first = analysed(game, people[0])
    assert request_analysis(game_id=game.pk, user=people[4]) == first
    assert Analysis.objects.count() == 1


def test_a_killed_worker_delays_an_analysis_by_one_lease(people: list[User], slices: None) -> None:
    request_analysis(game_id=finished(people[:2]).pk, user=people[0])
    analysis = Analysis.objects.get()
    continue_analysis(analysis_id=analysis.pk)
    # Another worker took it and was killed: no other takes it before the lease expires.
    Analysis.objects.update(lease_until=timezone.now() + service.LEASE, attempts=1)
    assert waiting_analyses() == []
    assert not continue_analysis(analysis_id=analysis.pk)
    Analysis.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert waiting_analyses() == [analysis.pk]
    assert continue_analysis(analysis_id=analysis.pk)
    analysis.refresh_from_db()
    assert (analysis.done, analysis.attempts) == (2, 0)


def test_lost_and_duplicate_tasks_change_nothing(
    people: list[User], slices: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[int] = []
    monkeypatch.setattr(tasks.continue_analysis, "delay", sent.append)
    monkeypatch.setattr(tasks.continue_analysis, "apply_async", lambda arguments, **_: sent.extend(arguments))
    request_analysis(game_id=finished(people[:2]).pk, user=people[0])
    sent.clear()  # the task is lost
    tasks.call_waiting_ais()
    assert sent == []  # the sweep assumes that the task is on its way
    Analysis.objects.update(lease_until=timezone.now() - tasks.CALL_AGAIN_AFTER)
    tasks.call_waiting_ais()
    tasks.call_waiting_ais()
    assert len(sent) == 2
    while sent:
        tasks.continue_analysis(sent.pop())
    analysis = Analysis.objects.get()
    assert (analysis.finished_at is not None, analysis.done, Evaluation.objects.count()) == (True, 5, 5)


def test_after_three_failures_an_analysis_fails_and_may_be_requested_again(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = finished(people[:2])
    request_analysis(game_id=game.pk, user=people[0])
    analysis = Analysis.objects.get()

    def fail(*args: Any, **kwargs: Any) -> None:
        raise RuntimeError("a bug in the search")

    think = service.analyse
    monkeypatch.setattr(service, "analyse", fail)
    for _ in range(3):
        assert waiting_analyses() == [analysis.pk]
        with pytest.raises(RuntimeError):
            continue_analysis(analysis_id=analysis.pk)
    assert waiting_analyses() == []
    assert read_analysis(game_id=game.pk, viewer=None)["status"] == "failed"
    monkeypatch.setattr(service, "analyse", think)
    assert analysed(game, people[1])["status"] == "done"


def test_pending_analyses_per_person_are_limited(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    games = [finished(people[:2]) for _ in range(4)]
    for game in games[:3]:
        request_analysis(game_id=game.pk, user=people[0])
    with pytest.raises(TooMany, check=has_code("too_many_analyses")):
        request_analysis(game_id=games[3].pk, user=people[0])
    request_analysis(game_id=games[3].pk, user=people[1])
    Analysis.objects.update(finished_at=timezone.now())
    monkeypatch.setattr(service, "MAX_PER_DAY", 3)
    with pytest.raises(TooMany, check=has_code("too_many_analyses")):
        request_analysis(game_id=finished(people[:2]).pk, user=people[0])


# -- never in a rated game ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rated", [True, False])
def test_a_running_game_is_not_analysed(rated: bool, people: list[User]) -> None:
    game = play(start("lyra-2", people[:2], rated=rated), 2)
    address = f"/api/v1/games/{game.pk}/analysis/"
    for user in (people[0], people[4]):
        assert client_of(user).get(address).status_code == 403
        assert client_of(user).post(address).json()["code"] == "in_progress"
    browser = Client()
    browser.force_login(people[0])
    assert browser.get(f"/games/{game.pk}/analysis/").status_code == 403
    assert browser.post(f"/games/{game.pk}/analysis/ask/").status_code == 403
    assert not Analysis.objects.exists()


def test_rated_games_and_games_against_people_have_no_hints(people: list[User], ai: User) -> None:
    for game in (start("lyra-2", [people[0], ai], rated=True), start("lyra-2", people[:2])):
        answer = client_of(people[0]).post(f"/api/v1/games/{game.pk}/hint/", {"ply": 0}, format="json")
        assert (answer.status_code, answer.json()["code"]) == (403, "no_hints")


# -- hints --------------------------------------------------------------------------------------------------------


def test_a_hint_in_a_casual_game_against_an_ai(people: list[User], ai: User) -> None:
    game = start("lyra-2", [people[0], ai])
    assert request_hint(game_id=game.pk, user=people[0], ply=0) == {
        "status": "waiting",
        "done": 0,
        "total": 0,
        "hint": None,
    }
    continue_analysis(analysis_id=Analysis.objects.get().pk)
    hint = read_hint(game_id=game.pk, user=people[0])["hint"]
    assert hint is not None
    assert len(hint["chances"]) == 2
    submit_turn(game_id=game.pk, user=people[0], ply=0, steps=hint["best"])
    with pytest.raises(Forbidden, check=has_code("not_your_turn")):
        request_hint(game_id=game.pk, user=people[0], ply=1)


def test_only_the_player_gets_hints(people: list[User], ai: User) -> None:
    game = start("lyra-2", [people[0], ai])
    address = f"/api/v1/games/{game.pk}/hint/"
    assert client_of(None).post(address, {"ply": 0}, format="json").status_code == 401
    assert client_of(people[4]).post(address, {"ply": 0}, format="json").status_code == 403
    assert client_of(people[4]).get(address).status_code == 403
    assert client_of(people[0]).post(address, {"ply": 9}, format="json").status_code == 409
    assert client_of(people[0]).post(address, {"ply": 0}, format="json").status_code == 202
    assert client_of(people[0]).get(address).json()["status"] == "waiting"


# -- pages and API ----------------------------------------------------------------------------------------------


def test_anyone_reads_an_analysis_but_only_users_request_one(people: list[User]) -> None:
    game = finished(people[:2])
    address = f"/api/v1/games/{game.pk}/analysis/"
    assert client_of(None).get(address).json() == {"status": "none", "done": 0, "total": 0, "turns": []}
    assert client_of(None).post(address).status_code == 401
    assert client_of(people[4]).post(address).status_code == 202
    assert client_of(None).get("/api/v1/games/99999/analysis/").status_code == 404


def test_the_page_shows_a_button_then_a_progress_bar_then_the_graph(people: list[User], slices: None) -> None:
    game = finished(people[:3], "bataille-3")
    address = f"/games/{game.pk}/analysis/"
    log_in, ask = f'href="/accounts/login/?next={address}"', f'action="{address}ask/"'
    assert log_in in Client().get(address).content.decode()
    browser = Client()
    browser.force_login(people[0])
    assert ask in browser.get(address).content.decode()
    assert browser.post(f"{address}ask/").headers["Location"] == address
    waiting = browser.get(address).content.decode()
    assert "<progress" in waiting
    assert 'id="analysis-data"' in waiting
    analysed(game, people[0])
    page = Client().get(address).content.decode()
    assert page.count("<polyline") == 3
    assert page.count('<th scope="row">') == 4


def test_a_game_without_a_turn_has_nothing_to_step_through(people: list[User]) -> None:
    game = start("lyra-2", people[:2])
    abort_game(game_id=game.pk, user=people[0])
    page = Client().get(f"/games/{game.pk}/analysis/")
    assert page.status_code == 200
    assert 'id="analysis-data"' not in page.content.decode()


def test_the_page_numbers_turns_like_the_record_which_counts_set_ups(people: list[User]) -> None:
    game = finished(people[:2], "vaeva", turns=2)
    analysed(game, people[0])
    page = Client().get(f"/games/{game.pk}/analysis/?ply=3").content.decode()
    chosen = re.search(r'<td class="number">(\d+)</td>\s*<th scope="row">\s*<a [^>]*aria-current', page)
    stepped_to = re.search(r'<nav class="row small".*?<span class="muted">\D*(\d+)', page, re.DOTALL)
    assert chosen is not None
    assert stepped_to is not None
    assert chosen[1] == stepped_to[1] == "2"


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_twenty_requests_and_ten_workers_make_one_analysis(monkeypatch: pytest.MonkeyPatch) -> None:
    people = make_people("ada", "ben")
    game = finished(people)
    monkeypatch.setattr(tasks.continue_analysis, "delay", lambda analysis_id: None)
    asked: Callable[[int], str] = lambda _: request_analysis(game_id=game.pk, user=people[0])["status"]  # noqa: E731
    assert at_once(20, asked) == ["waiting"] * 20
    (analysis,) = Analysis.objects.all()
    at_once(10, lambda _: continue_analysis(analysis_id=analysis.pk))
    while continue_analysis(analysis_id=analysis.pk):
        pass
    analysis.refresh_from_db()
    assert (len(analysis.turns), Evaluation.objects.count()) == (4, 5)
