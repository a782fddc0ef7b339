"""A turn sent again after a client's time-out is idempotent: the same answer, and the clock charged once."""

import time_machine

from accounts.models import User
from games.models import Step
from games.timing import MINUTE, SECOND, TimeControl
from tests.games.playing import client_of, next_turn, start
from tests.games.test_clocks import NOON


def test_a_turn_sent_again_is_charged_once(people: list[User]) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        game = start("lyra-2", people[:2], control=TimeControl.bank(10 * MINUTE, 5 * SECOND, 10 * MINUTE))
        turn = {"ply": 0, "steps": next_turn(game)}
        url = f"/api/v1/games/{game.pk}/turns/"
        clock.shift(40)
        first = client_of(people[0]).post(url, turn)
        clock.shift(30)
        again = client_of(people[0]).post(url, turn)
        assert (first.status_code, again.status_code) == (201, 201)
        assert again.json() == first.json()
        game.refresh_from_db()
        assert [seat.bank for seat in game.seats.order_by("index")] == [9 * MINUTE + 25 * SECOND, 10 * MINUTE]
        assert Step.objects.get(game=game).spent == 40 * SECOND
        # The opponent's clock runs from the first request, not from the second.
        assert game.deadline == NOON + 40 * SECOND + 10 * MINUTE
