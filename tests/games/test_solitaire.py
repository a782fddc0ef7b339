"""The daily solitaire: one board per day, solutions checked by the engine, a ranking with the best of each person."""

from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import Mock

import pytest
import time_machine
from django.test import Client

from accounts.models import ApiToken, User
from accounts.services.account_closure import close_account
from games.models import SolitaireAttempt, SolitaireBoard
from games.puzzles.engine.solitaire_rules import solitaire_game
from games.puzzles.services import solitaire
from games.puzzles.services.solitaire import ensure_board, finish_solitaire, prepare_boards
from tests.accounts.people import at_once
from tests.games.playing import client_of, make_people

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)
TODAY = NOON.date()
API = "/api/v1/puzzles/solitaire/"


@pytest.fixture(autouse=True)
def day() -> Any:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def board() -> SolitaireBoard:
    return ensure_board(TODAY)


def detour(board: SolitaireBoard) -> list[str]:
    """A solution two turns longer than par: the first step, back, and again."""
    first, *rest = board.solution
    return [first, "-".join(reversed(first.split("-"))), first, *rest]


def post(user: User | None, steps: list[str], what: str = "attempts", slug: str = "today") -> Any:
    return client_of(user).post(f"{API}{slug}/{what}/", {"steps": steps}, format="json")


class TestBoards:
    def test_the_sweep_creates_the_boards_of_the_coming_days_once(self) -> None:
        assert prepare_boards() == 5
        assert prepare_boards() == 0
        slugs = ["2026-03-04", "2026-03-05", "2026-03-06", "2026-03-07", "open"]
        assert list(SolitaireBoard.objects.order_by("slug").values_list("slug", flat=True)) == slugs

    def test_a_board_is_deterministic(self, board: SolitaireBoard) -> None:
        made = board.position, board.par, board.solution
        board.delete()
        again = ensure_board(TODAY)
        assert (again.position, again.par, again.solution) == made

    def test_a_board_is_created_on_demand_and_hidden_before_its_day(self) -> None:
        assert client_of(None).get(f"{API}today/").json()["slug"] == "2026-03-04"
        ensure_board(TODAY + timedelta(days=1))
        assert client_of(None).get(f"{API}2026-03-05/").status_code == 404
        assert client_of(None).get(f"{API}2026-03-03/").status_code == 404
        assert [line["slug"] for line in client_of(None).get(API).json()["results"]] == ["2026-03-04"]


class TestSolutions:
    def test_a_solution_is_saved_with_its_steps(self, people: list[User], board: SolitaireBoard) -> None:
        answer = post(people[0], detour(board)).json()
        assert (answer["turns"], answer["over_par"], answer["is_kept"]) == (board.par + 2, 2, True)
        assert answer["solution"] is None
        kept = SolitaireAttempt.objects.get()
        assert (kept.user, kept.steps, kept.turns, kept.is_best) == (people[0], detour(board), board.par + 2, True)

    def test_the_ranking_has_the_best_of_each_person_earliest_first_among_equals(
        self, people: list[User], board: SolitaireBoard, day: Any
    ) -> None:
        ada, ben, cleo, *_ = people
        for user, steps in ((ada, detour(board)), (ben, board.solution), (ada, board.solution), (cleo, detour(board))):
            assert post(user, steps).status_code == 201
            day.shift(timedelta(minutes=1))
        assert post(ben, detour(board)).status_code == 201
        assert post(ada, board.solution).status_code == 201
        table = client_of(None).get(f"{API}today/").json()["table"]
        assert [(line["rank"], line["player"]["username"], line["turns"]) for line in table] == [
            (1, "ben", board.par),
            (2, "ada", board.par),
            (3, "cleo", board.par + 2),
        ]
        assert SolitaireAttempt.objects.filter(user=ada).count() == 2
        close_account(user=ben)
        assert [line["player"]["username"] for line in client_of(None).get(f"{API}today/").json()["table"]] == [
            "ada",
            "cleo",
        ]

    def test_the_best_solution_is_shown_to_solvers_and_to_all_the_next_day(
        self, people: list[User], board: SolitaireBoard, day: Any
    ) -> None:
        ada, ben, *_ = people
        assert post(ada, board.solution).json()["solution"] == board.solution
        assert client_of(ada).get(f"{API}today/").json()["solution"] == board.solution
        for stranger in (ben, None):
            answer = client_of(stranger).get(f"{API}today/")
            assert answer.json()["solution"] is None
            assert board.solution[-1] not in answer.content.decode().split('"face"')[0]
        page = Client().get(f"/puzzles/solitaire/{board.slug}/").content.decode()
        assert " ".join(board.solution) not in page
        assert '"solution": null' in page
        day.shift(timedelta(days=1))
        answer = client_of(None).get(f"{API}{board.slug}/").json()
        assert (answer["is_closed"], answer["solution"]) == (True, board.solution)

    def test_a_solution_after_the_day_is_saved_but_not_ranked(
        self, people: list[User], board: SolitaireBoard, day: Any
    ) -> None:
        post(people[0], detour(board))
        day.shift(timedelta(days=1))
        answer = post(people[0], board.solution, slug=board.slug).json()
        assert (answer["your_turns"], [line["turns"] for line in answer["table"]]) == (board.par, [board.par + 2])
        assert post(people[1], board.solution, slug=board.slug).json()["table"] == answer["table"]

    def test_a_guests_solution_is_checked_but_not_ranked(self, board: SolitaireBoard) -> None:
        answer = post(None, board.solution)
        assert (answer.status_code, answer.json()["is_kept"], answer.json()["table"]) == (201, False, [])
        assert SolitaireAttempt.objects.count() == 0

    def test_a_token_needs_the_play_scope(self, people: list[User], board: SolitaireBoard) -> None:
        client = client_of(None)
        client.force_authenticate(people[0], token=ApiToken(user=people[0], scopes=["read"]))
        refused = client.post(f"{API}today/attempts/", {"steps": board.solution}, format="json")
        assert (refused.status_code, refused.json()["code"]) == (403, "missing_scope")
        assert SolitaireAttempt.objects.count() == 0


class TestRefusals:
    def test_invalid_solutions_are_refused_and_not_saved(self, people: list[User], board: SolitaireBoard) -> None:
        way = board.solution
        doctored = {
            "not across": way[:-1],
            "nothing": [],
            "a jump": ["a1-f1"],
            "another's piece": [*way[:3], f"{blocked_cell(board)}-d6", *way[3:]],
            "a pass": ["pass", *way],
            "on and on": [*way, way[0]],
            "out of order": way[::-1],
            "no step": ["a1"],
        }
        for what, steps in doctored.items():
            answer = post(people[0], steps)
            assert answer.status_code == 422, what
            assert answer.json()["code"] in ("illegal_step", "not_across"), what
        assert SolitaireAttempt.objects.count() == 0

    def test_the_shape_of_a_request_is_checked(self, board: SolitaireBoard) -> None:
        assert post(None, ["a1-b4"] * 201).status_code == 400
        assert client_of(None).post(f"{API}today/attempts/", {}, format="json").status_code == 400
        assert post(None, [], slug="tomorrow").status_code == 404

    def test_positions_list_legal_steps_and_save_nothing(self, board: SolitaireBoard) -> None:
        face = post(None, board.solution[:2], "positions").json()
        assert (face["turns"], face["is_solved"], face["is_stuck"]) == (2, False, False)
        assert board.solution[2] in [choice["text"] for choice in face["choices"]]
        assert face["scene"]["last_turn"][0]["step"] == board.solution[1]
        assert post(None, board.solution, "positions").json()["is_solved"] is True
        refused = post(None, ["a1-a1"], "positions")
        assert (refused.status_code, refused.json()["step"]) == (422, 0)


class TestPages:
    def test_pages_respond(self, people: list[User], board: SolitaireBoard) -> None:
        client = Client()
        client.force_login(people[0])
        finish_solitaire(slug="today", user=people[0], steps=board.solution)
        for path in ("/puzzles/", "/puzzles/rules/", "/puzzles/solitaire/", "/puzzles/solitaire/open/"):
            assert client.get(path).status_code == 200, path
        assert client.get("/puzzles/solitaire/today/").headers["Location"] == f"/puzzles/solitaire/{board.slug}/"
        assert client.get("/puzzles/solitaire/2020-01-01/").status_code == 404
        assert client.get("/puzzles/solitaire/nonsense/").status_code == 404


def blocked_cell(board: SolitaireBoard) -> str:
    return next(piece.cell for piece in solitaire_game().parse(board.position).scene().pieces if piece.seat == 1)


@pytest.mark.django_db(transaction=True)
@pytest.mark.slow
class TestConcurrency:
    def test_concurrent_requests_create_and_solve_one_board(self, monkeypatch: pytest.MonkeyPatch) -> None:
        solver = Mock(side_effect=solitaire._reckon)
        monkeypatch.setattr(solitaire, "_reckon", solver)
        made = at_once(6, lambda number: ensure_board(TODAY).pk)
        assert (len(set(made)), solver.call_count) == (1, 1)
        assert SolitaireBoard.objects.count() == 1

    def test_of_two_concurrent_solutions_one_is_the_best(self) -> None:
        (ada,) = make_people("ada")
        board = ensure_board(TODAY)
        ways = [detour(board), board.solution] * 4
        answers = at_once(8, lambda number: post(ada, ways[number]).status_code)
        assert answers == [201] * 8
        assert list(SolitaireAttempt.objects.filter(is_best=True).values_list("turns", flat=True)) == [board.par]
        assert SolitaireAttempt.objects.count() <= 2
