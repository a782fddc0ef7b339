"""Vacations concurrent with flags and turns: the first to lock the game wins, and the rows stay consistent."""

from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.errors import Refused
from games.models import Game, Vacation
from games.selectors.game_json import seats_of
from games.services.clock import settle_game
from games.services.play import submit_turn
from games.timing import DAY, SECOND
from games.vacations.services import announce_vacation
from games.vacations.time_off import deadline_of
from tests.accounts.people import at_once
from tests.games.playing import make_people, next_turn, start

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def in_a_week() -> date:
    return timezone.now().date() + timedelta(days=7)


def test_a_concurrent_flag_and_vacation_never_flag_a_player_on_vacation() -> None:
    ada, ben = make_people("ada", "ben")
    games = [start("lyra-2", [ada, ben]) for _ in range(7)]

    def act(number: int) -> object:
        if number == 7:
            return announce_vacation(user=ada, until=in_a_week())
        return settle_game(game_id=games[number].pk, now=games[number].deadline + SECOND)

    flagged = at_once(8, act)[:7]
    for game, is_flagged in zip(games, flagged, strict=True):
        game.refresh_from_db()
        assert (game.status == "over") == is_flagged
        if game.status == "running":
            assert game.deadline == deadline_of(game, seats_of(game), since=game.since) > timezone.now() + 7 * DAY


def test_a_turn_while_the_next_player_starts_a_vacation_sets_the_right_deadline() -> None:
    ada, ben = make_people("ada", "ben")
    games = [start("lyra-2", [ada, ben]) for _ in range(7)]
    turns = [next_turn(game) for game in games]

    def act(number: int) -> object:
        if number == 7:
            return announce_vacation(user=ben, until=in_a_week())
        return submit_turn(game_id=games[number].pk, user=ada, ply=0, steps=turns[number])

    at_once(8, act)
    for game in Game.objects.all():
        assert game.to_move == 1
        assert game.deadline == deadline_of(game, seats_of(game), since=game.since) > timezone.now() + 7 * DAY


def test_the_budget_holds_for_concurrent_vacations(settings) -> None:
    settings.VACATION_DAYS_PER_YEAR = 5
    [ada] = make_people("ada")

    def announce(number: int) -> bool:
        first = date(2026, 6, 1 + 4 * number)
        try:
            announce_vacation(user=ada, start=first, until=first + timedelta(days=2))
        except Refused:
            return False
        return True

    with time_machine.travel(datetime(2026, 3, 2, tzinfo=UTC)):
        assert sum(at_once(3, announce)) == 1
    assert Vacation.objects.count() == 1
