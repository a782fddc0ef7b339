"""A turn counts by the time its request arrived, and no clock is flagged while such a request is answered."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.errors import Conflict
from accounts.models import User
from config.http import request_times
from games.lobby.services.create import start_game
from games.lobby.services.terms import read_terms
from games.models import ChatMessage, Game, GameFault, SweepHeartbeat
from games.selectors.game_json import get_game
from games.services import clock as clocks
from games.services.chat import post_message
from games.services.clock import settle_overdue
from games.services.endings import resign
from games.services.offers import offer_draw
from games.services.play import submit_turn
from games.services.request_times import _arrived_at, being_answered
from games.services.settled_reads import get_settled_game
from games.services.setup import submit_setup
from games.timing import MINUTE, SECOND, TimeControl
from tests.accounts.people import has_code
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
    """Call a service for a request that arrived at the given time."""
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


def test_a_turn_that_arrived_in_time_counts_even_if_processed_late(people: list[User], game: Game, clock) -> None:
    pass_time(clock, 70 * SECOND)
    shown = answered(IN_TIME, submit_turn, **turn(game, people))
    assert (shown["status"], shown["to_move"]) == ("running", 1)
    # The time that the site took is not charged: the opponent's clock starts now.
    game.refresh_from_db()
    assert (game.since, game.deadline) == (NOON + 70 * SECOND, NOON + 130 * SECOND)


def test_a_turn_that_arrived_too_late_does_not_count(people: list[User], game: Game, clock) -> None:
    pass_time(clock, 70 * SECOND)
    with pytest.raises(Conflict) as refused:
        answered(TOO_LATE, submit_turn, **turn(game, people))
    assert refused.value.payload["game"]["result"]["reason"] == "timeout"  # type: ignore[index]


def test_a_turn_charges_the_bank_up_to_its_arrival(people: list[User], clock) -> None:
    game = start("lyra-2", people[:2], control=TimeControl.of("bank", 5 * MINUTE, 0 * SECOND))
    pass_time(clock, 4 * MINUTE)
    answered(NOON + 3 * MINUTE, submit_turn, **turn(game, people))
    assert game.seats.get(index=0).bank == 2 * MINUTE


@pytest.mark.parametrize("service", [resign, offer_draw])
def test_every_request_counts_by_its_arrival_time(people: list[User], game: Game, clock, service: Any) -> None:
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
    """Neither by the sweep, nor by a read of the game, nor by another request about it."""
    pass_time(clock, 70 * SECOND)
    with being_answered(game.pk, IN_TIME):
        assert settle_overdue(is_live=True) == 0
        assert get_settled_game(game.pk, people[1])[0].status == "running"
        with pytest.raises(Conflict, check=has_code("stale")):
            post_message(game_id=game.pk, user=people[1], text="Flag!")
    assert settle_overdue(is_live=True) == 1
    assert get_game(game.pk, people[1])[0].reason == "timeout"


def test_a_turn_that_arrived_too_late_does_not_delay_the_flag(game: Game, clock) -> None:
    pass_time(clock, 70 * SECOND)
    with being_answered(game.pk, TOO_LATE):
        assert settle_overdue(is_live=True) == 1


def test_a_late_turn_is_refused_while_one_in_time_is_answered(people: list[User], game: Game, clock) -> None:
    pass_time(clock, 70 * SECOND)
    with being_answered(game.pk, IN_TIME), pytest.raises(Conflict, check=has_code("stale")):
        answered(TOO_LATE, submit_turn, **turn(game, people))
    game.refresh_from_db()
    assert (game.status, game.ply) == ("running", 0)


def test_a_late_turn_is_refused_if_the_one_in_time_is_answered_meanwhile(
    people: list[User], game: Game, clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other request prevented the flag, and is answered before the game is locked again."""
    settle = clocks.settle_if_due

    def settle_while_another_is_answered(**given: Any) -> bool:
        with being_answered(game.pk, IN_TIME):
            return settle(**given)

    monkeypatch.setattr(clocks, "settle_if_due", settle_while_another_is_answered)
    pass_time(clock, 70 * SECOND)
    with pytest.raises(Conflict, check=has_code("stale")):
        answered(TOO_LATE, submit_turn, **turn(game, people))
    game.refresh_from_db()
    assert (game.status, game.ply) == ("running", 0)


def test_a_game_whose_clock_cannot_be_settled_still_accepts_chat(people: list[User], game: Game, clock) -> None:
    Game.objects.filter(pk=game.pk).update(snapshot={"position": "nonsense"})
    pass_time(clock, 70 * SECOND)
    for text in ("Is it broken?", "It is."):
        answered(TOO_LATE, post_message, game_id=game.pk, user=people[1], text=text)
    assert (GameFault.objects.get().tries, ChatMessage.objects.count()) == (1, 2)


def test_settling_by_an_earlier_arrival_starts_the_next_clock_now(people: list[User], clock) -> None:
    """The next seat is not charged for the time that the site took, and nothing is recorded in the past."""
    game = start("bataille-3", people[:3], control=TimeControl.seconds(10))
    pass_time(clock, 25 * SECOND)
    answered(NOON + 11 * SECOND, get_settled_game, game_id=game.pk, viewer=people[2])
    assert get_settled_game(game.pk, people[2])[0].to_move == 1
    game.refresh_from_db()
    assert (game.since, game.deadline) == (NOON + 25 * SECOND, NOON + 35 * SECOND)
    assert game.events.order_by("seq").last().at == game.steps.get().at == NOON + 25 * SECOND


def test_a_resignation_charges_the_bank_up_to_its_arrival(people: list[User], clock) -> None:
    game = start("lyra-2", people[:2], control=TimeControl.bank(5 * MINUTE))
    pass_time(clock, 4 * MINUTE)
    answered(NOON + 3 * MINUTE, resign, game_id=game.pk, user=people[0])
    assert game.seats.get(index=0).bank == 2 * MINUTE


def test_no_clock_is_flagged_within_the_grace_period(
    people: list[User], game: Game, clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Requests of other processes may not be marked yet; reads and requests don't flag, and no late turn counts."""
    monkeypatch.setattr(clocks, "SWEEP_GRACE", SECOND / 2)
    pass_time(clock, MINUTE + SECOND / 100)
    assert get_settled_game(game.pk, people[1])[0].status == "running"
    assert not clocks.settle_game(game_id=game.pk, now=timezone.now())
    with pytest.raises(Conflict, check=has_code("stale")):
        post_message(game_id=game.pk, user=people[1], text="Flag!")
    with pytest.raises(Conflict, check=has_code("stale")):
        submit_turn(**turn(game, people))
    game.refresh_from_db()
    assert (game.status, game.ply) == ("running", 0)
    answered(IN_TIME, submit_turn, **turn(game, people))
    game.refresh_from_db()
    assert (game.status, game.ply) == ("running", 1)


@pytest.mark.parametrize("service", [get_settled_game, post_message])
def test_after_the_grace_period_any_request_flags(
    people: list[User], game: Game, clock, monkeypatch: pytest.MonkeyPatch, service: Any
) -> None:
    monkeypatch.setattr(clocks, "SWEEP_GRACE", SECOND / 2)
    pass_time(clock, MINUTE + SECOND / 2)
    service(game.pk, people[1]) if service is get_settled_game else service(
        game_id=game.pk, user=people[1], text="Flag!"
    )
    game.refresh_from_db()
    assert (game.status, game.reason) == ("over", "timeout")


def test_the_sweep_waits_for_the_grace_period(game: Game, clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """By then a slow request has been marked."""
    monkeypatch.undo()
    assert request_times.SLOW_SECONDS * SECOND < clocks.SWEEP_GRACE
    pass_time(clock, MINUTE)
    assert settle_overdue(is_live=True) == 0
    pass_time(clock, clocks.SWEEP_GRACE)
    assert settle_overdue(is_live=True) == 1
