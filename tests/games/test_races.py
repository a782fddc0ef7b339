"""Up to twenty concurrent requests, on the database that the tests run on."""

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from django.db import connection
from django.utils import timezone

from games.enums import NoticeKind
from games.models import ConditionalMoves, Game, GameFault, NoticeSettings, Step
from games.notifications.services.notices import choose_deliveries
from games.selectors.game_json import match_of
from games.services.clock import settle_game
from games.services.faults import note_fault
from games.services.play import submit_turn
from games.timing import DAY, HOUR, MINUTE, NO_TIME, TimeControl
from tests.accounts.people import at_once, attempt
from tests.games.playing import client_of, make_people, start
from tests.games.test_conditional_moves import keep, line_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def test_twenty_concurrent_turns_of_one_ply_play_one_turn() -> None:
    people = make_people("ada", "ben")
    game = start("galax", people)
    steps = match_of(game).state.steps()[:20]

    def post(number: int) -> int:
        body = {"ply": game.ply, "steps": [steps[number]]}
        return client_of(people[0]).post(f"/api/v1/games/{game.pk}/turns/", body).status_code

    assert sorted(at_once(20, post)) == [201] + [409] * 19
    assert Step.objects.filter(game=game, ply__gte=2).count() == 1
    assert Game.objects.get(pk=game.pk).ply == 3


def test_twenty_concurrent_copies_of_a_turn_are_one_turn_with_one_answer() -> None:
    people = make_people("ada", "ben")
    game = start("lyra-2", people, control=TimeControl.bank(10 * MINUTE))
    Game.objects.filter(pk=game.pk).update(since=timezone.now() - MINUTE)
    step = match_of(game).state.steps()[0]

    def post(number: int) -> tuple[int, object]:
        answer = client_of(people[0]).post(f"/api/v1/games/{game.pk}/turns/", {"ply": 0, "steps": [step]})
        return answer.status_code, answer.json()

    answers = at_once(20, post)
    assert [status for status, _ in answers] == [201] * 20
    assert all(body == answers[0][1] for _, body in answers)
    turn = Step.objects.get(game=game)
    assert MINUTE <= turn.spent < 2 * MINUTE
    assert [seat.bank for seat in game.seats.order_by("index")] == [10 * MINUTE - turn.spent, 10 * MINUTE]


def test_the_last_seat_is_taken_once() -> None:
    people = make_people(*(f"p{number}" for number in range(9)))
    body = {"variant": "lyra-2", "control": {"kind": "days", "allowance": 86400}}
    seek = client_of(people[0]).post("/api/v1/seeks/", body).json()

    def join(number: int) -> int:
        return client_of(people[number + 1]).post(f"/api/v1/seeks/{seek['id']}/join/").status_code

    assert sorted(at_once(8, join)) == [200] + [409] * 7
    assert Game.objects.count() == 1
    assert Game.objects.get().seats.count() == 2


def test_two_concurrent_set_ups_start_one_game() -> None:
    people = make_people("ada", "ben")
    game = start("vaeva", people, set_up=False)

    def set_up(number: int) -> int:
        return client_of(people[number]).post(f"/api/v1/games/{game.pk}/setup/", {"setup": "=BDFHJLNPR"}).status_code

    assert at_once(2, set_up) == [201, 201]
    game.refresh_from_db()
    assert (game.status, game.ply) == ("running", 2)


def test_concurrent_sweeps_flag_once() -> None:
    people = make_people("ada", "ben")
    game = start("lyra-2", people)
    late = timezone.now() + timedelta(days=3, seconds=1)
    flags = at_once(8, lambda number: settle_game(game_id=game.pk, now=late))
    assert sorted(flags) == [False] * 7 + [True]
    assert list(Step.objects.filter(game=game).values_list("text", flat=True)) == ["#timeout:0"]


def test_a_concurrent_sweep_and_turn_either_flag_or_play() -> None:
    """Hundreds of times: either the turn is recorded and its time charged, or the flag is, never both."""
    people = make_people("ada", "ben")
    seen: Counter[str] = Counter()
    for _ in range(500 if connection.vendor == "postgresql" else 100):
        game = start("lyra-2", people, control=TimeControl.bank(DAY))
        acts: list[Callable[[], object]] = [
            partial(settle_game, game_id=game.pk, now=game.deadline),
            partial(submit_turn, game_id=game.pk, user=people[0], ply=0, steps=["a1-b4"]),
        ]
        flag, answer = at_once(2, lambda number, acts=acts: attempt(acts[number]))
        game.refresh_from_db()
        (text,) = Step.objects.filter(game=game).values_list("text", flat=True)
        seat = game.seats.get(index=0)
        if text == "a1-b4":
            assert (game.status, game.to_move, answer, seat.left) == ("running", 1, "done", "")
            assert seat.bank > DAY - HOUR
        else:
            assert (text, game.status, answer) == ("#timeout:0", "over", "game_over")
            assert (seat.left, seat.bank) == ("timeout", NO_TIME)
        assert list(game.events.order_by("seq").values_list("seq", flat=True)) == list(range(1, game.event_seq + 1))
        assert flag == "done"
        seen[text] += 1
    assert len(seen) == 2, "one of them was always first, so the race was not tested"


def test_concurrent_failures_of_a_game_are_reported_once(caplog: pytest.LogCaptureFixture) -> None:
    game = start("lyra-2", make_people("ada", "ben"))
    now = timezone.now()
    at_once(6, lambda number: note_fault(game_id=game.pk, error=ValueError("unreadable"), now=now))
    assert caplog.text.count("Failed to settle game") == 1
    assert GameFault.objects.get().tries == 5


def test_concurrent_changes_of_settings_are_all_saved() -> None:
    (ada,) = make_people("ada")
    kinds = NoticeKind.values[:8]
    for delivery in ("never", "now", "digest"):
        at_once(8, lambda number, wish=delivery: choose_deliveries(user=ada, deliveries={kinds[number]: wish}))
        assert NoticeSettings.objects.get(user=ada).deliveries == dict.fromkeys(kinds, delivery)


def test_twenty_concurrent_copies_of_a_turn_play_conditional_moves_once() -> None:
    people = make_people("ada", "ben")
    game = start("lyra-2", people)
    tree = line_of(match_of(game), 4)
    keep(game, people[1], tree)

    def post(number: int) -> tuple[int, object]:
        body = {"ply": 0, "steps": tree[0]["steps"]}
        answer = client_of(people[0]).post(f"/api/v1/games/{game.pk}/turns/", body)
        return answer.status_code, answer.json()

    answers = at_once(20, post)
    assert [status for status, _ in answers] == [201] * 20
    assert all(body == answers[0][1] for _, body in answers)
    assert list(Step.objects.filter(game=game).values_list("seat", flat=True)) == [0, 1]
    assert ConditionalMoves.objects.get().ply == 2


def test_conditional_moves_and_the_expected_turn_arrive_at_once() -> None:
    people = make_people("ada", "ben")
    games = [start("lyra-2", people) for _ in range(6)]
    trees = [line_of(match_of(game), 2) for game in games]

    def act(number: int) -> int:
        game, tree = games[number // 2], trees[number // 2]
        if number % 2:
            body = {"ply": 0, "steps": tree[0]["steps"]}
            return client_of(people[0]).post(f"/api/v1/games/{game.pk}/turns/", body).status_code
        plan = {"ply": 0, "tree": tree}
        return client_of(people[1]).put(f"/api/v1/games/{game.pk}/conditional-moves/", plan, format="json").status_code

    answers = at_once(12, act)
    assert answers[1::2] == [201] * 6
    for game, planned in zip(games, answers[0::2], strict=True):
        # Saved in time they were played; too late they were refused.
        assert planned in (200, 409)
        assert Step.objects.filter(game=game).count() == (2 if planned == 200 else 1)
        assert not ConditionalMoves.objects.filter(seat__game=game).exists()
