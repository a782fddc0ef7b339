"""Tactics on the site: checked by the engine, the first try is rated, the solution is hidden until then."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import ApiToken, User
from accounts.services.account_closure import close_account
from games.models import PuzzleRating, Tactic, TacticTry
from games.puzzles.engine import tactics as puzzles
from games.puzzles.selectors.tactics import next_tactic
from games.puzzles.services.tactics import keep_tactics, prepare_tactics
from tests.accounts.people import at_once
from tests.games.playing import client_of, make_people

pytestmark = pytest.mark.django_db

API = "/api/v1/puzzles/tactics/"
LINE = (("e4-f5",), ("a1-b4",), ("d2-f1",))
IN_TWO = puzzles.Tactic("lyra-2", "1rrr1rr/3r5/1r3b5/11/5b3/bb2bbb r - 00", 2, "quiet", LINE)
IN_ONE = puzzles.Tactic("lyra-2", "rrr1rrr/5r3/11/11/5b3/bbbbbb1 b - 00", 1, "quiet", (("b6-a7",),))
WRONG = [["e4-e1"]]


@pytest.fixture
def tactic(db: None) -> Tactic:
    keep_tactics([IN_TWO, IN_ONE])
    return Tactic.objects.get(turns=2)


def post(user: User | None, tactic: Tactic, turns: list[list[str]]) -> Any:
    return client_of(user).post(f"{API}{tactic.pk}/attempts/", {"turns": turns}, format="json")


def give_up(user: User | None, tactic: Tactic) -> Any:
    return client_of(user).post(f"{API}{tactic.pk}/solution/")


class TestSolving:
    def test_the_right_turn_gets_a_reply_and_the_second_wins(self, people: list[User], tactic: Tactic) -> None:
        first = post(people[0], tactic, [["e4-f5"]]).json()
        assert (first["verdict"], first["answer"], first["solution"], first["rating"]) == (
            "goes_on",
            ["a1-b4"],
            None,
            None,
        )
        assert [trail["step"] for trail in first["face"]["scene"]["last_turn"]] == ["a1-b4"]
        assert TacticTry.objects.count() == 0
        second = post(people[0], tactic, [["e4-f5"], ["d2-f1"]]).json()
        assert (second["verdict"], second["solution"]) == ("solved", [list(turn) for turn in LINE])
        tried = TacticTry.objects.get()
        assert (tried.outcome, tried.turns, tried.has_seen) == ("solved", [["e4-f5"], ["d2-f1"]], True)

    def test_a_puzzle_of_one_turn(self, people: list[User], tactic: Tactic) -> None:
        assert post(people[0], Tactic.objects.get(turns=1), [["b6-a7"]]).json()["verdict"] == "solved"

    def test_only_the_first_try_changes_both_ratings(self, people: list[User], tactic: Tactic) -> None:
        ada, ben, *_ = people
        missed = post(ada, tactic, WRONG).json()
        assert missed["verdict"] == "wrong"
        assert missed["rating"]["before"] == 1500 > missed["rating"]["after"]
        tactic.refresh_from_db()
        assert (tactic.tries, tactic.solved, tactic.skill.value > 1500) == (1, 0, True)
        again = post(ada, tactic, [["e4-f5"], ["d2-f1"]]).json()
        assert (again["verdict"], again["rating"]) == ("solved", None)
        harder = tactic.skill.value
        won = post(ben, tactic, [["e4-f5"], ["d2-f1"]]).json()
        assert won["rating"]["after"] > 1500
        tactic.refresh_from_db()
        assert (tactic.tries, tactic.solved, tactic.skill.value < harder) == (2, 1, True)
        assert [rating.tries for rating in PuzzleRating.objects.all()] == [1, 1]
        assert TacticTry.objects.get(user=ada).outcome == "failed"

    def test_a_wrong_second_turn_is_a_miss(self, people: list[User], tactic: Tactic) -> None:
        assert post(people[0], tactic, [["e4-f5"], ["d2-e3"]]).json()["verdict"] == "wrong"
        assert TacticTry.objects.get().outcome == "failed"

    def test_a_guests_try_is_checked_but_not_rated(self, tactic: Tactic) -> None:
        assert post(None, tactic, [["e4-f5"], ["d2-f1"]]).json()["verdict"] == "solved"
        assert give_up(None, tactic).json()["rating"] is None
        tactic.refresh_from_db()
        assert (TacticTry.objects.count(), PuzzleRating.objects.count(), tactic.tries) == (0, 0, 0)


class TestSecrets:
    def test_the_solution_is_hidden_until_solved_or_given_up(self, people: list[User], tactic: Tactic) -> None:
        ada, ben, *_ = people
        post(ada, tactic, WRONG)
        for viewer in (ada, ben, None):
            answer = client_of(viewer).get(f"{API}{tactic.pk}/")
            assert answer.json()["solution"] is None
            assert "line" not in answer.json()
        page = Client().get(f"/puzzles/tactics/{tactic.pk}/").content.decode()
        assert '"solution": null' in page
        shown = give_up(ada, tactic).json()
        assert (shown["solution"], shown["rating"]) == ([list(turn) for turn in LINE], None)
        assert client_of(ada).get(f"{API}{tactic.pk}/").json()["solution"] == shown["solution"]
        assert client_of(ben).get(f"{API}{tactic.pk}/").json()["solution"] is None

    def test_giving_up_counts_as_a_miss(self, people: list[User], tactic: Tactic) -> None:
        assert give_up(people[0], tactic).json()["rating"]["after"] < 1500
        assert post(people[0], tactic, [["e4-f5"], ["d2-f1"]]).json()["rating"] is None
        assert TacticTry.objects.get().outcome == "given_up"

    def test_lists_contain_no_solutions(self, tactic: Tactic) -> None:
        body = client_of(None).get(f"{API}?family=vega&turns=2").json()
        assert [line["id"] for line in body["results"]] == [tactic.pk]
        assert {"line", "solution", "position", "face"}.isdisjoint(body["results"][0])
        assert client_of(None).get(f"{API}?family=chess").status_code == 400


class TestRefusals:
    @pytest.mark.parametrize(
        ("turns", "code"),
        [
            ([["a1-b4"]], "illegal_step"),
            ([["e4-f5", "d2-f1"]], "illegal_step"),
            ([["e4-f5"], ["e4-f5"]], "illegal_step"),
            ([["nonsense"]], "illegal_step"),
        ],
    )
    def test_invalid_tries_are_refused_and_not_counted(
        self, people: list[User], tactic: Tactic, turns: list[list[str]], code: str
    ) -> None:
        answer = post(people[0], tactic, turns)
        assert (answer.status_code, answer.json()["code"]) == (422, code)
        assert TacticTry.objects.count() == 0

    def test_bad_requests_missing_scopes_and_unknown_tactics(self, people: list[User], tactic: Tactic) -> None:
        assert post(people[0], tactic, []).status_code == 400
        assert post(people[0], tactic, [["e4-f5"]] * 3).status_code == 400
        one = Tactic.objects.get(turns=1)
        assert post(people[0], one, [["b6-a7"]] * 2).json()["code"] == "too_many_turns"
        client = client_of(None)
        client.force_authenticate(people[0], token=ApiToken(user=people[0], scopes=["read"]))
        for address in ("attempts", "solution"):
            refused = client.post(f"{API}{tactic.pk}/{address}/", {"turns": WRONG}, format="json")
            assert refused.status_code == 403
        assert client_of(None).get(f"{API}999999/").status_code == 404

    def test_an_incomplete_turn_is_refused(self, people: list[User]) -> None:
        position = "2b1oo/ooor/ooob/1oor/b1r/oo/1o (-2,-2) r p (-2,3)"
        line = (("(1,-1)-(-1,1)", "o(-1,4)-(-1,2)"), ("(0,-2)-(0,1)", "o(0,-2)-(3,-3)"), ("(-1,1)-(-1,3)",))
        keep_tactics([puzzles.Tactic("nonaga", position, 2, "quiet", line)])
        answer = post(people[0], Tactic.objects.get(), [["(1,-1)-(-1,1)"]])
        assert (answer.status_code, answer.json()["code"]) == (422, "turn_unfinished")


class TestCollection:
    def test_the_shipped_tactics_are_loaded_once(self) -> None:
        assert prepare_tactics() > 20
        assert prepare_tactics() == 0
        assert set(Tactic.objects.values_list("family", flat=True)) == {"galax", "nonaga", "sirius", "vaeva", "vega"}

    def test_the_next_tactic_is_new_and_of_similar_rating(self, people: list[User], tactic: Tactic) -> None:
        Tactic.objects.filter(turns=1).update(mu=40.0)
        assert next_tactic(people[0]) == tactic
        post(people[0], tactic, WRONG)
        assert next_tactic(people[0]).turns == 1
        give_up(people[0], Tactic.objects.get(turns=1))
        assert next_tactic(people[0]) is None
        assert next_tactic(None, after=tactic.pk) is not None

    @pytest.mark.slow
    def test_pages_respond(self, people: list[User], tactic: Tactic) -> None:
        client = Client()
        client.force_login(people[0])
        post(people[0], tactic, WRONG)
        for path in (
            "/puzzles/",
            "/puzzles/tactics/",
            "/puzzles/tactics/?family=vega",
            f"/puzzles/tactics/{tactic.pk}/",
        ):
            assert client.get(path).status_code == 200, path
        assert client.get("/puzzles/tactics/next/").status_code == 302
        assert client.get("/puzzles/tactics/999999/").status_code == 404
        empty = client.get("/puzzles/tactics/?family=galax").content.decode()
        assert '<div class="empty">' in empty

    def test_closed_accounts_are_not_on_the_leaderboard(self, people: list[User], tactic: Tactic) -> None:
        post(people[0], tactic, WRONG)
        PuzzleRating.objects.update(sigma=3.0)
        assert "ada" in Client().get("/puzzles/tactics/").content.decode()
        close_account(user=people[0])
        assert "/people/ada/" not in Client().get("/puzzles/tactics/").content.decode()


@pytest.mark.django_db(transaction=True)
@pytest.mark.slow
def test_of_many_concurrent_first_tries_one_counts() -> None:
    ada, ben = make_people("ada", "ben")
    keep_tactics([IN_TWO, IN_ONE])
    two, one = Tactic.objects.get(turns=2), Tactic.objects.get(turns=1)

    def act(number: int) -> int:
        user, tactic = (ada, ben)[number % 2], (two, one)[number // 2 % 2]
        return post(user, tactic, WRONG if tactic == two else [["b6-a7"]]).status_code

    assert at_once(8, act) == [201] * 8
    assert TacticTry.objects.count() == 4
    assert sorted(Tactic.objects.values_list("tries", "solved")) == [(2, 0), (2, 2)]
    assert [rating.tries for rating in PuzzleRating.objects.all()] == [2, 2]
