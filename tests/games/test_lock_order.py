"""Transactions that need the same rows never deadlock: PostgreSQL would abort one of them."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial

import pytest
from django.db import connection, transaction
from django.utils import timezone

from accounts.models import User
from accounts.services.checks import lock_person
from games.lobby.services.create import create_challenge, create_seek, play_ai
from games.lobby.services.join import offer_rematch, withdraw_proposal
from games.lobby.services.terms import read_terms
from games.models import Game, Proposal, SweepHeartbeat
from games.services.chat import post_message
from games.services.clock import HEARTBEATS, beat
from games.services.guests import forget_guests
from games.services.locked_game import lock_game
from games.timing import DAY, TimeControl
from games.vacations.services import announce_vacation
from tests.accounts.people import at_once, by_another, overtaken, wait_until_somebody_waits
from tests.games.playing import make_people, start
from tests.games.rated import won_by

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.postgres]

TERMS = read_terms(variant="lyra-3", control=TimeControl.days(3))


def test_two_people_challenge_each_other() -> None:
    people = make_people("ada", "ben")
    terms = read_terms(variant="lyra-2", control=TimeControl.days(3))
    for _ in range(12):
        at_once(2, lambda seat: create_challenge(user=people[seat], terms=terms, opponents=[people[1 - seat]]))
    assert Proposal.objects.count() == 24


def test_a_player_chats_while_starting_a_vacation() -> None:
    ada, ben = make_people("ada", "ben")
    games = [start("lyra-2", [ada, ben]) for _ in range(7)]

    def act(number: int) -> object:
        if number == 7:
            return announce_vacation(user=ada, until=timezone.now().date() + timedelta(days=7))
        return post_message(game_id=games[number].pk, user=ada, text="Gone fishing.")

    at_once(8, act)
    assert ada.vacations.count() == 1


def can_be_referred_to(table: str, pk: int) -> bool:
    """Whether a row can get the lock that PostgreSQL needs before another row may refer to it."""

    def ask() -> bool:
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT 1 FROM {table} WHERE id = %s FOR KEY SHARE SKIP LOCKED", [pk])
            return cursor.fetchone() is not None

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(by_another, ask).result()


def test_locked_rows_can_be_referred_to() -> None:
    """A seat refers to a person, a rematch to a game: writing one neither waits nor blocks."""
    ada, ben = make_people("ada", "ben")
    game = start("lyra-2", [ada, ben])
    seek = create_seek(user=ada, terms=TERMS)
    with transaction.atomic():
        lock_person(ada)
        lock_game(game_id=game.pk, now=timezone.now())
        withdraw_proposal(proposal_id=seek.pk, user=ada)
        assert can_be_referred_to("accounts_user", ada.pk)
        assert can_be_referred_to("games_game", game.pk)
        assert can_be_referred_to("games_proposal", seek.pk)


def games_taken_out_of_order(games: list[Game], act: Callable[[], object]) -> list[int]:
    """Lock the first game while `act` needs them all; return which others it has locked while it waits."""
    first, *others = sorted(game.pk for game in games)
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            Game.objects.select_for_update().get(pk=first)
            acting = pool.submit(by_another, act)
            wait_until_somebody_waits()
            free = Game.objects.select_for_update(skip_locked=True).filter(pk__in=others)
            taken = sorted(set(others) - set(free.values_list("pk", flat=True)))
        acting.result()
    return taken


def test_compensating_an_outage_locks_games_in_order() -> None:
    people = make_people("ada", "ben")
    games = [start("lyra-2", people) for _ in range(4)]
    Game.objects.filter(pk=games[0].pk).update(
        weekends_off=True
    )  # its deadline is computed separately from the others'
    now = timezone.now()
    SweepHeartbeat.objects.update_or_create(name=HEARTBEATS[False], defaults={"beaten_at": now - DAY})
    assert games_taken_out_of_order(games, lambda: beat(is_live=False, now=timezone.now())) == []


def test_a_vacation_locks_games_in_order() -> None:
    ada, ben = make_people("ada", "ben")
    games = [start("lyra-2", [ada, ben]) for _ in range(4)]
    until = timezone.now().date() + timedelta(days=7)
    assert games_taken_out_of_order(games, lambda: announce_vacation(user=ada, until=until)) == []


def test_deleting_a_guest_locks_games_in_order() -> None:
    guest = User.objects.create(username="guest-1234", is_guest=True, last_login=timezone.now() - 40 * DAY)
    ai = User.objects.filter(is_ai=True).first()
    games = [play_ai(user=guest, ai=ai, variant="lyra-2") for _ in range(3)]
    assert games_taken_out_of_order(games, forget_guests) == []
    assert not Game.objects.exists()


def test_a_rematch_locks_the_player_before_the_game() -> None:
    ada, ben = make_people("ada", "ben")
    game = won_by(ada, ben)
    free = []
    overtaken(
        partial(offer_rematch, game_id=game.pk, user=ada),
        hold=partial(lock_person, ada),
        meanwhile=lambda: free.extend(Game.objects.select_for_update(skip_locked=True).filter(pk=game.pk)),
    )
    assert free == [game]
    assert Proposal.objects.filter(rematch_of=game).count() == 1
