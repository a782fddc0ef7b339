"""A turn is judged by the moment at which it arrived, and no clock is flagged over a turn that is being played."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.errors import Conflict
from accounts.models import User
from config import arrivals
from games.models import Game, SweepHeartbeat
from games.selectors.views import get_game
from games.services import clock as clocks
from games.services.arrivals import _arrived_at, being_answered
from games.services.chat import post_message
from games.services.clock import settle_overdue
from games.services.create import start_game
from games.services.draw import offer_draw
from games.services.play import submit_turn
from games.services.reading import get_settled_game
from games.services.resign import resign
from games.services.setup import submit_setup
from games.services.terms import read_terms
from games.timing import MINUTE, SECOND, TimeControl
from tests.games.playing import SETUPS, next_turn, start

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
IN_TIME, TOO_LATE = NOON + 59 * SECOND, NOON + 61 * SECOND


@pytest.fixture
def clock():
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def game(people: list[User], clock) -> Game:
    return start("lyra-2", people[:2], control=TimeControl.seconds(60))


def answered(at: datetime, service: Callable[..., Any], **given: Any) -> Any:
    """What a service answers to a request that arrived at a moment."""
    token = _arrived_at.set(at)
    try:
        return service(**given)
    finally:
        _arrived_at.reset(token)


def pass_time(clock, duration: timedelta) -> None:
    clock.shift(duration)
    SweepHeartbeat.objects.update(beaten_at=timezone.now())


def turn(game: Game, people: list[User]) -> dict[str, Any]:
    return {"game_id": game.pk, "user": people[0], "ply": 0, "steps": next_turn(game)}


def test_a_turn_that_arrived_in_time_counts_however_late_it_is_played(people: list[User], game: Game, clock) -> None:
    pass_time(clock, 70 * SECOND)
    shown = answered(IN_TIME, submit_turn, **turn(game, people))
    assert (shown["status"], shown["to_move"]) == ("running", 1)
    # The time that the site took is nobody's: the opponent's begins now.
    game.refresh_from_db()
    assert (game.since, game.deadline) == (NOON + 70 * SECOND, NOON + 130 * SECOND)


def test_a_turn_that_arrived_too_late_does_not(people: list[User], game: Game, clock) -> None:
    pass_time(clock, 70 * SECOND)
    with pytest.raises(Conflict) as refused:
        answered(TOO_LATE, submit_turn, **turn(game, people))
    assert refused.value.payload["game"]["result"]["reason"] == "timeout"  # type: ignore[index]


def test_a_bank_is_charged_up_to_the_arrival(people: list[User], clock) -> None:
    game = start("lyra-2", people[:2], control=TimeControl.of("bank", 5 * MINUTE, 0 * SECOND))
    pass_time(clock, 4 * MINUTE)
    answered(NOON + 3 * MINUTE, submit_turn, **turn(game, people))
    assert game.seats.get(index=0).bank == 2 * MINUTE


@pytest.mark.parametrize("service", [resign, offer_draw])
def test_whatever_is_asked_of_a_game_is_judged_so(people: list[User], game: Game, clock, service: Any) -> None:
    pass_time(clock, 70 * SECOND)
    answered(IN_TIME, service, game_id=game.pk, user=people[1], **({"ply": 0} if service is offer_draw else {}))
    game.refresh_from_db()
    assert game.reason != "timeout"


def test_a_set_up_that_arrived_in_time_counts(people: list[User], clock) -> None:
    game = start_game(terms=read_terms(variant="vaeva", control=TimeControl.seconds(60)), players=people[:2])
    pass_time(clock, 70 * SECOND)
    for person in people[:2]:
        answered(IN_TIME, submit_setup, game_id=game.pk, user=person, setup=SETUPS["vaeva"])
    game.refresh_from_db()
    assert game.status == "running"


def test_no_clock_is_flagged_over_a_turn_that_arrived_in_time(people: list[User], game: Game, clock) -> None:
    """Neither by the sweep, nor by who looks at the game, nor by who asks something else of it."""
    pass_time(clock, 70 * SECOND)
    with being_answered(game.pk, IN_TIME):
        assert settle_overdue(is_live=True) == 0
        assert get_settled_game(game.pk, people[1])[0].status == "running"
        with pytest.raises(Conflict, match="arrived in time"):
            post_message(game_id=game.pk, user=people[1], text="Flag!")
    assert settle_overdue(is_live=True) == 1
    assert get_game(game.pk, people[1])[0].reason == "timeout"


def test_a_turn_that_arrived_too_late_keeps_no_flag_up(game: Game, clock) -> None:
    pass_time(clock, 70 * SECOND)
    with being_answered(game.pk, TOO_LATE):
        assert settle_overdue(is_live=True) == 1


def test_a_late_turn_is_not_let_in_by_another_that_was_in_time(people: list[User], game: Game, clock) -> None:
    pass_time(clock, 70 * SECOND)
    with being_answered(game.pk, IN_TIME), pytest.raises(Conflict, match="arrived in time"):
        answered(TOO_LATE, submit_turn, **turn(game, people))
    game.refresh_from_db()
    assert (game.status, game.ply) == ("running", 0)


def test_the_sweep_looks_a_little_later(game: Game, clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """By then a request that takes long is marked for it."""
    monkeypatch.undo()
    assert arrivals.SLOW_SECONDS * SECOND < clocks.SWEEP_GRACE
    pass_time(clock, MINUTE)
    assert settle_overdue(is_live=True) == 0
    pass_time(clock, clocks.SWEEP_GRACE)
    assert settle_overdue(is_live=True) == 1
