"""Withdrawals, additions and entries, each repeated, while a worker pairs a round."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
from django.db import connection

from tests.accounts.people import at_once
from tests.games.playing import make_people
from tests.tournaments.playing import make_club, running_tournament, seen
from tests.tournaments.test_races import attempt_or_conflict, check_consistent, placed_in
from tournaments.enums import EntryStatus, RoundStatus, Venue
from tournaments.models import Entry, Round, Seat, Tournament
from tournaments.services import pairing
from tournaments.services.pairing import compute_pairing, pair_round
from tournaments.services.publishing import publish_round
from tournaments.services.registration import add_player, enter
from tournaments.services.withdrawal import withdraw_player

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

PLAYERS = 8


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[threading.Event, threading.Event]]:
    """An engine that pauses until released; every tournament is large enough for a worker."""
    begun, may_go_on, draw = threading.Event(), threading.Event(), pairing.rounds.pair_round

    def slowly(task: Any) -> Any:
        begun.set()
        assert may_go_on.wait(60)
        return draw(task)

    with monkeypatch.context() as patch:
        patch.setattr(pairing, "PAIRED_AT_ONCE", 2)
        patch.setattr(pairing.rounds, "pair_round", slowly)
        yield begun, may_go_on


@contextmanager
def drawing(asked: Round, begun: threading.Event, may_go_on: threading.Event) -> Iterator[list[Round | None]]:
    """A worker in the middle of pairing; the list holds what it stored."""
    stored: list[Round | None] = []

    def work() -> None:
        stored.append(compute_pairing(round_id=asked.pk, attempt=asked.attempt))
        connection.close()

    worker = threading.Thread(target=work)
    worker.start()
    assert begun.wait(60)
    try:
        yield stored
    finally:
        may_go_on.set()
        worker.join()


def open_draw() -> tuple[Tournament, Any, Any, Round]:
    secretary, late = make_people("secretary", "late")
    more = {"rounds": 3, "venue": Venue.CORRESPONDENCE, "late_entry_until": 3}
    tournament = running_tournament(make_club(secretary), secretary, PLAYERS, **more)
    asked = pair_round(tournament_id=tournament.pk, user=secretary)
    assert asked.status == RoundStatus.PAIRING
    return tournament, secretary, late, asked


def acts_of(tournament: Tournament, secretary: Any, late: Any, leavers: int) -> list[Callable[[], Any]]:
    gone, draft = list(Entry.objects.filter(tournament=tournament).order_by("number")[:leavers]), seen(tournament)
    return [
        *(partial(withdraw_player, entry_id=entry.pk, user=secretary) for entry in gone for _ in range(2)),
        *(partial(enter, tournament_id=tournament.pk, user=late) for _ in range(2)),
        *(partial(add_player, tournament_id=tournament.pk, user=secretary, name="later") for _ in range(2)),
        *(partial(publish_round, tournament_id=tournament.pk, user=secretary, seen=draft) for _ in range(2)),
    ]


def test_a_stale_draw_is_not_stored(engine: Any) -> None:
    tournament, secretary, late, asked = open_draw()
    acts = acts_of(tournament, secretary, late, leavers=3)
    with drawing(asked, *engine) as stored:
        answers = at_once(len(acts), lambda number: attempt_or_conflict(acts[number]))
    assert answers[:6] == ["done"] * 6
    assert answers[-2:] == ["no_draft"] * 2
    assert stored == [None]
    assert (Seat.objects.count(), Round.objects.count()) == (0, 0)
    again = pair_round(tournament_id=tournament.pk, user=secretary)
    compute_pairing(round_id=again.pk, attempt=again.attempt)
    check_consistent(tournament, secretary, late)
    playing = Entry.objects.filter(status=EntryStatus.ENTERED)
    assert sorted(placed_in(1)) == sorted(playing.values_list("pk", flat=True))


def test_all_players_withdraw_while_the_round_is_paired(engine: Any) -> None:
    tournament, secretary, _late, asked = open_draw()
    entries = list(Entry.objects.filter(tournament=tournament))
    with drawing(asked, *engine) as stored:
        gone = at_once(
            2 * PLAYERS,
            lambda number: attempt_or_conflict(
                partial(withdraw_player, entry_id=entries[number // 2].pk, user=secretary)
            ),
        )
    assert (gone, stored) == (["done"] * 2 * PLAYERS, [None])
    assert (Round.objects.count(), Seat.objects.count()) == (0, 0)
    assert set(Entry.objects.values_list("status", flat=True)) == {EntryStatus.WITHDRAWN}
